// SQL of valid invitations. Each read checks the inviter's current role, so a role's end needs no update of invitations.
import { type RawBuilder, sql } from 'kysely';
import { type MembershipRole, membershipRoles } from '../../../contract/values/enums.ts';
import type { Database, Db } from '../../db/open.ts';
import { manageableRoles, type Scope } from '../members/membership-rules.ts';
import { invitationEndsAt, strongestOf, unexpiredSince } from './invitation-rules.ts';

const groupColumn = { organization: 'i.organization_id', team: 'i.team_id' } as const;

/** `manageableRoles` as an SQL condition on the inviter's membership `r` and the invitation `i`. */
function canInvite(scope: Scope): RawBuilder<boolean> {
  const pairs = membershipRoles
    .map((role) => ({ role, reach: manageableRoles(scope, role) }))
    .filter(({ reach }) => reach.length > 0)
    .map(
      ({ role, reach }) =>
        sql`(r.role = ${sql.lit(role)} and i.role in (${sql.join(reach.map((one) => sql.lit(one)))}))`,
    );
  return sql`(${sql.join(pairs, sql` or `)})`;
}

/**
 * Whether the inviter of `i` has an active role that satisfies `inTeam` in its team, or `inOrganization` in its
 * organization or its team's organization. See `actingRole`.
 */
function inviterHasRole(
  inTeam: RawBuilder<boolean>,
  inOrganization: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql`exists (select 1 from memberships r join users s on s.id = r.person_id
    where r.person_id = i.invited_by and r.status = 'active' and s.suspended_at is null and (
      (r.team_id = i.team_id and ${inTeam}) or
      (r.organization_id = coalesce(i.organization_id, (select t.organization_id from teams t where t.id = i.team_id)) and ${inOrganization})))`;
}

const isManager = sql<boolean>`r.role in ('owner', 'admin')`;

/** Whether the inviter of `i` is an owner or admin. */
export const inviterRuns = sql<0 | 1>`case when ${inviterHasRole(isManager, isManager)} then 1 else 0 end`;

/** Whether invitation `i` can be accepted at `at`: not expired, and its inviter may still send it. */
export function isValidInvitation(at: string): RawBuilder<boolean> {
  return sql`(i.updated_at > ${unexpiredSince(at)} and ${inviterHasRole(canInvite('team'), canInvite('organization'))})`;
}

/** Whether notification `n` is about an invitation that ended without the person joining. */
export function isEndedInvitation(at: string): RawBuilder<boolean> {
  return sql`(n.kind = 'membershipInvited'
    and not exists (select 1 from invitations i where i.user_id = n.user_id
      and (i.team_id = n.team_id or i.organization_id = n.organization_id) and ${isValidInvitation(at)})
    and not exists (select 1 from memberships m where m.person_id = n.user_id
      and (m.team_id = n.team_id or m.organization_id = n.organization_id) and m.status = 'active'))`;
}

export type Invited = { role: MembershipRole; until: string };

/** The role that a person is invited to in a group, and until when; null without a valid invitation. */
export async function findValidInvitation(
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
    .where(isValidInvitation(at))
    .execute();
  const strongest = strongestOf(held);
  return strongest && { role: strongest.role, until: invitationEndsAt(strongest.updated_at) };
}

/** Valid invitations of a person to teams, by team id. */
export async function listValidTeamInvitations(
  db: Db,
  userId: string,
  at: string,
): Promise<ReadonlyMap<string, Invited>> {
  const held = await db
    .selectFrom('invitations as i')
    .select(['i.team_id', 'i.role', 'i.updated_at'])
    .where('i.user_id', '=', userId)
    .where('i.team_id', 'is not', null)
    .where(isValidInvitation(at))
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

/** Whether an invitation of the person to the group is stored, valid or not. */
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
 * Whether a registration with this address or invite code is by invitation: a mail to the address, or a team's invite
 * link. The result does not depend on existing accounts. In a transaction it locks the invitation until the end.
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
    .where(isValidInvitation(at))
    .limit(1);
  await dialect.lockRows(invitation, 'share');
  return (await invitation.executeTakeFirst()) !== undefined;
}
