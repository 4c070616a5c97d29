// What a person is to a group and may do there: asked once for each request, before anything is shown or changed.
import type { GroupCan } from '../../contract/people/groups.ts';
import type { MembershipRole } from '../../contract/values/words.ts';
import type { Database, Db } from '../db/open.ts';
import { notFound, Problem } from '../http/problem.ts';
import { findGroup, type GroupRow } from './members/member-queries.ts';
import { actingRole, groupCan, type Scope } from './members/membership-rules.ts';
import { findOwnMembership, type OwnFacts } from './members/own-membership-queries.ts';
import { canSeeGroup } from './policy.ts';
import { standingOf } from './queries.ts';
import type { Standing } from './rules.ts';

export type Access = OwnFacts & {
  /** Null for a visitor. */
  standing: Standing | null;
  acting: MembershipRole | undefined;
  sees: boolean;
  can: GroupCan;
};

/** A visitor may do what any newcomer may, once they have signed in. */
const newcomer: OwnFacts = {
  stored: null,
  own: null,
  invitedUntil: null,
  isOnlyOwner: false,
  isVerified: false,
};

type Seen = Pick<GroupRow, 'id' | 'visibility' | 'openness' | 'organization_id'>;

/** What this person (null for a visitor) is to a group at the instant `at`. */
export async function accessTo(
  db: Db,
  scope: Scope,
  group: Seen,
  userId: string | null,
  at: string,
): Promise<Access> {
  const standing = userId === null ? null : await standingOf(db, userId);
  const facts = userId === null ? newcomer : await findOwnMembership(db, scope, group.id, userId, at);
  const acting = actingRole(scope, group, standing);
  const sees = canSeeGroup(scope, group, standing, facts.own);
  const can = groupCan(scope, { ...facts, openness: group.openness, acting, sees });
  return { ...facts, standing, acting, sees, can };
}

/** A group that someone wants to change, locked until the transaction ends, and what they are to it. Throws not_found where there is none. */
export async function lockedGroup(
  db: Db,
  { dialect }: Pick<Database, 'dialect'>,
  scope: Scope,
  id: string,
  { userId, at }: { userId: string; at: string },
): Promise<Access & { group: GroupRow }> {
  const group = await findGroup(db, scope, id, dialect);
  if (!group) throw notFound(scope);
  return { group, ...(await accessTo(db, scope, group, userId, at)) };
}

/** Throws not_found for someone who may not see the group, and not_permitted for one who may not do this to it. */
export function demand(
  scope: Scope,
  { sees, can }: Access,
  what: keyof GroupCan,
  refusal: () => string,
): void {
  if (!sees) throw notFound(scope);
  if (!can[what]) throw notPermitted(refusal());
}

export function notPermitted(sentence: string): Problem {
  return new Problem('not_permitted', sentence);
}
