// How PostgreSQL does what differs; see ../dialect.ts.
import { sql } from 'kysely';
import { postgresChanges } from '../calendar-changes.ts';
import { andOf, type Dialect, fill, newMarkers, orOneOf, unionAll } from '../dialect.ts';
import { filterIndexesOfPostgres } from '../migrations/0028-filter-indexes.ts';
import { postgresLiveChanges } from '../migrations/0037-live-changes.ts';
import { filterStatisticsOfPostgres } from '../migrations/0040-filter-statistics.ts';
import { searchWords } from '../search-words.ts';
import { createPostgresLiveTriggers, preparePostgresMigration } from './live-triggers.ts';
import { migratingPostgres } from './migration-locks.ts';
import { createNotifyTriggers } from './notify-triggers.ts';
import { expectRights } from './rights.ts';
import { setSessionDefaults } from './session-defaults.ts';

const lastsLong = "ends_at - starts_at > interval '1 day'";

export const postgres: Dialect = {
  name: 'postgres',
  ddl: fill({
    ID: 'uuid',
    INSTANT: 'timestamptz(3)',
    SORTED: 'text collate "C"',
    FLAG: 'smallint',
    BYTES: 'bytea',
    SEARCHROW: 'bigint generated always as identity primary key',
    TEXT: 'text',
    INT: 'integer',
    REAL: 'double precision',
    LASTSLONG: lastsLong,
  }),
  searchIndex: [
    `alter table search_documents add column words tsvector generated always as (to_tsvector('simple', body)) stored`,
    'create index search_documents_words on search_documents using gin(words)',
  ],
  // Not `to_tsvector`: PostgreSQL's parser would split the markers and some words in another way.
  searchMarkers: [
    'alter table search_documents drop column words',
    newMarkers,
    `alter table search_documents add column words tsvector generated always as (array_to_tsvector(string_to_array(body, ' '))) stored`,
    'create index search_documents_words on search_documents using gin(words)',
  ],
  calendarChanges: postgresChanges,
  liveChanges: postgresLiveChanges,
  createLiveTriggers: createPostgresLiveTriggers,
  prepareMigration: preparePostgresMigration,
  async asSession(db, sessionId, write) {
    await sql`select set_config('sideline.session_id', ${sessionId}, true)`.execute(db);
    return write();
  },
  logPosition: () => sql`select cast(pg_current_snapshot() as text) as position`,
  transactionOfRow: sql`c.xact`,
  isAfterPosition: (position) =>
    sql`(c.xact >= pg_snapshot_xmin(cast(${position} as pg_snapshot)) and not pg_visible_in_snapshot(c.xact, cast(${position} as pg_snapshot)))`,
  daysAgo: (days) => sql`now() - cast(${`${days} days`} as interval)`,
  // An array, so that every plan runs the inner query once.
  deleteSome: (table, { where, limit }) =>
    sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked))`,
  filterIndexes: filterIndexesOfPostgres,
  filterStatistics: filterStatisticsOfPostgres,
  expectRights,
  migrating: migratingPostgres,
  async refer(db, { table, column, was }, target) {
    await sql.raw(`alter table ${table} drop constraint if exists ${table}_${was}_fkey`).execute(db);
    await sql
      .raw(
        `alter table ${table} add constraint ${table}_${column}_fkey foreign key (${column}) references ${target}(id) on delete cascade`,
      )
      .execute(db);
  },
  createWriteTriggers: createNotifyTriggers,
  setSessionDefaults,
  lastsLong: sql.raw(lastsLong),
  // PostgreSQL selects the kind by its column, so the query needs no marker word.
  searchQuery: (_kind, text) =>
    searchWords(text)
      .map((word) => `'${word}':*`)
      .join(' & '),
  // The inner select hides the words from the planner: for common ones it would read the table instead of the index.
  countMatches: (kind, query, most) =>
    sql`select count(*) as count from (select 1 from search_documents d where d.kind = ${sql.lit(kind)} and d.words @@ (select cast(${query} as tsquery)) limit ${most}) m`,
  // An array, so that every plan runs the inner query once.
  isAmong: (column, query) => sql`${column} = any(array(${query}))`,
  listHas: (column, word, by) =>
    by === 'rows'
      ? sql`strpos(${column}, '"' || cast(${word} as text) || '"') > 0`
      : sql`cast(${column} as jsonb) @> jsonb_build_array(cast(${word} as text))`,
  matches: (kind, id, query, isCommon, others) =>
    isCommon
      ? orOneOf(
          id,
          others,
          sql`(select d.words from search_documents d where d.kind = ${sql.lit(kind)} and d.object_id = ${id}) @@ cast(${query} as tsquery)`,
        )
      : // An array, so that few matches are looked up by id, whatever the planner estimates.
        sql`${id} = any(array(select d.object_id from search_documents d where d.kind = ${sql.lit(kind)} and d.words @@ cast(${query} as tsquery)${andOf(others)}))`,
  // With an offset the planner keeps the subquery. It cannot know that they are few, and may read the whole list for them.
  eventsOf: (where, few) =>
    few ? sql`(select * from events e where ${few} offset 0) e where ${where}` : sql`events e where ${where}`,
  // An array, so that every plan runs the inner query once. For a `limit` that is a parameter PostgreSQL expects a tenth of all
  // rows, and plans the statement again at each use, so the innermost limit is part of the text.
  isAmongFirst({ from, key, order, limit, most }) {
    const parts = from.map(
      (part) =>
        sql`select * from (select * from (select ${key}, e.id from ${part} order by ${order} limit ${sql.lit(most)}) e order by ${order} limit ${limit}) p`,
    );
    return sql`e.id = any(array(select e.id from (${sql.join(parts, unionAll)}) e order by ${order} limit ${limit}))`;
  },
  // Not FOR UPDATE: the foreign key of a notification to a locked event, group or person would wait for the lock, and two
  // such transactions would deadlock.
  forUpdate: (query) => query.forNoKeyUpdate(),
  skipLocked: (query) => query.forNoKeyUpdate().skipLocked(),
  async lockRows(query, mode = 'change') {
    const locks = { share: query.forShare(), change: query.forNoKeyUpdate(), delete: query.forUpdate() };
    await locks[mode].execute();
  },
};
