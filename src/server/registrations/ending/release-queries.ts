// Cancels a deleted account's registrations for upcoming events: offers the seats to the waitlist and refunds payments.
import { holdsOrWaits } from '../../events/can-rules.ts';
import type { Tx } from '../seats.ts';
import { lockEvent } from '../seats.ts';
import { applyTransition } from '../transition.ts';

/** Cancels this person's registrations for these events. Sort the ids, to avoid deadlocks. */
export async function releaseSeats(tx: Tx, userId: string, eventIds: readonly string[]): Promise<void> {
  for (const eventId of eventIds) {
    const context = await lockEvent(tx, eventId, userId);
    if (!context || !(holdsOrWaits.has(context.my_state) || context.my_state === 'tentative')) continue;
    await applyTransition(tx, context, { by: 'self' }, { userId, to: 'cancelledByAttendee' });
  }
}
