// Prefetches the attendance lists and check-in keys of the next days for those who mark attendance, for use without a connection.
// Also puts the answers to queued marks into the saved lists.
import type { Cache } from 'swr';
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { urlOf } from '../http/call.ts';
import { eventOfMark, isMarking } from '../outbox/mark-calls.ts';
import { withAnswers } from '../outbox/marks.ts';
import type { AnswerStore, Reader } from './offline-prefetch.ts';

const list = 'GET /api/events/{id}/attendance';
/** An older list is read again: at each start, when the app becomes visible, and every hour. */
const listRestMs = 5 * 60_000;

export async function fetchAttendance({ one }: Reader, cache: Cache): Promise<void> {
  const near = await one('GET /api/users/me/attendance', {}, listRestMs);
  // Also read saved lists of other events: the server refuses them to someone who no longer marks there, which deletes them here.
  for (const id of new Set([...(near?.items ?? []).map(({ eventId }) => eventId), ...listsIn(cache)])) {
    const params = { id };
    const items = await one(list, { params }, listRestMs);
    // Also if the list is refused: both are then refused, too, and deleted from the device.
    await one('GET /api/events/{id}/check-in-key', { params }, listRestMs);
    // To add someone by name.
    await one('GET /api/events/{id}/people', { params }, items ? undefined : 0);
    if (items) await one('GET /api/events/{id}', { params });
  }
}

const listAddress = /^\/api\/events\/([^/]+)\/attendance$/;

/** The ids of the events whose lists are on the device. */
const listsIn = (cache: Cache): string[] =>
  [...cache.keys()].flatMap((key) =>
    cache.get(key)?.data === undefined ? [] : (listAddress.exec(key)?.[1] ?? []),
  );

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
