// HTTP of Explore: the public lists and their shelves. The answers are the same for everyone.
import type { ParsedQuery } from '../../contract/api.ts';
import type { exploreEndpoints } from '../../contract/events/explore.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Deps } from '../deps.ts';
import { listedSummaryOf } from '../events/rules.ts';
import { organizationSummaryOf, teamSummaryOf } from '../groups/rules.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { activitiesOf, typeOf } from '../people/rules.ts';
import { countPublicEvents, type ListedRow, listPublicEvents } from './event-queries.ts';
import { listOrganizations, listTeams } from './group-queries.ts';
import { countsOf, createOverview } from './overview.ts';
import { listMembers, listOrganizingOrganizations, listOrganizingPeople } from './people-queries.ts';
import { mergedByName, momentOf, selectionOf } from './rules.ts';

const shelfLength = 6;
/** How many events are offered in place of an empty day. */
const nextLength = 5;

export function exploreRoutes(deps: Deps): Handlers<keyof typeof exploreEndpoints> {
  const { database, now } = deps;
  // These reads may scan very many rows, so they use `longReads`, which does not block other requests.
  const long: Deps = { ...deps, database: { ...database, db: database.longReads } };
  const overview = createOverview(long.database, now);
  return {
    'GET /api/explore': async ({ query: { q } }) => {
      const shelf = { q, limit: shelfLength };
      return {
        events: (await eventsPage(q ? long : deps, { ...shelf, sort: 'soonest' })).items,
        members: (await membersPage(long, shelf)).items,
        organizations: (await organizationsPage(long, shelf)).items,
        organizers: (await organizersPage(long, shelf)).items,
        teams: (await teamsPage(long, shelf)).items,
        facets: (await overview()).facets,
        counts: q
          ? await countsOf(long.database, q, now(), limits.searchCountMax)
          : (await overview()).counts,
      };
    },
    'GET /api/explore/facets': () => overview(),
    'GET /api/explore/events': async ({ query }) => {
      const { when, cursor, limit: _limit, ...others } = query;
      const found = await eventsPage(isIndexScan(query) ? deps : long, query);
      if (when === undefined || cursor !== undefined || found.items.length > 0) return found;
      const nextQuery = { ...others, sort: 'soonest', limit: nextLength } as const;
      return { ...found, next: (await eventsPage(isIndexScan(nextQuery) ? deps : long, nextQuery)).items };
    },
    'GET /api/explore/events/count': async ({ query }) => {
      const selection = selectionOf({ ...query, sort: 'soonest' }, null, now());
      const most = limits.searchCountMax;
      const count = query.oncePerSeries
        ? (await listPublicEvents(long.database, selection, most)).length
        : await countPublicEvents(long.database, selection, most);
      return { count: Math.min(count, most) };
    },
    'GET /api/explore/members': ({ query }) => membersPage(long, query),
    'GET /api/explore/organizations': ({ query }) => organizationsPage(long, query),
    'GET /api/explore/organizers': ({ query }) => organizersPage(long, query),
    'GET /api/explore/teams': ({ query }) => teamsPage(long, query),
  };
}

/** Whether the query reads an index in order and nearly every event matches, so that it is fast. */
function isIndexScan({ sort, ...query }: ParsedQuery<'GET /api/explore/events'>): boolean {
  const {
    from: _from,
    to: _to,
    when: _when,
    timeZone: _zone,
    cursor: _cursor,
    limit: _limit,
    ...filters
  } = query;
  return sort === 'soonest' && Object.values(filters).every((value) => value === undefined);
}

async function eventsPage({ database, now }: Deps, query: ParsedQuery<'GET /api/explore/events'>) {
  const { cursor, limit, ...filter } = query;
  const selection = selectionOf(filter, decodeCursor(cursor, 'instant'), now());
  const rows = await listPublicEvents(database, selection, limit);
  return page(
    rows,
    limit,
    (row) =>
      encodeCursor(filter.sort === 'newest' ? (row.published_at ?? row.starts_at) : row.starts_at, row.id),
    (row) => ({ ...listedSummaryOf(row), ...furtherDatesOf(row) }),
  );
}

function furtherDatesOf({ series_id: seriesId, further_count: count }: ListedRow) {
  return seriesId && count ? { furtherDates: { seriesId, count } } : {};
}

async function membersPage({ database, now }: Deps, query: ParsedQuery<'GET /api/explore/members'>) {
  const { cursor, limit, ...filter } = query;
  const rows = await listMembers(database, filter, decodeCursor(cursor, 'text'), momentOf(now()), limit);
  return page(rows, limit, nameCursor, (row) => ({
    id: row.id,
    name: row.name,
    type: typeOf(row.is_coach),
    avatarSrc: row.file_path,
    activities: activitiesOf(row.activities),
    region: row.region,
  }));
}

async function organizationsPage(
  { database, now }: Deps,
  query: ParsedQuery<'GET /api/explore/organizations'>,
) {
  const { cursor, limit, ...filter } = query;
  const rows = await listOrganizations(
    database,
    filter,
    decodeCursor(cursor, 'text'),
    momentOf(now()),
    limit,
  );
  return page(rows, limit, nameCursor, organizationSummaryOf);
}

async function organizersPage({ database, now }: Deps, query: ParsedQuery<'GET /api/explore/organizers'>) {
  const { cursor, limit, kind, ...filter } = query;
  const after = decodeCursor(cursor, 'text');
  const moment = momentOf(now());
  const people =
    kind === 'organization' ? [] : await listOrganizingPeople(database, filter, after, moment, limit);
  const organizations =
    kind === 'person' ? [] : await listOrganizingOrganizations(database, filter, after, moment, limit);
  const rows = mergedByName(
    people.map((row) => ({ ...row, kind: 'person' as const })),
    organizations.map((row) => ({ ...row, kind: 'organization' as const })),
  );
  return page(rows, limit, nameCursor, (row) => ({
    kind: row.kind,
    id: row.id,
    name: row.name,
    avatarSrc: row.file_path,
    color: row.color,
    activities: activitiesOf(row.activities),
    region: row.region,
    upcomingCount: row.upcoming_count,
  }));
}

async function teamsPage({ database }: Deps, query: ParsedQuery<'GET /api/explore/teams'>) {
  const { cursor, limit, ...filter } = query;
  const rows = await listTeams(database, filter, decodeCursor(cursor, 'text'), limit);
  return page(rows, limit, nameCursor, (row) => teamSummaryOf(row, null));
}

const nameCursor = (row: { sort_name: string; id: string }) => encodeCursor(row.sort_name, row.id);
