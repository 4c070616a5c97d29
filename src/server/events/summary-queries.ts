// Events in lists of a signed-in person: reads the related data of all rows of `selectMySummaries` at once.
import type { MyEventSummary } from '../../contract/events/events.ts';
import type { Db } from '../db/open.ts';
import { groupRolesOf } from '../groups/queries.ts';
import { replyCountsOf } from '../reminders/queries.ts';
import type { selectMySummaries } from './queries.ts';
import { attendanceCountsOf, ownMarksOf } from './roster-queries.ts';
import { myRoleAt, mySummaryOf } from './rules.ts';
import { seenSeries } from './series-queries.ts';

type Row = Awaited<ReturnType<ReturnType<typeof selectMySummaries>['execute']>>[number];

/**
 * Returns the mapping of these rows to answers for this person. `counts`: the counts to read for events that they run;
 * `attendance` also reads their own marks.
 */
export async function mySummaries(
  db: Db,
  rows: readonly Row[],
  { userId, now }: { userId: string; now: string },
  counts: { replies: boolean; attendance: boolean },
): Promise<(row: Row) => MyEventSummary> {
  const ids = rows.map((row) => row.id);
  const groupRoles = await groupRolesOf(db, userId);
  const runIds = rows.filter((row) => myRoleAt(row, groupRoles) === 'coach').map((row) => row.id);
  const replies = await replyCountsOf(db, counts.replies ? runIds : [], now);
  const attendance = await attendanceCountsOf(db, counts.attendance ? runIds : []);
  const ownMarks = await ownMarksOf(db, userId, counts.attendance ? ids : []);
  const series = await seenSeries(
    db,
    rows.map((row) => row.series_id),
    { userId, now },
  );
  return (row) =>
    mySummaryOf(row, groupRoles, now, {
      replies: replies.get(row.id),
      attendance: attendance.get(row.id),
      ownMark: ownMarks.get(row.id),
      series: row.series_id === null ? undefined : series.get(row.series_id),
    });
}
