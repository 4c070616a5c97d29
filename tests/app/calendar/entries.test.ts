// Calendar entries by day of the viewer's zone, overlap marks, and the agenda made from them.
import { expect, it } from 'vitest';
import { agendaItems, dayWith } from '../../../src/app/features/calendar/agenda/agenda-days.ts';
import { daysOf, entryLabels } from '../../../src/app/features/calendar/entries.ts';
import { isOfTeams, noTeam } from '../../../src/app/features/calendar/teams.ts';
import type { CalendarEntry } from '../../../src/contract/people/me.ts';
import { buildEntry } from './build-entry.ts';

const namesByDay = (items: CalendarEntry[], zone = 'Europe/Brussels') =>
  Object.fromEntries(
    [...daysOf([items], zone).byDay].map(([day, entries]) => [day, entries.map(({ id }) => id)]),
  );
const clashesOf = (...items: CalendarEntry[]) => [...daysOf([items], 'UTC').clashes].sort();
const onMonday = (id: string, from: string, to: string, given: Partial<CalendarEntry> = {}) =>
  buildEntry(id, `2026-11-23T${from}:00Z`, `2026-11-23T${to}:00Z`, given);

it("an event is listed on its day in the viewer's zone", () => {
  const late = buildEntry('late', '2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z');
  expect(namesByDay([late], 'UTC')).toEqual({ '2026-11-23': ['late'] });
  expect(namesByDay([late], 'Asia/Tokyo')).toEqual({ '2026-11-24': ['late'] });
  expect(namesByDay([late], 'America/New_York')).toEqual({ '2026-11-23': ['late'] });
});

it('a long event is listed on each day, and an evening past midnight on the first only', () => {
  const camp = buildEntry('camp', '2026-11-20T08:00:00Z', '2026-11-22T16:00:00Z');
  const party = buildEntry('party', '2026-11-21T20:00:00Z', '2026-11-22T02:00:00Z');
  expect(namesByDay([camp, party])).toEqual({
    '2026-11-20': ['camp'],
    '2026-11-21': ['camp', 'party'],
    '2026-11-22': ['camp'],
  });
});

it('an event in the answers of two months is listed once', () => {
  const night = buildEntry('night', '2026-11-30T22:00:00Z', '2026-12-01T06:00:00Z');
  const { byDay } = daysOf([[night], [{ ...night }]], 'Europe/Brussels');
  expect([...byDay].map(([day, entries]) => [day, entries.length])).toEqual([['2026-11-30', 1]]);
});

it('the same answer gives the same objects, so that rows do not re-render', () => {
  const items = [onMonday('a', '10:00', '11:00')];
  const before = daysOf([items], 'UTC').byDay.get('2026-11-23')?.[0];
  expect(daysOf([items], 'UTC', () => true).byDay.get('2026-11-23')?.[0]).toBe(before);
});

it('an entry that I attend or coach is marked when it overlaps', () => {
  expect(clashesOf(onMonday('a', '10:00', '11:00'), onMonday('b', '11:00', '12:00'))).toEqual([]);
  expect(
    clashesOf(
      onMonday('a', '10:00', '14:00'),
      onMonday('b', '11:00', '12:00', { isCoaching: true, state: null }),
      onMonday('c', '13:00', '13:30'),
    ),
  ).toEqual(['a', 'b', 'c']);
});

it.each<[string, Partial<CalendarEntry>]>([
  ['is cancelled', { eventStatus: 'EventCancelled' }],
  ['is postponed', { eventStatus: 'EventPostponed' }],
  ['I declined', { state: 'declined' }],
  ['I wait for', { state: 'waitlisted' }],
  ['I have not replied to', { state: null }],
])('an entry is not marked as an overlap with an event that %s', (_, given) => {
  expect(clashesOf(onMonday('a', '10:00', '11:00'), onMonday('b', '10:00', '11:00', given))).toEqual([]);
});

it('an overlap with a filtered-out event is marked', () => {
  const { byDay, clashes } = daysOf(
    [[onMonday('a', '10:00', '11:00', { teamIds: ['one'] }), onMonday('b', '10:30', '11:00')]],
    'UTC',
    (entry) => isOfTeams(entry, ['one'], new Set(['one'])),
  );
  expect(byDay.get('2026-11-23')?.map(({ id }) => id)).toEqual(['a']);
  expect(clashes.has('a')).toBe(true);
});

it('a foreign team counts as no team', () => {
  const items = [onMonday('a', '10:00', '11:00', { teamIds: ['theirs'] })];
  const [entry] = daysOf([items], 'UTC').byDay.get('2026-11-23') ?? [];
  if (!entry) throw new Error('There is no entry.');
  const mine = new Set(['mine']);
  expect(isOfTeams(entry, [], mine)).toBe(true);
  expect(isOfTeams(entry, [noTeam], mine)).toBe(true);
  expect(isOfTeams(entry, ['mine'], mine)).toBe(false);
});

it('a cancelled entry says only that, other entries who has to act', () => {
  const labels = (given: Partial<CalendarEntry>) =>
    entryLabels(onMonday('x', '10:00', '11:00', given), 0).map(({ label }) => label);
  expect(labels({ eventStatus: 'EventCancelled' })).toEqual(['Cancelled']);
  expect(labels({ eventStatus: 'EventRescheduled' })).toEqual(['Moved', "You're in"]);
  expect(labels({ state: null })).toEqual(['Needs your reply']);
  expect(labels({ state: null, isCoaching: true })).toEqual(['Coaching']);
});

it('an entry that I lead without running it needs no reply', () => {
  const led = onMonday('x', '10:00', '11:00', { state: null, isLeading: true });
  const shown = (given: Partial<CalendarEntry> = {}) => {
    const entry = { ...led, ...given };
    const { mine } = daysOf([[entry]], 'UTC').byId.get('x') ?? {};
    return [mine, ...entryLabels(entry, 0).map(({ label }) => label)];
  };
  expect(shown()).toEqual(['coaching', "You're leading it"]);
  expect(shown({ eventStatus: 'EventPostponed' })).toEqual(['coaching', 'Postponed', "You're leading it"]);
  expect(shown({ isCoaching: true })).toEqual(['coaching', 'Coaching']);
  expect(shown({ state: 'declined' })).toEqual(['out', "You can't come"]);
});

const range = { first: '2026-11-20', last: '2026-12-10', today: '2026-11-21' };
const shape = (items: ReturnType<typeof agendaItems<string | null>>) =>
  items.map((item) => (item.kind === 'free' ? `${item.days} free` : `${item.kind} ${item.day}`));

it('the agenda lists days with entries, always today, and the number of free days between', () => {
  const days = daysOf([[onMonday('a', '10:00', '11:00')]], 'UTC');
  expect(shape(agendaItems(days, range, () => null))).toEqual([
    'day 2026-11-21',
    'day 2026-11-23',
    '17 free',
  ]);
});

it('the agenda omits days of a month that is not loaded', () => {
  const days = daysOf([[onMonday('a', '10:00', '11:00')]], 'UTC');
  const unknown = (_: string, last: string) => (last >= '2026-12-01' ? 'December' : null);
  expect(shape(agendaItems(days, range, unknown))).toEqual([
    'day 2026-11-21',
    'day 2026-11-23',
    '7 free',
    'gap 2026-12-01',
  ]);
});

it('the agenda lists the known days of a month whose first or last day is in an answer that is missing', () => {
  const days = daysOf(
    [
      [
        buildEntry('early', '2026-12-01T05:00:00Z', '2026-12-01T06:00:00Z'),
        buildEntry('late', '2026-12-08T10:00:00Z', '2026-12-08T11:00:00Z'),
      ],
    ],
    'Europe/Brussels',
  );
  const missing = (day: string) => (first: string, last: string) =>
    first <= day && day <= last ? 'gap' : null;
  expect(shape(agendaItems(days, { ...range, first: '2026-12-01' }, missing('2026-12-01')))).toEqual([
    'gap 2026-12-01',
    'day 2026-12-01',
    '6 free',
    'day 2026-12-08',
  ]);
  expect(
    shape(agendaItems(days, { ...range, first: '2026-12-01', last: '2026-12-31' }, missing('2026-12-31'))),
  ).toEqual(['day 2026-12-01', '6 free', 'day 2026-12-08', '22 free', 'gap 2026-12-31']);
});

it('the agenda finds the day up to which it has this many entries', () => {
  const days = daysOf([[onMonday('a', '10:00', '11:00'), onMonday('b', '12:00', '13:00')]], 'UTC');
  expect(dayWith(days, 2, range.first, range.last)).toBe('2026-11-23');
  expect(dayWith(days, 3, range.first, range.last)).toBe(range.last);
});

it('an entry that is over says my attendance mark, and my reply without one', () => {
  const after = Date.parse('2026-11-24T00:00:00Z');
  const labelsOf = (given: Partial<CalendarEntry>) =>
    entryLabels(onMonday('x', '10:00', '11:00', given), after).map(({ label }) => label);
  const excused = { status: 'excused' as const, minutesLate: null };
  expect(labelsOf({ state: 'confirmed', ownMark: excused })).toEqual(['You were excused']);
  expect(labelsOf({ state: null, ownMark: excused })).toEqual(['You were excused']);
  expect(labelsOf({ state: 'confirmed', ownMark: null })).toEqual(['You were there']);
  expect(labelsOf({ state: 'confirmed' })).toEqual(['You were there']);
  expect(labelsOf({ state: null })).toEqual([]);
});
