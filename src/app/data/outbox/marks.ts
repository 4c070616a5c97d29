// Attendance marks as queued writes, and how they are shown over the saved list (docs/decisions/106-marks-on-the-device.md).
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { NewWrite, QueuedWrite } from '../../../offline/outbox.ts';
import { newId } from '../http/new-id.ts';
import { guest, many, one } from './mark-calls.ts';

export type Person = { id: string; name: string };
export type MarkValue = Pick<AttendanceItem, 'status' | 'minutesLate'>;

/** `what`: the text in the list of queued writes. `reason`: for an event that was over long ago. */
type About = { event: { id: string; name: string }; what: string; reason: string | null };

const namesOf = ({ event, what }: About) => ({ title: `${what} · ${event.name}`, event: event.name });

const bodyOf = ({ status, minutesLate }: MarkValue, { reason }: About, at: string) => ({
  status,
  ...(minutesLate !== null && { minutesLate }),
  ...(reason && { reason }),
  occurredAt: at,
});

/** One person's mark. A newer one replaces it while it was never sent. */
export function markOne(person: Person, value: MarkValue, about: About): NewWrite {
  return {
    call: one,
    params: { id: about.event.id, personId: person.id },
    body: bodyOf(value, about, new Date().toISOString()),
    subject: `mark:${about.event.id}:${person.id}`,
    ...namesOf(about),
    people: [person],
  };
}

/** Marks of several people in one write: the server stores all of them or none. */
export function markMany(marks: readonly (MarkValue & { person: Person })[], about: About): NewWrite {
  const at = new Date().toISOString();
  return {
    call: many,
    params: { id: about.event.id },
    body: { marks: marks.map((mark) => ({ personId: mark.person.id, ...bodyOf(mark, about, at) })) },
    subject: `marks:${about.event.id}:${newId()}`,
    ...namesOf(about),
    people: marks.map(({ person }) => person),
  };
}

/** Adds a guest and marks them. It has a subject of its own: a newer mark must not replace it, because it needs the guest. */
export function addGuest(person: Person, value: MarkValue, about: About): NewWrite {
  return {
    call: guest,
    params: { id: about.event.id },
    body: { id: person.id, name: person.name, ...bodyOf(value, about, new Date().toISOString()) },
    subject: `guest:${about.event.id}:${person.id}`,
    ...namesOf(about),
    people: [person],
  };
}

/** A mark in a queued write. `decidedAt` by the device's clock, in milliseconds. */
export type QueuedMark = MarkValue & {
  person: Person;
  isGuest: boolean;
  reason: string | null;
  decidedAt: number;
  row: QueuedWrite;
};

type Body = Partial<Record<'status' | 'minutesLate' | 'reason' | 'occurredAt' | 'personId', unknown>>;

/** When the marks in a write were decided, by the device's clock: all at once. */
export const decidedAtOf = ({ body }: NewWrite): unknown =>
  (body.marks as Body[] | undefined)?.[0]?.occurredAt ?? body.occurredAt;

/** The marks of a queued write: one, or those of a whole batch. */
export function marksIn(row: QueuedWrite): QueuedMark[] {
  const names = new Map(row.people?.map(({ id, name }) => [id, name]));
  const bodies: Body[] =
    row.call === many
      ? (row.body.marks as Body[])
      : [{ ...row.body, personId: row.call === guest ? row.body.id : row.params.personId }];
  return bodies.map(({ status, minutesLate, reason, occurredAt, personId }) => ({
    person: { id: String(personId), name: names.get(String(personId)) ?? '' },
    isGuest: row.call === guest,
    status: (status ?? null) as MarkValue['status'],
    minutesLate: typeof minutesLate === 'number' ? minutesLate : null,
    reason: typeof reason === 'string' ? reason : null,
    decidedAt: Date.parse(String(occurredAt)),
    row,
  }));
}

/**
 * A person on the list with their current mark. `isListed`: the server's list has them, perhaps only because they were marked.
 * `isExpected`: as the server says; where an older answer does not, all on its list but guests. `queued`: the mark is not sent yet.
 * `refused`: a newer mark that was refused.
 */
export type MarkedPerson = AttendanceItem & {
  isListed: boolean;
  isExpected: boolean;
  queued: QueuedWrite | null;
  refused: QueuedWrite | null;
};

/**
 * `offsetMs`: how far the server's clock is ahead of the device's, for rows that do not say it. `answeredAt`: when the list was read,
 * by the device's clock.
 */
type Clocks = { offsetMs: number; answeredAt: number | null };

/**
 * The list with the queued marks over it. The newest decision by the server's clock counts, as on the server. A mark that was
 * made after the list was read is newer than all marks in it: both times are by the device's clock, as it was at each.
 */
export function withQueuedMarks(
  items: readonly AttendanceItem[],
  rows: readonly QueuedWrite[],
  { offsetMs, answeredAt }: Clocks,
): MarkedPerson[] {
  const people = new Map<string, MarkedPerson>(
    items.map((item) => [
      item.user.id,
      { ...item, isListed: true, isExpected: item.isExpected ?? !item.isGuest, queued: null, refused: null },
    ]),
  );
  const marks = rows
    .flatMap(marksIn)
    .map((mark) => {
      const rowOffsetMs = mark.row.offsetMs ?? offsetMs;
      return { ...mark, rowOffsetMs, decidedMs: mark.decidedAt + rowOffsetMs };
    })
    .toSorted((a, b) => a.decidedMs - b.decidedMs);
  for (const mark of marks) {
    const { person, isGuest, row, rowOffsetMs, decidedMs } = mark;
    const before = people.get(person.id) ?? unlisted(person, isGuest);
    const isSeen = answeredAt !== null && answeredAt + offsetMs <= row.queuedAt + rowOffsetMs;
    const counts =
      before.queued !== null ||
      before.occurredAt === null ||
      isSeen ||
      decidedMs >= Date.parse(before.occurredAt);
    if (!counts) continue;
    if (row.refusal) people.set(person.id, { ...before, refused: row });
    else
      people.set(person.id, {
        ...before,
        isGuest: before.isGuest || isGuest,
        status: mark.status,
        minutesLate: mark.minutesLate,
        occurredAt: new Date(decidedMs).toISOString(),
        source: 'coach',
        markedBy: null,
        reason: null,
        queued: row,
        refused: null,
      });
  }
  return [...people.values()];
}

/** Someone who is not on the list that the server sent: a guest, or a person who was found by name. */
export const unlisted = ({ id, name }: Person, isGuest: boolean): MarkedPerson => ({
  user: { id, name, avatarSrc: null, hasAccount: false },
  isGuest,
  isListed: false,
  isExpected: false,
  reply: null,
  note: null,
  status: null,
  minutesLate: null,
  occurredAt: null,
  source: null,
  markedBy: null,
  reason: null,
  queued: null,
  refused: null,
});

/** The list after the server has answered a mark. */
export function withAnswers(
  items: readonly AttendanceItem[],
  answers: readonly AttendanceItem[],
): AttendanceItem[] {
  const byId = new Map(answers.map((item) => [item.user.id, item]));
  const changed = items.map((item) => {
    const answer = byId.get(item.user.id);
    byId.delete(item.user.id);
    return answer ?? item;
  });
  return [...changed, ...byId.values()];
}
