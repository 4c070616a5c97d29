// Counts and facets of Explore, cached for a minute per process, as they scan whole indexes.
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { isUpcomingListed } from '../events/queries.ts';
import { activitiesOf } from '../people/rules.ts';
import { countPublicEvents } from './event-queries.ts';
import { countOrganizations, countTeams } from './group-queries.ts';
import { countMembers, countOrganizers } from './people-queries.ts';
import { type Moment, momentOf, selectionOf } from './rules.ts';

const maxAgeMs = 60_000;
const facetsShown = 12;

/** The number of matches of each kind, at most `most`; everything without `q` and `most`. */
export async function countsOf(database: Database, q: string | undefined, now: Date, most: number | null) {
  const moment = momentOf(now);
  return {
    events:
      most === null
        ? await countUpcoming(database, moment)
        : await countPublicEvents(database, selectionOf({ q, sort: 'soonest' }, null, now), most),
    members: await countMembers(database, { q }, moment, most),
    organizations: await countOrganizations(database, { q }, most),
    organizers: await countOrganizers(database, { q }, moment, most),
    teams: await countTeams(database, { q }, most),
  };
}

type Overview = {
  counts: Awaited<ReturnType<typeof countsOf>>;
  facets: Awaited<ReturnType<typeof facetsOf>>;
};

/** Returns the cached counts and facets of everything, at most a minute old. */
export function createOverview(database: Database, now: () => Date): () => Promise<Overview> {
  let cached: { at: number; overview: Promise<Overview> } | null = null;
  return () => {
    const at = now();
    if (cached && Math.abs(at.getTime() - cached.at) < maxAgeMs) return cached.overview;
    const overview = countAll(database, at);
    const entry = { at: at.getTime(), overview };
    cached = entry;
    // Do not cache a failure.
    overview.catch(() => {
      if (cached === entry) cached = null;
    });
    return overview;
  };
}

async function countAll(database: Database, at: Date): Promise<Overview> {
  return {
    counts: await countsOf(database, undefined, at, null),
    facets: await facetsOf(database, momentOf(at)),
  };
}

async function countUpcoming({ db }: Database, moment: Moment): Promise<number> {
  const { count } = await db
    .selectFrom('events as e')
    .where(isUpcomingListed(moment))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function facetsOf({ db }: Database, moment: Moment) {
  const upcoming = db.selectFrom('events as e').where(isUpcomingListed(moment));
  const places = upcoming.select(['e.place_id', sql<number>`count(*)`.as('count')]).groupBy('e.place_id');
  const regions = await db
    .selectFrom(places.as('c'))
    .innerJoin('places as p', 'p.id', 'c.place_id')
    .select([sql<string>`min(p.region)`.as('region'), sql<number>`sum(c.count)`.as('count')])
    .where('p.region', '<>', '')
    .groupBy('p.sort_region')
    .orderBy('count', 'desc')
    .orderBy('p.sort_region')
    .limit(facetsShown)
    .execute();
  const lists = await upcoming
    .select(['e.activities', sql<number>`count(*)`.as('count')])
    .groupBy('e.activities')
    .execute();
  return { regions, activities: activityFacets(lists) };
}

function activityFacets(lists: { activities: string; count: number }[]) {
  const counts = new Map<ReturnType<typeof activitiesOf>[number], number>();
  for (const { activities, count } of lists)
    for (const activity of activitiesOf(activities))
      counts.set(activity, (counts.get(activity) ?? 0) + count);
  return [...counts]
    .map(([activity, count]) => ({ activity, count }))
    .sort((a, b) => b.count - a.count || (a.activity < b.activity ? -1 : 1))
    .slice(0, facetsShown);
}
