// Reads the change log of live updates.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { type Change, liveLimits } from './rules.ts';

/** More rows than this are sent as one `reset`. */
const maxRows = 5_000;

/** The current position in the change log: later commits come after it. */
export async function livePosition({ db, dialect }: Database): Promise<string> {
  const { rows } = await dialect.logPosition('live_changes').execute(db);
  return rows[0]?.position ?? '';
}

/** The changes after a position, or since an instant; null for too many. A change may be returned twice. */
export const changesAfter = (database: Database, position: string) =>
  readChanges(database, database.dialect.isAfterPosition(position));
export const changesSince = (database: Database, at: number) =>
  readChanges(database, sql`c.at >= ${new Date(at).toISOString()}`);

async function readChanges({ db }: Database, where: RawBuilder<boolean>): Promise<Change[] | null> {
  const rows = await db
    .selectFrom('live_changes as c')
    .select(['c.kind', 'c.subject', ({ fn }) => fn.max('c.id').as('version')])
    .select(
      sql<string | null>`case when count(*) = count(c.session_id) and count(distinct c.session_id) = 1
        then max(cast(c.session_id as text)) end`.as('sessionId'),
    )
    .where('c.id', 'in', (query) =>
      query.selectFrom('live_changes as c').select('c.id').where(where).limit(maxRows),
    )
    .groupBy(['c.kind', 'c.subject'])
    .limit(liveLimits.subjects + 1)
    .execute();
  return rows.length > liveLimits.subjects ? null : rows;
}
