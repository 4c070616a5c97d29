// The filters of the explore lists: what the address says, and the addresses they lead to.
import { describe, expect, it } from 'vitest';
import { daysOf } from '../../../src/app/features/explore/event-days.tsx';
import {
  countFilters,
  readEventFilters,
  searchOf,
  withFilter,
} from '../../../src/app/features/explore/filters/filters.ts';
import type { EventSummary } from '../../../src/contract/events/events.ts';
import { EventFilterSchema } from '../../../src/contract/events/explore.ts';

const params = (search: string) => new URLSearchParams(search);
const set = (search: string) =>
  Object.fromEntries(
    Object.entries(readEventFilters(params(search))).filter(([, value]) => value !== undefined),
  );

describe('reading the address', () => {
  const everything =
    'q=ball&when=weekend&activity=football&kind=training&region=Ghent&online=true&level=beginner&price=free' +
    '&hasPlaces=true&oncePerSeries=true&organizer=01a128a3-0000-7000-8000-000000000001&sort=newest&from=2026-11-01&to=2026-11-30';

  it('understands every filter that the contract has, but the zone, which is the device’s', () => {
    const known = Object.keys(EventFilterSchema.shape).filter(
      (name) => !['limit', 'timeZone', 'cursor'].includes(name),
    );
    expect(Object.keys(set(everything)).sort()).toEqual(known.sort());
  });

  it('asks only for what the contract takes', () => {
    expect(EventFilterSchema.safeParse(set(everything)).success).toBe(true);
  });

  it.each([
    'when=never',
    'activity=chess',
    'level=wizard',
    'price=cheap',
    'online=1',
    'from=tomorrow',
    'organizer=me',
    'q=%20%20',
    'nonsense=1',
  ])('leaves out what is not understood: %s', (search) => {
    expect(set(search)).toEqual({});
  });

  it('counts what is set: two dates as one, and neither the search nor the order', () => {
    expect(countFilters(set(''))).toBe(0);
    expect(countFilters(set('q=a&sort=newest'))).toBe(0);
    expect(countFilters(set('from=2026-11-01&to=2026-11-30&price=free'))).toBe(2);
  });
});

describe('leading to other filters', () => {
  it('sets one and keeps the others, from the first page on', () => {
    expect(withFilter(params('price=free&cursor=abc'), 'activity', 'judo')).toBe('?price=free&activity=judo');
  });

  it('takes one away, and leaves no question mark behind', () => {
    expect(withFilter(params('price=free'), 'price', null)).toBe('');
  });

  it('replaces dates by a day', () => {
    expect(withFilter(params('from=2026-11-01&to=2026-11-30'), 'when', 'today')).toBe('?when=today');
  });

  it('sends a form without its empty fields, and dates in place of a day', () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      q: '',
      when: 'today',
      from: '2026-11-01',
      region: ' Ghent ',
    }))
      form.append(name, value);
    expect(searchOf(form)).toBe('?from=2026-11-01&region=Ghent');
  });
});

describe('grouping by day', () => {
  const event = (id: string, startsAt: string, timeZone: string) =>
    ({ id, startsAt, timeZone }) as EventSummary;

  it('takes each day in the zone of its event, and goes on across pages', () => {
    const first = event('1', '2026-11-28T22:30:00Z', 'Europe/Brussels');
    const second = event('2', '2026-11-28T23:30:00Z', 'Europe/Brussels');
    const third = event('3', '2026-11-29T00:30:00Z', 'America/New_York');
    expect(daysOf([first, second, third], undefined).map(({ key, events }) => [key, events.length])).toEqual([
      ['2026-11-28', 1],
      ['2026-11-29', 1],
      ['2026-11-28', 1],
    ]);
    expect(daysOf([second], first)[0]?.isContinued).toBe(false);
    expect(daysOf([third], first)[0]?.isContinued).toBe(true);
  });
});
