// Locks an event, expires its holds and offers, and offers free seats to the waitlist.
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { isPriced, remainingSeats, repliesClosedFor } from '../events/can-rules.ts';
import { addNotifications, filterWithAccount } from '../notifications/queries.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { addOnSitePayment } from './money/money-queries.ts';
import { offerNotices } from './money/pay-notices.ts';
import { findRegistrationContext, lockEventRow, type RegistrationContext } from './queries.ts';
import { notifyOrganizersOf } from './recipient-queries.ts';
import { offeredAtOnce, offerUntil, payReminderAt } from './rules.ts';
import { confirmOffered, endLapsed, nextInLine, offerSeats } from './waitlist-queries.ts';

/** A database transaction with its dialect and its time (an instant as stored). */
export type Tx = { db: Db; dialect: Dialect; at: string };

/**
 * Locks an event, expires its holds and offers its free seats. Then reads the event with one person's registration and the
 * actor's role; undefined for an unknown event. Decisions in this transaction use the returned context.
 */
export async function lockEvent(
  tx: Tx,
  eventId: string,
  userId: string,
  actorId = userId,
): Promise<RegistrationContext | undefined> {
  const { db, dialect, at } = tx;
  await lockEventRow(db, dialect, eventId);
  const values = { id: eventId, userId, actorId, now: at };
  const context = await findRegistrationContext(db, values);
  if (!context || (context.has_lapsed === 0 && !canOffer(context, at))) return context;
  const ended = context.has_lapsed ? await endLapsedHolds(tx, eventId) : 0;
  await offerFreed(tx, context, context.seats_held);
  // `seats_held` already excludes lapsed holds, so the context is read again only for the changed rows.
  return ended > 0 || canOffer(context, at) ? findRegistrationContext(db, values) : context;
}

function canOffer(event: RegistrationContext, at: string): boolean {
  const isFull = remainingSeats(event.maximum_attendee_capacity, event.seats_held) === 0;
  return event.waiting_count > 0 && !isFull && takesReplies(event, at);
}

const takesReplies = (event: RegistrationContext, at: string) =>
  event.removed_at === null && repliesClosedFor(event, at) === null;

async function endLapsedHolds({ db, at }: Tx, eventId: string): Promise<number> {
  const ended = await endLapsed(db, eventId, at);
  for (const { id, to } of ended) if (to === 'holdExpired') await endOpenPayments(db, id, 'expired', at);
  await addNotifications(
    db,
    ended.map(({ userId, to }) => ({ userId, kind: to, eventId })),
    at,
  );
  return ended.length;
}

type Waiting = Awaited<ReturnType<typeof nextInLine>>;

/**
 * Managed members cannot accept an offer, so they get the seat at once and pay on site. Those who joined the waitlist before
 * the event had a price keep the offer, and the organizers are asked to answer for them.
 */
async function seatManagedMembers(
  { db, at }: Pick<Tx, 'db' | 'at'>,
  event: RegistrationContext,
  offered: Waiting,
) {
  const known = await filterWithAccount(
    db,
    offered.map(({ person_id }) => person_id),
  );
  const withoutAccount = offered.filter(({ person_id }) => !known.has(person_id));
  const managed = withoutAccount.filter(({ offer_id }) => offer_id !== null || !isPriced(event.lowest_offer));
  await confirmOffered(
    db,
    managed.map(({ id }) => id),
    at,
  );
  for (const { id, offer_id } of managed)
    if (offer_id !== null) await addOnSitePayment(db, event, { registrationId: id, offerId: offer_id }, at);
  if (managed.length === withoutAccount.length) return;
  await notifyOrganizersOf({ db, at }, event.id, 'approvalOwed');
}

/**
 * Offers free seats of an open event to the waitlist, in its order. `heldSeats` is the number of seats in use.
 * Returns the number of offers.
 */
export async function offerFreed(
  { db, at }: Tx,
  event: RegistrationContext,
  heldSeats: number,
): Promise<number> {
  if (!takesReplies(event, at)) return 0;
  const free = remainingSeats(event.maximum_attendee_capacity, heldSeats) ?? offeredAtOnce;
  if (free === 0) return 0;
  const next = await nextInLine(db, event.id, Math.min(free, offeredAtOnce));
  if (next.length === 0) return 0;
  const until = offerUntil(event, at);
  await offerSeats(
    db,
    next.map(({ id }) => id),
    { until, remindAt: payReminderAt('offered', until, { now: at, timeZone: event.time_zone }) },
    at,
  );
  await seatManagedMembers({ db, at }, event, next);
  const offered = next.map(({ id, person_id: userId }) => ({ id, userId, until }));
  await addNotifications(db, await offerNotices(db, event.id, offered), at);
  return next.length;
}
