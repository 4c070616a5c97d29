// Asks the server again for what the device has saved, and deletes what this person may no longer read. Rights come from roles in
// groups and from places at events: once one of these is gone, all that may depend on it is asked for again.
import type { Cache } from 'swr';
import type { MyEvent } from '../../../contract/events/events.ts';
import { isGranted, isSubject, maySave } from '../../../offline/saved-answers.ts';
import { serverNow } from '../http/clock.ts';
import { monthRequest, monthsAround } from '../resources/calendar-months.ts';
import { isCreated } from '../resources/created-events.ts';
import { listAddress, listKey } from '../resources/list-keys.ts';
import { localItems } from '../storage.ts';
import type { Reader } from './offline-prefetch.ts';

const rolesKey = 'savedUnderRoles';
/** The roles of a user when they were last read, and when one was last found to be gone, in milliseconds. */
type Roles = { userId: string; roles: string[]; lostAt: number };
const isRoles = (value: unknown): value is Roles =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  'roles' in value &&
  Array.isArray(value.roles) &&
  'lostAt' in value &&
  Number.isFinite(value.lostAt);

/** Call when the saved answers of this device are deleted. */
export const forgetRoles = (): void => void localItems.set(rolesKey, null);

/** `since`: lists of groups and events from before this time are read again, in milliseconds. */
export async function confirmSaved({ one, again }: Reader, cache: Cache, userId: string, since: number) {
  const maxAgeMs = () => Date.now() - since;
  const teams = await one('GET /api/users/me/teams', {}, maxAgeMs());
  const organizations = await one('GET /api/users/me/organizations', {}, maxAgeMs());
  if (!teams || !organizations) return;
  const roles = [...teams.items, ...organizations.items].map(
    ({ id, membership: { role, status } }) => `${id} ${role} ${status}`,
  );
  const lostAt = noteRoles(userId, roles, since);
  const listed = new Set<string>();
  const months = monthsAround(serverNow()).map(monthRequest);
  for (const month of months) {
    const entries = await one('GET /api/users/me/calendar', month, maxAgeMs());
    for (const { eventId } of entries?.items ?? []) listed.add(`/api/events/${eventId}`);
  }
  /** Whether an event that is not for everyone is no longer in the calendar. */
  const isUnlisted = (address: string, data: unknown) => {
    if (!address.startsWith('/api/events/') || listed.has(address)) return false;
    const { startsAt, visibility, can } = data as MyEvent;
    const isInMonths =
      startsAt >= (months[0]?.query.from ?? '') && startsAt < (months.at(-1)?.query.to ?? '');
    return isInMonths && (visibility !== 'public' || can.seeRoster);
  };
  for (const { key, address } of savedIn(cache)) {
    const data = cache.get(key)?.data;
    // Deleted together with one before it.
    if (data === undefined) continue;
    const above = address.split('/').slice(0, 4).join('/');
    // Its group or event says whether it may stay.
    const isVouchedFor = isGranted(address) && cache.get(above)?.data !== undefined;
    const from = isSubject(address) && isUnlisted(address, data) ? Math.max(since, lostAt) : lostAt;
    await again(key, Date.now() - from, isVouchedFor);
  }
}

/**
 * Stores the roles, and returns when the last one was lost: now, if one is gone. Without stored ones, as after a sign-in, any older than
 * this run may be gone: `since`.
 */
function noteRoles(userId: string, roles: string[], since: number): number {
  const before = localItems.getJson(rolesKey, isRoles);
  const isKnown = before?.userId === userId;
  const isKept = isKnown && before.roles.every((role) => roles.includes(role));
  const lostAt = isKept ? before.lostAt : isKnown ? Date.now() : since;
  localItems.setJson(rolesKey, { userId, roles, lostAt });
  return lostAt;
}

/** The answers in the cache that the device saves: groups, events and people before what is below them. */
function savedIn(cache: Cache): { key: string; address: string }[] {
  const depthOf = (address: string) => address.split('/').length;
  return (
    [...cache.keys()]
      .filter((key) => !isCreated(cache.get(key)?.data))
      .map((key) => ({ key, address: listAddress(key) ?? key }))
      .filter(({ address }) => maySave(address) && !address.includes('cursor='))
      // The pages of a list, which is saved as a list.
      .filter(({ key, address }) => key !== address || cache.get(listKey(address))?.data === undefined)
      .sort((a, b) => depthOf(a.address) - depthOf(b.address))
  );
}
