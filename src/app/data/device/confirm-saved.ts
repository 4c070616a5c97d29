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

/** `lostAt`: answers from before a role was lost are read again. `since`: the calendar from before it is, too; in milliseconds. */
export async function confirmSaved({ one, again }: Reader, cache: Cache, lostAt: number, since: number) {
  const listed = new Set<string>();
  const months: { from: string; to: string }[] = [];
  for (const month of monthsAround(serverNow()).map(monthRequest)) {
    const entries = await one('GET /api/users/me/calendar', month, Date.now() - since);
    if (entries) months.push(month.query);
    for (const { eventId } of entries?.items ?? []) listed.add(`/api/events/${eventId}`);
  }
  /** Whether an event that is not for everyone is no longer in the calendar. */
  const isUnlisted = (address: string, data: unknown) => {
    if (!address.startsWith('/api/events/') || listed.has(address)) return false;
    const { startsAt, visibility, can } = data as MyEvent;
    const isInMonths = months.some(({ from, to }) => startsAt >= from && startsAt < to);
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
