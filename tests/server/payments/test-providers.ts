// Both providers behind one interface, for histories. People act on their pages. The webhook events are
// stored until the test delivers them, in any order and any number of times. It also reports what the
// provider charged and refunded.
import { createHmac } from 'node:crypto';
import type { Database } from '../../../src/server/db/open.ts';
import type { PaymentProvider } from '../../../src/server/ports/payments/port.ts';
import { cards } from '../../../src/server/ports/payments/sandbox/cards.ts';
import { createSandbox } from '../../../src/server/ports/payments/sandbox/sandbox.ts';
import { sign } from '../../../src/server/ports/payments/signature.ts';
import { createStripe } from '../../../src/server/ports/payments/stripe.ts';
import { createFakeStripe, stripeHeaders } from '../../support/fake-stripe.ts';

export type CheckoutAction = 'succeeded' | 'declined' | 'requiresAction' | 'processing';
export type Taken = { ref: string; paymentId: string; takenMinor: number; refundedMinor: number };

export type TestProvider = {
  provider: PaymentProvider;
  act(ref: string, action: CheckoutAction): Promise<void>;
  /** Completes all pending refunds. */
  arrive(): Promise<void>;
  /** The next refund stays pending, if the provider has that status. */
  slow(): void;
  /** Bodies of webhook events, oldest first. */
  webhookEvents: string[];
  signed(body: string): Headers;
  /** The amounts charged for these payments. */
  taken(paymentIds: string[]): Promise<Taken[]>;
};

type Options = { database: Database; now: () => Date };

export function sandboxTestProvider({ database, now }: Options): TestProvider {
  const authSecret = new TextEncoder().encode('a-secret-for-tests-of-32-bytes-or-more');
  const secret = createHmac('sha256', authSecret).update('sandbox webhooks').digest('hex');
  const webhookEvents: string[] = [];
  const post = async (request: Request) => {
    webhookEvents.push(await request.text());
    return new Response();
  };
  const provider = createSandbox({ database, now, publicOrigin: 'http://localhost', authSecret, post });
  const cardFor = Object.fromEntries(
    Object.entries(cards).map(([number, { leadsTo }]) => [leadsTo, number]),
  ) as Record<CheckoutAction, keyof typeof cards>;
  return {
    provider,
    webhookEvents,
    act: async (ref, action) => {
      const state = (await provider.find(ref))?.state;
      if (state === 'requiresAction' && action !== 'requiresAction')
        await provider.answerBank(ref, action !== 'declined');
      else await provider.pay(ref, cardFor[action]);
    },
    arrive: () => provider.work(),
    slow: () => {},
    signed: (body) =>
      new Headers({ 'sandbox-signature': sign(body, secret, now()), 'content-type': 'application/json' }),
    taken: async (paymentIds) => {
      if (paymentIds.length === 0) return [];
      const rows = await database.db
        .selectFrom('sandbox_checkouts as c')
        .select(['c.ref', 'c.payment_id', 'c.amount_minor'])
        .select((expression) =>
          expression
            .selectFrom('sandbox_refunds as r')
            .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('r.amount_minor'), sum.lit(0)).as('sum'))
            .whereRef('r.checkout_ref', '=', 'c.ref')
            .as('refunded'),
        )
        .where('c.state', '=', 'succeeded')
        .where('c.payment_id', 'in', paymentIds)
        .execute();
      return rows.map((row) => ({
        ref: row.ref,
        paymentId: row.payment_id,
        takenMinor: row.amount_minor,
        refundedMinor: row.refunded ?? 0,
      }));
    },
  };
}

export function stripeTestProvider({ now }: Options): TestProvider {
  const fake = createFakeStripe({ now });
  const webhookSecret = 'whsec_of_the_tests';
  const provider = createStripe({
    secretKey: 'sk_test_of_the_tests',
    webhookSecret,
    host: 'stripe.test',
    port: 443,
    protocol: 'https',
    publicOrigin: 'http://localhost',
    now,
    fetch: fake.fetch,
  });
  return {
    provider,
    webhookEvents: fake.events,
    act: async (ref, action) => fake.act(ref, action),
    arrive: async () => {
      for (const { id, payment_intent } of fake.sessions.values())
        if ((payment_intent as { status?: string } | null)?.status === 'processing')
          fake.act(id, 'succeeded');
      fake.landRefunds();
    },
    slow: () => fake.nextRefund('pending'),
    signed: (body) => stripeHeaders(body, webhookSecret, now()),
    taken: async (paymentIds) =>
      [...fake.sessions.values()]
        .filter(
          (session) =>
            session.payment_status === 'paid' && paymentIds.includes(session.client_reference_id ?? ''),
        )
        .map((session) => ({
          ref: session.id,
          paymentId: session.client_reference_id ?? '',
          takenMinor: session.amount_total,
          refundedMinor: fake.refunds
            .filter((one) => one.payment_intent === `pi_${session.id}` && one.status === 'succeeded')
            .reduce((sum, one) => sum + one.amount, 0),
        })),
  };
}
