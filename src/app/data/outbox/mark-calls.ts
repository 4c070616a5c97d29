// The queued writes that are attendance marks, and the screen of an event's marks. Not in marks.ts, because every screen that
// shows queued writes loads it.
import type { QueuedWrite } from '../../../offline/outbox.ts';

export const one = 'PUT /api/events/{id}/attendance/{personId}';
export const many = 'PUT /api/events/{id}/attendance';
export const guest = 'POST /api/events/{id}/guests';
const marking: readonly string[] = [one, many, guest];

export const isMarking = ({ call }: Pick<QueuedWrite, 'call'>): boolean => marking.includes(call);

/** The id of the event of a queued mark. */
export const eventOfMark = ({ params }: Pick<QueuedWrite, 'params'>): string => params.id ?? '';

export const attendancePath = (eventId: string): string => `/my/events/${eventId}/attendance`;
