// All differences between SQLite and PostgreSQL: column types, row locks, text search. No other code checks the engine. What
// their errors mean is in outages.ts.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { postgresChanges, sqliteChanges } from './calendar-changes.ts';
import { createSqliteLiveTriggers, dropSqliteLiveTriggers } from './live-changes.ts';
import { filterIndexesOfPostgres } from './migrations/0028-filter-indexes.ts';
import { postgresLiveChanges, sqliteLiveChanges } from './migrations/0037-live-changes.ts';
import { filterStatisticsOfPostgres } from './migrations/0040-filter-statistics.ts';
import { createPostgresLiveTriggers, preparePostgresMigration } from './postgres/live-triggers.ts';
import { migratingPostgres, type Waiting } from './postgres/migration-locks.ts';
import { createNotifyTriggers } from './postgres/notify-triggers.ts';
import { expectRights } from './postgres/rights.ts';
import { setSessionDefaults } from './postgres/session-defaults.ts';
import { markerOf, markerSign, type SearchKind, searchWords } from './search-words.ts';
import { referInSqlite } from './sqlite/refer.ts';

/** `was`: the column's name when the dropped foreign key was added. */
export type ReferringColumn = { table: string; column: string; was: string };

/** `from` follows `from`, once for each part of the list; `order` begins with the column `key`; `most` is the highest `limit`. */
type FirstEvents = {
  from: RawBuilder<unknown>[];
  key: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: RawBuilder<number>;
  most: number;
};

/** Tables of changes, to which marks apply. */
export type ChangeLog = 'calendar_changes' | 'live_changes';

export type Dialect = {
  name: 'sqlite' | 'postgres';
  /** Replaces the type placeholders of a migration: ID, INSTANT, SORTED, FLAG, BYTES, SEARCHROW, LASTSLONG. */
  ddl(text: string): string;
  /** Statements that create the full-text index of search_documents. */
  searchIndex: string[];
  /** Statements of migration 0028: indexes for list filters. */
  filterIndexes: string[];
  /** Statements of migration 0040: what the planner has to know for list filters. */
  filterStatistics: string[];
  /** Statements of migration 0009, which replaces the marker words of older databases. */
  searchMarkers: string[];
  /** Statements that create the change log of calendar feeds; see calendar-changes.ts. */
  calendarChanges: string[];
  /** Statements of migration 0037: the change log of live updates; see live-changes.ts. */
  liveChanges: string[];
  /** Makes the triggers of that log those of live-changes.ts. Whether one was missing or different. */
  createLiveTriggers<DB>(db: Kysely<DB>): Promise<boolean>;
  /** Before migrations, in their transaction: those triggers neither stop them, nor note the rows that they write. */
  prepareMigration<DB>(db: Kysely<DB>): Promise<void>;
  /** Runs the write of a session in a transaction: its rows in the log of live updates name the session. */
  asSession<DB, T>(db: Kysely<DB>, sessionId: string, write: () => Promise<T>): Promise<T>;
  /** The `position` in a change log after all rows that are visible now. */
  logPosition(log: ChangeLog): RawBuilder<{ position: string }>;
  /** Whether a row of a change log (alias `c`) may be after a position. */
  isAfterPosition(position: string): RawBuilder<boolean>;
  /** The instant so many days ago, by the database's clock. */
  daysAgo(days: number): RawBuilder<string>;
  /** Deletes at most `limit` matching rows, and skips rows that another process is deleting. */
  deleteSome(table: string, which: { where: RawBuilder<boolean>; limit: number }): RawBuilder<unknown>;
  /** Throws before a migration where our role may not create tables. */
  expectRights<DB>(db: Kysely<DB>): Promise<void>;
  /**
   * Runs migrations, which may rebuild tables, in one transaction that one process has at a time. On SQLite foreign keys are off
   * meanwhile: dropping a table would cascade.
   */
  migrating<DB, T>(db: Kysely<DB>, migrateAll: (db: Kysely<DB>) => Promise<T>, waiting: Waiting): Promise<T>;
  /** Changes the table that an id column references, with `on delete cascade`. For migrations. */
  refer(db: Kysely<unknown>, column: ReferringColumn, target: string): Promise<void>;
  /** Creates the triggers that announce writes on `writesChannel`; not needed on SQLite, where `Database.version` sees them. */
  createWriteTriggers<DB>(db: Kysely<DB>): Promise<void>;
  /** Stores the session defaults of our database role. */
  setSessionDefaults<DB>(db: Kysely<DB>): Promise<void>;
  /** Whether an event lasts more than a day, written as in the index `events_long_by_start`. Columns of `events`, without alias. */
  lastsLong: RawBuilder<boolean>;
  /** The engine's query for documents of one kind that contain every word of `text`, or a word with it as prefix. */
  searchQuery(kind: SearchKind, text: string): string;
  /** The `count` of documents of the kind that match a `searchQuery`, at most `most`. */
  countMatches(kind: SearchKind, query: string, most: number): RawBuilder<{ count: number }>;
  /** Whether a column is among the results of a query that does not depend on its row. */
  isAmong(column: RawBuilder<string>, query: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Whether a JSON list column contains this word of a vocabulary, read in each row, or by an index of the words if there is one. */
  listHas(
    column: RawBuilder<string>,
    word: string | RawBuilder<string>,
    by: 'index' | 'rows',
  ): RawBuilder<boolean>;
  /**
   * Whether the object with this id matches, or is one of the ids that `others` selects. With `isCommon` (many matches) each
   * row that passes the other conditions is checked, instead of fetching every match.
   */
  matches(
    kind: SearchKind,
    id: RawBuilder<string>,
    query: string | RawBuilder<string>,
    isCommon: boolean,
    others?: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
  /** What follows `from`: the events `e` that match both. Those of `few`, if given, are looked up first. */
  eventsOf(where: RawBuilder<boolean>, few: RawBuilder<boolean> | null): RawBuilder<unknown>;
  /** Whether `e` is among the first `limit` events of `eventsOf` in this order. An index may be all that is read for them. */
  isAmongFirst(which: FirstEvents): RawBuilder<boolean>;
  /**
   * Locks the selected rows until the transaction ends. Other transactions may still insert rows that reference them. A no-op
   * on SQLite, which has one writer.
   */
  forUpdate<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): SelectQueryBuilder<DB, T, O>;
  /** As `forUpdate`, but skips locked rows, so that processes with the same job take different ones. */
  skipLocked<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): SelectQueryBuilder<DB, T, O>;
  /**
   * Locks rows without reading them, until the transaction ends. `share` only prevents changes, and several transactions may
   * hold it. A no-op on SQLite.
   */
  lockRows<DB, T extends keyof DB, O>(
    query: SelectQueryBuilder<DB, T, O>,
    mode?: 'change' | 'share',
  ): Promise<void>;
};

const newMarkers = `update search_documents set body = '${markerSign}' || substr(body, ${'kind'.length + 1}) where body like 'kind%'`;

function fill(types: Record<string, string>) {
  return (text: string) =>
    text.replace(
      /\b(ID|INSTANT|SORTED|FLAG|BYTES|SEARCHROW|LASTSLONG|TEXT|INT|REAL)\b/g,
      (word) => types[word] ?? word,
    );
}

const sqliteLastsLong = 'julianday(ends_at) - julianday(starts_at) > 1';
const postgresLastsLong = "ends_at - starts_at > interval '1 day'";

const orOneOf = (
  id: RawBuilder<string>,
  others: RawBuilder<unknown> | undefined,
  matches: RawBuilder<boolean>,
) => (others ? sql<boolean>`(${matches} or ${id} in (${others}))` : matches);
const andOf = (others: RawBuilder<unknown> | undefined) => (others ? sql` union all ${others}` : sql``);

const unionAll = sql` union all `;

export const sqlite: Dialect = {
  name: 'sqlite',
  ddl: (text) =>
    fill({
      ID: 'text',
      INSTANT: 'text',
      SORTED: 'text',
      FLAG: 'integer',
      BYTES: 'blob',
      SEARCHROW: 'integer primary key',
      TEXT: 'text',
      INT: 'integer',
      REAL: 'real',
      LASTSLONG: sqliteLastsLong,
    })(text).replace(/^\)(?=;)/gm, ') strict'),
  searchIndex: [
    `create virtual table search_index using fts5(body, content='search_documents', content_rowid='rowid_', prefix='1 2 3 4', tokenize='unicode61 remove_diacritics 2')`,
    `create trigger search_documents_added after insert on search_documents begin
       insert into search_index(rowid, body) values (new.rowid_, new.body); end`,
    `create trigger search_documents_removed after delete on search_documents begin
       insert into search_index(search_index, rowid, body) values ('delete', old.rowid_, old.body); end`,
    `create trigger search_documents_changed after update on search_documents begin
       insert into search_index(search_index, rowid, body) values ('delete', old.rowid_, old.body);
       insert into search_index(rowid, body) values (new.rowid_, new.body); end`,
  ],
  searchMarkers: [newMarkers],
  calendarChanges: sqliteChanges,
  liveChanges: sqliteLiveChanges,
  createLiveTriggers: createSqliteLiveTriggers,
  prepareMigration: dropSqliteLiveTriggers,
  // No one else writes until the transaction ends, so all rows from here on are its own.
  async asSession(db, sessionId, write) {
    const { rows } = await sql<{
      last: number;
    }>`select coalesce(max(id), 0) as last from live_changes`.execute(db);
    const result = await write();
    await sql`update live_changes set session_id = ${sessionId} where id > ${rows[0]?.last ?? 0}`.execute(db);
    return result;
  },
  logPosition: (log) => sql`select cast(coalesce(max(id), 0) as text) as position from ${sql.table(log)}`,
  isAfterPosition: (position) => sql`c.id > ${Number(position)}`,
  daysAgo: (days) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${days} days`})`,
  deleteSome: (table, { where, limit }) =>
    sql`delete from ${sql.table(table)} where rowid in (select rowid from ${sql.table(table)} where ${where} limit ${limit})`,
  // SQLite would use an index for rare words also for common ones, so the lists' own indexes contain the filtered columns.
  filterIndexes: [],
  filterStatistics: [],
  expectRights: async () => {},
  async migrating(db, migrateAll) {
    // The pragma has no effect inside a transaction.
    await sql`pragma foreign_keys = off`.execute(db);
    try {
      return await db.transaction().execute(migrateAll);
    } finally {
      await sql`pragma foreign_keys = on`.execute(db);
    }
  },
  refer: referInSqlite,
  // `Database.version` of SQLite sees every write.
  createWriteTriggers: async () => {},
  setSessionDefaults: async () => {},
  lastsLong: sql.raw(sqliteLastsLong),
  searchQuery: (kind, text) =>
    [`"${markerOf(kind)}"`, ...searchWords(text).map((word) => `"${word}"*`)].join(' AND '),
  countMatches: (_kind, query, most) =>
    sql`select count(*) as count from (select 1 from search_index where search_index match ${query} limit cast(${most} as bigint))`,
  isAmong: (column, query) => sql`${column} in (${query})`,
  // The words are from our vocabularies, so the quoted form matches exactly. Not `like`, which folds the case of each letter.
  listHas: (column, word) => sql`instr(${column}, '"' || ${word} || '"') > 0`,
  matches: (kind, id, query, isCommon, others) =>
    isCommon
      ? orOneOf(
          id,
          others,
          sql`(select d.rowid_ from search_documents d where d.kind = ${sql.lit(kind)} and d.object_id = ${id}) in (select i.rowid from search_index i where i.search_index match ${query})`,
        )
      : sql`${id} in (select d.object_id from search_index i join search_documents d on d.rowid_ = i.rowid where i.search_index match ${query}${andOf(others)})`,
  eventsOf: (where, few) => sql`events e where ${where}${few ? sql` and ${few}` : sql``}`,
  // SQLite merges the parts as it reads them. For a limit that is no expression it would plan the statement again at each use.
  isAmongFirst({ from, key, order, limit }) {
    const parts = from.map((part) => sql`select ${key}, e.id from ${part}`);
    return sql`e.id in (select id from (${sql.join(parts, unionAll)} order by ${order} limit cast(${limit} as bigint)))`;
  },
  forUpdate: (query) => query,
  skipLocked: (query) => query,
  lockRows: async () => {},
};

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
    LASTSLONG: postgresLastsLong,
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
  lastsLong: sql.raw(postgresLastsLong),
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
    await (mode === 'share' ? query.forShare() : query.forNoKeyUpdate()).execute();
  },
};
