// HTTP of a team's attendance over time, as an answer and as a file.
import type { attendanceTableEndpoints } from '../../../contract/events/attendance-table.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handler.ts';
import { requirePeriod } from '../period.ts';
import { teamTable, teamTableFile } from './table.ts';

export function attendanceTableRoutes({
  database,
  now,
}: Deps): Handlers<keyof typeof attendanceTableEndpoints> {
  const { db } = database;
  return {
    'GET /api/teams/{id}/attendance': ({ params: { id }, query, viewer: { userId } }) =>
      teamTable(db, { teamId: id, userId, now: now() }, requirePeriod(query, now())),

    'GET /api/teams/{id}/attendance.csv': ({ params: { id }, query, viewer: { userId } }) =>
      teamTableFile(db, { teamId: id, userId, now: now() }, requirePeriod(query, now())),
  };
}
