// What a membership lets a person do, and which way it may go: who joins, leaves, is let in, raised or taken out. Pure.
import type { GroupCan } from '../../../contract/people/groups.ts';
import type { Member, MemberChange } from '../../../contract/people/memberships.ts';
import {
  type MembershipRole,
  type MembershipStatus,
  membershipRoles,
} from '../../../contract/values/words.ts';
import { t } from '../../words/t.ts';
import { coaches, type Openness, runs, type Standing } from '../rules.ts';

export type Scope = 'organization' | 'team';

/** A person's membership as it is stored, whatever its status; null without one. */
export type StoredMembership = {
  role: MembershipRole;
  status: Exclude<MembershipStatus, 'invited'>;
} | null;
/** A person's own membership, or the invitation that they can accept; null without either. */
export type OwnMembership = { role: MembershipRole; status: MembershipStatus } | null;

/**
 * The role in which a person acts in a group: their own, or in a team that of an admin or owner of its organization,
 * whichever is stronger.
 */
export function actingRole(
  scope: Scope,
  group: { id: string; organization_id: string | null },
  standing: Standing | null,
): MembershipRole | undefined {
  if (scope === 'organization') return standing?.organizations.get(group.id);
  const own = standing?.teams.get(group.id);
  const above = group.organization_id ? standing?.organizations.get(group.organization_id) : undefined;
  if (!runs(above)) return own;
  return own === 'owner' ? own : above;
}

/**
 * The roles of those whom someone acting so may invite, let in and take out (docs/product.md, "Permissions"): an owner all, an admin
 * up to admin, a coach of the team its trainees.
 */
export function rolesInReach(scope: Scope, acting: MembershipRole | undefined): readonly MembershipRole[] {
  if (acting === 'owner') return membershipRoles;
  if (acting === 'admin') return membershipRoles.filter((role) => role !== 'owner');
  return acting === 'coach' && scope === 'team' ? ['trainee'] : [];
}

/** The roles that someone acting so may give to others: coaches invite trainees, but raise nobody. */
function grantableRoles(acting: MembershipRole | undefined): readonly MembershipRole[] {
  return runs(acting) ? rolesInReach('organization', acting) : [];
}

export type GroupFacts = {
  openness: Openness;
  /** Whether this person may see the group at all. */
  sees: boolean;
  own: OwnMembership;
  acting: MembershipRole | undefined;
  /** Whether this person is the only owner left, who cannot leave (docs/product.md, "Invariants" 13). */
  isOnlyOwner: boolean;
  /** Whether this person's address is confirmed, which creating events asks for. */
  isVerified: boolean;
};

/** What a person may do with a group: in a team its coaches lead; in an organization those who run it. */
export function groupCan(scope: Scope, facts: GroupFacts): GroupCan {
  const { acting, own, isVerified, isOnlyOwner } = facts;
  const leads = scope === 'team' ? coaches(acting) : runs(acting);
  return {
    join: own?.status === 'invited' || (facts.sees && isOutside(own) && facts.openness !== 'inviteOnly'),
    leave: own !== null && endable.has(own.status) && !isOnlyOwner,
    edit: leads,
    invite: leads,
    manageMembers: leads,
    createEvent: coaches(acting) && isVerified,
    startNextSeason: scope === 'team' && runs(acting),
  };
}

/** In, asked or invited: what a person can end by themselves. */
const endable: ReadonlySet<MembershipStatus> = new Set(['active', 'requested', 'invited']);

/** Someone removed comes back only by invitation. */
function isOutside(own: OwnMembership): boolean {
  return own === null || own.status === 'left' || own.status === 'rejected';
}

/** Where a membership goes, or the sentence that says why not. */
type Outcome<T> = { to: T } | { refusal: string };

/** What becomes of someone who wants in. `hasCode`: they hold the team's invite code, which opens any team. */
export function joined(
  { openness, own }: { openness: Openness; own: OwnMembership },
  hasCode: boolean,
): Outcome<{ role: MembershipRole; status: 'active' | 'requested' }> {
  if (own?.status === 'active' || own?.status === 'invited')
    return { to: { role: own.role, status: 'active' } };
  if (own?.status === 'removed')
    return {
      refusal: t('You were removed. To come back, you need an invitation from someone who runs it.'),
    };
  if (hasCode || openness === 'open') return { to: { role: 'trainee', status: 'active' } };
  if (openness === 'moderated') return { to: { role: 'trainee', status: 'requested' } };
  return { refusal: t('You can only join with an invitation.') };
}

export const onlyOwnerStays = () =>
  t('You are the only owner. Make someone else an owner first, then you can leave.');
const lastOwnerStays = () => t('This is the only owner. Make someone else an owner first.');

export type Target = {
  role: MembershipRole;
  status: NonNullable<StoredMembership>['status'];
  title: string | null;
  jersey: string | null;
  isSelf: boolean;
  /** Without an account a person has no power, so they stay a trainee. */
  hasAccount: boolean;
  /** Whether no other active owner is left beside this one. */
  isLastOwner: boolean;
};

const nothing: Member['can'] = { decide: false, remove: false, edit: false, grant: [] };

/** What someone acting so may do with a member or a request. */
export function memberCan(scope: Scope, acting: MembershipRole | undefined, target: Target): Member['can'] {
  if (!rolesInReach(scope, acting).includes(target.role)) return nothing;
  if (target.status === 'requested') return { ...nothing, decide: true };
  if (target.status !== 'active') return nothing;
  return {
    decide: false,
    remove: !target.isSelf && !target.isLastOwner,
    edit: true,
    grant:
      target.isLastOwner || !target.hasAccount
        ? []
        : grantableRoles(acting).filter((role) => role !== target.role),
  };
}

/** What can be done with an invitation: take it back. */
export const invitationCan = (remove: boolean): Member['can'] => ({ ...nothing, remove });

type Changed = Pick<Target, 'role' | 'status' | 'title' | 'jersey'>;

/** The member after a change that someone acting so asks for. */
export function changedMember(
  scope: Scope,
  acting: MembershipRole | undefined,
  target: Target,
  change: MemberChange,
): Outcome<Changed> {
  const can = memberCan(scope, acting, target);
  const status = change.status ?? target.status;
  const role = change.role ?? target.role;
  if (!rolesInReach(scope, acting).includes(target.role))
    return { refusal: t('Your role here does not let you change this member.') };
  if (status !== target.status) {
    const isDecision = target.status === 'requested' && (status === 'active' || status === 'rejected');
    const isRemoval = target.status === 'active' && status === 'removed';
    if (!isDecision && !isRemoval)
      return { refusal: t("You can't do this with this member now. Look at the list again.") };
    if (isRemoval && !can.remove)
      return { refusal: target.isSelf ? t("You can't remove yourself. Leave instead.") : lastOwnerStays() };
  }
  if (role !== target.role) {
    if (target.isLastOwner) return { refusal: lastOwnerStays() };
    if (!target.hasAccount) return { refusal: t('Someone without an account can only be a trainee.') };
    if (!grantableRoles(acting).includes(role))
      return {
        refusal: t(
          'Your role here does not let you make someone {role, select, owner {an owner} admin {an admin} coach {a coach} assistant {an assistant} other {a trainee}}.',
          { role },
        ),
      };
  }
  const { title = target.title, jersey = target.jersey } = change;
  return { to: { role, status, title, jersey } };
}
