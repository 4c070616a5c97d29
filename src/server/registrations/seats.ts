// The seats of one locked event: what ran out is ended, and what is free is offered to those who wait.
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { isPriced, remainingPlaces, repliesClosedFor } from '../events/can-rules.ts';
import { addNotifications, withAccount } from '../notifications/queries.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { owePlace } from './money/money-queries.ts';
import { offerNotices } from './money/pay-notices.ts';
import { findScene, lockEvent, type SceneRow } from './queries.ts';
import { organizersToTell } from './recipient-queries.ts';
import { offerUntil, payReminderAt } from './rules.ts';
import { confirmOffered, endLapsed, offerPlaces, waitingInOrder } from './waitlist-queries.ts';

/** The transaction that changes an event's registrations, and the instant it stands for (as instants are stored). */
export type Work = { db: Db; dialect: Dialect; at: string };

/** Nobody is offered a place that could not be taken by the tens of thousands; the rest get theirs at the next turn. */
const offeredAtOnce = 500;

/**
 * Locks an event and brings it up to now. Returns it with the registration of one person and the ties of the actor, as
 * they stand after that; undefined where there is no such event. What the same transaction decides, it decides on this.
 */
export async function openScene(
  work: Work,
  eventId: string,
  userId: string,
  actorId = userId,
): Promise<SceneRow | undefined> {
  const { db, dialect, at } = work;
  await lockEvent(db, dialect, eventId);
  const values = { id: eventId, userId, actorId, now: at };
  const scene = await findScene(db, values);
  if (!scene || (scene.has_lapsed === 0 && !canOffer(scene, at))) return scene;
  const ended = scene.has_lapsed ? await endRunOut(work, eventId) : 0;
  await offerFreed(work, scene, scene.seats_held);
  // Seats that lapsed were not counted any more, so only the rows changed.
  return ended > 0 || canOffer(scene, at) ? findScene(db, values) : scene;
}

function canOffer(event: SceneRow, at: string): boolean {
  const isFull = remainingPlaces(event.maximum_attendee_capacity, event.seats_held) === 0;
  return event.waiting_count > 0 && !isFull && isOn(event, at);
}

const isOn = (event: SceneRow, at: string) =>
  event.removed_at === null && repliesClosedFor(event, at) === null;

async function endRunOut({ db, at }: Work, eventId: string): Promise<number> {
  const ended = await endLapsed(db, eventId, at);
  for (const { id, to } of ended) if (to === 'holdExpired') await endOpenPayments(db, id, 'expired', at);
  await addNotifications(
    db,
    ended.map(({ userId, to }) => ({ userId, kind: to, eventId })),
    at,
  );
  return ended.length;
}

type Waiting = Awaited<ReturnType<typeof waitingInOrder>>;

/**
 * People without an account could never accept an offer: those who wait among them have the place at once, and pay on site.
 * Those who have waited since before the event had a price are offered it, and who runs the event is asked to answer for them.
 */
async function placeManaged({ db, at }: Pick<Work, 'db' | 'at'>, event: SceneRow, offered: Waiting) {
  const known = await withAccount(
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
    if (offer_id !== null) await owePlace(db, event, { registrationId: id, offerId: offer_id }, at);
  if (managed.length === withoutAccount.length) return;
  const organizers = await organizersToTell(db, event.id, 'approvalOwed');
  await addNotifications(
    db,
    organizers.map((userId) => ({ userId, kind: 'approvalOwed' as const, eventId: event.id })),
    at,
  );
}

/**
 * Offers the free seats of an event that is on to those who wait, first come first. `heldSeats` are taken already.
 * Returns how many were offered.
 */
export async function offerFreed({ db, at }: Work, event: SceneRow, heldSeats: number): Promise<number> {
  if (!isOn(event, at)) return 0;
  const free = remainingPlaces(event.maximum_attendee_capacity, heldSeats) ?? offeredAtOnce;
  if (free === 0) return 0;
  const next = await waitingInOrder(db, event.id, Math.min(free, offeredAtOnce));
  if (next.length === 0) return 0;
  const until = offerUntil(event, at);
  await offerPlaces(
    db,
    next.map(({ id }) => id),
    { until, remindAt: payReminderAt('offered', until, { now: at, timeZone: event.time_zone }) },
    at,
  );
  await placeManaged({ db, at }, event, next);
  const offered = next.map(({ id, person_id: userId }) => ({ id, userId, until }));
  await addNotifications(db, await offerNotices(db, event.id, offered), at);
  return next.length;
}
