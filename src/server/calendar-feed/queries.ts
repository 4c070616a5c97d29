// SQL of calendar feeds: their secret tokens (stored as hashes) and events.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';
import { isListable } from '../people/queries.ts';

export type FeedFilters = { teams: string[]; includeCoaching: boolean; includeUnanswered: boolean };

/** Parses a feed's stored filters; a missing filter includes its events. */
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

/** Revokes a feed of this person; false if they have no such active feed. */
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

/** Revokes the feeds of a person who has not confirmed their address: someone else may have made the account and its feeds. */
export async function revokeUnconfirmedFeeds(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set((set) => ({ revoked_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('id').where('id', '=', userId).where('email_verified_at', 'is', null),
    )
    .execute();
}

/** The active feed with this token hash, and its owner; undefined if it was revoked or the owner is suspended. */
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

/** Updates the time of a feed's last fetch, if the stored one is older than `before`. */
export async function noteFetched(db: Db, id: string, { at, before }: { at: string; before: string }) {
  await db
    .updateTable('calendar_feeds')
    .set({ last_fetched_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('last_fetched_at', 'is', null), where('last_fetched_at', '<', before)]))
    .execute();
}

/** Selects events `e` with their places: the columns of `CalendarEventRow`. */
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
      'p.region as place_region',
      'p.latitude',
      'p.longitude',
    ]);
}

/** A public event, also one that was taken down. */
export function findPublicEvent(db: Db, id: string) {
  return selectEvents(db)
    .select('e.removed_at')
    .where('e.id', '=', id)
    .where('e.publication', '=', 'published')
    .where('e.visibility', 'in', ['public', 'unlisted'])
    .executeTakeFirst();
}

/** The person whose events are read, and `adultBornBy` of people/rules.ts. */
type Reader = { userId: string; bornBy: string };

/** An event, also a draft, with the person's reply. The caller checks the events policy. */
export function findEventWithReply(db: Db, reader: Reader, id: string) {
  return selectEventsWithReply(db, reader).where('e.id', '=', id).executeTakeFirst();
}

/** Whether a person may see the team `ot`: `belongsToTeam` of groups/policy.ts. */
const isShownTo = (userId: string) =>
  sql<boolean>`(ot.visibility <> 'private' or exists (select 1 from memberships g where g.person_id = ${userId} and g.status = 'active' and (g.team_id = ot.id or (g.organization_id = ot.organization_id and g.role in ('owner', 'admin')))))`;

/**
 * The same with the person's registration `m` and the organizer: the columns of `OwnEventRow`, except `is_coaching`. People
 * are named only where everyone may see their names, and a private team only to its own people.
 */
export const selectEventsWithReply = (db: Db, { userId, bornBy }: Reader) =>
  selectEvents(db)
    .leftJoin('registrations as m', (join) =>
      join.onRef('m.event_id', '=', 'e.id').on('m.person_id', '=', userId),
    )
    .leftJoin('organizations as oo', 'oo.id', 'e.organizer_organization_id')
    .leftJoin('teams as ot', (join) => join.onRef('ot.id', '=', 'e.owner_team_id').on(isShownTo(userId)))
    .leftJoin('users as ou', (join) =>
      join.onRef('ou.id', '=', 'e.organizer_user_id').on(isListable('ou', bornBy)),
    )
    .leftJoin('people as op', 'op.id', 'ou.id')
    .select([
      'e.online_url',
      'm.state as my_state',
      'm.updated_at as my_updated_at',
      'e.organizer_organization_id',
      'oo.name as organizer_organization_name',
      'e.organizer_user_id',
      'op.name as organizer_person_name',
      'e.owner_team_id',
      'ot.name as owner_team_name',
    ]);
