// Reads iCalendar with three readers: ical.js uses the VTIMEZONE of the file, node-ical the zone's name, and our own importer
// expands recurrences.
import { sync } from 'node-ical';
import { expect } from 'vitest';
import { parseIcs } from '../../../src/server/fixtures/files/ics.ts';
import { readCalendar } from './read-calendar.ts';

export type ShownEvent = { startsAt: string; endsAt: string; sequence: number; isCancelled: boolean };

/** The events of a calendar by their UID, as all readers read them. Fails if they differ. */
export function readByAll(text: string): Map<string, ShownEvent> {
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
  expect(readByImport(text)).toEqual(
    new Map([...shown].map(([uid, { startsAt, endsAt }]) => [uid, { startsAt, endsAt }])),
  );
  return shown;
}

function readByImport(text: string) {
  const parsed = parseIcs(text, 'UTC');
  if (parsed.complaint !== null) throw new Error(parsed.complaint);
  expect(new Set(parsed.rows.map(({ uid }) => uid)).size).toBe(parsed.rows.length);
  return new Map(parsed.rows.map(({ uid, startsAt, endsAt }) => [uid, { startsAt, endsAt }]));
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
