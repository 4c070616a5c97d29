// Who may see a person (docs/product.md, "Privacy"). Which of their fields is rules.ts.
import type { MembershipRole } from '../../contract/values/words.ts';
import type { Relation } from './rules.ts';

export type Meeting = {
  isSelf: boolean;
  isSignedIn: boolean;
  /** The viewer's role in each team where both are active. */
  sharedTeamRoles: readonly MembershipRole[];
  /** One runs, or leads in the viewer's sight, an event that the other takes part in. */
  isMetAtEvent: boolean;
};

/** Anyone may see a listed person; another only those who meet them in a team or at an event. */
export function canSeePerson(isListable: boolean, meeting: Meeting): boolean {
  return isListable || meeting.isSelf || meeting.sharedTeamRoles.length > 0 || meeting.isMetAtEvent;
}

/** How near the viewer stands, which decides the fields they see. */
export function relationOf({ isSelf, isSignedIn, sharedTeamRoles }: Meeting): Relation {
  if (isSelf) return 'self';
  if (sharedTeamRoles.some((role) => role === 'coach' || role === 'admin' || role === 'owner'))
    return 'coach';
  if (sharedTeamRoles.length > 0) return 'teammate';
  return isSignedIn ? 'signedIn' : 'visitor';
}
