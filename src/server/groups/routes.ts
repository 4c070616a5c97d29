// HTTP of organizations and teams, each as this viewer may see it.
import type { groupEndpoints } from '../../contract/groups.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound } from '../http/problem.ts';
import { adultBornBy } from '../people/rules.ts';
import { blocksOf } from '../text/markdown.ts';
import {
  findOrganization,
  findOwnMembership,
  findTeam,
  listEventsOf,
  listPeopleOf,
  listTeamsOf,
} from './detail-queries.ts';
import {
  belongsToOrganization,
  belongsToTeam,
  canSeeOrganization,
  canSeeTeam,
  canSeeTeamRoster,
  runsOrganizationOf,
} from './policy.ts';
import { standingOf } from './queries.ts';
import {
  type GroupVisibility,
  type Openness,
  organizationCan,
  organizationSummaryOf,
  teamCan,
  teamSummaryOf,
} from './rules.ts';

const organizationEventsShown = 6;
const teamEventsShown = 8;
/** A visitor may do what any newcomer may, once they have signed in. */
const newcomer = { own: null, isOnlyOwner: false, isVerified: false };

export function groupRoutes({ database: { db }, now }: Deps): Handlers<keyof typeof groupEndpoints> {
  return {
    'GET /api/organizations/{id}': async ({ params: { id }, viewer }) => {
      const at = now();
      const standing = viewer && (await standingOf(db, viewer.userId));
      const organization = await findOrganization(db, id, at);
      if (!organization || !canSeeOrganization(organization, standing)) throw notFound('organization');
      const isMember = belongsToOrganization(id, standing);
      const facts = viewer ? await findOwnMembership(db, 'organization', id, viewer.userId) : newcomer;
      const isOwnMember = standing?.organizations.has(id) ?? false;
      const teams = await listTeamsOf(db, id, isOwnMember, [...(standing?.teams.keys() ?? [])]);
      return {
        ...organizationSummaryOf(organization),
        ...aboutOf(organization),
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
        membership: facts.own,
        can: organizationCan({ openness: organization.openness, ...facts }),
      };
    },

    'GET /api/teams/{id}': async ({ params: { id }, viewer }) => {
      const at = now();
      const standing = await standingOf(db, viewer.userId);
      const team = await findTeam(db, id);
      if (!team || !canSeeTeam(team, standing)) throw notFound('team');
      const isMember = belongsToTeam(team, standing);
      const facts = await findOwnMembership(db, 'team', id, viewer.userId);
      return {
        ...teamSummaryOf(team, standing),
        ...aboutOf(team),
        season: team.season,
        image: null,
        rosterVisibility: team.roster_visibility,
        coaches: await listPeopleOf(db, 'team', id, {
          roles: ['coach', 'owner', 'admin'],
          bornBy: isMember ? null : adultBornBy(at),
        }),
        roster: canSeeTeamRoster(team, standing)
          ? await listPeopleOf(db, 'team', id, { roles: null, bornBy: null })
          : null,
        upcomingEvents: await listEventsOf(db, 'team', id, { at, limit: teamEventsShown, isMember }),
        membership: facts.own,
        can: teamCan({
          openness: team.openness,
          ...facts,
          runsOrganization: runsOrganizationOf(team, standing),
        }),
      };
    },
  };
}

type About = { version: number; description: string; visibility: GroupVisibility; openness: Openness };

function aboutOf(group: About) {
  const { version, description, visibility, openness } = group;
  return { version, description, descriptionBlocks: blocksOf(description), visibility, openness };
}
