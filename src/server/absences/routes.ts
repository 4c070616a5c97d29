// HTTP of a person's own absences. Organizers and coaches see them on event and team pages.
import { v7 as uuid } from 'uuid';
import type { absenceEndpoints } from '../../contract/events/absences.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Db } from '../db/open.ts';
import { withRollback } from '../db/with-rollback.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/handler.ts';
import { takeDailyUse } from '../http/limits/daily-uses.ts';
import type { Tx } from '../registrations/absence-queries.ts';
import { type DeviceTimes, decidedAt } from '../registrations/rules.ts';
import { t } from '../words/t.ts';
import { addAbsence, changeAbsence, endAbsence, removeAbsence } from './absences.ts';
import { listAbsences } from './queries.ts';
import { absenceOf, earliestToday } from './rules.ts';

/** Past absences in the list. */
const pastShown = 20;

export function absenceRoutes({ config, database, now }: Deps): Handlers<keyof typeof absenceEndpoints> {
  const workIn = (db: Db): Tx => ({ db, dialect: database.dialect, at: now().toISOString() });
  const deciding = (personId: string, times: DeviceTimes) => ({
    personId,
    decidedAt: decidedAt(times, now().toISOString()),
  });
  const countAdded = async (db: Db, userId: string) => {
    if (!config.rateLimit) return;
    const max = limits.absencesPerDay;
    const refusal = t('You added {max} absences today. You can add more tomorrow.', { max });
    await takeDailyUse(db, { userId, action: 'addAbsence', max, refusal }, now());
  };

  return {
    'GET /api/users/me/absences': async ({ viewer: { userId } }) => {
      const today = earliestToday(now().toISOString());
      const rows = await listAbsences(database.db, userId, today, pastShown);
      return { items: rows.map(absenceOf) };
    },

    'POST /api/users/me/absences': async ({ body, viewer: { userId }, db }) => {
      await countAdded(db, userId);
      const { id = uuid(), from, to, note, ...times } = body;
      return addAbsence(workIn(db), deciding(userId, times), { id, from, to, note });
    },

    'POST /api/users/me/absences/preview': ({ body: { id, ...days }, viewer: { userId } }) =>
      withRollback(database.db, async (db) => {
        const mine = deciding(userId, {});
        const { answered, placesGivenUp, reopened, held } =
          id === undefined
            ? await addAbsence(workIn(db), mine, { id: uuid(), ...days, note: null })
            : await changeAbsence(workIn(db), mine, id, days);
        return { answered, placesGivenUp, reopened, held };
      }),

    'PATCH /api/users/me/absences/{id}': ({ params: { id }, body, viewer: { userId }, db }) => {
      const { version, from, to, note, ...times } = body;
      return changeAbsence(workIn(db), deciding(userId, times), id, { version, from, to, note });
    },

    'POST /api/users/me/absences/{id}/end': ({ params: { id }, viewer: { userId }, db }) =>
      endAbsence(workIn(db), userId, id),

    'DELETE /api/users/me/absences/{id}': async ({ params: { id }, viewer: { userId }, db }) => {
      await removeAbsence(workIn(db), userId, id);
      return undefined;
    },
  };
}
