// SQL of the public lists of people and organizers. Every query returns only people with a public profile.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserType } from '../../contract/values/enums.ts';
import type { Database } from '../db/open.ts';
import { fold } from '../db/search-words.ts';
import { isUpcomingPublic } from '../events/queries.ts';
import { isPublicGroup } from '../groups/queries.ts';
import { isFieldPublic, isListable } from '../people/queries.ts';
import { countOf, isAfter } from './paging.ts';
import type { After, Moment } from './rules.ts';
import { searchFor } from './search.ts';

export type PeopleFilter = {
  q?: string | undefined;
  type?: UserType | undefined;
  activity?: string | undefined;
  region?: string | undefined;
};

const fieldVisibility = sql<string>`f.field_visibility`;

/** The public columns of the person `who` with the profile `f`; a hidden field is empty. */
const publicColumns = [
  'who.id',
  'who.name',
  'who.sort_name',
  'u.is_coach',
  'f.file_path',
  sql<string>`case when ${isFieldPublic(fieldVisibility, 'activities')} then f.activities else '[]' end`.as(
    'activities',
  ),
  sql<string | null>`case when ${isFieldPublic(fieldVisibility, 'region')} then f.region end`.as('region'),
] as const;

/**
 * For lists: a fixed join order, so that SQLite reads the index of names and stops at the end of the page. Its own plan sorts
 * all listed people first (0.5 s for 100,000). Queries with few matches (a rare search, a region) and counts leave the plan
 * to SQLite.
 */
function peopleByName({ db }: Database) {
  return db
    .selectFrom('people as who')
    .crossJoin('users as u')
    .crossJoin('profiles as f')
    .whereRef('u.id', '=', 'who.id')
    .whereRef('f.user_id', '=', 'who.id');
}

const peopleInAnyOrder = ({ db }: Database) =>
  db
    .selectFrom('people as who')
    .innerJoin('users as u', 'u.id', 'who.id')
    .innerJoin('profiles as f', 'f.user_id', 'who.id');

/** `order`: the order of the rows. */
async function listedPeople(
  database: Database,
  filter: PeopleFilter,
  { bornBy }: Moment,
  order: 'byName' | 'any',
) {
  const search = await searchFor(database, 'user', filter.q);
  const parts: RawBuilder<unknown>[] = [isListable('u', bornBy), sql`f.is_public = 1`];
  if (filter.type) parts.push(filter.type === 'coach' ? sql`u.is_coach = 1` : sql`u.is_coach = 0`);
  if (filter.activity)
    parts.push(
      database.dialect.listHas(sql.ref('f.activities'), filter.activity, 'index'),
      isFieldPublic(fieldVisibility, 'activities'),
    );
  if (filter.region)
    parts.push(sql`f.sort_region = ${fold(filter.region)}`, isFieldPublic(fieldVisibility, 'region'));
  if (search) parts.push(database.dialect.matches('user', sql.ref('who.id'), search.query, search.isCommon));
  const isWalked = order === 'byName' && !filter.region && search?.isCommon !== false;
  const people = isWalked ? peopleByName(database) : peopleInAnyOrder(database);
  return people.where(sql<SqlBool>`${sql.join(parts, sql` and `)}`);
}

/** A page of listed people by name, with one row more when there is a next page. */
export async function listMembers(
  database: Database,
  filter: PeopleFilter,
  after: After,
  moment: Moment,
  limit: number,
) {
  return (await listedPeople(database, filter, moment, 'byName'))
    .select(publicColumns)
    .where(isAfter('who', after))
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limit + 1)
    .execute();
}

export async function countMembers(
  database: Database,
  filter: PeopleFilter,
  moment: Moment,
  most: number | null,
) {
  return countOf(database, (await listedPeople(database, filter, moment, 'any')).select('who.id'), most);
}

/** A cancelled event is listed until its end, but is not coming up. */
export const isComing = (moment: Moment): RawBuilder<boolean> =>
  sql<boolean>`${isUpcomingPublic(moment)} and e.event_status <> 'EventCancelled'`;

const runsEvents = (
  column: 'e.organizer_user_id' | 'e.organizer_organization_id',
  id: string,
  moment: Moment,
) => sql`from events e where ${sql.ref(column)} = ${sql.ref(id)} and ${isComing(moment)}`;

const organizingPeople = async (
  database: Database,
  filter: PeopleFilter,
  moment: Moment,
  order: 'byName' | 'any',
) =>
  (await listedPeople(database, filter, moment, order)).where(
    sql<SqlBool>`exists (select 1 ${runsEvents('e.organizer_user_id', 'who.id', moment)})`,
  );

async function organizingOrganizations(database: Database, filter: PeopleFilter, moment: Moment) {
  const search = await searchFor(database, 'organization', filter.q);
  const parts: RawBuilder<unknown>[] = [
    isPublicGroup('o'),
    sql`exists (select 1 ${runsEvents('e.organizer_organization_id', 'o.id', moment)})`,
  ];
  if (filter.activity)
    parts.push(database.dialect.listHas(sql.ref('o.activities'), filter.activity, 'index'));
  if (filter.region) parts.push(sql`o.sort_region = ${fold(filter.region)}`);
  if (search)
    parts.push(database.dialect.matches('organization', sql.ref('o.id'), search.query, search.isCommon));
  return database.db.selectFrom('organizations as o').where(sql<SqlBool>`${sql.join(parts, sql` and `)}`);
}

/** People who run upcoming public events, by name, with how many. */
export async function listOrganizingPeople(
  database: Database,
  filter: PeopleFilter,
  after: After,
  moment: Moment,
  limit: number,
) {
  return (await organizingPeople(database, filter, moment, 'byName'))
    .select(publicColumns)
    .select(sql<null>`null`.as('color'))
    .select(
      sql<number>`(select count(*) ${runsEvents('e.organizer_user_id', 'who.id', moment)})`.as(
        'upcoming_count',
      ),
    )
    .where(isAfter('who', after))
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limit + 1)
    .execute();
}

/** Public organizations that run upcoming public events, by name, with how many. */
export async function listOrganizingOrganizations(
  database: Database,
  filter: PeopleFilter,
  after: After,
  moment: Moment,
  limit: number,
) {
  return (await organizingOrganizations(database, filter, moment))
    .select(['o.id', 'o.name', 'o.sort_name', 'o.logo as file_path', 'o.color', 'o.activities', 'o.region'])
    .select(
      sql<number>`(select count(*) ${runsEvents('e.organizer_organization_id', 'o.id', moment)})`.as(
        'upcoming_count',
      ),
    )
    .where(isAfter('o', after))
    .orderBy('o.sort_name')
    .orderBy('o.id')
    .limit(limit + 1)
    .execute();
}

export async function countOrganizers(
  database: Database,
  filter: PeopleFilter,
  moment: Moment,
  most: number | null,
) {
  const organizing = await organizingPeople(database, filter, moment, 'any');
  // Few people run events, so start from the index of organizers instead of all listed people.
  const people = organizing.where(
    sql<SqlBool>`who.id in (select distinct e.organizer_user_id from events e where e.organizer_user_id is not null)`,
  );
  const organizations = await organizingOrganizations(database, filter, moment);
  const count =
    (await countOf(database, people.select('who.id'), most)) +
    (await countOf(database, organizations.select('o.id'), most));
  return most === null ? count : Math.min(count, most);
}
