// SQL of the invite codes of teams. Someone who can no longer read a code may still have the link, so the team gets a new one.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { addAudits } from '../../audit/queries.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { coachRoles } from '../../events/access-queries.ts';
import type { Scope } from '../members/membership-rules.ts';

/** Twelve URL-safe characters: 72 random bits. */
export function newInviteCode(): string {
  return randomBytes(9).toString('base64url');
}

export async function setInviteCode(db: Db, teamId: string, code: string) {
  await db.updateTable('teams').set({ invite_code: code }).where('id', '=', teamId).execute();
}

type Group = { scope: Scope; groupId: string };

/** Teams, all or those of a group, where the person has the permission `invite` (see `groupCan`) and so reads the code. */
function teamsReadBy(db: Db, userId: string, of?: Group) {
  const teams = db
    .selectFrom('teams as t')
    .select('t.id')
    .where(
      sql<boolean>`exists (select 1 from memberships m where m.person_id = ${userId} and m.status = 'active' and ((m.team_id = t.id and m.role in ${coachRoles}) or (m.organization_id = t.organization_id and m.role in ('owner', 'admin'))))`,
    )
    .orderBy('t.id');
  return of ? teams.where(of.scope === 'team' ? 't.id' : 't.organization_id', '=', of.groupId) : teams;
}

/**
 * Locks these teams until the transaction ends, and returns their ids, for `renewLostCodes`. Comes after the locks of
 * organizations and before those of memberships.
 */
export async function lockTeamsReadBy(
  db: Db,
  dialect: Dialect,
  userId: string,
  of?: Group,
): Promise<string[]> {
  const rows = await dialect.forUpdate(teamsReadBy(db, userId, of)).execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives those of these teams new codes whose code the person can read no more. The last step of a transaction: on PostgreSQL
 * a write of the unique code waits for all transactions that have inserted a reference to the team.
 */
export async function renewLostCodes(
  db: Db,
  teamIds: readonly string[],
  { userId, actorId, at }: { userId: string; actorId: string; at: string },
): Promise<void> {
  if (teamIds.length === 0) return;
  const kept = new Set((await teamsReadBy(db, userId).execute()).map(({ id }) => id));
  const lost = teamIds.filter((id) => !kept.has(id));
  await renewCodes(db, lost);
  const renewal = { actorId, action: 'team.inviteCodeRenewed', objectKind: 'team', at };
  await addAudits(
    db,
    lost.map((objectId) => ({ ...renewal, objectId })),
  );
}

/** The same for all of these teams, without an audit entry. */
export async function renewCodes(db: Db, teamIds: readonly string[]): Promise<void> {
  await forEachYielding(teamIds, (id) => setInviteCode(db, id, newInviteCode()));
}
