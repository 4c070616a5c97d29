// SQL of calendar feeds: their secret addresses (stored as hashes) and the events that they show.
import { type Kysely, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tables } from '../db/schema.ts';
import { eventsCoachedBy, eventsOfTeamsOf, holdingStates, seesEvent } from '../events/access-queries.ts';

type Db = Kysely<Tables>;

export type FeedFilters = { teams: string[]; includeCoaching: boolean; includeUnanswered: boolean };

/** What a feed holds, from the stored JSON; what was not chosen is included. */
export function filtersOf(json: string): FeedFilters {
  return { teams: [], includeCoaching: true, includeUnanswered: true, ...JSON.parse(json) };
}

/** Adds a feed and returns its id. */
export async function insertFeed(
  db: Db,
  feed: { userId: string; tokenHash: string; filters: FeedFilters; at: string },
): Promise<string> {
  const id = uuid();
  await db
    .insertInto('calendar_feeds')
    .values({
      id,
      created_at: feed.at,
      updated_at: feed.at,
      user_id: feed.userId,
      token_hash: feed.tokenHash,
      filters: JSON.stringify(feed.filters),
      last_fetched_at: null,
      revoked_at: null,
    })
    .execute();
  return id;
}

/** A person's feeds that were not revoked, newest first. */
export function listFeeds(db: Db, userId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['id', 'created_at', 'last_fetched_at', 'filters'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends a feed of this person; false where they have no such live one. */
export async function revokeFeed(db: Db, userId: string, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calendar_feeds')
    .set((set) => ({ revoked_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The live feed with this token hash and its owner; undefined where it was revoked or its owner may not act. */
export function findFeed(db: Db, tokenHash: string) {
  return db
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .innerJoin('people as who', 'who.id', 'f.user_id')
    .select(['f.id', 'f.user_id', 'f.filters', 'f.last_fetched_at', 'who.name', 'u.email'])
    .where('f.token_hash', '=', tokenHash)
    .where('f.revoked_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Notes that a feed was fetched, if that was not noted since `before`. */
export async function noteFetched(db: Db, id: string, { at, before }: { at: string; before: string }) {
  await db
    .updateTable('calendar_feeds')
    .set({ last_fetched_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('last_fetched_at', 'is', null), where('last_fetched_at', '<', before)]))
    .execute();
}

function selectEvents(db: Db) {
  return db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .select([
      'e.id',
      'e.name',
      'e.description',
      'e.activities',
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'e.event_status',
      'e.status_reason',
      'e.sequence',
      'e.created_at',
      'e.updated_at',
      'e.arrive_minutes_before',
      'e.meeting_point',
      'e.attendee_instructions',
      'p.name as place_name',
      'p.address as place_address',
      'p.latitude',
      'p.longitude',
    ]);
}

/** An event that anyone may see, taken down ones too. */
export function findPublicEvent(db: Db, id: string) {
  return selectEvents(db)
    .select('e.removed_at')
    .where('e.id', '=', id)
    .where('e.publication', '=', 'published')
    .where('e.visibility', 'in', ['public', 'unlisted'])
    .executeTakeFirst();
}

/** An event with this person's reply to it, a draft too. Whether they may see it is the policy of events. */
export function findEventWithReply(db: Db, userId: string, id: string) {
  return withReply(selectEvents(db), userId).where('e.id', '=', id).executeTakeFirst();
}

/** Adds the columns of `OwnEventRow` that depend on who asks; their registration is `m`. */
const withReply = (query: ReturnType<typeof selectEvents>, userId: string) =>
  query
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .select(['e.online_url', 'm.state as my_state', 'm.updated_at as my_updated_at']);

/** Whether the person means to come, or was to, and it was cancelled for all. Reads the aliases `e` and `m`. */
const countsOnMe = sql<boolean>`(m.state in ${holdingStates} or (m.state = 'cancelledByOrganizer' and e.event_status = 'EventCancelled'))`;

function selectOwnEvents(db: Db, userId: string, filters: Omit<FeedFilters, 'teams'>, now: string) {
  const coached = sql<boolean>`e.id in ${eventsCoachedBy(userId)}`;
  const unanswered = sql<boolean>`m.state is null and e.id in ${eventsOfTeamsOf(userId)} and not ${coached}`;
  return withReply(selectEvents(db), userId)
    .where('e.publication', '<>', 'draft')
    .select(sql<0 | 1>`case when ${coached} then 1 else 0 end`.as('is_coaching'))
    .where('e.removed_at', 'is', null)
    .where(
      sql<boolean>`e.id in (select r.event_id from registrations r where r.person_id = ${userId} union select * from ${eventsOfTeamsOf(userId)} t union select * from ${eventsCoachedBy(userId)} c)`,
    )
    .where(seesEvent(userId, now))
    .where((where) =>
      where.or([
        countsOnMe,
        ...(filters.includeCoaching ? [coached] : []),
        ...(filters.includeUnanswered ? [unanswered] : []),
      ]),
    );
}

/** The events that a feed shows between two instants, by start, as far as its owner may see them now. */
export function listFeedEvents(
  db: Db,
  {
    userId,
    filters,
    from,
    to,
    now,
  }: { userId: string; filters: FeedFilters; from: string; to: string; now: string },
) {
  let query = selectOwnEvents(db, userId, filters, now)
    .where('e.starts_at', '>=', from)
    .where('e.starts_at', '<', to)
    .orderBy('e.starts_at')
    .orderBy('e.id');
  if (filters.teams.length > 0)
    query = query.where('e.id', 'in', (inner) =>
      inner.selectFrom('event_teams').select('event_id').where('team_id', 'in', filters.teams),
    );
  return query.execute();
}
