// HTTP of coaching hours, as an answer and as a file.
import type { coachingHoursEndpoints } from '../../../contract/events/coaching-hours.ts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handler.ts';
import { requirePeriod } from '../period.ts';
import { coachingHours, coachingHoursFile } from './hours.ts';

export function coachingHoursRoutes({
  database: { db },
  now,
}: Deps): Handlers<keyof typeof coachingHoursEndpoints> {
  return {
    'GET /api/users/me/coaching-hours': ({ query, viewer: { userId } }) =>
      coachingHours(db, userId, requirePeriod(query, now())),

    'GET /api/users/me/coaching-hours.csv': ({ query, viewer: { userId } }) =>
      coachingHoursFile(db, { userId, now: now() }, requirePeriod(query, now())),
  };
}
