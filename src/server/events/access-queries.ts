// Roles and permissions at events in SQL, for lists: the facts of `roleFrom` (role-rules.ts), and the decisions of policy.ts
// as conditions. tests/server/events/access-agreement.test.ts checks that SQL and TypeScript agree.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** A person: an id, or a column that holds one. */
type Person = string | RawBuilder<string>;

// Plain SQL text on the event `e` and the person `p`: composing the condition with the query builder costs more than running it.
const coaching = `('coach', 'owner', 'admin')`;
const running = `('owner', 'admin')`;
const visiting = `('coach', 'owner', 'admin', 'assistant')`;
const holding = `('tentative', 'pendingApproval', 'pendingPayment', 'confirmed', 'waitlisted', 'offered')`;
const active = `g.status = 'active'`;
/** Was active in the past. */
const ended = `g.ended_at is not null and g.status <> 'active'`;

/** The organization that owns the event, or the organization of the team that owns it. */
const ownerOrganization =
  '(case when e.owner_team_id is null then e.organizer_organization_id else (select o.organization_id from teams o where o.id = e.owner_team_id) end)';
/** Whether the team `et` of the event is a visiting team. */
const isVisiting = 'et.team_id is distinct from e.owner_team_id';

/** Memberships as `g` of the owner, of the teams that take part, of their organizations, of the organizer, of its teams. */
const inOwnerTeam = 'memberships g where g.person_id = p.id and g.team_id = e.owner_team_id';
const inOwnerOrganization = `memberships g where g.person_id = p.id and g.organization_id = ${ownerOrganization}`;
const inTeams =
  'event_teams et join memberships g on g.team_id = et.team_id and g.person_id = p.id where et.event_id = e.id';
const inTeamOrganizations =
  'event_teams et join teams t on t.id = et.team_id join memberships g on g.organization_id = t.organization_id and g.person_id = p.id where et.event_id = e.id';
const inOrganizer =
  'memberships g where g.person_id = p.id and g.organization_id = e.organizer_organization_id';
const inOrganizersTeams =
  'memberships g join teams t on t.id = g.team_id where g.person_id = p.id and t.organization_id = e.organizer_organization_id';
const isIn = (memberships: string, status: string) => `exists (select 1 from ${memberships} and ${status})`;
const isTied = (status: string) =>
  `(${[inTeams, inOrganizer, inTeamOrganizations, inOrganizersTeams].map((some) => isIn(some, status)).join(' or ')})`;

const runs = `(${[
  isIn(inOwnerTeam, `${active} and g.role in ${coaching}`),
  isIn(
    inOwnerOrganization,
    `${active} and (g.role in ${running} or (g.role = 'coach' and e.owner_team_id is null))`,
  ),
  '(e.owner_team_id is null and e.organizer_user_id = p.id)',
].join(' or ')})`;
/** In a team that takes part, or runs the organization of one: `countsAsTeamMember` of role-rules.ts, with `runs`. */
const isOfTeams = `(${isIn(inTeams, active)} or ${isIn(inTeamOrganizations, `${active} and g.role in ${running}`)})`;

const isPublic = `e.visibility in ('public', 'unlisted')`;
const isOpen = `(${isPublic} or ${isOfTeams} or (e.visibility = 'organization' and ${isTied(active)}))`;
const reply = 'registrations s where s.event_id = e.id and s.person_id = p.id';
const holds = `exists (select 1 from ${reply} and ((s.state = 'cancelledByOrganizer' and s.must_ask = 0 and e.event_status = 'EventCancelled') or (s.state in ${holding} and (s.state not in ('pendingPayment', 'offered') or s.hold_expires_at is null or s.hold_expires_at > :now))))`;
/** Marks attendance: `assistant` and `visitingCoach` of role-rules.ts, with `runs`. */
const marks = `(${isIn(inTeams, `${active} and g.role in ${visiting}`)} or ${isIn(inTeamOrganizations, `${active} and g.role in ${running}`)})`;
const isKnown = `(e.publication = 'published' or (e.publication = 'archived' and (exists (select 1 from ${reply}) or ${marks})))`;

/** States for which `replyStatus` of can-rules.ts returns `holds`, without a check for lapsed holds. */
export const holdingStates = sql.raw(holding);
export const coachRoles = sql.raw(coaching);
export const owningOrganization = sql.raw(ownerOrganization);

/** A person's memberships that count at the event `e`: the columns of `RoleRow` of role-rules.ts. */
export function roleColumns(person: Person) {
  return [
    sql<number>`case when e.owner_team_id is null and e.organizer_user_id = ${person} then 1 else 0 end`.as(
      'is_owner',
    ),
    sql<
      string | null
    >`(${tiesOf} where g.person_id = ${person} and (${sql.raw(`${active} or (${ended})`)}))`.as('ties'),
  ] as const;
}

/** Each membership that counts at the event, as `team coach`, or `team ended` for one that has ended; with commas. */
const tiesOf = sql.raw(`select string_agg(case
    when g.team_id = e.owner_team_id then 'ownerTeam '
    when g.organization_id = ${ownerOrganization} then case when e.owner_team_id is null then 'ownerOrganization ' else 'ownerTeamOrganization ' end
    when exists (select 1 from event_teams et where et.event_id = e.id and et.team_id = g.team_id) then 'team '
    when exists (select 1 from event_teams et join teams o on o.id = et.team_id where et.event_id = e.id and o.organization_id = g.organization_id) then 'teamOrganization '
    when e.organizer_organization_id in (g.organization_id, t.organization_id) then 'organization '
  end || case when ${active} then g.role else 'ended' end, ',') from memberships g left join teams t on t.id = g.team_id`);

/** Whether a person runs the event `e`: `roleFrom` says `coach`. */
export function runsEvent(person: Person): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from users p where p.id = ${person} and ${runsText})`;
}
const runsText = sql.raw(runs);

/** Whether a person may see the event `e`: `canSeeEvent` of policy.ts says so. `now` as instants are stored. */
export function seesEvent(person: Person, now: string | RawBuilder<string>): RawBuilder<boolean> {
  // The cheapest checks come first: most events in most lists are public, or of the person's own teams.
  return sql<boolean>`(${isPublished} or exists (select 1 from users p where p.id = ${person} and (${seesUntil}${now}${seesAfter})))`;
}
const isPublished = sql.raw(`(e.publication = 'published' and ${isPublic})`);
const [seesUntil, seesAfter] =
  `(${isKnown} and ${isOpen}) or ${runs} or (e.publication <> 'draft' and (${isTied(active)} or not ${isTied(ended)}) and ${holds})`
    .split(':now')
    .map((part) => sql.raw(part));

/** Whether a person may see any of these events. */
export async function seesAnyOf(
  db: Db,
  ids: readonly string[],
  userId: string,
  now: string,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const events = db.selectFrom('events as e').select('e.id').where('e.id', 'in', ids);
  return (await events.where(seesEvent(userId, now)).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the event `e` is upcoming or in progress; a postponed event is never over. */
export function isNotOver(now: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(e.ends_at > ${now} or e.event_status = 'EventPostponed')`;
}

/** Whether a person is active in a team of the event `e`. */
export function isInTeamOf(person: Person): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from event_teams et join memberships g on g.team_id = et.team_id where et.event_id = e.id and g.person_id = ${person} and g.status = 'active')`;
}

/** Ids of the events of the teams that a person is active in. */
export function eventsOfTeamsOf(userId: Person): RawBuilder<string> {
  return sql`(select et.event_id from memberships g join event_teams et on et.team_id = g.team_id where g.person_id = ${userId} and g.status = 'active')`;
}

/**
 * Ids of a coach's events: owned by the teams they coach, and those that they run and lead, organize or created. Events of
 * visiting teams are in `eventsOfTeamsOf`. `isMeant` filters events by their alias, before the other conditions.
 */
export function eventsCoachedBy(
  userId: Person,
  isMeant: (event: string) => RawBuilder<boolean> = () => sql`1 = 1`,
): RawBuilder<string> {
  // A role in an organization has no team, and one NULL would make `not in` true of nothing.
  const coached = sql`(select g.team_id from memberships g where g.person_id = ${userId} and g.team_id is not null and g.status = 'active' and g.role in ${coachRoles})`;
  const named = sql`(select l.event_id from event_leaders l where l.person_id = ${userId} union select c.id from events c where c.created_by = ${userId} and ${isMeant('c')} union select c.id from events c where c.organizer_user_id = ${userId} and ${isMeant('c')})`;
  // The role is checked only at events of other owners: that check costs more than all the rest.
  const ofOthers = sql`(e.owner_team_id is null or e.owner_team_id not in ${coached})`;
  return sql`(select e.id from events e where e.id in ${named} and ${isMeant('e')} and ${ofOthers} and ${runsEvent(userId)} union select c.id from events c where c.owner_team_id in ${coached} and ${isMeant('c')})`;
}

/**
 * Ids of the members of a visiting coach's teams at an event; see `visitingTeamsOf` of role-rules.ts. With `since` also of those
 * who were members until after that instant.
 */
export function membersOfVisitingTeams(eventId: string, coachId: string, since?: string): RawBuilder<string> {
  const isMember =
    since === undefined ? sql`w.status = 'active'` : sql`(w.status = 'active' or w.ended_at > ${since})`;
  return sql`(select w.person_id from events e join event_teams et on et.event_id = e.id and ${sql.raw(isVisiting)} join teams t on t.id = et.team_id join memberships w on w.team_id = t.id and ${isMember} where e.id = ${eventId} and exists (select 1 from memberships g where g.person_id = ${coachId} and ${sql.raw(active)} and ((g.team_id = t.id and g.role in ${sql.raw(visiting)}) or (g.organization_id = t.organization_id and g.role in ${sql.raw(running)}))))`;
}
