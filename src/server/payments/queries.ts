// SQL of payments: every write to one, and what the provider is asked about when. A payment changes under its event's
// lock alone; when it is looked at next is bookkeeping, and needs none.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { PaymentState } from '../../contract/words.ts';
import type { Db } from '../db/open.ts';
import { openStates, type Policy, paidStates, paymentStatesBefore, voidRefundStates } from './rules.ts';

const selectPayments = (db: Db) =>
  db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .selectAll('y')
    .select(['m.event_id', 'm.user_id', 'm.state as registration_state', 'm.hold_expires_at']);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('y.id', '=', id).executeTakeFirst();
}

/** The payment that a provider's news are about: by its name for the checkout, else by ours for the payment. */
export async function findByNews(
  db: Db,
  provider: string,
  { ref, paymentId }: { ref: string | null; paymentId: string | null },
): Promise<PaymentRow | undefined> {
  const ofProvider = () => selectPayments(db).where('y.provider', '=', provider);
  const found =
    ref === null ? undefined : await ofProvider().where('y.provider_ref', '=', ref).executeTakeFirst();
  if (found || paymentId === null || !/^[0-9a-f-]{36}$/i.test(paymentId)) return found;
  return ofProvider().where('y.id', '=', paymentId).executeTakeFirst();
}

/** The payment of a registration that was begun and not made. */
export function findOpenPayment(db: Db, registrationId: string) {
  return selectPayments(db)
    .where('y.registration_id', '=', registrationId)
    .where('y.state', 'in', openStates)
    .executeTakeFirst();
}

const refundedMinor = sql<number>`(select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = y.id and r.approved_at is not null and r.state not in (${sql.join(voidRefundStates)}))`;

/** Whether another payment than this one has paid for a registration and was not paid back. */
export async function isPaidForByOther(db: Db, registrationId: string, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments as y')
    .select('y.id')
    .where('y.registration_id', '=', registrationId)
    .where('y.id', '<>', paymentId)
    .where('y.state', 'in', paidStates)
    .where(sql<boolean>`y.amount_minor > ${refundedMinor}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment that a person sees for their place at an event: one that paid for it, else the newest. */
export function findMyPayment(db: Db, eventId: string, userId: string) {
  return selectPayments(db)
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('organizations as oo', 'oo.id', 'e.organizer_organization_id')
    .leftJoin('users as ou', 'ou.id', 'e.organizer_user_id')
    .select(['e.name as event_name', 'e.starts_at', 'e.ends_at', 'e.time_zone', 'u.name as payer_name'])
    .select(sql<string | null>`coalesce(oo.name, ou.name)`.as('organizer_name'))
    .where('m.event_id', '=', eventId)
    .where('m.user_id', '=', userId)
    .orderBy(
      sql`case when y.state in (${sql.join(paidStates)}) and y.amount_minor > ${refundedMinor} then 0 else 1 end`,
    )
    .orderBy('y.created_at', 'desc')
    .orderBy('y.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type MyPaymentRow = NonNullable<Awaited<ReturnType<typeof findMyPayment>>>;

/** A page of an event's payments with their payers, newest first, and one more where there is a next page; or one by id. */
export function listPayments(
  db: Db,
  wanted: { eventId: string; after: { key: string; id: string } | null; limit: number } | { id: string },
) {
  const query = selectPayments(db)
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('profiles as f', 'f.user_id', 'm.user_id')
    .select(['u.name as payer_name', 'f.file_path', refundedMinor.as('refunded_minor')]);
  if ('id' in wanted) return query.where('y.id', '=', wanted.id).execute();
  const page = query
    .where('m.event_id', '=', wanted.eventId)
    .orderBy('y.created_at', 'desc')
    .orderBy('y.id', 'desc')
    .limit(wanted.limit + 1);
  const { after } = wanted;
  return (
    after ? page.where(sql<boolean>`(y.created_at, y.id) < (${after.key}, ${after.id})`) : page
  ).execute();
}
export type ListedPaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** Begins a payment. Price and policy are as they are now, and stay so. */
export async function addPayment(
  db: Db,
  given: {
    registrationId: string;
    amountMinor: number;
    currency: string;
    provider: string;
    policy: Policy;
    checkoutExpiresAt: string | null;
    checkAfter: string | null;
  },
  at: string,
): Promise<string> {
  const id = uuid();
  await db
    .insertInto('payments')
    .values({
      id,
      created_at: at,
      updated_at: at,
      registration_id: given.registrationId,
      amount_minor: given.amountMinor,
      currency: given.currency,
      state: given.provider === 'offline' ? 'offlineDue' : 'requiresPayment',
      provider: given.provider,
      provider_ref: null,
      checkout_url: null,
      policy: JSON.stringify(given.policy),
      receipt_number: null,
      paid_at: null,
      check_after: given.checkAfter,
      checkout_expires_at: given.checkoutExpiresAt,
    })
    .execute();
  return id;
}

/** Takes a payment along an edge of `paymentEdges`; false where it is not in a state that leads there. */
export async function setPaymentState(db: Db, id: string, to: PaymentState, at: string): Promise<boolean> {
  const changed = await db
    .updateTable('payments')
    .set((set) => ({ state: to, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', paymentStatesBefore(to))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Notes what else is known of a payment; counts as a change to those who hold an older version only if they see it. */
export async function notePayment(
  db: Db,
  id: string,
  set: {
    provider_ref?: string;
    checkout_url?: string | null;
    receipt_number?: string;
    paid_at?: string;
    check_after?: string | null;
  },
): Promise<void> {
  await db.updateTable('payments').set(set).where('id', '=', id).execute();
}

/** Raises the version of a payment whose refunds have changed. */
export async function touchPayment(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('payments')
    .set((set) => ({ updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Ends the payments of a registration that were begun and not made. One that the provider is processing is left to its outcome. */
export async function endOpenPayments(
  db: Db,
  registrationId: string,
  state: 'canceled' | 'expired',
  at: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set((set) => ({ state, updated_at: at, version: set('version', '+', 1) }))
    // The checkout still has to be ended where it is; the check of one in cash finds nothing to do.
    .set({ check_after: at })
    .where('registration_id', '=', registrationId)
    .where('state', 'in', openStates)
    .where('state', '<>', 'processing')
    .execute();
}

/** Payments that are due to be looked at, the longest overdue first. */
export async function duePayments(
  db: Db,
  at: string,
  most: number,
): Promise<{ id: string; check_after: string }[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'check_after'])
    .where('check_after', '<=', at)
    .orderBy('check_after')
    .limit(most)
    .execute();
  return rows.map(({ id, check_after }) => ({ id, check_after: check_after ?? at }));
}

/** Takes the check of a payment for one process until `until`; false where another one was faster. */
export async function claimCheck(db: Db, id: string, seen: string, until: string): Promise<boolean> {
  const claimed = await db
    .updateTable('payments')
    .set({ check_after: until })
    .where('id', '=', id)
    .where('check_after', '=', seen)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Brings the next check of a payment forward to an instant, where it is later. */
export async function checkSoon(
  db: Db,
  { id, check_after }: Pick<PaymentRow, 'id' | 'check_after'>,
  until: string,
): Promise<void> {
  if (check_after === null || check_after <= until) return;
  await claimCheck(db, id, check_after, until);
}

/** Brings every check that waits forward to now: after a start nobody knows what was missed. */
export async function checkAllNow(db: Db, at: string): Promise<void> {
  await db.updateTable('payments').set({ check_after: at }).where('check_after', '>', at).execute();
}

/** Keeps a provider's news in the transaction of their effect; false for news that were taken before. */
export async function noteNews(
  db: Db,
  news: { provider: string; id: string; body: string },
  at: string,
): Promise<boolean> {
  const noted = await db
    .insertInto('provider_events')
    .values({ provider: news.provider, event_id: news.id, received_at: at, body: news.body })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function wasNoted(db: Db, provider: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What an offer costs and promises; undefined for one of another event. */
export function findOffer(db: Db, eventId: string, offerId: string | null) {
  const query = db
    .selectFrom('offers')
    .select(['id', 'name', 'price_minor', 'currency', 'refund_until', 'accepts_offline'])
    .where('event_id', '=', eventId)
    .orderBy('price_minor')
    .orderBy('id')
    .limit(1);
  return (
    offerId === null ? query.where('price_minor', '>', 0) : query.where('id', '=', offerId)
  ).executeTakeFirst();
}

/** The event's name, as the payer reads it at the checkout. */
export async function eventName(db: Db, eventId: string): Promise<string> {
  const row = await db
    .selectFrom('events')
    .select('name')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.name;
}

/** Who pays whom, for the receipt. */
export function partiesOf(db: Db, { event_id, user_id }: Pick<PaymentRow, 'event_id' | 'user_id'>) {
  return db
    .selectFrom('events as e')
    .innerJoin('users as u', (join) => join.on('u.id', '=', user_id))
    .leftJoin('organizations as oo', 'oo.id', 'e.organizer_organization_id')
    .leftJoin('users as ou', 'ou.id', 'e.organizer_user_id')
    .select('u.name as payer')
    .select(sql<string | null>`coalesce(oo.name, ou.name)`.as('organizer'))
    .where('e.id', '=', event_id)
    .executeTakeFirstOrThrow();
}
