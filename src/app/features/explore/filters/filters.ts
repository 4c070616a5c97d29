// Parses the filters of the explore lists from the URL. Pure: invalid values are ignored.

import type { Query } from '../../../../contract/api.ts';
import { activityNames } from '../../../../contract/values/activities.ts';
import {
  eventKinds,
  levels,
  organizerKinds,
  userTypes,
  whenFilters,
} from '../../../../contract/values/enums.ts';
import { listLimits } from '../../../../contract/values/list-limits.ts';

export type Kind = 'events' | 'teams' | 'organizations' | 'organizers' | 'members';
export type QueryOf<K extends Kind> = NonNullable<Query<`GET /api/explore/${K}`>>;

const oneOf = <T extends string>(value: string | null, words: readonly T[]): T | undefined =>
  words.find((word) => word === value);
const flag = (value: string | null) => oneOf(value, ['true']);
/** The characters that the server refuses: see `disguising` in contract/common.ts, which needs Zod. */
const refused = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/gu;
/** Well-formed, because `slice` may cut a character in two. */
const text = (value: string | null, max: number) =>
  value?.replace(refused, ' ').trim().slice(0, max).toWellFormed() || undefined;
/** An existing day: February has no 30th. */
const day = (value: string | null) =>
  value && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value) ? value : undefined;
const isDay = (value: string) => new Date(`${value}T00:00Z`).toJSON()?.startsWith(value);
const id = (value: string | null) => (value && /^[0-9a-f-]{36}$/i.test(value) ? value : undefined);

function pageLength(value: string | null): number | undefined {
  const length = Number(value);
  return Number.isInteger(length) && length >= 1 && length <= listLimits.pageMax ? length : undefined;
}

function shared(params: URLSearchParams) {
  return {
    q: readSearch(params),
    activity: oneOf(params.get('activity'), activityNames),
    region: text(params.get('region'), listLimits.nameMax),
    cursor: text(params.get('cursor'), listLimits.cursorMax),
    limit: pageLength(params.get('limit')),
  };
}

export function readEventFilters(params: URLSearchParams): QueryOf<'events'> {
  return {
    ...shared(params),
    when: oneOf(params.get('when'), whenFilters),
    from: day(params.get('from')),
    to: day(params.get('to')),
    kind: oneOf(params.get('kind'), eventKinds),
    online: flag(params.get('online')),
    level: oneOf(params.get('level'), levels),
    price: oneOf(params.get('price'), ['free', 'paid']),
    hasPlaces: flag(params.get('hasPlaces')),
    organizer: id(params.get('organizer')),
    oncePerSeries: flag(params.get('oncePerSeries')),
    sort: oneOf(params.get('sort'), ['newest']),
  };
}

export function readMemberFilters(params: URLSearchParams): QueryOf<'members'> {
  return { ...shared(params), type: oneOf(params.get('type'), userTypes) };
}

export function readOrganizationFilters(params: URLSearchParams): QueryOf<'organizations'> {
  return shared(params);
}

export function readOrganizerFilters(params: URLSearchParams): QueryOf<'organizers'> {
  return { ...shared(params), kind: oneOf(params.get('kind'), organizerKinds) };
}

export function readTeamFilters(params: URLSearchParams): QueryOf<'teams'> {
  return {
    ...shared(params),
    level: oneOf(params.get('level'), levels),
    organization: id(params.get('organization')),
    accepting: flag(params.get('accepting')),
  };
}

const notCounted = new Set(['q', 'cursor', 'limit', 'sort']);

/**
 * How many filters are set, for the filter button. Two dates count as one, the search text does not count.
 */
export function countFilters(filters: object): number {
  const names = Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !notCounted.has(name))
    .map(([name]) => (name === 'to' ? 'from' : name));
  return new Set(names).size;
}

/** The viewer's zone, for `when`, and to know whether `from` is past. Without them the URL is the same for everyone. */
export const zoneFor = ({ when, from }: QueryOf<'events'>, timeZone: string | null) =>
  (when || from) && timeZone ? { timeZone } : {};

/** The search text of /explore. */
export const readSearch = (params: URLSearchParams) => text(params.get('q'), listLimits.searchMax);

/**
 * The same URL with one filter set, or removed (`null`); without its cursor, because the list starts again.
 */
export function withFilter(params: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(params);
  next.delete('cursor');
  if (value === null || value === '') next.delete(name);
  else next.set(name, value);
  // A single day and a range exclude each other.
  if (name === 'when') for (const other of ['from', 'to']) next.delete(other);
  return searchText(next);
}

const searchText = (params: URLSearchParams) => (params.size > 0 ? `?${params}` : '');

/** The query of a filter form, without empty fields. */
export function searchOf(form: FormData): string {
  const next = new URLSearchParams();
  for (const [name, value] of form)
    if (typeof value === 'string' && value.trim()) next.append(name, value.trim());
  if (next.has('from') || next.has('to')) next.delete('when');
  return searchText(next);
}
