// The seam for planning: applies a change of an event to its registrations, under the event's lock.
import { replyStatus } from '../events/can-rules.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { endEvents } from './ending/cancel-event.ts';
import { auditRegistration, lockEventRow, lockEventRows } from './queries.ts';
import { peopleCountingOn } from './recipient-queries.ts';
import { type Question, saveQuestions } from './reconfirm-queries.ts';
import { lockEvent, type Tx } from './seats.ts';
import { applyTransition } from './transition.ts';
import { waitingInOrder } from './waitlist-queries.ts';

export type { Question, Tx };
export { endEvents, lockEventRow, lockEventRows, peopleCountingOn, saveQuestions, waitingInOrder };

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

/** Confirms held seats after the event has become free. The caller notifies the people. */
export async function confirmHolds(tx: Tx, eventId: string, people: readonly string[]): Promise<void> {
  for (const userId of people) {
    const context = await lockEvent(tx, eventId, userId);
    if (context?.my_state !== 'pendingPayment' || context.my_id === null) continue;
    await endOpenPayments(tx.db, context.my_id, 'canceled', tx.at);
    await applyTransition(tx, context, { by: 'organizer' }, { userId, to: 'confirmed' });
  }
}

/** Expires holds and offers of an event, and offers its free seats to the waitlist. */
export async function refreshSeats(tx: Tx, eventId: string, userId: string): Promise<void> {
  await lockEvent(tx, eventId, userId);
}
