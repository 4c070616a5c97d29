// Helpers that all planning routes share: the planner, daily limits, and audit entries.
import type { SeriesScope } from '../../contract/values/enums.ts';
import { limits } from '../../contract/values/limits.ts';
import { addAudit } from '../audit/queries.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import type { Viewer } from '../http/handler.ts';
import { takeDailyUse } from '../http/limits/daily-uses.ts';
import { notFound, Problem } from '../http/problem.ts';
import { lockEventRow, refreshSeats, type Tx } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { findStored, type StoredEvent } from './event-queries.ts';
import { findPlanner } from './owner-queries.ts';
import { lockSeriesOf } from './series/series-lock-queries.ts';

const perDay = {
  createEvent: limits.eventsPerDay,
  createSeries: limits.seriesPerDay,
  createDate: limits.seriesDatesPerDay,
  createPlace: limits.placesPerDay,
} as const;

/** Throws not_found. */
export async function storedOf(db: Db, id: string): Promise<StoredEvent> {
  const stored = await findStored(db, id);
  if (!stored) throw notFound('event');
  return stored;
}

export function planningTools({ config, database, now }: Pick<Deps, 'config' | 'database' | 'now'>) {
  const txIn = (db: Db): Tx => ({ db, dialect: database.dialect, at: now().toISOString() });
  const planner = async (db: Db, { userId }: Viewer) => ({
    ...txIn(db),
    planner: await findPlanner(db, database.dialect, userId),
  });
  const answerFor = (db: Db, id: string, { userId }: Viewer) => findMyEventAnswer(db, { id, userId }, now());
  return {
    txIn,

    planner,

    count: async (db: Db, userId: string, action: keyof typeof perDay, uses = 1) => {
      if (!config.rateLimit) return;
      const max = perDay[action];
      const refusal =
        action === 'createDate'
          ? t(
              'You can create {max} dates in series a day, and these would be more. You can go on tomorrow.',
              {
                max,
              },
            )
          : t(
              'You created {max} {action, select, createEvent {events} createSeries {series} other {places}} today. You can go on tomorrow.',
              { max, action },
            );
      await takeDailyUse(db, { userId, action, max, refusal, count: uses }, now());
    },

    answerFor,

    /**
     * Locks an event that this person runs until the transaction ends, and its series unless the scope is `this`. Throws
     * not_found, gone or not_permitted.
     */
    eventToRun: async (db: Db, id: string, viewer: Viewer, scope: SeriesScope = 'this') => {
      const tx = await planner(db, viewer);
      if (scope !== 'this') await lockSeriesOf(db, database.dialect, id);
      await lockEventRow(db, database.dialect, id);
      await refreshSeats(tx, id, viewer.userId);
      const answer = await answerFor(db, id, viewer);
      if (!answer.can.edit)
        throw new Problem('not_permitted', t('Only the people who run this event can change it.'));
      return { tx, answer, stored: await storedOf(db, id) };
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
