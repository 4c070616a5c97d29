// The seam for planning: what a change of an event does to those who replied, under the lock of the event.
import { replyStanding } from '../events/can-rules.ts';
import { endOpenPayments } from '../payments/queries.ts';
import { endEvents } from './ending/cancel-event.ts';
import { auditRegistration, lockEvent, lockEvents } from './queries.ts';
import { whoCountsOn } from './recipient-queries.ts';
import { type Question, saveQuestions } from './reconfirm-queries.ts';
import { openScene, type Work } from './seats.ts';
import { take } from './transition.ts';
import { waitingInOrder } from './waitlist-queries.ts';

export type { Question, Work };
export { endEvents, lockEvent, lockEvents, saveQuestions, waitingInOrder, whoCountsOn };

/** Takes their places back from people who do not see the event any more: with all of their money. The caller notifies them. */
export async function endPlacesOf(
  work: Work,
  eventId: string,
  people: readonly string[],
  actorId: string,
): Promise<void> {
  for (const userId of people) {
    const scene = await openScene(work, eventId, userId);
    if (!scene || replyStanding(scene, scene, work.at) !== 'holds') continue;
    const { registrationId } = await take(
      work,
      scene,
      { by: 'organizer' },
      { userId, to: 'cancelledByOrganizer' },
    );
    await auditRegistration(work.db, {
      actorId,
      action: 'remove',
      registrationId,
      before: { state: scene.my_state, position: scene.my_position },
      after: { state: 'cancelledByOrganizer', position: null, reason: 'eventNarrowed' },
      at: work.at,
    });
  }
}

/** Gives people who were about to pay their place: nothing costs anything any more. The caller notifies them. */
export async function confirmHolds(work: Work, eventId: string, people: readonly string[]): Promise<void> {
  for (const userId of people) {
    const scene = await openScene(work, eventId, userId);
    if (scene?.my_state !== 'pendingPayment' || scene.my_id === null) continue;
    await endOpenPayments(work.db, scene.my_id, 'canceled', work.at);
    await take(work, scene, { by: 'organizer' }, { userId, to: 'confirmed' });
  }
}

/** Ends what has run out, and offers the seats that are free to those who wait. */
export async function bringUpToNow(work: Work, eventId: string, userId: string): Promise<void> {
  await openScene(work, eventId, userId);
}
