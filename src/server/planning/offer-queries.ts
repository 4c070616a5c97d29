// SQL of an event's offers, for planning.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';
import { paidStates } from '../payments/rules.ts';
import type { PlannedOffer } from './rules.ts';

/** The money is here, or on its way. */
const chargedStates = sql.join([...paidStates, 'processing']);

/** Whether a payment was made for an event, also by an offer that was withdrawn since. */
export async function hasPaidPlaces(db: Db, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments as y')
    .innerJoin('registrations as r', 'r.id', 'y.registration_id')
    .select('y.id')
    .where('r.event_id', '=', eventId)
    .where(sql<boolean>`y.state in (${chargedStates})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The offers of an event that are not withdrawn. `isUsed`: a registration has it. `isPaid`: a payment was made with it. */
export async function offersToPlan(db: Db, eventId: string) {
  const rows = await db
    .selectFrom('offers as o')
    .select(['o.id', 'o.name', 'o.price_minor', 'o.currency', 'o.eligibility', 'o.refund_until'])
    .select('o.accepts_offline')
    .select(
      sql<number>`(select count(*) from registrations r where r.event_id = o.event_id and r.offer_id = o.id)`.as(
        'uses',
      ),
    )
    .select(
      sql<number>`(select count(*) from payments y join registrations r on r.id = y.registration_id where r.event_id = o.event_id and r.offer_id = o.id and y.state in (${chargedStates}))`.as(
        'paid',
      ),
    )
    .where('o.event_id', '=', eventId)
    .where('o.withdrawn_at', 'is', null)
    .orderBy('o.price_minor')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    price: { amountMinor: row.price_minor, currency: row.currency },
    eligibility: row.eligibility,
    refundBefore: row.refund_until,
    acceptsOffline: row.accepts_offline === 1,
    isUsed: row.uses > 0,
    isPaid: row.paid > 0,
  }));
}

const offerColumns = (offer: PlannedOffer) => ({
  name: offer.name,
  price_minor: offer.price.amountMinor,
  currency: offer.price.currency,
  eligibility: offer.eligibility,
  refund_until: offer.refundBefore,
  accepts_offline: offer.acceptsOffline ? (1 as const) : (0 as const),
});

export async function addOffers(
  db: Db,
  offers: readonly { eventId: string; offer: PlannedOffer }[],
  at: string,
) {
  if (offers.length === 0) return;
  const rows = offers.map(({ eventId, offer }) => ({
    id: uuid(),
    created_at: at,
    updated_at: at,
    event_id: eventId,
    ...offerColumns(offer),
  }));
  await db.insertInto('offers').values(rows).execute();
}

export async function updateOffer(db: Db, offer: PlannedOffer & { id: string }, at: string): Promise<void> {
  await db
    .updateTable('offers')
    .set((set) => ({ ...offerColumns(offer), updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', offer.id)
    .execute();
}

/** Withdraws offers: they stay for existing registrations, but new replies cannot use them. */
export async function withdrawOffers(db: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('offers')
    .set((set) => ({ withdrawn_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

export async function deleteOffers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('offers').where('id', 'in', ids).execute();
}
