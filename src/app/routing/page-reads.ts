// The API reads of each page: a public page is server-rendered from them, under the same SWR keys that its
// screens use.
import type { Call } from '../../contract/api.ts';
import type { SiteText } from '../../contract/values/enums.ts';
import { type Request, urlOf } from '../data/http/call.ts';
import { listKey } from '../data/resources/list-keys.ts';
import {
  readEventFilters,
  readMemberFilters,
  readOrganizationFilters,
  readOrganizerFilters,
  readSearch,
  readTeamFilters,
} from '../features/explore/filters/filters.ts';
import { findRoute, type ScreenName } from './paths.ts';

/** A read, in the form that `callApi` takes. */
export type PrefetchRead<K extends Call = Call> = { call: K; request: Request<K> };

export type WantedAnswer = PrefetchRead & {
  /** SWR's key. */
  key: string;
  /** Path and query of the call. */
  address: string;
  /** The first page of a list, which SWR holds as a list of pages. */
  isList: boolean;
  /** The subject of the page: if this read is refused, the whole page is. */
  isSubject: boolean;
};

type Question = { params?: unknown; query?: unknown };

function one(call: Call, question: Question, isSubject = false): WantedAnswer {
  const address = urlOf(call, question);
  const request = question as Request<Call>;
  return { call, request, key: address, address, isList: false, isSubject };
}

function list(call: Call, query: object, params?: object): WantedAnswer {
  const read = one(call, { params, query }, true);
  return { ...read, key: listKey(read.address), isList: true };
}

const facets = one('GET /api/explore/facets', {});

const siteText = (text: SiteText): Questions => {
  return () => [one('GET /api/instance/{text}', { params: { text } }, true)];
};

type Questions = (at: { id: string | undefined; params: URLSearchParams }) => WantedAnswer[];

const byScreen: Partial<Record<ScreenName, Questions>> = {
  home: () => [one('GET /api/explore', {}, true)],
  explore: ({ params }) => [one('GET /api/explore', { query: { q: readSearch(params) } }, true)],
  exploreEvents: ({ params }) => [list('GET /api/explore/events', readEventFilters(params)), facets],
  exploreMembers: ({ params }) => [list('GET /api/explore/members', readMemberFilters(params)), facets],
  exploreOrganizations: ({ params }) => [
    list('GET /api/explore/organizations', readOrganizationFilters(params)),
    facets,
  ],
  exploreOrganizers: ({ params }) => [
    list('GET /api/explore/organizers', readOrganizerFilters(params)),
    facets,
  ],
  exploreTeams: ({ params }) => [list('GET /api/explore/teams', readTeamFilters(params)), facets],
  publicEvent: ({ id }) => [one('GET /api/events/public/{id}', { params: { id } }, true)],
  series: ({ id, params }) => {
    const cursor = params.get('cursor');
    const later = cursor === null ? [] : [list('GET /api/series/{id}/dates', { cursor }, { id })];
    return [one('GET /api/series/{id}', { params: { id } }, true), ...later];
  },
  organization: ({ id, params }) => {
    const cursor = params.get('cursor');
    const later = cursor === null ? [] : [list('GET /api/organizations/{id}/teams', { cursor }, { id })];
    return [one('GET /api/organizations/{id}', { params: { id } }, true), ...later];
  },
  user: ({ id }) => [one('GET /api/users/{id}', { params: { id } }, true)],
  imprint: siteText('imprint'),
  privacy: siteText('privacy'),
  terms: siteText('terms'),
};

/** The reads of a public page, by its path and query; empty for pages that show no public data. */
export function answersOf(pathname: string, search: string): WantedAnswer[] {
  const found = findRoute(pathname);
  return (
    (found && byScreen[found.entry.screen]?.({ id: found.id, params: new URLSearchParams(search) })) ?? []
  );
}

/** The first reads of the screens for signed-in people; public screens have the same reads for everyone. */
const personalReads: Partial<Record<ScreenName, Questions>> = {
  event: ({ id }) => [one('GET /api/events/{id}', { params: { id } })],
  myEvent: ({ id }) => [one('GET /api/events/{id}', { params: { id } })],
  newEvent: () => [one('GET /api/users/me/teams', {})],
  editEvent: ({ id }) => [one('GET /api/events/{id}', { params: { id } })],
  places: () => [one('GET /api/places', { query: { limit: 100 } })],
  team: ({ id }) => [one('GET /api/teams/{id}', { params: { id } })],
  editTeam: ({ id }) => [one('GET /api/teams/{id}', { params: { id } })],
  editOrganization: ({ id }) => [one('GET /api/organizations/{id}', { params: { id } })],
  newTeam: () => [one('GET /api/users/me/organizations', {})],
  myTeams: () => [one('GET /api/users/me/teams', {})],
  myProfile: () => [one('GET /api/users/me/profile', {})],
  settings: () => [one('GET /api/users/me/settings', {})],
};

/** The reads of any page, for prefetching. */
export function readsToPrefetch(pathname: string, search: string, isSignedIn: boolean): PrefetchRead[] {
  const found = findRoute(pathname);
  const own = found && isSignedIn ? personalReads[found.entry.screen] : undefined;
  return found && own
    ? own({ id: found.id, params: new URLSearchParams(search) })
    : answersOf(pathname, search);
}
