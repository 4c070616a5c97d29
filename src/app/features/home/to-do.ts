// The order of "Do now" on Home. Pure.
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { isOver, takesAttendance } from '../../format/when.ts';

const dayMs = 86_400_000;
/** Home shows missing answers to those who run an event this long before its start. */
const nearMs = 3 * dayMs;

/** Not while the event is postponed: no one can pay or accept then, and the hold waits for the new date. */
export const isHeld = ({ registration, eventStatus }: MyEventSummary): boolean =>
  eventStatus !== 'EventPostponed' &&
  (registration?.state === 'pendingPayment' || registration?.state === 'offered');

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
export const toDo = (events: readonly MyEventSummary[], now: number | null): MyEventSummary[] =>
  events
    .filter((event) => {
      const until = event.registration?.holdExpiresAt;
      return !isHeld(event) || !until || now === null || Date.parse(until) > now;
    })
    .filter((event) => event.eventStatus === 'EventPostponed' || !isOver(event, now))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || Date.parse(timeOf(a)) - Date.parse(timeOf(b)));

/** The events of those who run them that start soon and still miss answers. */
export const missingAnswers = (events: readonly MyEventSummary[], now: number | null): MyEventSummary[] =>
  events.filter(({ replies, publication, eventStatus, startsAt }) => {
    const left = now === null ? -1 : Date.parse(startsAt) - now;
    const takesPlace = eventStatus === 'EventScheduled' || eventStatus === 'EventRescheduled';
    return (
      publication === 'published' && takesPlace && left > 0 && left < nearMs && (replies?.noAnswer ?? 0) > 0
    );
  });

/** The events whose attendance this person takes now, soonest first. */
export const toMark = (events: readonly MyEventSummary[], now: number | null): MyEventSummary[] =>
  [...new Map(events.map((event) => [event.id, event])).values()]
    .filter(
      (event) =>
        event.can.markAttendance &&
        event.publication === 'published' &&
        event.eventStatus !== 'EventCancelled' &&
        event.eventStatus !== 'EventPostponed' &&
        takesAttendance(event, now) &&
        !isOver(event, now),
    )
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
