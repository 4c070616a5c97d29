// SQL of the places that people plan at.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { OwnPlace } from '../../../contract/events/places.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { fold } from '../../db/search-words.ts';
import { coachRoles, isNotOver, runsEvent } from '../../events/access-queries.ts';
import type { Owner } from '../policy.ts';

/** The fields of a place without its owner. */
export type PlaceFields = Pick<
  OwnPlace,
  'name' | 'address' | 'region' | 'countryCode' | 'timeZone' | 'latitude' | 'longitude' | 'directions'
>;

/** Whether a person may plan at the place `p`: their own, of teams and organizations they coach, of an organization whose team they coach. */
function isUsable(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(p.owner_user_id = ${userId}
    or p.owner_team_id in (select g.team_id from memberships g where g.person_id = ${userId} and g.status = 'active' and g.role in ${coachRoles})
    or p.owner_team_id in (select t.id from memberships g join teams t on t.organization_id = g.organization_id where g.person_id = ${userId} and g.status = 'active' and g.role in ('owner', 'admin'))
    or p.owner_organization_id in (select g.organization_id from memberships g where g.person_id = ${userId} and g.status = 'active' and g.role in ${coachRoles})
    or p.owner_organization_id in (select t.organization_id from memberships g join teams t on t.id = g.team_id where g.person_id = ${userId} and g.status = 'active' and g.role in ${coachRoles}))`;
}

/** Whether the event `e` is planned and not over. */
const isToCome = (now: string) =>
  sql<boolean>`${isNotOver(now)} and e.event_status <> 'EventCancelled' and e.publication <> 'archived' and e.removed_at is null`;

function selectPlaces(db: Db, userId: string, now: string) {
  return db
    .selectFrom('places as p')
    .leftJoin('events as n', (join) =>
      join.on(
        sql<boolean>`n.id = (select e.id from events e where e.place_id = p.id and ${isToCome(now)} and ${runsEvent(userId)} order by e.starts_at, e.id limit 1)`,
      ),
    )
    .select(['p.id', 'p.version', 'p.name', 'p.address', 'p.region', 'p.country_code', 'p.time_zone'])
    .select(['p.latitude', 'p.longitude', 'p.directions'])
    .select(['p.owner_team_id', 'p.owner_organization_id', 'p.owner_user_id'])
    .select(
      sql<number>`(select count(*) from events e where e.place_id = p.id and ${isToCome(now)})`.as(
        'upcoming_count',
      ),
    )
    .select(['n.name as next_name', 'n.starts_at as next_starts_at', 'n.time_zone as next_time_zone'])
    .where(isUsable(userId));
}

type PlaceRow = Awaited<ReturnType<ReturnType<typeof selectPlaces>['execute']>>[number];

export function placeOf(row: PlaceRow): OwnPlace {
  const owner: OwnPlace['owner'] =
    row.owner_team_id !== null
      ? { kind: 'team', id: row.owner_team_id }
      : row.owner_organization_id !== null
        ? { kind: 'organization', id: row.owner_organization_id }
        : { kind: 'person', id: row.owner_user_id ?? '' };
  const { next_name: name, next_starts_at: startsAt, next_time_zone: timeZone } = row;
  const hasNext = name !== null && startsAt !== null && timeZone !== null;
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    address: row.address,
    region: row.region,
    countryCode: row.country_code,
    timeZone: row.time_zone,
    latitude: row.latitude,
    longitude: row.longitude,
    directions: row.directions,
    owner,
    upcomingCount: row.upcoming_count,
    nextEvent: hasNext ? { name, startsAt, timeZone } : null,
  };
}

/** All places that a person may plan at, by name. */
export function usablePlaces(db: Db, userId: string) {
  return db
    .selectFrom('places as p')
    .select(['p.id', 'p.name', 'p.time_zone'])
    .where(isUsable(userId))
    .orderBy(sortName)
    .orderBy('p.id')
    .execute();
}

/** Finds a place that this person may plan at. */
export function findPlace(db: Db, id: string, userId: string, now: string): Promise<PlaceRow | undefined> {
  return selectPlaces(db, userId, now).where('p.id', '=', id).executeTakeFirst();
}

/** Locks a place until the transaction ends. */
export async function lockPlace(db: Db, dialect: Dialect, id: string): Promise<void> {
  await dialect.lockRows(db.selectFrom('places').select('id').where('id', '=', id));
}

/** Events that are planned at a place and not over, in the order of their ids; `runs` is 1 for those that the person runs. */
export function eventsToComeAt(db: Db, id: string, userId: string, now: string) {
  return db
    .selectFrom('events as e')
    .select('e.id')
    .select(sql<0 | 1>`case when ${runsEvent(userId)} then 1 else 0 end`.as('runs'))
    .where('e.place_id', '=', id)
    .where(isToCome(now))
    .orderBy('e.id')
    .execute();
}

/** The name of a place; null without one. */
export async function findPlaceName(db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.selectFrom('places').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

type NamedPlace = { id: string | null; name: string | null };

/** The places before and after a change as a notification names them: by name, and with the address if the names are equal. */
export async function placeTexts(
  db: Db,
  before: NamedPlace,
  after: NamedPlace,
): Promise<[string | null, string | null]> {
  if (before.id === after.id || before.name !== after.name) return [before.name, after.name];
  const rows = await db
    .selectFrom('places')
    .select(['id', 'address'])
    .where('id', 'in', [before.id, after.id])
    .execute();
  const textOf = ({ id, name }: NamedPlace) => `${name}, ${rows.find((row) => row.id === id)?.address}`;
  return [textOf(before), textOf(after)];
}

/** A page of usable places by name, plus one row if there is a next page. */
export function listPlaces(
  db: Db,
  userId: string,
  now: string,
  { after, limit }: { after: { key: string; id: string } | null; limit: number },
) {
  let query = selectPlaces(db, userId, now).select(sortName.as('sort_name'));
  if (after) query = query.where(sql<boolean>`(${sortName}, p.id) > (${after.key}, ${after.id})`);
  return query
    .orderBy(sortName)
    .orderBy('p.id')
    .limit(limit + 1)
    .execute();
}
const sortName = sql<string>`lower(p.name)`;

const ownerColumns = ({ kind, id }: Pick<Owner, 'kind' | 'id'>) => ({
  owner_team_id: kind === 'team' ? id : null,
  owner_organization_id: kind === 'organization' ? id : null,
  owner_user_id: kind === 'person' ? id : null,
});

/** Inserts a place and returns its id; null if the id is taken. */
export async function insertPlace(
  db: Db,
  owner: Pick<Owner, 'kind' | 'id'>,
  { id = uuid(), ...fields }: PlaceFields & { id?: string | undefined },
  at: string,
): Promise<string | null> {
  const row = await db
    .insertInto('places')
    .values({ id, created_at: at, updated_at: at, ...columnsOf(fields), ...ownerColumns(owner) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updatePlace(db: Db, id: string, fields: PlaceFields, at: string): Promise<void> {
  await db
    .updateTable('places')
    .set((set) => ({ ...columnsOf(fields), updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/**
 * The places of a person who deletes their account: those that no event or series uses are deleted. The others keep name and
 * region, and their address while someone else plans an event there.
 */
export async function releasePlacesOf(db: Db, userId: string, at: string): Promise<void> {
  await db
    .deleteFrom('places')
    .where('owner_user_id', '=', userId)
    .where(
      sql<boolean>`not exists (select 1 from events e where e.place_id = places.id) and not exists (select 1 from event_series s where s.template like '%' || cast(places.id as text) || '%')`,
    )
    .execute();
  const isOfOthers = sql`(e.owner_team_id is not null or e.organizer_user_id is distinct from ${userId})`;
  await db
    .updateTable('places')
    .set({ address: '', latitude: null, longitude: null })
    .where('owner_user_id', '=', userId)
    .where(
      sql<boolean>`not exists (select 1 from events e where e.place_id = places.id and ${isToCome(at)} and ${isOfOthers})`,
    )
    .execute();
  await db
    .updateTable('places')
    .set((set) => ({
      directions: null,
      owner_user_id: null,
      updated_at: at,
      version: set('version', '+', 1),
    }))
    .where('owner_user_id', '=', userId)
    .execute();
}

const columnsOf = ({ countryCode, timeZone, ...fields }: PlaceFields) => ({
  ...fields,
  sort_region: fold(fields.region),
  country_code: countryCode,
  time_zone: timeZone,
});

/** The owner of a new place: for a team its organization, so that its other teams can use the place. */
export function homeOf(owner: Owner): Pick<Owner, 'kind' | 'id'> {
  if (owner.organizationId === null) return { kind: owner.kind, id: owner.id };
  return { kind: 'organization', id: owner.organizationId };
}
