// Prefetches the attendance lists and check-in keys of the next days for those who mark attendance, for use without a connection.
// Deletes saved attendance that the server now refuses. Also puts the answers to queued marks into the saved lists.
import type { Cache } from 'swr';
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { urlOf } from '../http/call.ts';
import { eventOfMark, isMarking } from '../outbox/mark-calls.ts';
import { withAnswers } from '../outbox/marks.ts';
import { isCreated } from '../resources/created-events.ts';
import { listAddress } from '../resources/list-keys.ts';
import type { AnswerStore, Reader } from './offline-prefetch.ts';

const list = 'GET /api/events/{id}/attendance';
const detail = 'GET /api/events/{id}';
/** An older list is read again: at each start, when the app becomes visible, and every hour. */
const listRestMs = 5 * 60_000;

export async function fetchAttendance(reader: Reader, store: AnswerStore): Promise<void> {
  const near = await reader.one('GET /api/users/me/attendance', {}, listRestMs);
  // Also read lists of other saved events: the server refuses them to someone who no longer marks there.
  const ids = new Set([...(near?.items ?? []).map(({ eventId }) => eventId), ...eventsIn(store.cache)]);
  for (const id of ids) await fetchEvent(reader, store, id);
  for (const { key, id } of savedAt(store.cache, tableAddress)) {
    const query = Object.fromEntries(new URL(key, location.origin).searchParams);
    await reader.one('GET /api/teams/{id}/attendance', { params: { id }, query }, listRestMs);
  }
}

async function fetchEvent(reader: Reader, store: AnswerStore, id: string): Promise<void> {
  const params = { id };
  const items = await reader.one(list, { params }, listRestMs, true);
  if (items === null) await removeEvent(reader, store, id);
  if (!items) return;
  await reader.one('GET /api/events/{id}/check-in-key', { params }, listRestMs);
  // To add someone by name.
  await reader.one('GET /api/events/{id}/people', { params });
  await reader.one(detail, { params });
}

const eventAddress = /^\/api\/events\/([^/]+)\/(?:attendance(?:\/[^/]+)?|check-in-key|people)$/;
const tableAddress = /^\/api\/teams\/([^/]+)\/attendance(?:\?|$)/;

const savedKeys = (cache: Cache): string[] =>
  [...cache.keys()].filter((key) => {
    const data = cache.get(key)?.data;
    return data !== undefined && !isCreated(data);
  });

/** Saved answers at these addresses, with the id in the address. */
const savedAt = (cache: Cache, address: RegExp) =>
  savedKeys(cache).flatMap((key) => {
    const id = address.exec(key)?.[1];
    return id === undefined ? [] : [{ key, id }];
  });

/** The ids of the events whose attendance is on the device. */
const eventsIn = (cache: Cache): string[] => savedAt(cache, eventAddress).map(({ id }) => id);

/**
 * Deletes what the device has of an event whose list is refused. The last answer is deleted when the detail has been read again:
 * the next run finds the event by it if this one fails.
 */
async function removeEvent({ one }: Reader, { cache, mutate }: AnswerStore, id: string): Promise<void> {
  // A screen that shows it reads again, and says why.
  const remove = (key: string) => mutate(key, undefined, { revalidate: true });
  const params = { id };
  const below = `${urlOf(detail, { params })}/`;
  const saved = savedKeys(cache)
    .filter((key) => (listAddress(key) ?? key).startsWith(below))
    // Pages before their list, which SWR would otherwise make of them again.
    .sort((a, b) => Number(listAddress(a) !== null) - Number(listAddress(b) !== null));
  const last = saved.findLast((key) => eventAddress.test(key));
  for (const key of saved) if (key !== last) await remove(key);
  // Whether someone without the role may read the event, and what of it.
  if (cache.get(urlOf(detail, { params }))?.data !== undefined) await one(detail, { params }, 0);
  if (last !== undefined) await remove(last);
}

/** Puts the server's answer to a queued mark into the list of its event. */
export async function adoptMarks(
  { mutate }: Pick<AnswerStore, 'mutate'>,
  write: QueuedWrite,
  answer: unknown,
): Promise<void> {
  if (!isMarking(write)) return;
  const { items = [answer as AttendanceItem] } = answer as { items?: AttendanceItem[] };
  await mutate<{ items: AttendanceItem[] }>(
    urlOf(list, { params: { id: eventOfMark(write) } }),
    (held) => held && { items: withAnswers(held.items, items) },
    { revalidate: false },
  );
}
