// Reads the change log of live updates, and adds what makes every stream reset.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { bySubject, type Change, liveLimits } from './rules.ts';

/** The current position in the change log: later commits come after it. */
export async function livePosition({ db, dialect }: Database): Promise<string> {
  const { rows } = await dialect.logPosition('live_changes').execute(db);
  return rows[0]?.position ?? '';
}

/** The changes between two positions; null for too many. None is in two such ranges. */
export const changesBetween = (database: Database, after: string, until: string) =>
  readChanges(
    database,
    sql`${database.dialect.isAfterPosition(after)} and not ${database.dialect.isAfterPosition(until)}`,
  );
/** The changes since an instant; null for too many. */
export const changesSince = (database: Database, at: number) =>
  readChanges(database, sql`c.at >= ${new Date(at).toISOString()}`);

/**
 * On PostgreSQL each transaction is a change of its own: one with an earlier id may commit after another was sent, and devices
 * ignore versions that they have. The newest id of both would hide it.
 */
async function readChanges({ db, dialect }: Database, where: RawBuilder<boolean>): Promise<Change[] | null> {
  const changes = await db
    .selectFrom('live_changes as c')
    .select(['c.kind', 'c.subject', ({ fn }) => fn.max('c.id').as('version')])
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .select(
      sql<string | null>`case when count(*) = count(c.session_id) and count(distinct c.session_id) = 1
        then max(cast(c.session_id as text)) end`.as('sessionId'),
    )
    .where('c.id', 'in', (query) =>
      query
        .selectFrom('live_changes as c')
        .select('c.id')
        .where(where)
        .limit(liveLimits.rows + 1),
    )
    .groupBy(['c.kind', 'c.subject', dialect.transactionOfRow])
    .execute();
  const rows = changes.reduce((sum, change) => sum + change.rows, 0);
  return bySubject(changes).length > liveLimits.subjects || rows > liveLimits.rows ? null : changes;
}

/**
 * Makes every process send one `reset` to its open streams, and to those that resume: adds rows about more subjects than are
 * sent one by one. For what was written without a row of the log.
 */
export async function resetLiveStreams({ db }: Pick<Database, 'db'>): Promise<void> {
  const subjects = Array.from({ length: liveLimits.subjects + 1 }, () => randomUUID());
  await db
    .insertInto('live_changes')
    .values(subjects.map((subject) => ({ kind: 'event' as const, subject })))
    .execute();
}
