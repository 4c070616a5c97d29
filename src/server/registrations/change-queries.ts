// The seam for planning: applies a change of an event to its registrations, under the event's lock.
import { replyStatus } from '../events/can-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { cancelEvent, endEvents } from './ending/cancel-event.ts';
import { offerNotices, paymentNotices } from './money/pay-notices.ts';
import { lockEventRow, lockEventRows } from './queries.ts';
import { peopleCountingOn } from './recipient-queries.ts';
import { type Question, saveQuestions } from './reconfirm-queries.ts';
import { heldAgain, heldWhilePostponed } from './rules.ts';
import { lockEvent, type Tx } from './seats.ts';
import { applyTransition } from './transition.ts';
import { clearOffers, nextInLine, setHoldEnds } from './waitlist-queries.ts';
import { auditRegistration } from './write-queries.ts';

export type { Question, Tx };
export { clearOffers, endEvents, lockEventRow, lockEventRows, nextInLine, peopleCountingOn, saveQuestions };

/** Cancels and refunds registrations of people who can no longer see the event. The caller notifies them. */
export async function endRegistrationsOf(
  tx: Tx,
  eventId: string,
  people: readonly string[],
  actorId: string,
): Promise<void> {
  for (const userId of people) {
    const context = await lockEvent(tx, eventId, userId);
    if (!context || replyStatus(context, context, tx.at) !== 'holds') continue;
    const { registrationId } = await applyTransition(
      tx,
      context,
      { by: 'organizer' },
      { userId, to: 'cancelledByOrganizer' },
    );
    await auditRegistration(tx.db, {
      actorId,
      action: 'remove',
      registrationId,
      before: { state: context.my_state, position: context.my_position },
      after: { state: 'cancelledByOrganizer', position: null, reason: 'eventNarrowed' },
      at: tx.at,
    });
  }
}

/** Cancels a locked event; false if it was cancelled before. Throws not_permitted for an event that is over. */
export async function cancelLocked(tx: Tx, eventId: string, actorId: string): Promise<boolean> {
  const context = await lockEvent(tx, eventId, actorId);
  return context !== undefined && (await cancelEvent(tx, context, { actorId })).outcome === 'applied';
}

/** Confirms held seats after the event has become free. The caller notifies the people. */
export async function confirmHolds(tx: Tx, eventId: string, people: readonly string[]): Promise<void> {
  for (const userId of people) {
    const context = await lockEvent(tx, eventId, userId);
    if (context?.my_state !== 'pendingPayment' || context.my_id === null) continue;
    await endOpenPayments(tx.db, context.my_id, 'canceled', tx.at);
    await applyTransition(tx, context, { by: 'organizer' }, { userId, to: 'confirmed' });
  }
}

const heldStates = ['pendingPayment', 'offered'] as const;

/** Keeps holds and offers of an event that was just postponed until it has a new date. */
export async function suspendHolds({ db, at }: Tx, eventId: string): Promise<void> {
  for (const state of heldStates)
    await setHoldEnds(db, eventId, { state, until: heldWhilePostponed, remindAt: null, later: at }, at);
}

type Moved = { id: string; starts_at: string; ends_at: string; time_zone: string };

/** Lets holds and offers expire again, now that a postponed event has a date. */
export async function resumeHolds({ db, at }: Tx, event: Moved): Promise<void> {
  const ends = heldAgain(event, at);
  for (const state of heldStates) await setHoldEnds(db, event.id, { state, ...ends[state], later: at }, at);
}

/**
 * Shortens the holds and offers that would outlast the start of an event that was moved earlier, so that the waitlist gets
 * the seats in time. Notifies the people of the new end, because the old one was in their notification.
 */
export async function shortenHolds({ db, at }: Tx, event: Moved, actorId: string): Promise<void> {
  const ends = heldAgain(event, at);
  for (const state of heldStates) {
    const { until } = ends[state];
    const later = [at, event.starts_at, until].toSorted().at(-1) ?? until;
    const held = await setHoldEnds(db, event.id, { state, ...ends[state], later }, at);
    const toNotify = held.filter(({ userId }) => userId !== actorId && until > at);
    const notices = state === 'offered' ? offerNotices : paymentNotices;
    await addNotifications(db, await notices(db, event.id, toNotify), at);
  }
}

/** Expires holds and offers of an event, and offers its free seats to the waitlist. */
export async function refreshSeats(tx: Tx, eventId: string, userId: string): Promise<void> {
  await lockEvent(tx, eventId, userId);
}
