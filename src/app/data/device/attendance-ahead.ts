// Prefetches the attendance lists and check-in keys of the next days for those who mark attendance, for use without a connection.
// Also puts the answers to queued marks into the saved lists.
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { urlOf } from '../http/call.ts';
import { eventOfMark, isMarking } from '../outbox/mark-calls.ts';
import { withAnswers } from '../outbox/marks.ts';
import type { AnswerStore, Reader } from './offline-prefetch.ts';

const list = 'GET /api/events/{id}/attendance';
/** An older list is read again: at each start, when the app becomes visible, and every hour. */
const listRestMs = 5 * 60_000;
/** To add someone by name. In a large club these lists alone would fill what a device may save, so only the next events have them. */
const peopleMost = 10;

export async function fetchAttendance({ one }: Reader): Promise<void> {
  const near = await one('GET /api/users/me/attendance', {}, listRestMs);
  const marked: string[] = [];
  for (const { eventId } of near?.items ?? []) {
    const params = { id: eventId };
    if (!(await one(list, { params }, listRestMs))) continue;
    await one('GET /api/events/{id}/check-in-key', { params }, listRestMs);
    // It may have moved, or be cancelled.
    await one('GET /api/events/{id}', { params }, listRestMs);
    marked.push(eventId);
  }
  for (const id of marked.slice(0, peopleMost)) await one('GET /api/events/{id}/people', { params: { id } });
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
