// Helpers that all planning routes share: the planner, daily limits, and audit entries.
import { limits } from '../../contract/values/limits.ts';
import { addAudit } from '../audit/queries.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import type { Viewer } from '../http/handler.ts';
import { takeDailyUse } from '../http/limits/daily-uses.ts';
import type { Tx } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { findPlanner } from './owner-queries.ts';

const perDay = {
  createEvent: limits.eventsPerDay,
  createSeries: limits.seriesPerDay,
  createPlace: limits.placesPerDay,
} as const;

export function planningTools({ config, database, now }: Pick<Deps, 'config' | 'database' | 'now'>) {
  const txIn = (db: Db): Tx => ({ db, dialect: database.dialect, at: now().toISOString() });
  return {
    txIn,

    planner: async (db: Db, { userId }: Viewer) => ({
      ...txIn(db),
      planner: await findPlanner(db, database.dialect, userId),
    }),

    count: async (db: Db, userId: string, action: keyof typeof perDay) => {
      if (!config.rateLimit) return;
      const max = perDay[action];
      const refusal = t(
        'You created {max} {action, select, createEvent {events} createSeries {series} other {places}} today. You can go on tomorrow.',
        { max, action },
      );
      await takeDailyUse(db, { userId, action, max, refusal }, now());
    },

    audit: (db: Db, { userId: actorId }: Viewer, action: string, objectId: string, after: object) =>
      addAudit(db, {
        actorId,
        action,
        objectKind: action.split('.')[0] ?? '',
        objectId,
        after,
        at: now().toISOString(),
      }),
  };
}
