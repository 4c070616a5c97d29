// How SQLite does what differs; see ../dialect.ts.
import { sql } from 'kysely';
import { sqliteChanges } from '../calendar-changes.ts';
import { andOf, type Dialect, fill, newMarkers, orOneOf, unionAll } from '../dialect.ts';
import { createSqliteLiveTriggers, dropSqliteLiveTriggers } from '../live-changes.ts';
import { sqliteLiveChanges } from '../migrations/0037-live-changes.ts';
import { markerOf, searchWords } from '../search-words.ts';
import { referInSqlite } from './refer.ts';

const lastsLong = 'julianday(ends_at) - julianday(starts_at) > 1';

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
      LASTSLONG: lastsLong,
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
  // There is one writer at a time.
  transactionOfRow: sql`null`,
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
  lastsLong: sql.raw(lastsLong),
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
