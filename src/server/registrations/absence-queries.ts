// The seam for absences: what an absence does to one person's answer to one event, under the lock of the event.
import { holdsOrWaits } from '../events/can-rules.ts';
import { roleOf } from '../events/role-rules.ts';
import { claimEvent, lockEvents } from './queries.ts';
import { reply } from './reply.ts';
import { openScene, type Work } from './seats.ts';
import { isAboutMoney } from './series-reply.ts';

export type { Work };
export { claimEvent, lockEvents };

type Away = {
  personId: string;
  absenceId: string;
  /** When the person decided to be away: an answer that they gave by hand after it stays. */
  respondedAt: string;
};

/**
 * Answers `declined` for someone who is away, as if they had replied so. `held`: their place costs money or is offered to
 * them, so the answer is left to them. `unchanged`: they said by hand that they do not come, or answered since.
 */
export async function answerForAbsence(
  work: Work,
  eventId: string,
  { personId, absenceId, respondedAt }: Away,
): Promise<'answered' | 'gaveUpPlace' | 'held' | 'unchanged'> {
  const scene = await openScene(work, eventId, personId);
  if (!scene) return 'unchanged';
  const { my_state: state } = scene;
  const holds = holdsOrWaits.has(state);
  if (!holds && state !== null && state !== 'tentative') return 'unchanged';
  if (state === 'offered' || (await isAboutMoney(work, scene, 'declined'))) return 'held';
  const { outcome } = await reply(work, scene, {
    by: 'self',
    actorId: personId,
    userId: personId,
    role: roleOf(scene),
    response: 'declined',
    ifFull: 'ask',
    respondedAt,
    absenceId,
  });
  if (outcome !== 'applied') return 'unchanged';
  return holds ? 'gaveUpPlace' : 'answered';
}
