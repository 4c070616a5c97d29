// Takes a person who leaves for good out of the events to come: their seats go to the waitlist, their money back.
import { holdsOrWaits } from '../../events/can-rules.ts';
import type { Work } from '../seats.ts';
import { openScene } from '../seats.ts';
import { take } from '../transition.ts';

/** Cancels what this person holds, waits or asks for in these events. Give the events in one order for everyone. */
export async function releasePlaces(work: Work, userId: string, eventIds: readonly string[]): Promise<void> {
  for (const eventId of eventIds) {
    const scene = await openScene(work, eventId, userId);
    if (!scene || !(holdsOrWaits.has(scene.my_state) || scene.my_state === 'tentative')) continue;
    await take(work, scene, { by: 'self' }, { userId, to: 'cancelledByAttendee' });
  }
}
