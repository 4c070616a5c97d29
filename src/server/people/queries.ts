// SQL about people. The only place that says in SQL who may be listed in public.
import { type RawBuilder, sql } from 'kysely';
import type { ProfileField } from '../../contract/words.ts';
import type { Db } from '../db/open.ts';

/**
 * Whether the person of this `users` alias may be named in public: public profile, 18 or older, confirmed address,
 * not suspended. `bornBy` is `adultBornBy` of rules.ts.
 */
export function isListable(users: string, bornBy: string | RawBuilder<string>): RawBuilder<boolean> {
  const u = sql.ref.bind(sql);
  return sql<boolean>`(${u(`${users}.birth_date`)} <= ${bornBy} and ${u(`${users}.suspended_at`)} is null and ${u(`${users}.email_verified_at`)} is not null and exists (select 1 from profiles listed where listed.user_id = ${u(`${users}.id`)} and listed.is_public = 1))`;
}

/** Whether a field whose audience is `public` by default is still so. The JSON is ours, so its quoted form is exact. */
export function isFieldPublic(fieldVisibility: RawBuilder<string>, field: ProfileField): RawBuilder<boolean> {
  return sql<boolean>`(${fieldVisibility} not like ${`%"${field}":%`} or ${fieldVisibility} like ${`%"${field}":"public"%`})`;
}

/** A person with their profile; undefined where there is none or the account is suspended. */
export function findPerson(db: Db, id: string, bornBy: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('profiles as f', 'f.user_id', 'u.id')
    .select([
      'u.id',
      'u.name',
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

/** The role that `viewerId` has in each team where both are active. */
export async function rolesInSharedTeams(db: Db, viewerId: string, personId: string) {
  const rows = await db
    .selectFrom('memberships as mine')
    .innerJoin('memberships as theirs', 'theirs.team_id', 'mine.team_id')
    .select('mine.role')
    .where('mine.user_id', '=', viewerId)
    .where('theirs.user_id', '=', personId)
    .where('mine.status', '=', 'active')
    .where('theirs.status', '=', 'active')
    .execute();
  return rows.map((row) => row.role);
}

/** Whether one of the two runs an event that the other has, or waits for, a place in. */
export async function haveEventInCommon(db: Db, viewerId: string, personId: string): Promise<boolean> {
  const { rows } = await sql<{ found: 1 }>`
    select 1 as found from registrations r
    where (r.user_id = ${personId} and ${isRunBy(viewerId)}) or (r.user_id = ${viewerId} and ${isRunBy(personId)})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether this person runs the event of the registration `r`, which is one that counts. */
function isRunBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`r.state in ('tentative', 'pendingApproval', 'pendingPayment', 'confirmed', 'waitlisted', 'offered') and (
    exists (select 1 from event_leaders l where l.event_id = r.event_id and l.user_id = ${userId})
    or exists (select 1 from events e where e.id = r.event_id and (e.created_by = ${userId} or e.organizer_user_id = ${userId}
      or e.organizer_organization_id in (select g.organization_id from memberships g
        where g.user_id = ${userId} and g.status = 'active' and g.role in ('owner', 'admin'))))
    or exists (select 1 from event_teams et join memberships g on g.team_id = et.team_id
      where et.event_id = r.event_id and g.user_id = ${userId} and g.status = 'active' and g.role in ('coach', 'owner', 'admin')))`;
}
