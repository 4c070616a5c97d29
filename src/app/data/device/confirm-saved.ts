// Asks the server again for what the device has saved, and deletes what this person may no longer read. Rights come from roles in
// groups and from places at events: once one of these is gone, all that may depend on it is asked for again.
import type { Cache } from 'swr';
import type { MyEvent } from '../../../contract/events/events.ts';
import { isGranted, isSubject, maySave } from '../../../offline/saved-answers.ts';
import { serverNow } from '../http/clock.ts';
import { monthRequest, monthsAround } from '../resources/calendar-months.ts';
import { isCreated } from '../resources/created-events.ts';
import { listAddress, listKey } from '../resources/list-keys.ts';
import type { Reader } from './offline-prefetch.ts';
import { noteRoles } from './saved-roles.ts';

/** `since`: lists of groups and events from before this time are read again, in milliseconds. */
export async function confirmSaved(reader: Reader, cache: Cache, userId: string, since: number) {
  const { one, again } = reader;
  const lostAt = await noteRoles(reader, userId, since);
  if (lostAt === null) return;
  const listed = new Set<string>();
  const months = monthsAround(serverNow()).map(monthRequest);
  for (const month of months) {
    const entries = await one('GET /api/users/me/calendar', month, Date.now() - since);
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
