// A fake of Stripe's API, as far as Sideline uses it: checkout sessions, refunds, idempotency keys, signed
// events. It answers in process, through `fetch`, or over the network, behind a test's server.
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';

type Session = {
  id: string;
  object: 'checkout.session';
  client_reference_id: string | null;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: object | null;
  url: string | null;
  expires_at: number;
};
type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  payment_intent: string;
  metadata: Record<string, string>;
};

export function createFakeStripe({ now }: { now: () => Date }) {
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];
  const answered = new Map<string, { asked: string; body: string }>();
  /** Bodies of webhook events, in the order in which they happened. */
  const events: string[] = [];
  const requests: { method: string; path: string; headers: Headers; form: URLSearchParams }[] = [];
  let failures = 0;
  let conflicts = 0;
  let lost = { path: '', times: 0 };
  let refundsBecome: Refund['status'] = 'succeeded';

  const tell = (type: string, object: object) =>
    void events.push(JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } }));

  function problem(status: number, type: string, message: string): Response {
    return Response.json({ error: { type, message } }, { status });
  }

  function current(ref: string): Session | undefined {
    const session = sessions.get(ref);
    if (session?.status === 'open' && session.expires_at * 1000 <= now().getTime()) expire(session);
    return session;
  }

  function expire(session: Session) {
    Object.assign(session, { status: 'expired', url: null });
    tell('checkout.session.expired', session);
  }

  function createSession(form: URLSearchParams): Session | Response {
    const expiresAt = Number(form.get('expires_at'));
    if (expiresAt * 1000 < now().getTime() + 30 * 60_000)
      return problem(400, 'invalid_request_error', 'expires_at must be at least 30 minutes from now.');
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      client_reference_id: form.get('client_reference_id'),
      metadata: { paymentId: form.get('metadata[paymentId]') ?? '' },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `https://checkout.stripe.test/${id}`,
      expires_at: expiresAt,
    };
    sessions.set(id, session);
    return session;
  }

  function createRefund(form: URLSearchParams): Refund | Response {
    const intent = form.get('payment_intent') ?? '';
    const session = [...sessions.values()].find(({ id }) => intent === `pi_${id}`);
    const made = refunds.filter((one) => one.payment_intent === intent && one.status !== 'failed');
    const amount = Number(form.get('amount'));
    const left = (session?.amount_total ?? 0) - made.reduce((sum, one) => sum + one.amount, 0);
    if (session?.payment_status !== 'paid' || amount > left)
      return problem(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount.');
    const refund: Refund = {
      id: `re_${randomUUID()}`,
      object: 'refund',
      amount,
      currency: session.currency,
      status: refundsBecome,
      payment_intent: intent,
      metadata: {
        refundId: form.get('metadata[refundId]') ?? '',
        paymentId: form.get('metadata[paymentId]') ?? '',
      },
    };
    refundsBecome = 'succeeded';
    refunds.push(refund);
    tell('refund.created', refund);
    return refund;
  }

  function perform(method: string, path: string, form: URLSearchParams): object {
    const [, ref = '', action] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(form);
    if (method === 'POST' && path === '/v1/refunds') return createRefund(form);
    if (path === '/v1/refunds')
      return {
        object: 'list',
        has_more: false,
        data: refunds.filter((one) => one.payment_intent === form.get('payment_intent')),
      };
    const session = current(ref);
    if (!session) return problem(404, 'invalid_request_error', 'No such checkout session.');
    if (action !== 'expire') return session;
    if (session.status !== 'open')
      return problem(400, 'invalid_request_error', 'Only open checkout sessions can be expired.');
    expire(session);
    return session;
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { method, headers } = request;
    const form = method === 'POST' ? new URLSearchParams(await request.text()) : url.searchParams;
    requests.push({ method, path: url.pathname, headers, form });
    if (failures > 0) {
      failures -= 1;
      return problem(500, 'api_error', 'Something is wrong on our side.');
    }
    if (conflicts > 0) {
      conflicts -= 1;
      return problem(409, 'idempotency_error', 'There is another request with this key in progress.');
    }
    const answer = await answerOnce(method, url, headers, form);
    if (lost.times === 0 || method !== 'POST' || url.pathname !== lost.path) return answer;
    lost.times -= 1;
    return problem(500, 'api_error', 'It was done, and then something went wrong.');
  }

  /** The same idempotency key gets the same answer, and no effect happens twice. */
  async function answerOnce(method: string, url: URL, headers: Headers, form: URLSearchParams) {
    const key = headers.get('idempotency-key');
    const asked = `${url.pathname} ${form}`;
    const known = key === null ? undefined : answered.get(key);
    if (known && known.asked !== asked)
      return problem(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
    if (known) return new Response(known.body, { headers: { 'content-type': 'application/json' } });
    const answer = perform(method, url.pathname, form);
    if (answer instanceof Response) return answer;
    const body = JSON.stringify(answer);
    if (key !== null && method === 'POST') answered.set(key, { asked, body });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }

  return {
    sessions,
    refunds,
    events,
    requests,
    handle,
    fetch: ((url: string, init?: RequestInit) => handle(new Request(url, init))) as typeof fetch,
    /** Answers the next `times` requests with 500. */
    fail: (times: number) => {
      failures = times;
    },
    /** Performs the next requests at a path, and answers them with 500. */
    loseAnswers: (path: string, times: number) => {
      lost = { path, times };
    },
    /** Answers the next requests with 409: the same key is in use. */
    conflict: (times: number) => {
      conflicts = times;
    },
    /** Idempotency keys expire after a day. */
    forgetKeys: () => answered.clear(),
    /** The initial status of the next refund. */
    nextRefund: (status: Refund['status']) => {
      refundsBecome = status;
    },
    /** Completes every pending refund. */
    landRefunds() {
      for (const refund of refunds)
        if (refund.status === 'pending') {
          refund.status = 'succeeded';
          tell('refund.updated', refund);
        }
    },
    /** The bank returns a refund that had succeeded. */
    bounce(refund: Refund) {
      refund.status = 'failed';
      tell('refund.failed', refund);
    },
    /** What a person does at the checkout; nothing once it has ended. */
    act(ref: string, action: 'succeeded' | 'declined' | 'requiresAction' | 'processing') {
      const session = current(ref);
      const intent = session?.payment_intent as { status?: string } | null;
      // Pending refunds end as succeeded or failed, and then need no further action.
      const isLanding = intent?.status === 'processing' && (action === 'succeeded' || action === 'declined');
      if (!session || !(session.status === 'open' || isLanding)) return;
      const status = {
        succeeded: 'succeeded',
        declined: 'requires_payment_method',
        requiresAction: 'requires_action',
        processing: 'processing',
      }[action];
      session.payment_intent = {
        id: `pi_${session.id}`,
        status,
        last_payment_error: action === 'declined' ? { code: 'card_declined' } : null,
      };
      if (action === 'succeeded' || action === 'processing')
        Object.assign(session, { status: 'complete', url: null });
      if (action === 'succeeded') session.payment_status = 'paid';
      tell(action === 'succeeded' ? 'checkout.session.completed' : `payment_intent.${status}`, session);
    },
  };
}

/** The headers of a webhook, signed by Stripe's own helper at an instant. */
export function stripeHeaders(body: string, secret: string, at: Date): Headers {
  const header = new Stripe('sk_test_none').webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  });
  return new Headers({ 'stripe-signature': header, 'content-type': 'application/json' });
}
