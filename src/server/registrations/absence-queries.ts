// The seam for absences: declines one event for a person who is away, under the event's lock.
import { holdsOrWaits } from '../events/can-rules.ts';
import { roleOf } from '../events/role-rules.ts';
import { claimEvent, lockEventRows } from './queries.ts';
import { reply } from './reply.ts';
import { lockEvent, type Tx } from './seats.ts';
import { isAboutMoney } from './series-reply.ts';

export type { Tx };
export { claimEvent, lockEventRows };

type Away = {
  personId: string;
  absenceId: string;
  /** When the person entered the absence; a later manual answer wins. */
  respondedAt: string;
};

/**
 * Replies `declined` for a person who is away. `held`: the seat costs money or is an offer, so the person has to answer.
 * `unchanged`: the person has already declined, or answered after entering the absence.
 */
export async function answerForAbsence(
  tx: Tx,
  eventId: string,
  { personId, absenceId, respondedAt }: Away,
): Promise<'answered' | 'gaveUpPlace' | 'held' | 'unchanged'> {
  const context = await lockEvent(tx, eventId, personId);
  if (!context) return 'unchanged';
  const { my_state: state } = context;
  const holds = holdsOrWaits.has(state);
  if (!holds && state !== null && state !== 'tentative') return 'unchanged';
  if (state === 'offered' || (await isAboutMoney(tx, context, 'declined'))) return 'held';
  const { outcome } = await reply(tx, context, {
    by: 'self',
    actorId: personId,
    userId: personId,
    role: roleOf(context),
    response: 'declined',
    ifFull: 'ask',
    respondedAt,
    absenceId,
  });
  if (outcome !== 'applied') return 'unchanged';
  return holds ? 'gaveUpPlace' : 'answered';
}
