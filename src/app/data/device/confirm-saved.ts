// Asks the server again for what the device has saved, and deletes what this person may no longer read. Rights come from roles in
// groups and from places at events: once one of these is gone, all that may depend on it is asked for again.
import type { Cache } from 'swr';
import type { MyEvent } from '../../../contract/events/events.ts';
import { isGranted, isSubject, maySave } from '../../../offline/saved-answers.ts';
import { serverNow } from '../http/clock.ts';
import { savesData } from '../http/connectivity.ts';
import { monthRequest, monthsAround } from '../resources/calendar-months.ts';
import { isCreated } from '../resources/created-events.ts';
import { answeredAt } from '../resources/freshness.ts';
import { listAddress, listKey } from '../resources/list-keys.ts';
import type { Reader } from './offline-prefetch.ts';

/** Only an older answer is read again, without a lost role. */
const restMs = 4 * 60 * 60_000;
/** So many old answers are read again in one run, the oldest first. */
const oldMost = 30;

type Saved = { key: string; address: string };

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
  /** Whether the answer may be from before `time`. If it was saved in the future, the clock was ahead, and its age is not known. */
  const isFromBefore = (address: string, time: number) => {
    const at = answeredAt(address) ?? 0;
    return at < time || at > Date.now();
  };
  // The right to these may be lost.
  const isDoubtful = ({ key, address }: Saved) =>
    isFromBefore(
      address,
      isSubject(address) && isUnlisted(address, cache.get(key)?.data) ? Math.max(since, lostAt) : lostAt,
    );
  const isVouchedFor = (address: string) =>
    isGranted(address) && cache.get(address.split('/').slice(0, 4).join('/'))?.data !== undefined;
  const saved = savedIn(cache).filter(({ key }) => cache.get(key)?.data !== undefined);
  const doubtful = new Set(saved.filter(isDoubtful));
  const old = saved
    .filter(
      (row) =>
        !doubtful.has(row) && !isVouchedFor(row.address) && isFromBefore(row.address, Date.now() - restMs),
    )
    .sort((a, b) => (answeredAt(a.address) ?? 0) - (answeredAt(b.address) ?? 0));
  const due = new Set([...doubtful, ...(savesData() ? [] : old.slice(0, oldMost))]);
  // Some are deleted together with one before them.
  for (const row of saved) if (due.has(row) && cache.get(row.key)?.data !== undefined) await again(row.key);
}

/** The answers in the cache that the device saves: groups, events and people before what is below them. */
function savedIn(cache: Cache): Saved[] {
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
