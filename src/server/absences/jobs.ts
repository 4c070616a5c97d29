// What the clock does for people who are away: it answers events that came to them in another way than being published.
import { inSteps } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { claimEvent } from '../registrations/absence-queries.ts';
import { answerForMembersAway, eventsToAnswer } from './queries.ts';
import { earliestToday } from './rules.ts';

/** Events in one turn: what is left comes in the next. */
const eventsAtOnce = 100;

/**
 * Answers for those who are away: dates that a series got by the clock, events of a team that someone joined while away, and
 * what was published at the same moment as an absence was added. Any number of processes may run it at once.
 */
export async function answerForAway({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const at = now().toISOString();
  const { db, dialect } = database;
  const ids = await eventsToAnswer(db, { at, today: earliestToday(at) }, eventsAtOnce);
  await inSteps(shutdown, ids, (id) =>
    db.transaction().execute(async (trx) => {
      if (await claimEvent(trx, dialect, id)) await answerForMembersAway({ db: trx, dialect, at }, [id]);
    }),
  );
}
