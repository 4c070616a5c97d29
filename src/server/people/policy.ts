// Who may see a person (docs/product.md, "Privacy"). Field visibility is in rules.ts.
import type { MembershipRole } from '../../contract/values/enums.ts';
import type { Relation } from './rules.ts';

export type Acquaintance = {
  isSelf: boolean;
  isSignedIn: boolean;
  /** The viewer's role in each team of the person: their own, or as an owner or admin of the team's organization. */
  sharedTeamRoles: readonly MembershipRole[];
  /** One of them runs an organization that the other belongs to: its pages name them to each other. */
  hasSharedOrganization: boolean;
  /** One of them runs an event that the other takes part in, or leads it visibly for the viewer. */
  hasSharedEvent: boolean;
};

/** Anyone may see a listed person. Other people are visible only to those who share a team, organization or event with them. */
export function canSeePerson(isListable: boolean, acquaintance: Acquaintance): boolean {
  return (
    isListable ||
    acquaintance.isSelf ||
    acquaintance.sharedTeamRoles.length > 0 ||
    acquaintance.hasSharedOrganization ||
    acquaintance.hasSharedEvent
  );
}

/** The viewer's relation to the person, which decides the visible fields. */
export function relationOf({ isSelf, isSignedIn, sharedTeamRoles }: Acquaintance): Relation {
  if (isSelf) return 'self';
  if (sharedTeamRoles.some((role) => role === 'coach' || role === 'admin' || role === 'owner'))
    return 'coach';
  if (sharedTeamRoles.length > 0) return 'teammate';
  return isSignedIn ? 'signedIn' : 'visitor';
}
