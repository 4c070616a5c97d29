// Daily quotas per person and action, in UTC days. The database counts them, so that neither a restart nor a second server
// process resets them. Undoing the action does not give the use back.
import type { Database, Db } from '../../db/open.ts';
import { Problem } from '../problem.ts';

const dayMs = 86_400_000;

type Counted = {
  userId: string;
  action:
    | 'foundGroup'
    | 'invite'
    | `notifyInvitee ${string}`
    | 'createEvent'
    | 'createSeries'
    | 'createDate'
    | 'createPlace'
    | 'addPerson'
    | 'startSeason'
    | 'addAbsence'
    | `mail ${string}`;
  max: number;
  /** How many uses this call counts, at most `max`; default 1. */
  count?: number;
};
type Use = Counted & { refusal: string };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Counts a use in the caller's transaction, so that a failed action is not counted. Call it before other rows are locked: it
 * blocks another use by this person until the transaction ends. Throws rate_limited.
 */
export async function takeDailyUse(db: Db, { refusal, ...use }: Use, at: Date): Promise<void> {
  if (await countDailyUse(db, use, at)) return;
  const retryAfterSeconds = Math.ceil((dayMs - (at.getTime() % dayMs)) / 1000);
  throw new Problem('rate_limited', refusal, { retryAfterSeconds });
}

/** Counts a use like `takeDailyUse`; false if it would be one too many. */
export async function countDailyUse(
  db: Db,
  { userId, action, max, count = 1 }: Counted,
  at: Date,
): Promise<boolean> {
  const counted = await db
    .insertInto('daily_uses')
    .values({ user_id: userId, action, day: dayOf(at), uses: count })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'action', 'day'])
        .doUpdateSet((set) => ({ uses: set('daily_uses.uses', '+', count) }))
        .where('daily_uses.uses', '<=', max - count),
    )
    .returning('uses')
    .executeTakeFirst();
  return counted !== undefined;
}

/**
 * Counts a use of something that all people share, such as the mails to an address: false if the uses of all of them exceed
 * `max`. Not in a transaction: of several at the limit some may be refused too many, but never too few.
 */
export async function countCommonUse(
  { db, longReads }: Pick<Database, 'db' | 'longReads'>,
  use: Counted,
  at: Date,
): Promise<boolean> {
  if (!(await countDailyUse(db, use, at))) return false;
  // By the index of the day alone.
  const { uses } = await longReads
    .selectFrom('daily_uses')
    .select(({ fn }) => fn.sum('uses').as('uses'))
    .where('day', '=', dayOf(at))
    .where('action', '=', use.action)
    .executeTakeFirstOrThrow();
  return Number(uses) <= use.max;
}
