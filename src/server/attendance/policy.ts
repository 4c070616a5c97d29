// Who marks attendance, and whom (docs/product.md, "Permissions").
import type { EventCan } from '../../contract/events/events.ts';
import { seesOwnMembersOnly } from '../events/policy.ts';
import type { EventRole } from '../events/role-rules.ts';

export function canMarkAttendance(can: EventCan): boolean {
  return can.markAttendance;
}

/** Not a visiting coach, who marks only their own members: guests belong to the event, and a code would check in everyone. */
export function canMarkEveryone(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}
