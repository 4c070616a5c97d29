// Events in lists of a signed-in person: reads the related data of all rows of `selectMySummaries` at once.
import type { MyEventSummary } from '../../contract/events/events.ts';
import type { Db } from '../db/open.ts';
import { groupRolesOf } from '../groups/queries.ts';
import { replyCountsOf } from '../reminders/queries.ts';
import { leadersOf, type selectMySummaries, teamsOfEvents } from './queries.ts';
import { roleAt } from './role-rules.ts';
import { attendanceCountsOf, ownMarksOf } from './roster-queries.ts';
import { groupedBy, mySummaryOf } from './rules.ts';
import { seenSeries } from './series-queries.ts';

type Row = Awaited<ReturnType<ReturnType<typeof selectMySummaries>['execute']>>[number];

/**
 * Returns the mapping of these rows to answers for this person. `counts`: the counts to read for events that they run;
 * `attendance` also reads their own marks.
 */
export async function mySummaries(
  db: Db,
  rows: readonly Row[],
  { userId, now, bornBy }: { userId: string; now: string; bornBy: string },
  counts: { replies: boolean; attendance: boolean },
): Promise<(row: Row) => MyEventSummary> {
  const ids = rows.map((row) => row.id);
  const leaders = groupedBy(await leadersOf(db, ids, { bornBy, names: 'all' }), (row) => row.event_id);
  const teams = groupedBy(await teamsOfEvents(db, ids), (row) => row.event_id);
  const groupRoles = await groupRolesOf(db, userId);
  const runIds = rows
    .filter((row) => roleAt({ ...row, teams: teams.get(row.id) ?? [] }, groupRoles) === 'coach')
    .map((row) => row.id);
  const replies = await replyCountsOf(db, counts.replies ? runIds : [], now);
  const attendance = await attendanceCountsOf(db, counts.attendance ? runIds : []);
  const ownMarks = await ownMarksOf(db, userId, counts.attendance ? ids : []);
  const series = await seenSeries(
    db,
    rows.map((row) => row.series_id),
    { userId, now },
  );
  return (row) =>
    mySummaryOf(row, leaders.get(row.id), teams.get(row.id), groupRoles, now, {
      replies: replies.get(row.id),
      attendance: attendance.get(row.id),
      ownMark: ownMarks.get(row.id),
      series: row.series_id === null ? undefined : series.get(row.series_id),
    });
}
