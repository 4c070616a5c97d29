// Decides which answers get or lose the question "Still coming?" when an event's times change. Pure.
import type { EventStatus, RegistrationState } from '../../../contract/values/enums.ts';
import type { Question } from '../../registrations/change-queries.ts';

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
  /** Not asked, because they know the new times. */
  actorId: string;
  at: string;
};

export const isMovedInTime = (before: Times, after: Times): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;

/** Answers to ask again. People on the waitlist and open requests answer when they get a seat. */
const says: ReadonlySet<RegistrationState | null> = new Set(['confirmed', 'tentative']);

/**
 * The questions that a change sets or clears. An answer stays valid for the times that it was given for, so no question is
 * asked if the event moves back to them.
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
