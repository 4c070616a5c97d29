// HTTP of attendance over time: of a team, and the hours that a coach has led; each as an answer and as a file.
import type { attendanceTableEndpoints } from '../../contract/events/attendance-table.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Deps } from '../deps.ts';
import { groupedBy } from '../events/rules.ts';
import type { Handlers } from '../http/handler.ts';
import { invalid } from '../http/problem.ts';
import { csvOf } from '../text/csv.ts';
import { t } from '../words/t.ts';
import { teamTable, teamTableFile } from './table.ts';
import { listLedEvents, type Period } from './table-queries.ts';
import { periodOf } from './table-rules.ts';

type Given = { from?: string | undefined; to?: string | undefined };
type Led = Awaited<ReturnType<typeof listLedEvents>>[number];

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

    'GET /api/users/me/coaching-hours': async ({ query, viewer: { userId } }) => {
      const period = requirePeriod(query, now());
      const months = groupedBy(await listLedEvents(db, userId, period), (row) => row.starts_on.slice(0, 7));
      return {
        from: period.from,
        to: period.to,
        months: [...months].map(([month, events]) => ({
          month,
          events: events.length,
          minutes: events.reduce((sum, event) => sum + minutesOf(event), 0),
        })),
      };
    },

    'GET /api/users/me/coaching-hours.csv': async ({ query, viewer: { userId } }) => {
      const rows = await listLedEvents(db, userId, requirePeriod(query, now()));
      const header = [t('Day'), t('Event'), t('Starts'), t('Ends'), t('Minutes')];
      return csvOf([
        header,
        ...rows.map((row) => [
          row.starts_on,
          row.name,
          localTime(row.starts_at, row.time_zone),
          localTime(row.ends_at, row.time_zone),
          minutesOf(row),
        ]),
      ]);
    },
  };
}

function requirePeriod(given: Given, at: Date): Period {
  const period = periodOf(given, at);
  if (period) return period;
  throw invalid({
    path: 'to',
    code: 'invalid_span',
    message: t('Later than the start, by {max} days at most', { max: limits.calendarSpanDays }),
  });
}

const minutesOf = ({ starts_at, ends_at }: Led) =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);

/** `2026-11-28 18:00`, which spreadsheets read as a date with a time in every language. */
function localTime(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
