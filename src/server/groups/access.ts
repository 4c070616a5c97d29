// Authorization for groups: a user's membership and permissions, loaded once per request before any read or write.
import type { GroupCan } from '../../contract/people/groups.ts';
import type { MembershipRole } from '../../contract/values/enums.ts';
import type { Database, Db } from '../db/open.ts';
import { notFound, Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { findGroup, type GroupRow } from './members/member-queries.ts';
import { actingRole, groupCan, type Scope } from './members/membership-rules.ts';
import { findOwnMembership, type OwnFacts } from './members/own-membership-queries.ts';
import { canSeeGroup } from './policy.ts';
import { groupRolesOf } from './queries.ts';
import type { GroupRoles } from './rules.ts';

export type Access = OwnFacts & {
  /** Null for a visitor. */
  groupRoles: GroupRoles | null;
  acting: MembershipRole | undefined;
  sees: boolean;
  can: GroupCan;
};

/** A visitor gets the permissions of a user without a membership: the page offers them and asks to sign in. */
const newcomer: OwnFacts = {
  stored: null,
  own: null,
  invitedUntil: null,
  isOnlyOwner: false,
  isVerified: false,
};

type Seen = Pick<GroupRow, 'id' | 'visibility' | 'openness' | 'organization_id'>;

/** Loads the membership and permissions of a user (null for a visitor) in a group at the instant `at`. */
export async function loadAccess(
  db: Db,
  scope: Scope,
  group: Seen,
  userId: string | null,
  at: string,
): Promise<Access> {
  const groupRoles = userId === null ? null : await groupRolesOf(db, userId);
  const facts = userId === null ? newcomer : await findOwnMembership(db, scope, group.id, userId, at);
  const acting = actingRole(scope, group, groupRoles);
  const sees = canSeeGroup(scope, group, groupRoles, facts.own);
  const can = groupCan(scope, { ...facts, openness: group.openness, acting, sees });
  return { ...facts, groupRoles, acting, sees, can };
}

/** Locks a group until the transaction ends and loads the user's access to it. Throws not_found. */
export async function lockGroup(
  db: Db,
  { dialect }: Pick<Database, 'dialect'>,
  scope: Scope,
  id: string,
  { userId, at }: { userId: string; at: string },
): Promise<Access & { group: GroupRow }> {
  const group = await findGroup(db, scope, id, dialect);
  if (!group) throw notFound(scope);
  return { group, ...(await loadAccess(db, scope, group, userId, at)) };
}

/** Throws not_found if the user may not see the group, and not_permitted without the permission `what`. */
export function requirePermission(
  scope: Scope,
  { sees, can }: Access,
  what: keyof GroupCan,
  refusal: () => string,
): void {
  if (!sees) throw notFound(scope);
  if (!can[what]) throw notPermitted(refusal());
}

export const forEditors = () => t('Only the people who run it can change it.');

export function notPermitted(sentence: string): Problem {
  return new Problem('not_permitted', sentence);
}
