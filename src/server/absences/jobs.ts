// The job that declines events for people who are away, if the events reached them in another way than by publication.
import { forEachUntilShutdown } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { claimEvent } from '../registrations/absence-queries.ts';
import { answerForMembersAway, eventsToAnswer } from './queries.ts';
import { earliestToday } from './rules.ts';

/** Events per run; the next run handles the rest. */
const eventsAtOnce = 100;

/**
 * Declines events for people who are away: dates that the job added to a series, events of a team that a person joined
 * while away, and events published concurrently with an absence. Safe to run in several processes.
 */
export async function answerForAway({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const at = now().toISOString();
  const { db, dialect } = database;
  const ids = await eventsToAnswer(db, { at, today: earliestToday(at) }, eventsAtOnce);
  await forEachUntilShutdown(shutdown, ids, (id) =>
    db.transaction().execute(async (trx) => {
      if (await claimEvent(trx, dialect, id)) await answerForMembersAway({ db: trx, dialect, at }, [id]);
    }),
  );
}
