// The filters of the explore lists: parsing the address, and building the addresses of other filters.
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

describe('parsing the address', () => {
  const everything =
    'q=ball&when=weekend&activity=football&kind=training&region=Ghent&online=true&level=beginner&price=free' +
    '&hasPlaces=true&oncePerSeries=true&organizer=01a128a3-0000-7000-8000-000000000001&sort=newest&from=2026-11-01&to=2026-11-30';

  it('reads every filter of the contract except the zone, which is the device’s', () => {
    const known = Object.keys(EventFilterSchema.shape).filter(
      (name) => !['limit', 'timeZone', 'cursor'].includes(name),
    );
    expect(Object.keys(set(everything)).sort()).toEqual(known.sort());
  });

  it('sends only filters of the contract', () => {
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
  ])('ignores invalid filters: %s', (search) => {
    expect(set(search)).toEqual({});
  });

  it('replaces every character that the contract refuses by a space', () => {
    const codes = Array.from({ length: 0x3000 }, (_, code) => code);
    const search = codes.map((code) => `ball${String.fromCharCode(code)}judo`);
    const refused = search.filter((q) => !EventFilterSchema.safeParse({ q }).success);
    expect(refused.length).toBeGreaterThan(70);
    const read = (q: string) => readEventFilters(new URLSearchParams({ q })).q;
    expect(new Set(refused.map(read))).toEqual(new Set(['ball judo']));
    const others = search.filter((q) => !refused.includes(q));
    expect(others.map(read)).toEqual(others);
  });

  it('reads a pasted tab or bidi mark at the edge of a text as nothing', () => {
    expect(set('q=%09judo%E2%80%8E&region=%E2%80%AAGhent%E2%80%AC')).toEqual({ q: 'judo', region: 'Ghent' });
    expect(set('q=%09%E2%80%8F')).toEqual({});
  });

  it('cuts a text well-formed', () => {
    const { q } = set(`q=${'a'.repeat(99)}%F0%9F%8F%80`);
    expect(q).toBe(`${'a'.repeat(99)}\ufffd`);
    expect(EventFilterSchema.safeParse({ q }).success).toBe(true);
  });

  it('counts the active filters: two dates as one, and neither search nor order', () => {
    expect(countFilters(set(''))).toBe(0);
    expect(countFilters(set('q=a&sort=newest'))).toBe(0);
    expect(countFilters(set('from=2026-11-01&to=2026-11-30&price=free'))).toBe(2);
  });
});

describe('the address of other filters', () => {
  it('sets one and keeps the others, on the first page', () => {
    expect(withFilter(params('price=free&cursor=abc'), 'activity', 'judo')).toBe('?price=free&activity=judo');
  });

  it('removes one, without a trailing question mark', () => {
    expect(withFilter(params('price=free'), 'price', null)).toBe('');
  });

  it('replaces dates by a day', () => {
    expect(withFilter(params('from=2026-11-01&to=2026-11-30'), 'when', 'today')).toBe('?when=today');
  });

  it('omits empty fields of a form, and dates when a day is set', () => {
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

  it('uses the zone of each event, and continues across pages', () => {
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
