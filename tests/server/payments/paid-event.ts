// A paid event with few places, and its people: shared by payment tests.
import type { ParsedBody } from '../../../src/contract/api.ts';
import type { Card, WebhookTiming } from '../../../src/server/ports/payments/sandbox/cards.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildEvent, buildOffer, buildUser } from '../../support/factories.ts';
import { runJob, type TestServer } from '../../support/server.ts';

export const minuteMs = 60_000;
export const accepted: Card = '4242424242424242';

type Event = { id: string };

/**
 * An event at 12.50 EUR a place, which may also be paid in cash, with a full refund until two days before.
 */
export async function buildPaidEvent(
  server: TestServer,
  given: Parameters<typeof buildEvent>[1] = {},
  offer: Partial<Parameters<typeof buildOffer>[1]> = {},
) {
  const { db } = server.database;
  const event = await buildEvent(db, given);
  const { id } = await buildOffer(db, { accepts_offline: 1, ...offer, event_id: event.id });
  return { ...event, offer: id };
}

/** A person with a device; signed in again for each call, because the clock jumps past the token's expiry. */
export async function buildPayer(server: TestServer, given: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(server.database.db, given);
  const call: Client['call'] = async (name, options) => (await signIn(server, user)).call(name, options);
  const to = (event: Event) => ({ params: { id: event.id } });
  return {
    ...user,
    call,
    attend: async (event: Event) =>
      (await call('PUT /api/events/{id}/registration', { ...to(event), body: { response: 'attending' } }))
        .body,
    cancel: async (event: Event) =>
      (await call('DELETE /api/events/{id}/registration', { ...to(event) })).body,
    /** The status of the registration. */
    state: async (event: Event) => (await call('GET /api/events/{id}', to(event))).body.registration?.state,
    begin: (event: Event, body: Partial<ParsedBody<'POST /api/events/{id}/payment'>> = {}) =>
      call('POST /api/events/{id}/payment', { ...to(event), body }),
    payment: async (event: Event) => (await call('GET /api/events/{id}/payment', to(event))).body,
  };
}

/** The sandbox's id of a checkout. */
export const refOf = (checkoutUrl: string | null | undefined) => checkoutUrl?.split('/').at(-1) ?? '';

/** Pays at the sandbox, like a person on its page. */
export async function payAtSandbox(
  server: TestServer,
  checkoutUrl: string | null | undefined,
  card: Card = accepted,
  news: WebhookTiming = 'now',
): Promise<void> {
  await server.payments.sandbox?.pay(refOf(checkoutUrl), card, news);
}

/** Runs the jobs as long as they have something to do. */
export async function runAllJobs(server: TestServer): Promise<void> {
  for (const name of ['sandbox', 'endDueHolds', 'checkDuePayments', 'carryOutRefunds', 'checkDuePayments'])
    if (name !== 'sandbox' || server.payments.sandbox) await runJob(server, name);
}

/** The sums of the ledger by account and currency, without zeros. */
export async function balances(server: TestServer): Promise<Record<string, number>> {
  const rows = await server.database.db
    .selectFrom('ledger_entries')
    .select(['account', 'currency'])
    .select((sum) => sum.fn.sum<number>('amount_minor').as('sum'))
    .groupBy(['account', 'currency'])
    .execute();
  return Object.fromEntries(
    rows.filter((row) => row.sum !== 0).map((row) => [`${row.account} ${row.currency}`, row.sum]),
  );
}
