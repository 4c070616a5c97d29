// Whom a change of an event's times asks whether they still come, and whose question it takes back. Pure.
import type { EventStatus, RegistrationState } from '../../contract/values/words.ts';
import type { Question } from '../registrations/change-queries.ts';

type Times = { startsAt: string; endsAt: string };

type Answer = {
  id: string;
  person_id: string;
  my_state: RegistrationState | null;
  reconfirm_asked_at: string | null;
  answered_starts_at: string | null;
  answered_ends_at: string | null;
};

type Change = {
  before: Times & { status: EventStatus };
  after: Times & { status: EventStatus };
  /** Who changes it knows the new times. */
  actorId: string;
  at: string;
};

export const isMovedInTime = (before: Times, after: Times): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;

/** Answers that say that someone comes, or may. Who waits for a place, or for a decision, is asked when they get it. */
const says: ReadonlySet<RegistrationState | null> = new Set(['confirmed', 'tentative']);

/**
 * The questions that a change sets or takes back. An answer is for the times that it was given for, however often the event
 * moved since: where it moves back to them, nothing is asked.
 */
export function questionsAfter(
  answers: readonly Answer[],
  { before, after, actorId, at }: Change,
): Question[] {
  const isOn = after.status !== 'EventPostponed';
  const isBackOn = before.status === 'EventPostponed' && isOn;
  if (!isMovedInTime(before, after) && !isBackOn) return [];
  return answers
    .filter(({ my_state: state }) => says.has(state))
    .flatMap((answer): Question[] => {
      const registrationId = answer.id;
      const answeredFor = {
        startsAt: answer.answered_starts_at ?? before.startsAt,
        endsAt: answer.answered_ends_at ?? before.endsAt,
      };
      const isAsked =
        isMovedInTime(answeredFor, after) && answer.person_id !== actorId && after.startsAt > at;
      if (isAsked) return [{ registrationId, askedAt: isOn ? at : null, answeredFor }];
      const isKnown = answer.reconfirm_asked_at !== null || answer.answered_starts_at !== null;
      return isKnown ? [{ registrationId, askedAt: null, answeredFor: null }] : [];
    });
}
