// SQL of people. The only SQL condition for who may be listed in public.
import { type RawBuilder, sql } from 'kysely';
import type { ProfileField } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { holdingStates, runsEvent, seesEvent } from '../events/access-queries.ts';

/**
 * Whether the person of this `users` alias may be named in public: public profile, 18 or older, confirmed address,
 * not suspended. `bornBy` is `adultBornBy` of rules.ts.
 */
export function isListable(users: string, bornBy: string | RawBuilder<string>): RawBuilder<boolean> {
  const u = sql.ref.bind(sql);
  return sql<boolean>`(${u(`${users}.birth_date`)} <= ${bornBy} and ${u(`${users}.suspended_at`)} is null and ${u(`${users}.email_verified_at`)} is not null and exists (select 1 from profiles listed where listed.user_id = ${u(`${users}.id`)} and listed.is_public = 1))`;
}

/** Whether a field that is `public` by default still is. We write the JSON ourselves, so a text match is exact. */
export function isFieldPublic(fieldVisibility: RawBuilder<string>, field: ProfileField): RawBuilder<boolean> {
  return sql<boolean>`(${fieldVisibility} not like ${sql.lit(`%"${field}":%`)} or ${fieldVisibility} like ${sql.lit(`%"${field}":"public"%`)})`;
}

/** Finds a person with their profile; undefined if the account is suspended. */
export function findPerson(db: Db, id: string, bornBy: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('people as who', 'who.id', 'u.id')
    .innerJoin('profiles as f', 'f.user_id', 'u.id')
    .select([
      'u.id',
      'who.name',
      'u.is_coach',
      'u.email',
      'u.phone',
      'f.file_path',
      'f.bio',
      'f.activities',
      'f.level',
      'f.region',
      'f.languages',
      'f.qualifications',
      'f.field_visibility',
      sql<0 | 1>`case when ${isListable('u', bornBy)} then 1 else 0 end`.as('is_listable'),
    ])
    .where('u.id', '=', id)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
}
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/**
 * The role that `viewerId` has in each team where the person is active: their own, and that of owners and admins of the team's
 * organization, who act with it in the team.
 */
export async function rolesInSharedTeams(db: Db, viewerId: string, personId: string) {
  const rows = await db
    .selectFrom('memberships as theirs')
    .innerJoin('teams as t', 't.id', 'theirs.team_id')
    .innerJoin('memberships as mine', (join) =>
      join.on(
        sql<boolean>`(mine.team_id = t.id or (mine.organization_id = t.organization_id and mine.role in ('owner', 'admin')))`,
      ),
    )
    .select('mine.role')
    .where('mine.person_id', '=', viewerId)
    .where('theirs.person_id', '=', personId)
    .where('mine.status', '=', 'active')
    .where('theirs.status', '=', 'active')
    .execute();
  return rows.map((row) => row.role);
}

/** Whether one of the two runs an organization that the other is in, or whose team the other is in. */
export async function haveOrganizationInCommon(
  db: Db,
  { viewerId, personId }: { viewerId: string; personId: string },
): Promise<boolean> {
  const runs = (runnerId: string, memberId: string) =>
    sql`select 1 as found from memberships r
      where r.person_id = ${runnerId} and r.status = 'active' and r.role in ('owner', 'admin') and r.organization_id is not null
      and exists (select 1 from memberships m left join teams t on t.id = m.team_id
        where m.person_id = ${memberId} and m.status = 'active' and r.organization_id in (m.organization_id, t.organization_id))`;
  const { rows } = await sql<{ found: 1 }>`
    ${runs(viewerId, personId)} union all ${runs(personId, viewerId)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Whether one of the two runs an event in which the other has a seat or a waitlist position, or the person leads a visible
 * event of the viewer. `now` is an instant as stored.
 */
export async function haveEventInCommon(
  db: Db,
  { viewerId, personId, now }: { viewerId: string; personId: string; now: string },
): Promise<boolean> {
  const eventsOf = (userId: string) =>
    sql`select 1 as found from registrations r join events e on e.id = r.event_id where r.person_id = ${userId} and r.state in ${holdingStates}`;
  const leads = sql`exists (select 1 from event_leaders l where l.event_id = e.id and l.person_id = ${personId})`;
  const { rows } = await sql<{ found: 1 }>`
    ${eventsOf(personId)} and ${runsEvent(viewerId)}
    union all
    ${eventsOf(viewerId)} and (${leads} or ${runsEvent(personId)}) and ${seesEvent(viewerId, now)}
    limit 1`.execute(db);
  return rows.length > 0;
}
