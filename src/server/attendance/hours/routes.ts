// HTTP of coaching hours, as an answer and as a file.
import type { coachingHoursEndpoints } from '../../../contract/events/coaching-hours.ts';
import { zoneOf } from '../../absences/queries.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handler.ts';
import { requirePeriod } from '../period.ts';
import { coachingHours, coachingHoursFile } from './hours.ts';

export function coachingHoursRoutes({
  database: { db },
  now,
}: Deps): Handlers<keyof typeof coachingHoursEndpoints> {
  const periodFor = async (query: Parameters<typeof requirePeriod>[0], userId: string) =>
    requirePeriod(query, now(), await zoneOf(db, userId));
  return {
    'GET /api/users/me/coaching-hours': async ({ query, viewer: { userId } }) =>
      coachingHours(db, userId, await periodFor(query, userId)),

    'GET /api/users/me/coaching-hours.csv': async ({ query, viewer: { userId } }) =>
      coachingHoursFile(db, { userId, now: now() }, await periodFor(query, userId)),
  };
}
