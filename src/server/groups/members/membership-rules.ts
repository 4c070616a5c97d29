// Membership permissions and transitions: joining, leaving, acceptance, role changes and removal. Pure.
import type { GroupCan } from '../../../contract/people/groups.ts';
import type { Member, MemberChange } from '../../../contract/people/memberships.ts';
import {
  type MembershipRole,
  type MembershipStatus,
  membershipRoles,
} from '../../../contract/values/enums.ts';
import { t } from '../../words/t.ts';
import { coaches, type GroupRoles, type Openness, runs } from '../rules.ts';

export type Scope = 'organization' | 'team';

/** The stored membership of a person, with any status; null without one. */
export type StoredMembership = {
  role: MembershipRole;
  status: Exclude<MembershipStatus, 'invited'>;
} | null;
/** A person's own membership, or the invitation that they can accept; null without either. */
export type OwnMembership = { role: MembershipRole; status: MembershipStatus } | null;

/**
 * The effective role of a user in a group: their own role, or in a team their role as owner or admin of its
 * organization, whichever is higher.
 */
export function actingRole(
  scope: Scope,
  group: { id: string; organization_id: string | null },
  groupRoles: GroupRoles | null,
): MembershipRole | undefined {
  if (scope === 'organization') return groupRoles?.organizations.get(group.id);
  const own = groupRoles?.teams.get(group.id);
  const above = group.organization_id ? groupRoles?.organizations.get(group.organization_id) : undefined;
  if (!runs(above)) return own;
  return own === 'owner' ? own : above;
}

/**
 * The roles that the acting role may invite, accept and remove (docs/product.md, "Permissions"): an owner all roles, an
 * admin up to admin, a team's coach its trainees.
 */
export function manageableRoles(scope: Scope, acting: MembershipRole | undefined): readonly MembershipRole[] {
  if (acting === 'owner') return membershipRoles;
  if (acting === 'admin') return membershipRoles.filter((role) => role !== 'owner');
  return acting === 'coach' && scope === 'team' ? ['trainee'] : [];
}

/** Whether a change of membership makes someone coach or run the group who did not before. */
export function beginsToCoach(before: OwnMembership, after: OwnMembership): boolean {
  const does = (one: OwnMembership) => one?.status === 'active' && coaches(one.role);
  return does(after) && !does(before);
}

/** The roles that the acting role may assign: coaches invite trainees, but cannot promote. */
function grantableRoles(acting: MembershipRole | undefined): readonly MembershipRole[] {
  return runs(acting) ? manageableRoles('organization', acting) : [];
}

export type GroupFacts = {
  openness: Openness;
  /** Whether the user may see the group. */
  sees: boolean;
  own: OwnMembership;
  acting: MembershipRole | undefined;
  /** Whether the user is the only owner, who cannot leave (docs/product.md, "Invariants" 13). */
  isOnlyOwner: boolean;
  /** Whether the user's address is confirmed, which creating events requires. */
  isVerified: boolean;
};

/** A user's permissions in a group: coaches lead a team; owners and admins lead an organization. */
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

/** Statuses that a person can end by themselves. */
const endable: ReadonlySet<MembershipStatus> = new Set(['active', 'requested', 'invited']);

/** A removed member can return only by invitation. */
function isOutside(own: OwnMembership): boolean {
  return own === null || own.status === 'left' || own.status === 'rejected';
}

/** The new membership, or the reason for the refusal. */
type Outcome<T> = { to: T } | { refusal: string };

/** The outcome of a join. `hasCode`: the user has the team's invite code, which admits to any team. */
export function joinOutcome(
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
  /** A managed member cannot act, so they stay a trainee. */
  hasAccount: boolean;
  /** Whether this is the only active owner. */
  isLastOwner: boolean;
};

const nothing: Member['can'] = { decide: false, remove: false, edit: false, grant: [] };

/** The permissions of the acting role on a member or a request. */
export function memberCan(scope: Scope, acting: MembershipRole | undefined, target: Target): Member['can'] {
  if (!manageableRoles(scope, acting).includes(target.role)) return nothing;
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

/** The permissions on an invitation: only its withdrawal. */
export const invitationCan = (remove: boolean): Member['can'] => ({ ...nothing, remove });

type Changed = Pick<Target, 'role' | 'status' | 'title' | 'jersey'>;

/** The member after a change by the acting role. */
export function changedMember(
  scope: Scope,
  acting: MembershipRole | undefined,
  target: Target,
  change: MemberChange,
): Outcome<Changed> {
  const can = memberCan(scope, acting, target);
  const status = change.status ?? target.status;
  const role = change.role ?? target.role;
  if (!manageableRoles(scope, acting).includes(target.role))
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
