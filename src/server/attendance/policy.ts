// Who marks attendance, and whom (docs/product.md, "Permissions").
import type { EventCan } from '../../contract/events/events.ts';
import { seesOwnMembersOnly } from '../events/policy.ts';
import type { EventRole } from '../events/role-rules.ts';

export function canMarkAttendance(can: EventCan): boolean {
  return can.markAttendance;
}

/** Not a visiting coach: guests belong to the event, and not to a visiting team. */
export function canAddGuests(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}

/** Not a visiting coach: they mark only their own members, and a code would check in everyone. */
export function canShowCode(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}
