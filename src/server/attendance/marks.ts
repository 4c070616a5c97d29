// Marks of people at an event, by those who run it or assist: appended, never changed. The newest decision counts.
import { v7 as uuid } from 'uuid';
import type { MarkOutcome } from '../../contract/events/attendance.ts';
import type { EventCan } from '../../contract/events/events.ts';
import type { AttendanceStatus } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import { addAudits } from '../audit/queries.ts';
import { gone } from '../events/answer-queries.ts';
import { eventCan, replyStatus } from '../events/can-rules.ts';
import { findMyEvent, type MyDetailRow } from '../events/detail-queries.ts';
import { canSeeEvent, canSeeNotes, seesOwnMembersOnly } from '../events/policy.ts';
import { type EventRole, mayHaveMarked, roleOf } from '../events/role-rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { decidedAt } from '../registrations/rules.ts';
import { t } from '../words/t.ts';
import { lockGuests } from './guest-queries.ts';
import { canMarkAttendance } from './policy.ts';
import { countMarksBy, findPeople, insertMarks, type Marking, markablePeople } from './queries.ts';
import {
  closedForMarks,
  isLateForMarks,
  itemOf,
  marksOpenAt,
  type NewMark,
  type PersonRow,
  storedMarks,
} from './rules.ts';

/** A mark as devices send it. */
export type GivenMark = {
  personId: string;
  status: AttendanceStatus | null;
  minutesLate?: number | undefined;
  reason?: string | undefined;
  occurredAt?: string | undefined;
};

/** Someone who marks people, and the event. */
export type Marker = Marking & { userId: string; role: EventRole; event: MyDetailRow; seesNotes: boolean };

const notMarking = () => new Problem('not_permitted', t('Only coaches and assistants can mark attendance.'));

/** The part of an event's people that someone marks. Throws not_permitted. */
export function scopeOf(role: EventRole, can: EventCan, userId: string): Pick<Marking, 'visitingCoachId'> {
  if (!canMarkAttendance(can)) throw notMarking();
  return { visitingCoachId: seesOwnMembersOnly(role) ? userId : null };
}

/**
 * The event, with what this person may mark. Throws not_found, gone, or not_permitted: also for someone who has left its
 * groups, even if they are still in its club, because a device keeps a refused mark with its reason.
 */
export async function findMarker(tx: Tx, eventId: string, userId: string): Promise<Marker> {
  await lockMemberships(tx.db, tx.dialect, userId, 'read');
  const event = await findMyEvent(tx.db, { id: eventId, userId, now: tx.at, bornBy: '' });
  if (!event) throw notFound('event');
  const role = roleOf(event);
  if (!canSeeEvent(event, role, replyStatus(event, event, tx.at)))
    throw mayHaveMarked(event) ? notMarking() : notFound('event');
  if (event.removed_at !== null) throw gone();
  const { can } = eventCan(event, role, event, tx.at);
  return { eventId, ...scopeOf(role, can, userId), userId, role, event, seesNotes: canSeeNotes(can) };
}

/**
 * Marks people, all or none, and returns them in the given order. `pathOf` is the path of a field of a mark in the body.
 * Throws not_permitted for a draft or too early, and validation_failed for people who cannot be marked or were marked too often,
 * or a missing reason.
 */
export async function markPeople(
  tx: Tx,
  marker: Marker,
  { marks, sentAt }: { marks: readonly GivenMark[]; sentAt?: string | undefined },
  pathOf: (index: number, field: 'personId' | 'reason') => string,
): Promise<MarkOutcome[]> {
  const { event, eventId, userId } = marker;
  const decided = marks.map(({ occurredAt }) => decidedAt({ occurredAt, sentAt }, tx.at));
  for (const instant of decided) refuseClosed(marker, instant);
  const wanting = marks.flatMap(({ reason }, index) =>
    reason === undefined && isLateForMarks(event, decided[index] ?? tx.at) ? [pathOf(index, 'reason')] : [],
  );
  if (wanting.length > 0) {
    const message = t('This event ended more than {days} days ago: say why', {
      days: limits.marksOpenDays,
    });
    throw invalid(...wanting.map((path) => ({ path, code: 'required', message })));
  }
  const ids = marks.map(({ personId }) => personId);
  await lockGuests(tx.db, tx.dialect, ids, 'share');
  const people = await markablePeople(tx.db, marker, ids, marksOpenAt(event));
  const unknown = ids.flatMap((id, index) => (people.has(id) ? [] : [pathOf(index, 'personId')]));
  if (unknown.length > 0) {
    const message = t("This person isn't part of this event");
    throw invalid(...unknown.map((path) => ({ path, code: 'unknown_person', message })));
  }
  const given = marks.map(
    (mark, index): NewMark => ({
      id: uuid(),
      personId: people.get(mark.personId) ?? mark.personId,
      status: mark.status,
      minutesLate: mark.minutesLate ?? null,
      reason: mark.reason ?? null,
      occurredAt: decided[index] ?? tx.at,
    }),
  );
  const personIds = given.map(({ personId }) => personId);
  const known = await findPeople(tx.db, { eventId, visitingCoachId: null }, personIds);
  const stored = storedMarks(given, known, userId);
  const added = given.filter(({ id }, index) => stored[index] === id);
  const counts = await countMarksBy(tx.db, { eventId, markedBy: userId }, personIds);
  const tooMany = given.flatMap(({ id, personId }, index) => {
    if (stored[index] !== id) return [];
    counts.set(personId, (counts.get(personId) ?? 0) + 1);
    return (counts.get(personId) ?? 0) > limits.marksOfPersonMax ? [pathOf(index, 'personId')] : [];
  });
  if (tooMany.length > 0) {
    const message = t('You can mark a person {max} times at one event at most', {
      max: limits.marksOfPersonMax,
    });
    throw invalid(...tooMany.map((path) => ({ path, code: 'too_many', message })));
  }
  await insertMarks(tx.db, added, { eventId, markedBy: userId, source: 'coach', at: tx.at });
  // Also marks that were decided in time and arrive late, because only the device says when they were decided.
  if (isLateForMarks(event, tx.at)) await auditMarks(tx, marker, added);
  const rows = await findPeople(tx.db, { eventId, visitingCoachId: null }, personIds);
  return given.map(({ personId }, index) => outcomeOf(rows.get(personId), stored[index] ?? '', marker));
}

/** A person's item, and whether the mark with this id counts. */
export function outcomeOf(row: PersonRow | undefined, markId: string, { seesNotes }: Marker): MarkOutcome {
  if (!row) throw new Error('A person who was marked is not there.');
  return { ...itemOf(row, seesNotes), outcome: row.mark_id === markId ? 'applied' : 'superseded' };
}

function refuseClosed({ event }: Marker, instant: string): void {
  const closed = closedForMarks(event, instant);
  if (closed === null) return;
  throw new Problem(
    'not_permitted',
    closed === 'draft'
      ? t('This event is a draft. Publish it to mark who is there.')
      : t('You can mark people from the day before.'),
  );
}

function auditMarks(tx: Tx, { eventId, userId }: Marker, marks: readonly NewMark[]): Promise<void> {
  return addAudits(
    tx.db,
    marks.map(({ personId, status, minutesLate, reason, occurredAt }) => ({
      actorId: userId,
      action: 'attendance.marked',
      objectKind: 'event',
      objectId: eventId,
      after: { personId, status, minutesLate, reason, occurredAt },
      at: tx.at,
    })),
  );
}
