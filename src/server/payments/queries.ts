// SQL of payments. State changes need the event's lock.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { PaymentState } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { refundedMinor } from './refunds/refund-queries.ts';
import { openStates, type Policy, paidStates, paymentStatesBefore } from './rules.ts';

/** Payments with the person and state of their registration. */
export const selectPayments = (db: Db) =>
  db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .selectAll('y')
    .select(['m.event_id', 'm.person_id', 'm.state as registration_state', 'm.hold_expires_at']);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return selectPayments(db).where('y.id', '=', id).executeTakeFirst();
}

/** The open payment of a registration. */
export function findOpenPayment(db: Db, registrationId: string) {
  return selectPayments(db)
    .where('y.registration_id', '=', registrationId)
    .where('y.state', 'in', openStates)
    .executeTakeFirst();
}

/** When the first payment of a registration after an instant was begun; null without one. */
export async function firstBegun(db: Db, registrationId: string, after: string): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('created_at')
    .where('registration_id', '=', registrationId)
    .where('created_at', '>', after)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** When the newest payments of a registration since an instant were begun, newest first. */
export async function newestBegun(
  db: Db,
  registrationId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('created_at')
    .where('registration_id', '=', registrationId)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

/** Whether another payment covers a registration: paid and not fully refunded, or waived. */
export async function isPaidForByOther(db: Db, registrationId: string, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments as y')
    .select('y.id')
    .where('y.registration_id', '=', registrationId)
    .where('y.id', '<>', paymentId)
    .where('y.state', 'in', [...paidStates, 'waived'])
    .where(sql<boolean>`y.amount_minor > ${refundedMinor}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the amount of a payment is still due in cash for its registration. */
export async function isDueInCash(db: Db, payment: PaymentRow): Promise<boolean> {
  const open = await findOpenPayment(db, payment.registration_id);
  return (
    open?.state === 'offlineDue' &&
    open.amount_minor === payment.amount_minor &&
    open.currency === payment.currency
  );
}

/** The payment to show a person for an event: while they pay the newest, else the one that paid for the seat, else the newest. */
export function findMyPayment(db: Db, eventId: string, userId: string) {
  return selectPayments(db)
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .innerJoin('people as who', 'who.id', 'm.person_id')
    .leftJoin('organizations as oo', 'oo.id', 'e.organizer_organization_id')
    .leftJoin('people as op', 'op.id', 'e.organizer_user_id')
    .select(['e.name as event_name', 'e.starts_at', 'e.ends_at', 'e.time_zone', 'who.name as payer_name'])
    .select(sql<string | null>`coalesce(oo.name, op.name)`.as('organizer_name'))
    .where('m.event_id', '=', eventId)
    .where('m.person_id', '=', userId)
    .orderBy(
      sql`case when m.state <> 'pendingPayment' and y.state in (${sql.join(paidStates)}) and y.amount_minor > ${refundedMinor} then 0 else 1 end`,
    )
    .orderBy('y.created_at', 'desc')
    .orderBy('y.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type MyPaymentRow = NonNullable<Awaited<ReturnType<typeof findMyPayment>>>;

/** A page of an event's payments with their payers, newest first, plus one row if there is a next page; or one by id. */
export function listPayments(
  db: Db,
  wanted: { eventId: string; after: { key: string; id: string } | null; limit: number } | { id: string },
) {
  const query = selectPayments(db)
    .innerJoin('people as who', 'who.id', 'm.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'm.person_id')
    .select(['who.name as payer_name', 'f.file_path', refundedMinor.as('refunded_minor')]);
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

/** The payments of an event by person, each person's newest first. */
export const paymentsByPerson = async (db: Db, eventId: string): Promise<Map<string, PersonPayment[]>> =>
  Map.groupBy(await selectPersonPayments(db, eventId), ({ person_id }) => person_id);

const selectPersonPayments = (db: Db, eventId: string) =>
  db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .select(['m.person_id', 'y.state', 'y.amount_minor', 'y.currency', refundedMinor.as('refunded_minor')])
    .where('m.event_id', '=', eventId)
    .orderBy('y.created_at', 'desc')
    .orderBy('y.id', 'desc')
    .execute();
export type PersonPayment = Awaited<ReturnType<typeof selectPersonPayments>>[number];

/** Inserts a payment with the current price and policy, which do not change later. */
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

/** Moves a payment along an edge of `paymentEdges`; false if its state has no such edge. */
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

/** Updates fields that clients do not see, so the version stays. */
export async function updatePayment(
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

/** Ends the open payments of a registration, except one that the provider is processing. */
export async function endOpenPayments(
  db: Db,
  registrationId: string,
  state: 'canceled' | 'expired',
  at: string,
): Promise<void> {
  await db
    .updateTable('payments')
    // The next check ends the provider's checkout.
    .set((set) => ({ state, check_after: at, updated_at: at, version: set('version', '+', 1) }))
    .where('registration_id', '=', registrationId)
    .where('state', 'in', openStates)
    .where('state', '<>', 'processing')
    .execute();
}

/**
 * The price and refund promise of an offer, without an id of the cheapest paid one; undefined for another event's offer.
 * `held` is the offer of the person's registration, and is found even if withdrawn.
 */
export function findOffer(db: Db, eventId: string, offerId: string | null, held: string | null) {
  const query = db
    .selectFrom('offers')
    .select(['id', 'name', 'price_minor', 'currency', 'refund_until', 'accepts_offline'])
    .where('event_id', '=', eventId)
    .where((where) => where.or([where('withdrawn_at', 'is', null), where('id', '=', held)]))
    .orderBy('price_minor')
    .orderBy('id')
    .limit(1);
  return (
    offerId === null ? query.where('price_minor', '>', 0) : query.where('id', '=', offerId)
  ).executeTakeFirst();
}

/** The event's name, for the description of the checkout. */
export async function eventName(db: Db, eventId: string): Promise<string> {
  const row = await db
    .selectFrom('events')
    .select('name')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.name;
}

/** The names of payer and organizer, for the receipt. */
export function partiesOf(db: Db, { event_id, person_id }: Pick<PaymentRow, 'event_id' | 'person_id'>) {
  return db
    .selectFrom('events as e')
    .innerJoin('people as who', (join) => join.on('who.id', '=', person_id))
    .leftJoin('organizations as oo', 'oo.id', 'e.organizer_organization_id')
    .leftJoin('people as op', 'op.id', 'e.organizer_user_id')
    .select('who.name as payer')
    .select(sql<string | null>`coalesce(oo.name, op.name)`.as('organizer'))
    .where('e.id', '=', event_id)
    .executeTakeFirstOrThrow();
}
