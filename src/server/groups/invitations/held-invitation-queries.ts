// SQL of which invitations hold. Judged at each read by what the inviter may do at that moment, so nothing has to be
// ended when a role ends.
import { type RawBuilder, sql } from 'kysely';
import { type MembershipRole, membershipRoles } from '../../../contract/values/words.ts';
import type { Database, Db } from '../../db/open.ts';
import { rolesInReach, type Scope } from '../members/membership-rules.ts';
import { invitationEndsAt, strongestOf, unexpiredSince } from './invitation-rules.ts';

const groupColumn = { organization: 'i.organization_id', team: 'i.team_id' } as const;

/** `rolesInReach` as a condition on the inviter's membership `r` and the invitation `i`. */
function reaches(scope: Scope): RawBuilder<boolean> {
  const pairs = membershipRoles
    .map((role) => ({ role, reach: rolesInReach(scope, role) }))
    .filter(({ reach }) => reach.length > 0)
    .map(
      ({ role, reach }) =>
        sql`(r.role = ${sql.lit(role)} and i.role in (${sql.join(reach.map((one) => sql.lit(one)))}))`,
    );
  return sql`(${sql.join(pairs, sql` or `)})`;
}

/**
 * Whether the inviter of `i` has an active role in its group, or in the organization of its team, that `inTeam` or
 * `inOrganization` asks for. The organization counts with the roles that run it, as `actingRole` says.
 */
function inviterHas(inTeam: RawBuilder<boolean>, inOrganization: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`exists (select 1 from memberships r join users s on s.id = r.person_id
    where r.person_id = i.invited_by and r.status = 'active' and s.suspended_at is null and (
      (r.team_id = i.team_id and ${inTeam}) or
      (r.organization_id = coalesce(i.organization_id, (select t.organization_id from teams t where t.id = i.team_id)) and ${inOrganization})))`;
}

const runsIt = sql<boolean>`r.role in ('owner', 'admin')`;

/** Whether the inviter of `i` is an owner or admin. */
export const inviterRuns = sql<0 | 1>`case when ${inviterHas(runsIt, runsIt)} then 1 else 0 end`;

/** Whether invitation `i` can be accepted at `at`: not expired, and its inviter may still send it. */
export function holds(at: string): RawBuilder<boolean> {
  return sql`(i.updated_at > ${unexpiredSince(at)} and ${inviterHas(reaches('team'), reaches('organization'))})`;
}

/** Whether notice `n` tells of an invitation that ended without the person joining. */
export function isMootInvitation(at: string): RawBuilder<boolean> {
  return sql`(n.kind = 'membershipInvited'
    and not exists (select 1 from invitations i where i.user_id = n.user_id
      and (i.team_id = n.team_id or i.organization_id = n.organization_id) and ${holds(at)})
    and not exists (select 1 from memberships m where m.person_id = n.user_id
      and (m.team_id = n.team_id or m.organization_id = n.organization_id) and m.status = 'active'))`;
}

export type Invited = { role: MembershipRole; until: string };

/** What a person is invited to in a group, and until when; null where no invitation of theirs holds. */
export async function findHeldInvitation(
  db: Db,
  scope: Scope,
  groupId: string,
  userId: string,
  at: string,
): Promise<Invited | null> {
  const held = await db
    .selectFrom('invitations as i')
    .select(['i.role', 'i.updated_at'])
    .where(groupColumn[scope], '=', groupId)
    .where('i.user_id', '=', userId)
    .where(holds(at))
    .execute();
  const strongest = strongestOf(held);
  return strongest && { role: strongest.role, until: invitationEndsAt(strongest.updated_at) };
}

/** The teams that a person is invited to, by id. */
export async function heldTeamInvitations(
  db: Db,
  userId: string,
  at: string,
): Promise<ReadonlyMap<string, Invited>> {
  const held = await db
    .selectFrom('invitations as i')
    .select(['i.team_id', 'i.role', 'i.updated_at'])
    .where('i.user_id', '=', userId)
    .where('i.team_id', 'is not', null)
    .where(holds(at))
    .execute();
  const byTeam = Map.groupBy(held, (one) => one.team_id ?? '');
  return new Map(
    [...byTeam].flatMap(([teamId, ofTeam]) => {
      const strongest = strongestOf(ofTeam);
      return strongest
        ? [[teamId, { role: strongest.role, until: invitationEndsAt(strongest.updated_at) }] as const]
        : [];
    }),
  );
}

/** Whether a person was invited to a group and that invitation is remembered, however it ended. */
export async function wasInvited(db: Db, scope: Scope, groupId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('invitations as i')
    .select('i.id')
    .where(groupColumn[scope], '=', groupId)
    .where('i.user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether someone who registers with this address or invite code was invited: by mail to the address, or by the link of a
 * team. Whether the address has an account makes no difference. In a transaction, what it found stays until the end.
 */
export async function isInvitedToRegister(
  db: Db,
  { dialect }: Pick<Database, 'dialect'>,
  { email, inviteCode }: { email: string; inviteCode?: string | undefined },
  at: string,
): Promise<boolean> {
  if (inviteCode !== undefined) {
    const team = db.selectFrom('teams').select('id').where('invite_code', '=', inviteCode);
    await dialect.lockRows(team, 'share');
    if (await team.executeTakeFirst()) return true;
  }
  const invitation = db
    .selectFrom('invitations as i')
    .select('i.id')
    .where('i.invited_as', '=', email)
    .where(holds(at))
    .limit(1);
  await dialect.lockRows(invitation, 'share');
  return (await invitation.executeTakeFirst()) !== undefined;
}
