// Starts a team's next season: a new team with the settings of the old one and the chosen members. The old team stays.
import { v7 as uuid } from 'uuid';
import type { NextSeason } from '../../../contract/people/group-drafts.ts';
import { said } from '../../../contract/said.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { sortName } from '../../db/search-words.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { stopSources } from '../../fixtures/source-queries.ts';
import { invalid } from '../../http/problem.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { t } from '../../words/t.ts';
import { lockGroup, notPermitted, requirePermission } from '../access.ts';
import { findSeasonsOf } from '../detail-queries.ts';
import { insertTeam } from '../editing-queries.ts';
import { newInviteCode } from '../invitations/invite-code-queries.ts';
import { copyLogo } from '../logo-queries.ts';
import { saveMembership } from '../members/member-queries.ts';
import { runs } from '../rules.ts';
import { type CarriedMember, findSettings, lockActiveMembers } from './next-season-queries.ts';

type Starting = { groupId: string; userId: string; at: Date };

/**
 * Starts the next season of a team and returns the new team's id; idempotent for the same id. Throws not_found,
 * not_permitted, or validation_failed.
 */
export async function startNextSeason(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { groupId, userId, at }: Starting,
  { season, name, memberIds, id = uuid() }: NextSeason,
): Promise<string> {
  const now = at.toISOString();
  const access = await lockGroup(db, database, 'team', groupId, { userId, at: now });
  requirePermission('team', access, 'startNextSeason', () =>
    t('Only the people who run a team can start its next season.'),
  );
  const old = await findSettings(db, groupId);
  const { next } = await findSeasonsOf(db, { id: groupId, previous_team_id: null });
  if (next?.id === id) return id;
  if (next) throw notPermitted(t('The next season of this team has already begun.'));
  if (season === old.season)
    throw invalid({ path: 'season', code: 'same', message: t('The team is already in this season') });
  const members = await lockActiveMembers(db, database.dialect, groupId);
  const chosen = carriedMembers(members, memberIds);
  const title = name ?? old.name;
  const isNew = await insertTeam(db, {
    ...old,
    id,
    created_at: now,
    updated_at: now,
    name: title,
    sort_name: sortName(title),
    season,
    invite_code: newInviteCode(),
    logo: null,
    previous_team_id: groupId,
  });
  if (!isNew) throw notPermitted(t('Another team has this id.'));
  await copyLogo(db, groupId, id, now);
  const begun = said(
    'The next season of this team has begun. Follow this address there, or follow it again here',
  );
  await stopSources(db, groupId, begun, now);
  const write = {
    scope: 'team',
    groupId: id,
    actorId: userId,
    action: 'membership.carriedOver',
    at: now,
  } as const;
  await forEachYielding(chosen, ({ person_id, role, title, jersey }) =>
    saveMembership(db, { ...write, userId: person_id }, null, { role, status: 'active', title, jersey }),
  );
  if (!chosen.some(({ role, suspended_at }) => role === 'owner' && suspended_at === null)) {
    const own = chosen.find(({ person_id }) => person_id === userId);
    const before = own ? ({ role: own.role, status: 'active' } as const) : null;
    await saveMembership(db, { ...write, userId }, before, { role: 'owner', status: 'active' });
  }
  await addAudit(db, {
    actorId: userId,
    action: 'team.created',
    objectKind: 'team',
    objectId: id,
    after: { previousTeamId: groupId, members: chosen.length },
    at: now,
  });
  const others = chosen.filter(({ person_id }) => person_id !== userId);
  await addNotifications(
    db,
    others.map(({ person_id }) => ({
      userId: person_id,
      kind: 'membershipAccepted' as const,
      teamId: id,
      actorId: userId,
    })),
    now,
  );
  return id;
}

/** The chosen members, and the team's owners and admins. Throws validation_failed for a person who is not a member. */
function carriedMembers(members: readonly CarriedMember[], memberIds: readonly string[]): CarriedMember[] {
  const chosen = new Set(memberIds);
  const known = new Set(members.map(({ person_id }) => person_id));
  const strange = memberIds.filter((id) => !known.has(id)).length;
  if (strange > 0)
    throw invalid({
      path: 'memberIds',
      code: 'not_member',
      message: t(
        '{count, plural, one {One of the people you chose is} other {# of the people you chose are}} no longer in the team. Look at the list again.',
        { count: strange },
      ),
    });
  return members.filter(({ person_id, role }) => runs(role) || chosen.has(person_id));
}
