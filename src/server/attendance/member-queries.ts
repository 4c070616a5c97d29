// SQL of the people whom someone finds by name at an event: the members of its teams, and of the clubs that own or organize it.
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../contract/values/limits.ts';
import type { Db } from '../db/open.ts';
import { membersOfVisitingTeams, owningOrganization } from '../events/access-queries.ts';
import type { Marking } from './queries.ts';
import type { MemberRow } from './rules.ts';

/** Some people are in several groups. */
const rowsMost = 2 * limits.membersFound;

/** The teams of an event, and its clubs. A visiting team's club is none of them: its other members have not come along. */
const teamsOf = (eventId: string) =>
  sql`select et.team_id from event_teams et where et.event_id = ${eventId}`;
const clubsOf = (eventId: string) => sql`
  select ${owningOrganization} from events e where e.id = ${eventId}
  union select e.organizer_organization_id from events e where e.id = ${eventId}`;

/** The active members of a group `g`; one for teams and one for clubs, because each has its own index. */
const membersIn = (
  group: 'team' | 'organization',
  ids: RawBuilder<unknown>,
  isOfEvent: RawBuilder<unknown>,
) => sql`
  select g.person_id, o.name as group_name, ${isOfEvent} as is_of_event
  from ${sql.table(`${group}s`)} o join memberships g on ${sql.ref(`g.${group}_id`)} = o.id and g.status = 'active'
  where o.id in (${ids})`;

/** Without suspended accounts. By name, with a row for each of their groups, that of the event first. */
export async function listMembers(db: Db, { eventId, visitingCoachId }: Marking): Promise<MemberRow[]> {
  const teams = teamsOf(eventId);
  const clubs = clubsOf(eventId);
  const ofClubs = sql`select c.id from teams c where c.organization_id in (${clubs}) and c.id not in (${teams})`;
  const isMarked =
    visitingCoachId === null
      ? sql`1 = 1`
      : sql`who.id in ${membersOfVisitingTeams(eventId, visitingCoachId)}`;
  const { rows } = await sql<MemberRow>`
    select who.id, who.name, who.sort_name, f.file_path, m.group_name, m.is_of_event,
      case when u.id is null then 0 else 1 end as has_account
    from (${membersIn('team', teams, sql`1`)}
      union all ${membersIn('team', ofClubs, sql`0`)}
      union all ${membersIn('organization', clubs, sql`0`)}) m
    join people who on who.id = m.person_id
    left join users u on u.id = who.id
    left join profiles f on f.user_id = who.id
    where who.name <> '' and u.suspended_at is null and ${isMarked}
    order by who.sort_name, who.id, m.is_of_event desc, m.group_name
    limit ${sql.lit(rowsMost)}`.execute(db);
  return rows;
}
