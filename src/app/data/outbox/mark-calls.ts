// The queued writes that are attendance marks, and the screen of an event's marks. Not in marks.ts, because every screen that
// shows queued writes loads it.
import type { QueuedWrite, Refusal } from '../../../offline/outbox.ts';

export const one = 'PUT /api/events/{id}/attendance/{personId}';
export const many = 'PUT /api/events/{id}/attendance';
export const guest = 'POST /api/events/{id}/guests';
const marking: readonly string[] = [one, many, guest];

export const isMarking = ({ call }: Pick<QueuedWrite, 'call'>): boolean => marking.includes(call);

/** The id of the event of a queued mark. */
export const eventOfMark = ({ params }: Pick<QueuedWrite, 'params'>): string => params.id ?? '';

type Part = Pick<QueuedWrite, 'body' | 'people'>;

/**
 * A refused batch in two: the marks that the server named, and those that it would take without them. Null for other writes, and
 * where it named all or none.
 */
export function splitRefused(
  { call, body, people }: Pick<QueuedWrite, 'call' | 'body' | 'people'>,
  { fields = [] }: Refusal,
): { refused: Part; rest: Part } | null {
  if (call !== many) return null;
  const marks = body.marks as { personId: string }[];
  const named = new Set(fields.map(({ path }) => /^marks\.(\d+)\./.exec(path)?.[1] ?? ''));
  const [rest = [], refused = []] = [false, true].map((isNamed) =>
    marks.filter((_, index) => named.has(String(index)) === isNamed),
  );
  if (rest.length === 0 || refused.length === 0) return null;
  const partOf = (its: typeof marks): Part => {
    const ids = new Set(its.map(({ personId }) => personId));
    return {
      body: { ...body, marks: its },
      ...(people && { people: people.filter(({ id }) => ids.has(id)) }),
    };
  };
  return { refused: partOf(refused), rest: partOf(rest) };
}

export const attendancePath = (eventId: string): string => `/my/events/${eventId}/attendance`;
