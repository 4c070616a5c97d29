// A whole organization or team as one viewer may see it: what its page is drawn from, and what an edit answers.
import type { Organization, Team } from '../../contract/groups.ts';
import { absencesInTeam } from '../absences/queries.ts';
import { earliestToday } from '../absences/rules.ts';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { blocksOf } from '../text/descriptions.ts';
import { type Access, accessTo } from './access.ts';
import {
  findOrganization,
  findSeasonsOf,
  findTeam,
  listAttendanceOf,
  listEventsOf,
  listPeopleOf,
  listRosterOf,
  listTeamsOf,
} from './detail-queries.ts';
import { countRequests } from './member-queries.ts';
import { rolesInReach, type Scope } from './membership-rules.ts';
import { belongsToOrganization, belongsToTeam, canSeeGroup, canSeeTeamRoster } from './policy.ts';
import {
  coaches,
  type GroupVisibility,
  type Openness,
  organizationSummaryOf,
  teamSummaryOf,
} from './rules.ts';

const organizationEventsShown = 6;
const teamEventsShown = 8;
/** How far back an attendance rate counts. */
const attendanceMs = 365 * 86_400_000;

/** `userId` null is a visitor. Throws not_found where they may not see it. */
export async function organizationFor(
  db: Db,
  id: string,
  userId: string | null,
  at: Date,
): Promise<Organization> {
  const organization = await findOrganization(db, id, at);
  if (!organization) throw notFound('organization');
  const group = { ...organization, organization_id: null };
  const access = await accessTo(db, 'organization', group, userId, at.toISOString());
  if (!access.sees) throw notFound('organization');
  const { standing } = access;
  const isMember = belongsToOrganization(id, standing);
  const isOwnMember = standing?.organizations.has(id) ?? false;
  const teams = await listTeamsOf(db, id, isOwnMember, [...(standing?.teams.keys() ?? [])]);
  return {
    ...organizationSummaryOf(organization),
    ...(await aboutOf(organization)),
    url: organization.url,
    email: organization.email,
    telephone: organization.telephone,
    address: organization.address,
    teams: teams.map((team) => teamSummaryOf(team, standing)),
    people: await listPeopleOf(db, 'organization', id, {
      roles: ['owner', 'admin'],
      bornBy: isMember ? null : adultBornBy(at),
    }),
    upcomingEvents: await listEventsOf(db, 'organization', id, {
      at,
      limit: organizationEventsShown,
      isMember,
    }),
    ...(await placeIn(db, 'organization', id, access)),
  };
}

/** Throws not_found where this person may not see it. */
export async function teamFor(db: Db, id: string, userId: string, at: Date): Promise<Team> {
  const team = await findTeam(db, id);
  if (!team) throw notFound('team');
  const access = await accessTo(db, 'team', team, userId, at.toISOString());
  const { standing, acting, can } = access;
  if (!access.sees || !standing) throw notFound('team');
  const isMember = belongsToTeam(team, standing);
  const isCoach = coaches(acting);
  const isInTeam = standing.teams.has(id);
  const since = new Date(at.getTime() - attendanceMs).toISOString();
  const marks = isCoach || isInTeam ? await listAttendanceOf(db, id, since, isCoach ? null : userId) : [];
  const rates = new Map(marks.map(({ person_id, attended, counted }) => [person_id, { attended, counted }]));
  const rateOf = (memberId: string) => rates.get(memberId) ?? { attended: 0, counted: 0 };
  const roster = canSeeTeamRoster(team, standing) ? await listRosterOf(db, id) : null;
  const away = isCoach
    ? await absencesInTeam(db, id, earliestToday(at.toISOString()))
    : new Map<string, { from: string; to: string }>();
  const seasons = await findSeasonsOf(db, team);
  const seen = (other: typeof seasons.next) =>
    other && canSeeGroup('team', other, standing, null)
      ? { id: other.id, name: other.name, season: other.season }
      : null;
  return {
    ...teamSummaryOf(team, standing),
    ...(await aboutOf(team)),
    previous: seen(seasons.previous),
    next: seen(seasons.next),
    rosterVisibility: team.roster_visibility,
    coaches: await listPeopleOf(db, 'team', id, {
      roles: ['coach', 'owner', 'admin'],
      bornBy: isMember ? null : adultBornBy(at),
    }),
    roster:
      roster?.map((one) => ({
        ...one,
        attendance: isCoach ? rateOf(one.id) : null,
        away: away.get(one.id) ?? null,
      })) ?? null,
    attendance: isInTeam ? rateOf(userId) : null,
    inviteCode: can.invite ? team.invite_code : null,
    upcomingEvents: await listEventsOf(db, 'team', id, { at, limit: teamEventsShown, isMember }),
    ...(await placeIn(db, 'team', id, {
      ...access,
      can: { ...can, startNextSeason: can.startNextSeason && seasons.next === null },
    })),
  };
}

/** What the viewer is and may do there. */
async function placeIn(db: Db, scope: Scope, id: string, { own, invitedUntil, acting, can }: Access) {
  return {
    membership: own,
    invitedUntil,
    requestCount: can.manageMembers ? await countRequests(db, scope, id) : null,
    invitableRoles: [...rolesInReach(scope, acting)],
    can,
  };
}

type About = { version: number; description: string; visibility: GroupVisibility; openness: Openness };

async function aboutOf(group: About) {
  const { version, description, visibility, openness } = group;
  return { version, description, descriptionBlocks: await blocksOf(description), visibility, openness };
}
