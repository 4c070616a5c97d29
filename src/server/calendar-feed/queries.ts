// SQL of calendar feeds: their secret addresses (stored as hashes) and the events that they show.
import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tables } from '../db/schema.ts';

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
    .select([
      'f.id',
      'f.user_id',
      'f.created_at',
      'f.filters',
      'f.last_fetched_at',
      'who.name',
      'u.email',
      'u.locale',
    ])
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

/** Events as `e` with their places: the columns of `CalendarEventRow`. */
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
  return selectEventsWithReply(db, userId).where('e.id', '=', id).executeTakeFirst();
}

/** The same with a person's registration as `m`: the columns of `OwnEventRow`, but for `is_coaching`. */
export const selectEventsWithReply = (db: Db, userId: string) =>
  selectEvents(db)
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .select(['e.online_url', 'm.state as my_state', 'm.updated_at as my_updated_at']);
