// What a list's card shows of an event, and no more: a page that the server draws carries each text but once more.
import type { EventSummary } from '../../contract/events.ts';
import type { EventOnCard } from './event-card.tsx';

/** Only the first activity, leader and former start are ever shown. */
export function onCard(event: EventSummary): EventOnCard {
  const { id, name, activities, startsAt, endsAt, timeZone, attendanceMode, place, price } = event;
  const { organizer, leaders, remainingAttendeeCapacity, waitlistEnabled } = event;
  return {
    id,
    name,
    activities: activities.slice(0, 1),
    startsAt,
    endsAt,
    timeZone,
    attendanceMode,
    place: place && { name: place.name, region: place.region },
    price,
    organizer: organizer && { name: organizer.name },
    leaders: leaders.slice(0, 1).map(({ name: leader }) => ({ name: leader })),
    remainingAttendeeCapacity,
    waitlistEnabled,
    eventStatus: event.eventStatus,
    previousStartDates: event.previousStartDates.slice(0, 1),
  };
}
