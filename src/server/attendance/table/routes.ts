// HTTP of a team's attendance over time, as an answer and as a file.
import type { attendanceTableEndpoints } from '../../../contract/events/attendance-table.ts';
import { zoneOf } from '../../absences/queries.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handler.ts';
import { requirePeriod } from '../period.ts';
import { teamTable, teamTableFile } from './table.ts';

export function attendanceTableRoutes({
  database,
  now,
}: Deps): Handlers<keyof typeof attendanceTableEndpoints> {
  const { db } = database;
  const periodFor = async (query: Parameters<typeof requirePeriod>[0], userId: string) =>
    requirePeriod(query, now(), await zoneOf(db, userId));
  return {
    'GET /api/teams/{id}/attendance': async ({ params: { id }, query, viewer: { userId } }) =>
      teamTable(db, { teamId: id, userId, now: now() }, await periodFor(query, userId)),

    'GET /api/teams/{id}/attendance.csv': async ({ params: { id }, query, viewer: { userId } }) =>
      teamTableFile(db, { teamId: id, userId, now: now() }, await periodFor(query, userId)),
  };
}
