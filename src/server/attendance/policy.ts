// Who marks attendance, and whom (docs/product.md, "Permissions").
import type { EventCan } from '../../contract/events/events.ts';
import { seesOwnMembersOnly } from '../events/policy.ts';
import type { EventRole } from '../events/role-rules.ts';

export function canMarkAttendance(can: EventCan): boolean {
  return can.markAttendance;
}

/** Guests belong to the event, not to a visiting team. */
export function canAddGuests(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}

/** Everyone who comes scans the code, so a visiting coach, who marks only their own members, does not show it. */
export function canShowCode(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}
