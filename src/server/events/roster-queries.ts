// SQL of the roster of an event, counts of its attendance marks, and a person's own marks.
import { sql } from 'kysely';
import type { AttendanceCounts } from '../../contract/events/event-counts.ts';
import type { OwnMark } from '../../contract/events/events.ts';
import type { AttendanceStatus, RegistrationState } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import { adultBornBy } from '../people/rules.ts';
import { isInTeamOf, membersOfVisitingTeams } from './access-queries.ts';
import type { RosterScope } from './policy.ts';
import { reconfirmAskedAt, waitlistPositions } from './queries.ts';

type After = { key: string; id: string } | null;

/** A page of the registrations that the viewer can see, in the order of replies, plus one row if there is a next page. */
export async function listRegistrations(
  db: Db,
  {
    eventId,
    after,
    limit,
    viewerId,
    scope,
    at,
  }: { eventId: string; after: After; limit: number; viewerId: string; scope: RosterScope; at: Date },
) {
  let query = db
    .selectFrom('registrations as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .innerJoin('people as who', 'who.id', 'm.person_id')
    .leftJoin('users as u', 'u.id', 'm.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'm.person_id')
    .leftJoin('people as other', (join) =>
      join.onRef('other.id', '=', 'm.responded_by').onRef('other.id', '<>', 'm.person_id'),
    )
    // The absence as it is now, which is none of the event's business once its person has left the teams.
    .leftJoin('absences as away', (join) =>
      join.onRef('away.id', '=', 'm.absence_id').on(isInTeamOf(sql.ref('m.person_id'))),
    )
    .select(sql<0 | 1>`case when u.id is null then 0 else 1 end`.as('has_account'))
    .select(reconfirmAskedAt(at.toISOString()).as('reconfirm_asked_at'))
    .select([
      'away.to_day as away_until',
      'away.note as away_note',
      'other.id as answered_by_id',
      'other.name as answered_by_name',
      'm.id',
      'm.state',
      'm.hold_expires_at',
      'm.version',
      'm.note',
      'm.decline_reason',
      'm.responded_at',
      'm.answered_starts_at',
      'm.answered_ends_at',
      'm.was_going',
      'm.person_id',
      'who.name',
      'f.file_path',
    ])
    .where('m.event_id', '=', eventId)
    .orderBy('m.responded_at')
    .orderBy('m.id')
    .limit(limit + 1);
  if (scope.everyReplyOf !== 'everyone')
    query = query.where(({ eb, or, and }) => {
      const isShown = {
        all: eb.lit(true),
        adults: or([eb('m.person_id', '=', viewerId), eb('u.birth_date', '<=', adultBornBy(at))]),
        none: eb.lit(false),
      };
      return or([
        and([eb('m.state', '=', 'confirmed'), isShown[scope.confirmed]]),
        ...(scope.everyReplyOf === 'ownMembers'
          ? [eb('m.person_id', 'in', membersOfVisitingTeams(eventId, viewerId))]
          : []),
      ]);
    });
  if (after) query = query.where(sql<boolean>`(m.responded_at, m.id) > (${after.key}, ${after.id})`);
  return withPositions(db, eventId, await query.execute());
}

/** Adds waitlist positions. A separate query numbers the waitlist once; a join would number it for each row. */
async function withPositions<Row extends { id: string; state: RegistrationState }>(
  db: Db,
  eventId: string,
  rows: readonly Row[],
): Promise<(Row & { position: number | null })[]> {
  const ids = rows.filter(({ state }) => state === 'waitlisted').map(({ id }) => id);
  const waiting =
    ids.length === 0
      ? []
      : await db
          .selectFrom(waitlistPositions(eventId).as('w'))
          .select(['w.id', 'w.position'])
          .where('w.id', 'in', ids)
          .execute();
  const positions = new Map(waiting.map(({ id, position }) => [id, position]));
  return rows.map((row) => ({ ...row, position: positions.get(row.id) ?? null }));
}

/** Whether the mark `a` is the one of its person that counts. */
export const isNewestMark = sql<boolean>`not exists (select 1 from attendance b where b.event_id = a.event_id and b.person_id = a.person_id and (b.occurred_at, b.received_at, b.id) > (a.occurred_at, a.received_at, a.id))`;

/** Whether the mark `a` says that someone who had a place until the end is absent. */
export const isNoShow = sql<boolean>`(a.status = 'absent' and exists (select 1 from registrations r where r.event_id = a.event_id and r.person_id = a.person_id and r.state = 'confirmed'))`;

const tookPlace = sql<boolean>`exists (select 1 from events e where e.id = a.event_id and e.event_status not in ('EventCancelled', 'EventPostponed'))`;

type MarkCount = { event_id: string; status: AttendanceStatus; count: number; no_shows: number };

const marks = preparedForIds<Record<never, never>, MarkCount>((db, _slot, ids) =>
  db
    .selectFrom('attendance as a')
    .select(['a.event_id', 'a.status'])
    .select(sql<number>`count(*)`.as('count'))
    .select(sql<number>`count(case when ${isNoShow} and ${tookPlace} then 1 end)`.as('no_shows'))
    .where(sql<boolean>`a.event_id in (${ids})`)
    .where('a.status', 'is not', null)
    .where(isNewestMark)
    .groupBy(['a.event_id', 'a.status']),
);

const newestOwn = preparedForIds<
  { personId: string },
  { event_id: string; status: AttendanceStatus; minutes_late: number | null }
>((db, slot, ids) =>
  db
    .selectFrom('attendance as a')
    .select(['a.event_id', 'a.minutes_late'])
    .select(sql<AttendanceStatus>`a.status`.as('status'))
    .where('a.person_id', '=', slot('personId'))
    .where(sql<boolean>`a.event_id in (${ids})`)
    .where('a.status', 'is not', null)
    .where(isNewestMark),
);

/** The newest mark of one person at each of these events; without events that have none. */
export async function ownMarksOf(
  db: Db,
  personId: string,
  eventIds: readonly string[],
): Promise<Map<string, NonNullable<OwnMark>>> {
  const rows = await newestOwn(db, eventIds, { personId });
  return new Map(
    rows.map(({ event_id: id, status, minutes_late: minutesLate }) => [id, { status, minutesLate }]),
  );
}

/** Counts of the newest attendance marks at each of these events; without events that have none. */
export async function attendanceCountsOf(
  db: Db,
  eventIds: readonly string[],
): Promise<Map<string, AttendanceCounts>> {
  const counts = new Map<string, AttendanceCounts>();
  for (const { event_id: id, status, count, no_shows } of await marks(db, eventIds, {})) {
    const counted = counts.get(id) ?? { present: 0, late: 0, excused: 0, absent: 0, noShows: 0 };
    counted[status] = count;
    if (status === 'absent') counted.noShows = no_shows;
    counts.set(id, counted);
  }
  return counts;
}
