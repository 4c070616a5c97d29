// All differences between SQLite and PostgreSQL: column types, row locks, text search. Each engine's are in the dialect.ts of its
// folder, and no other code checks the engine. What their errors mean is in outages.ts.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Waiting } from './postgres/migration-locks.ts';
import { markerSign, type SearchKind } from './search-words.ts';

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

export type LockMode = 'change' | 'share' | 'delete';

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
  /** The transaction of a row of the live change log (alias `c`), where transactions commit in another order than that of ids. */
  transactionOfRow: RawBuilder<unknown>;
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
   * hold it. `delete` also waits for transactions that have added rows which refer to these, and would be deleted with them. A
   * no-op on SQLite.
   */
  lockRows<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>, mode?: LockMode): Promise<void>;
};

/** A statement of migration 0009. */
export const newMarkers = `update search_documents set body = '${markerSign}' || substr(body, ${'kind'.length + 1}) where body like 'kind%'`;

/** Replaces the type placeholders of `ddl`. */
export function fill(types: Record<string, string>) {
  return (text: string) =>
    text.replace(
      /\b(ID|INSTANT|SORTED|FLAG|BYTES|SEARCHROW|LASTSLONG|TEXT|INT|REAL)\b/g,
      (word) => types[word] ?? word,
    );
}

/** The condition `matches`, or that the id is one of `others`. */
export const orOneOf = (
  id: RawBuilder<string>,
  others: RawBuilder<unknown> | undefined,
  matches: RawBuilder<boolean>,
) => (others ? sql<boolean>`(${matches} or ${id} in (${others}))` : matches);
/** Further rows of a query. */
export const andOf = (others: RawBuilder<unknown> | undefined) =>
  others ? sql` union all ${others}` : sql``;

export const unionAll = sql` union all `;
