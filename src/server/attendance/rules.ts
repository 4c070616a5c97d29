// Rules of attendance: when people can be marked, and marks as answers of the API. Pure.
import type { AttendanceItem, EventPerson, Mark } from '../../contract/events/attendance.ts';
import type { AttendanceSource, AttendanceStatus, RegistrationState } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import type { EventTerms } from '../events/can-rules.ts';
import { shownName, textsOf } from '../people/rules.ts';

const dayMs = 86_400_000;

/** The fields of an event that decide when people can be marked. */
export type MarkedEvent = Pick<EventTerms, 'publication' | 'event_status' | 'starts_at' | 'ends_at'> & {
  previous_start_dates: string;
};

/**
 * The instant from which people can be marked: the day before, because that is when they say that they cannot come. Of an
 * event that was moved, the earliest date counts: marks that were made without signal must not fail because it was moved meanwhile.
 */
export function marksOpenAt(event: Pick<MarkedEvent, 'starts_at' | 'previous_start_dates'>): string {
  const starts = [event.starts_at, ...textsOf(event.previous_start_dates)].map((start) => Date.parse(start));
  return new Date(Math.min(...starts) - dayMs).toISOString();
}

/** Why no one can be marked at that instant; null if people can. A full, cancelled, postponed or past event is no reason. */
export function closedForMarks(event: MarkedEvent, decidedAt: string): 'draft' | 'early' | null {
  if (event.publication === 'draft') return 'draft';
  return decidedAt < marksOpenAt(event) ? 'early' : null;
}

/** Whether the event was over so long ago that a mark needs a reason. A postponed event is never over. */
export function isLateForMarks(
  event: Pick<MarkedEvent, 'event_status' | 'ends_at'>,
  instant: string,
): boolean {
  if (event.event_status === 'EventPostponed') return false;
  return Date.parse(event.ends_at) + limits.marksOpenDays * dayMs < Date.parse(instant);
}

/**
 * Whether marks that need no reason may still arrive at an event with a team. It is not deleted then: a coach or assistant
 * without signal may have marked people whom the server does not know of.
 */
export function awaitsMarks(event: MarkedEvent & { has_teams: 0 | 1 }, now: string): boolean {
  return event.has_teams === 1 && closedForMarks(event, now) === null && !isLateForMarks(event, now);
}

/** A mark as it is stored. */
export type NewMark = Pick<MarkRow, 'status' | 'reason'> & {
  id: string;
  personId: string;
  minutesLate: number | null;
  occurredAt: string;
};

/**
 * The id under which each mark is stored: its own, or that of the person's newest mark where that says the same by the same coach
 * and was decided no earlier. One that was decided later is stored, because a different decision between the two may
 * still arrive.
 */
export function storedMarks(
  marks: readonly NewMark[],
  known: ReadonlyMap<string, PersonRow>,
  markedBy: string,
): string[] {
  const newest = new Map<string, Omit<NewMark, 'personId'> & { markedBy: string | null }>();
  for (const [personId, row] of known)
    if (row.mark_id !== null)
      newest.set(personId, {
        id: row.mark_id,
        status: row.status,
        minutesLate: row.minutes_late,
        reason: row.reason,
        occurredAt: row.occurred_at ?? '',
        markedBy: row.marked_by,
      });
  return marks.map((mark) => {
    const counting = newest.get(mark.personId);
    const isNewest = !counting || mark.occurredAt >= counting.occurredAt;
    const saysSame =
      counting?.status === mark.status &&
      counting.minutesLate === mark.minutesLate &&
      counting.reason === mark.reason &&
      counting.markedBy === markedBy;
    if (counting && saysSame && mark.occurredAt <= counting.occurredAt) return counting.id;
    if (isNewest) newest.set(mark.personId, { ...mark, markedBy });
    return mark.id;
  });
}

export type MarkRow = {
  status: AttendanceStatus | null;
  minutes_late: number | null;
  occurred_at: string;
  source: AttendanceSource;
  reason: string | null;
  marked_by: string | null;
  /** Empty if the account was deleted. */
  marked_by_name: string | null;
};

export function markOf(row: MarkRow): Mark {
  const { marked_by: id, marked_by_name: name } = row;
  return {
    status: row.status,
    minutesLate: row.minutes_late,
    occurredAt: row.occurred_at,
    source: row.source,
    markedBy: row.source === 'coach' && id !== null && name ? { id, name } : null,
    reason: row.reason,
  };
}

/** A person with their newest mark; its columns are null for someone who was never marked. */
export type PersonRow = {
  id: string;
  name: string;
  sort_name: string;
  file_path: string | null;
  has_account: 0 | 1;
  is_guest: 0 | 1;
  /** Also without a mark. */
  is_expected: 0 | 1;
  state: RegistrationState | null;
  /** Was going when the event was cancelled. */
  was_going: 0 | 1 | null;
  note: string | null;
  mark_id: string | null;
} & { [Column in keyof MarkRow]: MarkRow[Column] | null };

export function itemOf(row: PersonRow, seesNotes: boolean): AttendanceItem {
  const { occurred_at, source } = row;
  const mark =
    occurred_at === null || source === null ? neverMarked : markOf({ ...row, occurred_at, source });
  return {
    user: rosterPersonOf(row),
    isGuest: row.is_guest === 1,
    isExpected: row.is_expected === 1,
    reply: row.was_going === 1 ? 'confirmed' : row.state,
    note: seesNotes ? row.note : null,
    ...mark,
  };
}

/** A member of a group of an event. */
export type MemberRow = Pick<PersonRow, 'id' | 'name' | 'file_path' | 'has_account'> & { group_name: string };

/** Each person once, with the first of their groups. */
export function peopleOf(members: readonly MemberRow[]): EventPerson[] {
  const people = new Map<string, MemberRow>();
  for (const member of members) if (!people.has(member.id)) people.set(member.id, member);
  return [...people.values()]
    .slice(0, limits.membersFound)
    .map((member) => ({ ...rosterPersonOf(member), group: member.group_name }));
}

const rosterPersonOf = (row: Pick<PersonRow, 'id' | 'name' | 'file_path' | 'has_account'>) => ({
  id: row.id,
  name: shownName(row.name),
  avatarSrc: row.file_path,
  hasAccount: row.has_account === 1,
});

const neverMarked = {
  status: null,
  minutesLate: null,
  occurredAt: null,
  source: null,
  markedBy: null,
  reason: null,
};

/** By name, as the databases sort. */
export function byName(a: PersonRow, b: PersonRow): number {
  if (a.sort_name !== b.sort_name) return a.sort_name < b.sort_name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
