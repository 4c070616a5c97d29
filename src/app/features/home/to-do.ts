// Which of a person's events each part of Home shows, and in what order. Pure.
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { isOver, takesAttendance } from '../../format/when.ts';
import { isPaused } from '../../format/words/paused.ts';

const dayMs = 86_400_000;
/** Home shows missing answers to those who run an event this long before its start. */
const nearMs = 3 * dayMs;
const missingAnswersMax = 5;

type Events = readonly MyEventSummary[];

const takesPlace = ({ eventStatus }: MyEventSummary) =>
  eventStatus === 'EventScheduled' || eventStatus === 'EventRescheduled';

/** Each event once, soonest first. */
const distinct = (events: Events): MyEventSummary[] =>
  [...new Map(events.map((event) => [event.id, event])).values()].toSorted(
    (a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt),
  );

/** Without those that have ended since the list was saved. */
export const upcoming = (events: Events, now: number | null): MyEventSummary[] =>
  events.filter((event) => !isOver(event, now));

/** Without those that have begun since the list was saved. `isKept`: the row was answered here, and stays. */
export const stillOwed = (
  rows: Events,
  now: number | null,
  isKept: (id: string) => boolean,
): MyEventSummary[] =>
  rows.filter(({ id, startsAt }) => now === null || Date.parse(startsAt) > now || isKept(id));

/**
 * The soonest event that takes place, and the others, soonest first; cancelled and postponed ones are among the others. `events`:
 * all that are loaded, in any order, also more than once. `isShownAbove`: another part of Home shows the event.
 */
export function nextOf(
  events: Events,
  now: number | null,
  isShownAbove: (id: string) => boolean,
): { next: MyEventSummary | undefined; later: MyEventSummary[] } {
  const others = upcoming(distinct(events), now).filter(({ id }) => !isShownAbove(id));
  const next = others.find(takesPlace);
  // Events that ask "Still coming?" are listed under the replies due.
  const later = others.filter((event) => event !== next && !event.registration?.reconfirmAskedAt);
  return { next, later };
}

/** A place to pay for or to accept, while that is possible. */
export const isHeld = (event: MyEventSummary): boolean =>
  !isPaused(event) &&
  (event.registration?.state === 'pendingPayment' || event.registration?.state === 'offered');

/** Whether an event of the list `doNow` is to do: it also has events to mark. */
export const isToDo = (event: MyEventSummary): boolean =>
  isHeld(event) || !takesPlace(event) || Boolean(event.registration?.reconfirmAskedAt);

function rankOf(event: MyEventSummary): number {
  if (!isHeld(event)) return 2;
  return event.registration?.state === 'pendingPayment' ? 0 : 1;
}

const timeOf = (event: MyEventSummary) =>
  (isHeld(event) && event.registration?.holdExpiresAt) || event.startsAt;

/**
 * What to pay, then what to accept, each with the nearest deadline first; then what was cancelled, postponed or moved, by
 * its start. A hold that has ended since the list was saved is left out.
 */
export const toDo = (events: Events, now: number | null): MyEventSummary[] =>
  events
    .filter((event) => {
      const until = event.registration?.holdExpiresAt;
      return !isHeld(event) || !until || now === null || Date.parse(until) > now;
    })
    .filter((event) => event.eventStatus === 'EventPostponed' || !isOver(event, now))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || Date.parse(timeOf(a)) - Date.parse(timeOf(b)));

/** The events of those who run them that start soon and still miss answers. `events`: all that are loaded, soonest first. */
export const missingAnswers = (events: Events, now: number | null): MyEventSummary[] =>
  events
    .filter((event) => {
      const left = now === null ? -1 : Date.parse(event.startsAt) - now;
      return (
        event.publication === 'published' &&
        takesPlace(event) &&
        left > 0 &&
        left < nearMs &&
        (event.replies?.noAnswer ?? 0) > 0
      );
    })
    .slice(0, missingAnswersMax);

/** The events whose attendance this person takes now, soonest first. */
export const toMark = (events: Events, now: number | null): MyEventSummary[] =>
  upcoming(distinct(events), now).filter(
    (event) =>
      event.can.markAttendance &&
      event.publication === 'published' &&
      event.eventStatus !== 'EventCancelled' &&
      event.eventStatus !== 'EventPostponed' &&
      takesAttendance(event, now),
  );
