// SQL of the public lists of organizations and teams.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Level } from '../../contract/values/enums.ts';
import type { Database } from '../db/open.ts';
import { fold } from '../db/search-words.ts';
import { isPublicGroup, selectOrganizations, selectTeams } from '../groups/queries.ts';
import { countOf, isAfter } from './paging.ts';
import type { After, Moment } from './rules.ts';
import { searchFor } from './search.ts';

export type OrganizationFilter = {
  q?: string | undefined;
  activity?: string | undefined;
  region?: string | undefined;
};
export type TeamFilter = OrganizationFilter & {
  level?: Level | undefined;
  organization?: string | undefined;
  accepting?: true | undefined;
};

async function organizationsThat(database: Database, filter: OrganizationFilter) {
  const search = await searchFor(database, 'organization', filter.q);
  const parts: RawBuilder<unknown>[] = [isPublicGroup('o')];
  if (filter.activity)
    parts.push(database.dialect.listHas(sql.ref('o.activities'), filter.activity, 'index'));
  if (filter.region) parts.push(sql`o.sort_region = ${fold(filter.region)}`);
  if (search)
    parts.push(database.dialect.matches('organization', sql.ref('o.id'), search.query, search.isCommon));
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/** A page of public organizations by name, with one row more when there is a next page. */
export async function listOrganizations(
  database: Database,
  filter: OrganizationFilter,
  after: After,
  moment: Moment,
  limit: number,
) {
  return selectOrganizations(database.db, moment)
    .where(await organizationsThat(database, filter))
    .where(isAfter('o', after))
    .orderBy('o.sort_name')
    .orderBy('o.id')
    .limit(limit + 1)
    .execute();
}

export async function countOrganizations(
  database: Database,
  filter: OrganizationFilter,
  most: number | null,
) {
  const matching = database.db
    .selectFrom('organizations as o')
    .where(await organizationsThat(database, filter));
  return countOf(database, matching.select('o.id'), most);
}

async function teamsThat(database: Database, filter: TeamFilter) {
  const search = await searchFor(database, 'team', filter.q);
  const parts: RawBuilder<unknown>[] = [isPublicGroup('t')];
  if (filter.activity) parts.push(sql`t.activity = ${filter.activity}`);
  if (filter.level) parts.push(sql`t.level = ${filter.level}`);
  if (filter.region) parts.push(sql`t.sort_region = ${fold(filter.region)}`);
  if (filter.accepting) parts.push(sql`t.openness <> 'inviteOnly'`);
  // Only a public organization: otherwise the filter would reveal the teams of a private one.
  if (filter.organization)
    parts.push(
      sql`t.organization_id = ${filter.organization}`,
      sql`exists (select 1 from organizations owner where owner.id = t.organization_id and owner.visibility <> 'private')`,
    );
  if (search) parts.push(database.dialect.matches('team', sql.ref('t.id'), search.query, search.isCommon));
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/** A page of public teams by name, with one row more when there is a next page. */
export async function listTeams(database: Database, filter: TeamFilter, after: After, limit: number) {
  return selectTeams(database.db)
    .where(await teamsThat(database, filter))
    .where(isAfter('t', after))
    .orderBy('t.sort_name')
    .orderBy('t.id')
    .limit(limit + 1)
    .execute();
}

export async function countTeams(database: Database, filter: TeamFilter, most: number | null) {
  const matching = database.db.selectFrom('teams as t').where(await teamsThat(database, filter));
  return countOf(database, matching.select('t.id'), most);
}
