// Builds a calendar entry for tests with defaults.
import type { CalendarEntry } from '../../../src/contract/people/me.ts';

export function buildEntry(
  id: string,
  startsAt: string,
  endsAt: string,
  given: Partial<CalendarEntry> = {},
): CalendarEntry {
  return {
    id,
    eventId: id,
    name: id,
    startsAt,
    endsAt,
    timeZone: 'Europe/Brussels',
    place: null,
    teamIds: [],
    activities: ['football'],
    eventStatus: 'EventScheduled',
    previousStartDates: [],
    state: 'confirmed',
    reconfirmAskedAt: null,
    isCoaching: false,
    ...given,
  };
}
