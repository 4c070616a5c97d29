// Overlaps of an event at other times: in its place, with its leaders, or of its teams.
import { expect, it } from 'vitest';
import { type Claim, overlapsOf, overlapText } from '../../../src/app/features/calendar/desk/overlaps.ts';
import { daysOf } from '../../../src/app/features/calendar/entries.ts';
import { noTeamLook } from '../../../src/app/features/calendar/team-looks.ts';
import type { Busy } from '../../../src/contract/people/busy.ts';
import type { CalendarEntry } from '../../../src/contract/people/me.ts';
import { buildEntry } from './build-entry.ts';

const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const entry = (id: string, from: string, to: string, given: Partial<CalendarEntry> = {}) =>
  buildEntry(id, at(from), at(to), given);
const claim = (given: Partial<Claim> = {}): Claim => ({
  startMs: Date.parse(at('18:00')),
  endMs: Date.parse(at('19:30')),
  exceptId: null,
  placeId: 'hall',
  teamIds: ['u12'],
  leaderIds: ['nora'],
  ...given,
});
const hall = { place: { id: 'hall', name: 'Sportpark', region: 'Ghent' } };
const found = (items: CalendarEntry[], given: Partial<Claim> = {}) =>
  overlapsOf(claim(given), daysOf([items], 'UTC').byId.values());
const reasons = (items: CalendarEntry[], given: Partial<Claim> = {}) =>
  found(items, given).map(({ entry, by }) => `${entry?.id} ${by.join('+')}`);

it('an overlap is an event at the same time in the place, of the teams or with the leaders', () => {
  expect(
    reasons([
      entry('place', '19:00', '20:00', hall),
      entry('team', '17:00', '18:30', { teamIds: ['u12', 'x'] }),
      entry('leader', '18:15', '18:45', { leaderIds: ['nora'] }),
      entry('unrelated', '18:15', '18:45', { teamIds: ['x'], leaderIds: ['sam'] }),
    ]),
  ).toEqual(['team team', 'leader leader', 'place place']);
});

it('an overlap is not an event that only touches the edges, is cancelled, or is the event itself', () => {
  expect(
    reasons(
      [
        entry('before', '17:00', '18:00', hall),
        entry('after', '19:30', '20:00', hall),
        entry('cancelled', '18:00', '19:00', { ...hall, eventStatus: 'EventCancelled' }),
        entry('postponed', '18:00', '19:00', { ...hall, eventStatus: 'EventPostponed' }),
        entry('itself', '18:00', '19:00', hall),
      ],
      { exceptId: 'itself' },
    ),
  ).toEqual([]);
});

it('an event without a place overlaps no other by place', () => {
  expect(reasons([entry('a', '18:00', '19:00')], { placeId: null, teamIds: [], leaderIds: [] })).toEqual([]);
});

it('an overlap includes an evening past midnight and a camp over several days', () => {
  const late = { startMs: Date.parse('2026-11-25T00:30Z'), endMs: Date.parse('2026-11-25T01:00Z') };
  const party = buildEntry('party', at('22:00'), '2026-11-25T00:45:00.000Z', hall);
  const camp = buildEntry('camp', '2026-11-23T09:00:00.000Z', '2026-11-27T16:00:00.000Z', {
    teamIds: ['u12'],
  });
  expect(reasons([party, camp], late)).toEqual(['camp team', 'party place']);
});

it('overlaps compare instants, so the repeated hour of a clock change is two hours', () => {
  const first = buildEntry('first', '2026-10-25T00:10:00.000Z', '2026-10-25T00:50:00.000Z', hall);
  const second = { startMs: Date.parse('2026-10-25T01:10Z'), endMs: Date.parse('2026-10-25T01:50Z') };
  expect(reasons([first], second)).toEqual([]);
});

it('overlaps are described by the first one, its reason, and the number of others', () => {
  const teams = new Map([['u12', { name: 'KV Rooigem U12', look: noTeamLook }]]);
  const text = (items: CalendarEntry[]) => overlapText(found(items), teams, 'nora');
  expect(text([])).toBe('');
  expect(text([entry('Futsal', '18:00', '19:00', hall)])).toBe('Overlaps Futsal at Sportpark');
  expect(text([entry('Match', '18:00', '19:00', { teamIds: ['u12'] })])).toBe(
    'Overlaps Match of KV Rooigem U12',
  );
  expect(text([entry('Clinic', '18:00', '19:00', { leaderIds: ['nora'] })])).toBe(
    'Overlaps Clinic that you lead',
  );
  expect(
    text([
      entry('Futsal', '18:00', '19:00', hall),
      entry('Match', '18:30', '19:00', { teamIds: ['u12'] }),
      entry('Clinic', '19:00', '20:00', { leaderIds: ['nora'] }),
    ]),
  ).toBe('Overlaps Futsal at Sportpark and 2 more');
});

it('an overlap has all its reasons', () => {
  const all = entry('Match', '18:00', '19:00', { ...hall, teamIds: ['u12'], leaderIds: ['sam'] });
  const given = { leaderIds: ['sam'] };
  expect(reasons([all], given)).toEqual(['Match place+team+leader']);
  const teams = new Map([['u12', { name: 'KV Rooigem U12', look: noTeamLook }]]);
  expect(overlapText(found([all, entry('Clinic', '18:30', '19:00', hall)], given), teams, 'nora')).toBe(
    'Overlaps Match at Sportpark, of KV Rooigem U12, with the same leader and 1 more',
  );
});

it('an overlap is also an event of others that takes the place or a leader at the same time', () => {
  const others = (busy: Busy, items: CalendarEntry[] = [], given: Partial<Claim> = {}) =>
    overlapText(overlapsOf(claim(given), daysOf([items], 'UTC').byId.values(), busy), new Map(), 'nora');
  const from = (time: string, to: string) => ({ startsAt: at(time), endsAt: at(to) });
  const hallAt = (time: string, to: string) => ({
    places: [{ placeId: 'hall', ...from(time, to) }],
    leaders: [],
  });
  const noraAt = { places: [], leaders: [{ personId: 'nora', ...from('19:00', '20:00') }] };
  expect(others(hallAt('17:00', '18:30'))).toBe('The place is taken by another event');
  expect(others(noraAt)).toBe('A leader is at another event');
  expect(
    others({ ...hallAt('18:00', '19:00'), leaders: noraAt.leaders }, [
      entry('Futsal', '18:00', '19:00', hall),
    ]),
  ).toBe('Overlaps Futsal at Sportpark. The place is taken by another event. A leader is at another event');
  for (const [time, to] of [
    ['17:00', '18:00'],
    ['19:30', '21:00'],
  ] as const)
    expect(others(hallAt(time, to))).toBe('');
  expect(others(hallAt('18:00', '19:00'), [], { placeId: null })).toBe('');
  expect(others(noraAt, [], { leaderIds: ['sam'] })).toBe('');
});
