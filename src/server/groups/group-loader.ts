// Loads an organization or team as one viewer may see it: the response of its page's read and of an edit.
import type { Organization, Team } from '../../contract/people/groups.ts';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { blocksOf } from '../text/descriptions.ts';
import { type Access, loadAccess } from './access.ts';
import {
  findOrganization,
  findSeasonsOf,
  findTeam,
  lastEventsOf,
  listEventsOf,
  peopleOf,
} from './detail-queries.ts';
import { countRequests } from './members/member-queries.ts';
import { manageableRoles, type Scope } from './members/membership-rules.ts';
import { teamFieldsOf } from './organization-teams.ts';
import { belongsToOrganization, belongsToTeam, canSeeGroup } from './policy.ts';
import { attendanceOf, rosterFieldsOf } from './rosters.ts';
import { type GroupVisibility, type Openness, organizationSummaryOf, teamSummaryOf } from './rules.ts';
import { hasEventsAdded } from './season/next-season-queries.ts';

const organizationEventsShown = 6;
const teamEventsShown = 8;

/** `userId` is null for a visitor. Throws not_found if the viewer may not see it. */
export async function loadOrganization(
  db: Db,
  id: string,
  userId: string | null,
  at: Date,
): Promise<Organization> {
  const organization = await findOrganization(db, id, at);
  if (!organization) throw notFound('organization');
  const group = { ...organization, organization_id: null };
  const access = await loadAccess(db, 'organization', group, userId, at.toISOString());
  if (!access.sees) throw notFound('organization');
  const { groupRoles } = access;
  const isMember = belongsToOrganization(id, groupRoles);
  const { people, count: peopleCount } = await peopleOf(db, 'organization', id, {
    roles: ['owner', 'admin'],
    bornBy: isMember ? null : adultBornBy(at),
  });
  return {
    ...organizationSummaryOf(organization),
    ...(await descriptionFields(organization)),
    url: organization.url,
    email: organization.email,
    telephone: organization.telephone,
    address: organization.address,
    ...(await teamFieldsOf(db, { organizationId: id, groupRoles })),
    people,
    peopleCount,
    upcomingEvents: await listEventsOf(db, 'organization', id, {
      at,
      limit: organizationEventsShown,
      isMember,
    }),
    ...(await viewerFields(db, 'organization', id, access)),
  };
}

/** Throws not_found if the user may not see it. */
export async function loadTeam(db: Db, id: string, userId: string, at: Date): Promise<Team> {
  const team = await findTeam(db, id);
  if (!team) throw notFound('team');
  const access = await loadAccess(db, 'team', team, userId, at.toISOString());
  const { groupRoles, can } = access;
  if (!access.sees || !groupRoles) throw notFound('team');
  const isMember = belongsToTeam(team, groupRoles);
  const { people: coaches, count: coachCount } = await peopleOf(db, 'team', id, {
    roles: ['coach', 'owner', 'admin'],
    bornBy: isMember ? null : adultBornBy(at),
  });
  const seasons = await findSeasonsOf(db, team);
  const seen = (other: typeof seasons.next) =>
    other && canSeeGroup('team', other, groupRoles, null)
      ? { id: other.id, name: other.name, season: other.season }
      : null;
  const startNextSeason = can.startNextSeason && seasons.next === null;
  return {
    ...teamSummaryOf(team, groupRoles),
    ...(await descriptionFields(team)),
    previous: seen(seasons.previous),
    next: seen(seasons.next),
    rosterVisibility: team.roster_visibility,
    coaches,
    coachCount,
    ...(await rosterFieldsOf(db, team, access, at)),
    attendance: groupRoles.teams.has(id) ? await attendanceOf(db, id, userId, at) : null,
    inviteCode: can.invite ? team.invite_code : null,
    lastEvents: can.createEvent ? await lastEventsOf(db, id, at) : null,
    addsEvents: startNextSeason ? await hasEventsAdded(db, id, at.toISOString()) : null,
    upcomingEvents: await listEventsOf(db, 'team', id, { at, limit: teamEventsShown, isMember }),
    ...(await viewerFields(db, 'team', id, {
      ...access,
      can: { ...can, startNextSeason },
    })),
  };
}

/** The viewer's membership and permissions. */
async function viewerFields(db: Db, scope: Scope, id: string, { own, invitedUntil, acting, can }: Access) {
  return {
    membership: own,
    invitedUntil,
    requestCount: can.manageMembers ? await countRequests(db, scope, id) : null,
    invitableRoles: [...manageableRoles(scope, acting)],
    can,
  };
}

type About = { version: number; description: string; visibility: GroupVisibility; openness: Openness };

async function descriptionFields(group: About) {
  const { version, description, visibility, openness } = group;
  return { version, description, descriptionBlocks: await blocksOf(description), visibility, openness };
}
