// All that differs between the two engines: column types, row locks, text search. Nothing else may ask which engine runs.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import pg from 'pg';
import { postgresChanges, sqliteChanges } from './calendar-changes.ts';
import { filterIndexesOfPostgres } from './migrations/0028-filter-indexes.ts';
import { announceInPostgres } from './postgres/announced-writes.ts';
import { setSessionDefaults } from './postgres/session-defaults.ts';
import { sqliteFailureOf } from './sqlite/sqlite-failures.ts';

export type SearchKind = 'event' | 'user' | 'organization' | 'team';

/** `was`: what the column was called when it got the reference that ends. */
export type ReferringColumn = { table: string; column: string; was: string };

export type Dialect = {
  name: 'sqlite' | 'postgres';
  /** Fills the type words of a migration: ID, INSTANT, SORTED, FLAG, BYTES, SEARCHROW, LASTSLONG. */
  ddl(text: string): string;
  /** Statements that give search_documents its text index. */
  searchIndex: string[];
  /** Statements of migration 0028: indexes of what lists are filtered by. */
  filterIndexes: string[];
  /** Statements of migration 0009, which turn the marker words of an older database into today's. */
  searchMarkers: string[];
  /** Statements that note what changes in calendars; see calendar-changes.ts. */
  calendarChanges: string[];
  /** All notes of changes that a read sees which begins after this: the row's `mark`. */
  changeMark: RawBuilder<{ mark: string }>;
  /** Whether a note, the alias `c`, may have come after a mark. */
  isAfterMark(mark: string): RawBuilder<boolean>;
  /** The instant so many days ago by the clock of the database. */
  daysAgo(days: number): RawBuilder<string>;
  /** Deletes so many rows that a condition holds for, and leaves alone what another process is deleting. */
  deleteSome(table: string, which: { where: RawBuilder<boolean>; limit: number }): RawBuilder<unknown>;
  /** Runs migrations that may rebuild tables: SQLite would apply foreign key actions when it drops the old one. */
  rebuilding<DB, T>(db: Kysely<DB>, migrateAll: () => Promise<T>): Promise<T>;
  /** Lets an id column refer to another table from now on; rows go with what they refer to. For migrations. */
  refer(db: Kysely<unknown>, column: ReferringColumn, target: string): Promise<void>;
  /** Lets the database announce every write to processes that listen on `writesChannel`, where they cannot see it themselves. */
  announceWrites<DB>(db: Kysely<DB>): Promise<void>;
  /** Stores what every session begins with. */
  setSessionDefaults<DB>(db: Kysely<DB>): Promise<void>;
  /** Whether an event lasts more than a day, as the index `events_long` says it. Columns of `events`, without alias. */
  lastsLong: RawBuilder<boolean>;
  /** The engine's form of a search: documents of one kind that hold every word of `text` or words that begin so. */
  searchQuery(kind: SearchKind, text: string): string;
  /** How many documents of the kind match a `searchQuery`, counting no further than `most`: the rows of `count`. */
  countMatches(kind: SearchKind, query: string, most: number): RawBuilder<{ count: number }>;
  /** Whether a JSON list column of vocabulary words holds this one. */
  listHas(column: RawBuilder<string>, word: string | RawBuilder<string>): RawBuilder<boolean>;
  /**
   * Whether the object with this id matches. `isCommon` says that many do: then each row that passes the other
   * conditions is checked, instead of fetching every match.
   */
  matches(
    kind: SearchKind,
    id: RawBuilder<string>,
    query: string | RawBuilder<string>,
    isCommon: boolean,
  ): RawBuilder<boolean>;
  /**
   * Locks the selected rows until the transaction ends; rows of other tables may still be added that refer to them. SQLite
   * has one writer, so there it is a no-op.
   */
  forUpdate<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): SelectQueryBuilder<DB, T, O>;
  /** As `forUpdate`, but leaves out rows that another transaction holds: processes that do the same job take different ones. */
  skipLocked<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): SelectQueryBuilder<DB, T, O>;
  /**
   * Locks rows that are not read yet, until the transaction ends. `share` keeps them as they are, and any number of
   * transactions may do so at once. Costs nothing on SQLite.
   */
  lockRows<DB, T extends keyof DB, O>(
    query: SelectQueryBuilder<DB, T, O>,
    mode?: 'change' | 'share',
  ): Promise<void>;
};

/** Lower case without accents, as names are sorted and searched: `Águeda Ørsted` → `agueda orsted`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæßłđðþı]/g, (letter) => letters[letter] ?? letter);
}
const letters: Record<string, string> = {
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The words of a text, as documents hold them and searches ask for them: folded letters and digits. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a search text, at most eight, each once as each costs a look-up. */
export const searchWords = (text: string): string[] => [...new Set(wordsOf(text))].slice(0, 8);

/**
 * Begins the word that marks a document's kind. A private-use character is part of a word for both engines and neither
 * a letter nor a digit, so no text of a person becomes a marker or its beginning.
 */
const markerSign = '\uE000';
const markerOf = (kind: SearchKind) => `${markerSign}${kind}`;
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

/** SQLite cannot alter a foreign key: rebuild the table and its indexes (https://sqlite.org/lang_altertable.html). */
async function referInSqlite(db: Kysely<unknown>, { table, column }: ReferringColumn, target: string) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db);
  const definition = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const reference = new RegExp(
    `(\\b${column} text\\b[^,]*?)(?: references "?\\w+"?\\(id\\)(?: on delete cascade)?)?(?=,)`,
  );
  const changed = definition
    .replace(reference, `$1 references ${target}(id) on delete cascade`)
    .replace(/^create table "?\w+"?/i, `create table new_${table}`);
  const copying = [
    changed,
    `insert into new_${table} select * from ${table}`,
    `drop table ${table}`,
    `alter table new_${table} rename to ${table}`,
    ...rows.filter(({ type }) => type !== 'table').map((index) => index.sql),
  ];
  for (const text of copying) await sql.raw(text).execute(db);
  const orphans = await sql`select 1 from pragma_foreign_key_check(${table}) limit 1`.execute(db);
  if (orphans.rows.length) throw new Error(`Rows of ${table} refer to something that is not there.`);
}

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
  changeMark: sql`select cast(coalesce(max(id), 0) as text) as mark from calendar_changes`,
  isAfterMark: (mark) => sql`c.id > ${Number(mark)}`,
  daysAgo: (days) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${days} days`})`,
  deleteSome: (table, { where, limit }) =>
    sql`delete from ${sql.table(table)} where rowid in (select rowid from ${sql.table(table)} where ${where} limit ${limit})`,
  // An index that serves rare words only would be chosen for common ones too: the lists' own indexes hold what they filter by.
  filterIndexes: [],
  async rebuilding(db, migrateAll) {
    // Inside a transaction this says nothing, so it stands around them all.
    await sql`pragma foreign_keys = off`.execute(db);
    try {
      return await migrateAll();
    } finally {
      await sql`pragma foreign_keys = on`.execute(db);
    }
  },
  refer: referInSqlite,
  // There, `Database.version` sees every write.
  announceWrites: async () => {},
  setSessionDefaults: async () => {},
  lastsLong: sql.raw(sqliteLastsLong),
  searchQuery: (kind, text) =>
    [`"${markerOf(kind)}"`, ...searchWords(text).map((word) => `"${word}"*`)].join(' AND '),
  countMatches: (_kind, query, most) =>
    sql`select count(*) as count from (select 1 from search_index where search_index match ${query} limit cast(${most} as bigint))`,
  // The words are ours, so the quoted form is exact. Not a parameter alone: see sqlite-compiler.ts.
  listHas: (column, word) => sql`${column} like ('%"' || ${word} || '"%')`,
  matches: (kind, id, query, isCommon) =>
    isCommon
      ? sql`(select d.rowid_ from search_documents d where d.kind = ${sql.lit(kind)} and d.object_id = ${id}) in (select i.rowid from search_index i where i.search_index match ${query})`
      : sql`${id} in (select d.object_id from search_index i join search_documents d on d.rowid_ = i.rowid where i.search_index match ${query})`,
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
  // The words are taken as they are: PostgreSQL's own parser would split the markers, and some words, otherwise than we do.
  searchMarkers: [
    'alter table search_documents drop column words',
    newMarkers,
    `alter table search_documents add column words tsvector generated always as (array_to_tsvector(string_to_array(body, ' '))) stored`,
    'create index search_documents_words on search_documents using gin(words)',
  ],
  calendarChanges: postgresChanges,
  changeMark: sql`select cast(pg_current_snapshot() as text) as mark`,
  isAfterMark: (mark) =>
    sql`(c.xact >= pg_snapshot_xmin(cast(${mark} as pg_snapshot)) and not pg_visible_in_snapshot(c.xact, cast(${mark} as pg_snapshot)))`,
  daysAgo: (days) => sql`now() - cast(${`${days} days`} as interval)`,
  // An array, so that the rows are looked for once, whatever the plan.
  deleteSome: (table, { where, limit }) =>
    sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked))`,
  filterIndexes: filterIndexesOfPostgres,
  rebuilding: (_db, migrateAll) => migrateAll(),
  async refer(db, { table, column, was }, target) {
    await sql.raw(`alter table ${table} drop constraint if exists ${table}_${was}_fkey`).execute(db);
    await sql
      .raw(
        `alter table ${table} add constraint ${table}_${column}_fkey foreign key (${column}) references ${target}(id) on delete cascade`,
      )
      .execute(db);
  },
  announceWrites: announceInPostgres,
  setSessionDefaults,
  lastsLong: sql.raw(postgresLastsLong),
  // Each kind has an index of its own, so the word that marks it is not asked for.
  searchQuery: (_kind, text) =>
    searchWords(text)
      .map((word) => `'${word}':*`)
      .join(' & '),
  // In an order that the index of kinds has: where most documents match, it is read only until there are enough.
  countMatches: (kind, query, most) =>
    sql`select count(*) as count from (select 1 from search_documents d where d.kind = ${sql.lit(kind)} and d.words @@ cast(${query} as tsquery) order by d.kind, d.object_id limit ${most}) m`,
  listHas: (column, word) => sql`cast(${column} as jsonb) @> jsonb_build_array(cast(${word} as text))`,
  matches: (kind, id, query, isCommon) =>
    isCommon
      ? sql`(select d.words from search_documents d where d.kind = ${sql.lit(kind)} and d.object_id = ${id}) @@ cast(${query} as tsquery)`
      : // As an array, so that few matches are looked up by their ids whatever the planner thinks of the words.
        sql`${id} = any(array(select d.object_id from search_documents d where d.kind = ${sql.lit(kind)} and d.words @@ cast(${query} as tsquery)))`,
  // Not FOR UPDATE: a notification that names a locked event, group or person would wait for the lock, and two such
  // transactions for each other.
  forUpdate: (query) => query.forNoKeyUpdate(),
  skipLocked: (query) => query.forNoKeyUpdate().skipLocked(),
  async lockRows(query, mode = 'change') {
    await (mode === 'share' ? query.forShare() : query.forNoKeyUpdate()).execute();
  },
};

/** The `body` of a search document: its kind as a word of its own, so that one index serves all kinds. */
export function searchBody(kind: SearchKind, texts: (string | null | undefined)[]): string {
  const words = texts.flatMap((text) => (text ? wordsOf(text) : []));
  return [markerOf(kind), ...words].join(' ');
}

/** Errors of database connections: their codes (ECONNRESET and the like) are those of every other socket too. */
const connectionErrors = new WeakSet<Error>();

/** Marks what the driver threw, so that `isOutage` knows a socket of the database from one of a client or mail server. */
export function markConnectionError(error: unknown): unknown {
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) connectionErrors.add(error);
  return error;
}

/**
 * SQLSTATE of PostgreSQL: connection exceptions (08), insufficient resources (53, as too many connections or a full
 * disk), shut down, crashed, starting (57P01 to 57P03), ended while idle (57P05), I/O error (58030); too long for a lock (55P03)
 * or a statement (57014), and a named statement that the connection cannot use (0A000, 26000, 42P05).
 */
const postgresOutage = /^(08...|53...|57P0[1235]|58030|55P03|57014|0A000|26000|42P05)$/;

/** Node's codes of a socket that could not be opened or broke. */
const socketOutages: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What pg and its pool say, without a code, of a connection that ended or did not come in time. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect)/;

/** Whether an error says that the database cannot be reached, read or written: no fault of the request or the program. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (sqliteFailureOf(error) !== null) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (error instanceof pg.DatabaseError) return postgresOutage.test(error.code ?? '');
  if (!connectionErrors.has(error)) return false;
  if (typeof code !== 'string') return lostConnection.test(error.message);
  // The socket file of a PostgreSQL on this machine is gone.
  return code === 'ENOENT' ? syscall === 'connect' : socketOutages.has(code);
}
