// Which reads a public page is drawn from: the same questions that its screens ask, by the keys under which they look.
import { unstable_serialize } from 'swr/infinite';
import type { Call } from '../contract/api.ts';
import { urlOf } from './data/call.ts';
import {
  readEventFilters,
  readMemberFilters,
  readOrganizationFilters,
  readOrganizerFilters,
  readTeamFilters,
} from './features/explore/filters.ts';
import { findRoute, type ScreenName } from './paths.ts';

export type WantedAnswer = {
  /** SWR's key. */
  key: string;
  /** Path and query of the call. */
  address: string;
  /** The first page of a list, which SWR holds as a list of pages. */
  isList: boolean;
  /** What the page is about: if this is refused, so is the page. */
  isSubject: boolean;
};

function one(call: Call, question: { params?: unknown; query?: unknown }, isSubject = false): WantedAnswer {
  const address = urlOf(call, question);
  return { key: address, address, isList: false, isSubject };
}

function list(call: Call, query: object): WantedAnswer {
  const address = urlOf(call, { query });
  return { key: unstable_serialize(() => address), address, isList: true, isSubject: true };
}

const overview = one('GET /api/explore', {});

type Questions = (at: { id: string | undefined; params: URLSearchParams }) => WantedAnswer[];

const byScreen: Partial<Record<ScreenName, Questions>> = {
  home: () => [overview],
  explore: ({ params }) => [
    one('GET /api/explore', { query: { q: params.get('q')?.trim() || undefined } }, true),
  ],
  exploreEvents: ({ params }) => [list('GET /api/explore/events', readEventFilters(params)), overview],
  exploreMembers: ({ params }) => [list('GET /api/explore/members', readMemberFilters(params)), overview],
  exploreOrganizations: ({ params }) => [
    list('GET /api/explore/organizations', readOrganizationFilters(params)),
    overview,
  ],
  exploreOrganizers: ({ params }) => [
    list('GET /api/explore/organizers', readOrganizerFilters(params)),
    overview,
  ],
  exploreTeams: ({ params }) => [list('GET /api/explore/teams', readTeamFilters(params)), overview],
  publicEvent: ({ id }) => [one('GET /api/events/public/{id}', { params: { id } }, true)],
  organization: ({ id }) => [one('GET /api/organizations/{id}', { params: { id } }, true)],
  user: ({ id }) => [one('GET /api/users/{id}', { params: { id } }, true)],
};

/** The reads of a page, by its path and query; empty for pages that show no public data. */
export function answersOf(pathname: string, search: string): WantedAnswer[] {
  const found = findRoute(pathname);
  return (
    (found && byScreen[found.entry.screen]?.({ id: found.id, params: new URLSearchParams(search) })) ?? []
  );
}
