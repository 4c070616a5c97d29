// The agenda's days: in the viewer's zone, from today on, with what overlaps marked.
import { expect, it } from 'vitest';
import { agendaDays, entryLabels, windowAround } from '../../src/app/features/calendar/agenda.ts';
import type { CalendarEntry } from '../../src/contract/me.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

function buildEntry(
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
    isCoaching: false,
    ...given,
  };
}

const daysOf = (items: CalendarEntry[], zone = 'Europe/Brussels') =>
  agendaDays(items, zone, now).map(({ day, entries }) => [day, ...entries.map(({ id }) => id)]);
const clashesOf = (items: CalendarEntry[]) =>
  agendaDays(items, 'UTC', now).flatMap(({ entries }) =>
    entries.filter((entry) => entry.isClash).map(({ id }) => id),
  );

it('puts an event on the day that it is where the viewer is', () => {
  const late = buildEntry('late', '2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z');
  expect(daysOf([late], 'UTC')).toEqual([['2026-11-23', 'late']]);
  expect(daysOf([late], 'Asia/Tokyo')).toEqual([['2026-11-24', 'late']]);
});

it('starts today: what is over is gone, what still runs stands under today', () => {
  const over = buildEntry('over', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z');
  const camp = buildEntry('camp', '2026-11-20T08:00:00Z', '2026-11-22T16:00:00Z');
  const thisMorning = buildEntry('morning', '2026-11-21T07:00:00Z', '2026-11-21T08:00:00Z');
  const next = buildEntry('next', '2026-11-22T07:00:00Z', '2026-11-22T08:00:00Z');
  expect(daysOf([next, thisMorning, over, camp])).toEqual([
    ['2026-11-21', 'camp', 'morning'],
    ['2026-11-22', 'next'],
  ]);
});

it('marks what overlaps, not what only touches, is called off, or was declined', () => {
  const at = (id: string, from: string, to: string, given: Partial<CalendarEntry> = {}) =>
    buildEntry(id, `2026-11-23T${from}:00Z`, `2026-11-23T${to}:00Z`, given);
  expect(clashesOf([at('a', '10:00', '11:00'), at('b', '11:00', '12:00')])).toEqual([]);
  expect(
    clashesOf([at('a', '10:00', '14:00'), at('b', '11:00', '12:00'), at('c', '13:00', '13:30')]),
  ).toEqual(['a', 'b', 'c']);
  expect(
    clashesOf([
      at('a', '10:00', '11:00'),
      at('off', '10:00', '11:00', { eventStatus: 'EventCancelled' }),
      at('no', '10:00', '11:00', { state: 'declined' }),
    ]),
  ).toEqual([]);
});

it('says that it is cancelled and nothing else, else whose turn it is', () => {
  const labels = (given: Partial<CalendarEntry>) =>
    entryLabels(buildEntry('x', '2026-11-23T10:00:00Z', '2026-11-23T11:00:00Z', given)).map(
      ({ label }) => label,
    );
  expect(labels({ eventStatus: 'EventCancelled' })).toEqual(['Cancelled']);
  expect(labels({ eventStatus: 'EventRescheduled' })).toEqual(['Moved', "You're in"]);
  expect(labels({ state: null })).toEqual(['Needs your reply']);
  expect(labels({ state: null, isCoaching: true })).toEqual(['Coaching']);
});

it('asks for the same eight weeks all day', () => {
  expect(windowAround(now)).toEqual(windowAround(now + 3_600_000));
  const { from, to } = windowAround(now);
  expect(from < '2026-11-21T00:00:00.000Z' && to > '2027-01-16T00:00:00.000Z').toBe(true);
});
