// SQL for the details of one organization or team: the group, its people, teams and next events.
import { sql } from 'kysely';
import type { EventKind, MembershipRole } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Db } from '../db/open.ts';
import { isUpcomingListed, selectListRows } from '../events/queries.ts';
import { earliestStartOfUnended, listedSummaryOf } from '../events/rules.ts';
import { isListable } from '../people/queries.ts';
import { adultBornBy } from '../people/rules.ts';
import { type After, memberColumn } from './members/member-queries.ts';
import type { Scope } from './members/membership-rules.ts';
import { selectOrganizations, selectTeams } from './queries.ts';

export function findOrganization(db: Db, id: string, at: Date) {
  return selectOrganizations(db, { now: at.toISOString(), unended: earliestStartOfUnended(at) })
    .select([
      'o.version',
      'o.description',
      'o.visibility',
      'o.openness',
      'o.url',
      'o.email',
      'o.telephone',
      'o.address',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
}

export function findTeam(db: Db, id: string) {
  return selectTeams(db)
    .select([
      't.version',
      't.description',
      't.visibility',
      't.roster_visibility',
      't.invite_code',
      't.previous_team_id',
    ])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

/** The team of the season before and of the season after, without a visibility check. */
export async function findSeasonsOf(db: Db, team: { id: string; previous_team_id: string | null }) {
  const columns = ['id', 'name', 'season', 'visibility', 'organization_id'] as const;
  const previous = team.previous_team_id
    ? await db.selectFrom('teams').select(columns).where('id', '=', team.previous_team_id).executeTakeFirst()
    : undefined;
  const next = await db
    .selectFrom('teams')
    .select(columns)
    .where('previous_team_id', '=', team.id)
    .executeTakeFirst();
  return { previous: previous ?? null, next: next ?? null };
}

/** Finds a team by its invite code. */
export function findTeamByCode(db: Db, code: string) {
  return selectTeams(db).where('t.invite_code', '=', code).executeTakeFirst();
}

/** The columns that access to an organization depends on. */
export function findOrganizationGroup(db: Db, id: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'visibility', 'openness'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** `showsAll`, or only the public teams and those in `alsoIds`. */
type ShownTeams = { organizationId: string; showsAll: boolean; alsoIds: readonly string[] };

function shownTeams(db: Db, { organizationId, showsAll, alsoIds }: ShownTeams) {
  const query = db.selectFrom('teams as s').where('s.organization_id', '=', organizationId);
  if (showsAll) return query;
  return query.where((where) =>
    where.or([
      where('s.visibility', '=', 'public'),
      ...(alsoIds.length > 0 ? [where('s.id', 'in', alsoIds)] : []),
    ]),
  );
}

/** A page of an organization's teams by name; one extra row means that there is a next page. */
export function listTeamsOf(db: Db, shown: ShownTeams, { after, limit }: { after: After; limit: number }) {
  // Selects the page first: sorting would otherwise count the members of every team.
  const chosen = shownTeams(db, shown)
    .select('s.id')
    .orderBy('s.sort_name')
    .orderBy('s.id')
    .limit(limit + 1);
  const onPage = after
    ? chosen.where(sql<boolean>`(s.sort_name, s.id) > (${after.key}, ${after.id})`)
    : chosen;
  return selectTeams(db).where('t.id', 'in', onPage).orderBy('t.sort_name').orderBy('t.id').execute();
}

export async function countTeamsOf(db: Db, shown: ShownTeams): Promise<number> {
  const { count } = await shownTeams(db, shown)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of people in the answer of a group. */
const peopleShown = limits.pageMax;

/**
 * The first active members with one of these roles, by name, and the number of all. With `bornBy` (see people/rules.ts) only
 * those listed in public.
 */
export async function peopleOf(
  db: Db,
  scope: Scope,
  groupId: string,
  { roles, bornBy }: { roles: readonly MembershipRole[]; bornBy: string | null },
) {
  const active = db
    .selectFrom('memberships as g')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .where(memberColumn[scope], '=', groupId)
    .where('g.status', '=', 'active')
    .where('u.suspended_at', 'is', null)
    .where('g.role', 'in', roles);
  const shown = bornBy === null ? active : active.where(isListable('u', bornBy));
  const people = await shown
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'g.person_id')
    .select(['who.id', 'who.name', 'f.file_path as avatarSrc', 'g.role', 'g.title', 'g.jersey'])
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(peopleShown)
    .execute();
  if (people.length < peopleShown) return { people, count: people.length };
  const { count } = await shown
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { people, count };
}

type Shown = { at: Date; limit: number; isMember: boolean };

/** Lists a group's next events: public ones, and for members also private ones. */
export async function listEventsOf(db: Db, scope: Scope, groupId: string, { at, limit, isMember }: Shown) {
  const moment = { now: at.toISOString(), unended: earliestStartOfUnended(at) };
  const sight = { bornBy: adultBornBy(at), names: isMember ? 'all' : 'listable' } as const;
  const ofGroup =
    scope === 'organization'
      ? sql<boolean>`e.organizer_organization_id = ${groupId}`
      : sql<boolean>`e.id in (select et.event_id from event_teams et where et.team_id = ${groupId})`;
  const kept =
    scope === 'organization'
      ? sql`('public', 'organization')`
      : sql`('public', 'unlisted', 'organization', 'team')`;
  const isShown = isMember
    ? sql<boolean>`e.publication = 'published' and e.removed_at is null and e.visibility in ${kept} and e.starts_at > ${moment.unended} and e.ends_at > ${moment.now}`
    : isUpcomingListed(moment);
  const rows = await selectListRows(db, { now: moment.now, ...sight })
    .where(ofGroup)
    .where(isShown)
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .limit(limit)
    .execute();
  return rows.map(listedSummaryOf);
}

/** How far back the last events of a team are looked for: a yearly one is among them, and few rows are read. */
const lastEventsMs = 2 * 366 * 86_400_000;

/** The last event of each kind that a team owns, past or planned; neither drafts nor cancelled ones. */
export async function lastEventsOf(db: Db, teamId: string, at: Date) {
  const since = new Date(at.getTime() - lastEventsMs).toISOString();
  const { rows } = await sql<{ kind: EventKind; id: string }>`
    select l.kind, l.id from (
      select e.kind, e.id, row_number() over (partition by e.kind order by e.starts_at desc, e.id desc) as place
      from events e
      where e.owner_team_id = ${teamId} and e.starts_at > ${since} and e.publication <> 'draft'
        and e.event_status <> 'EventCancelled' and e.removed_at is null
    ) l where l.place = 1 order by l.kind`.execute(db);
  return rows;
}
