// Reads iCalendar with two independent parsers: ical.js uses the VTIMEZONE of the file, node-ical the zone's
// name.
import { sync } from 'node-ical';
import { expect } from 'vitest';
import { readCalendar } from './read-calendar.ts';

export type ShownEvent = { startsAt: string; endsAt: string; sequence: number; isCancelled: boolean };

/** The events of a calendar by their UID, as both parsers read them. Fails if they differ. */
export function readByBoth(text: string): Map<string, ShownEvent> {
  const { events } = readCalendar(text);
  const shown = new Map<string, ShownEvent>(
    events.map((event) => [
      event.uid,
      {
        startsAt: event.instant('dtstart'),
        endsAt: event.instant('dtend'),
        sequence: Number(event.text('sequence')),
        isCancelled: event.text('status') === 'CANCELLED',
      },
    ]),
  );
  expect(shown.size).toBe(events.length);
  expect(readByName(text)).toEqual(shown);
  return shown;
}

function readByName(text: string): Map<string, ShownEvent> {
  const all = Object.values(sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  return new Map(
    all.map(({ uid, start, end, sequence, status }) => [
      uid,
      {
        startsAt: start.toISOString(),
        endsAt: end?.toISOString() ?? '',
        sequence: Number(sequence),
        isCancelled: status === 'CANCELLED',
      },
    ]),
  );
}
