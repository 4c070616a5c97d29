// The roles of a user in groups when they were last read, because what the device has saved depends on them.
import { membershipRoles } from '../../../contract/values/enums.ts';
import { localItems } from '../storage.ts';
import type { Reader } from './offline-prefetch.ts';

const rolesKey = 'savedUnderRoles';
/** `roles`: each as the group's id and the standing in it. `lostAt`: when one was last found to be lost, in milliseconds. */
type Roles = { userId: string; roles: string[]; lostAt: number };
const isRoles = (value: unknown): value is Roles =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  'roles' in value &&
  Array.isArray(value.roles) &&
  'lostAt' in value &&
  Number.isFinite(value.lostAt);

const rolesNow = () => localItems.getJson(rolesKey, isRoles);

/** What a person may be in a group, from the most rights to the fewest. Who only asked to join may not read more than others. */
const standings: readonly string[] = [...membershipRoles, 'invited'];

/** Whether a stored role is gone or lower now. */
function isLost(role: string, now: ReadonlyMap<string, string>): boolean {
  const [id = '', before = ''] = role.split(' ');
  const standing = now.get(id);
  return standing === undefined || standings.indexOf(standing) > standings.indexOf(before);
}

/**
 * Reads and stores the roles, and returns when the last one was lost: now, if one is. Without stored ones, as after a sign-in, any
 * older than this run may be lost: `since`. Null if it is not known. Lists of groups from before this time are read again, in milliseconds.
 */
export async function noteRoles({ one }: Reader, userId: string, since: number): Promise<number | null> {
  const teams = await one('GET /api/users/me/teams', {}, Date.now() - since);
  const organizations = await one('GET /api/users/me/organizations', {}, Date.now() - since);
  const stored = rolesNow();
  const before = stored?.userId === userId ? stored : null;
  // They cannot be read now: those that were lost before count.
  if (!teams || !organizations) return before?.lostAt ?? null;
  const roles = new Map(
    [...teams.items, ...organizations.items]
      .map(({ id, membership: { role, status } }) => [id, status === 'active' ? role : status] as const)
      .filter(([, standing]) => standings.includes(standing)),
  );
  const isAnyLost = before?.roles.some((role) => isLost(role, roles));
  // A clock that was ahead may have noted a time in the future.
  const lostAt = isAnyLost ? Date.now() : Math.min(before?.lostAt ?? since, Date.now());
  localItems.setJson(rolesKey, { userId, roles: [...roles].map((role) => role.join(' ')), lostAt });
  return lostAt;
}

/** Call when the saved answers of this user are deleted. */
export function forgetRoles(userId: string): void {
  if (rolesNow()?.userId === userId) localItems.set(rolesKey, null);
}
