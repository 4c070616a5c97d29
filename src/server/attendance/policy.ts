// Who marks attendance, and whom (docs/product.md, "Permissions").
import type { EventCan } from '../../contract/events/events.ts';
import { canManageRegistrations, seesOwnMembersOnly } from '../events/policy.ts';
import type { EventRole } from '../events/role-rules.ts';
import { canSeePayments } from '../payments/policy.ts';

/** The file has notes and payments. */
export function canExportRoster(role: EventRole): boolean {
  return canManageRegistrations(role) && canSeePayments(role);
}

export function canMarkAttendance(can: EventCan): boolean {
  return can.markAttendance;
}

/** Not a visiting coach, who marks only their own members: guests belong to the event, and a code would check in everyone. */
export function canMarkEveryone(role: EventRole): boolean {
  return !seesOwnMembersOnly(role);
}
