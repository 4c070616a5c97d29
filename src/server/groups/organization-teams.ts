// The teams of an organization that a viewer may see, by pages.
import type { TeamSummary } from '../../contract/events/explore.ts';
import type { Db } from '../db/open.ts';
import { page } from '../http/answer/cursor.ts';
import { notFound } from '../http/problem.ts';
import { loadAccess } from './access.ts';
import { countTeamsOf, findOrganizationGroup, listTeamsOf } from './detail-queries.ts';
import { decodeGroupCursor, encodeGroupCursor } from './group-cursor.ts';
import type { After } from './members/member-queries.ts';
import { type GroupRoles, teamSummaryOf } from './rules.ts';

/** The number of teams in the answer of an organization. */
const teamsShown = 50;

type TeamPage = { items: TeamSummary[]; nextCursor: string | null };
/** `groupRoles` null is a visitor. */
type Viewed = { organizationId: string; groupRoles: GroupRoles | null };

/** `GET /api/organizations/{id}/teams`; `userId` is null for a visitor. Throws not_found or validation_failed at `cursor`. */
export async function listOrganizationTeams(
  db: Db,
  { id, userId }: { id: string; userId: string | null },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  at: Date,
): Promise<TeamPage> {
  const after = decodeGroupCursor(id, cursor);
  const organization = await findOrganizationGroup(db, id);
  if (!organization) throw notFound('organization');
  const group = { ...organization, organization_id: null };
  const { sees, groupRoles } = await loadAccess(db, 'organization', group, userId, at.toISOString());
  if (!sees) throw notFound('organization');
  return teamPage(db, { organizationId: id, groupRoles }, { after, limit });
}

/** The fields of an organization's answer: the first page of its teams and the number of all. */
export async function teamFieldsOf(db: Db, viewed: Viewed) {
  const first = await teamPage(db, viewed, { after: null, limit: teamsShown });
  return {
    teams: first.items,
    teamsCursor: first.nextCursor,
    visibleTeamCount:
      first.nextCursor === null ? first.items.length : await countTeamsOf(db, shownOf(viewed)),
  };
}

async function teamPage(
  db: Db,
  viewed: Viewed,
  { after, limit }: { after: After; limit: number },
): Promise<TeamPage> {
  const rows = await listTeamsOf(db, shownOf(viewed), { after, limit });
  return page(
    rows,
    limit,
    (row) => encodeGroupCursor(viewed.organizationId, row),
    (row) => teamSummaryOf(row, viewed.groupRoles),
  );
}

/** Its own members see all teams; everyone else public teams and those that they are in. */
const shownOf = ({ organizationId, groupRoles }: Viewed) => ({
  organizationId,
  showsAll: groupRoles?.organizations.has(organizationId) ?? false,
  alsoIds: [...(groupRoles?.teams.keys() ?? [])],
});
