// All that differs between the two engines: column types, row locks, text search. Nothing else may ask which engine runs.
import { type ExpressionWrapper, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

export type SearchKind = 'event' | 'user' | 'organization' | 'team';

export type Dialect = {
  name: 'sqlite' | 'postgres';
  /** Fills the type words of a migration: ID, INSTANT, SORTED, FLAG, SEARCHROW. */
  ddl(text: string): string;
  /** Statements that give search_documents its text index. */
  searchIndex: string[];
  /** Ids of the documents of one kind that hold every word of `text`, the last one as a prefix. */
  matchingIds(kind: SearchKind, text: string): RawBuilder<string>;
  /** Locks the selected rows until the transaction ends. SQLite has one writer, so there it is a no-op. */
  forUpdate<DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>): SelectQueryBuilder<DB, T, O>;
};

/** Lower case without accents, as names are sorted and texts are searched: `Águeda Ørsted` → `agueda orsted`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øœæßłđðþı]/g, (letter) => letters[letter] ?? letter);
}
const letters: Record<string, string> = { ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** The words of a search text: folded letters and digits, at most eight. */
export function searchWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8);
}

function fill(types: Record<string, string>) {
  return (text: string) => text.replace(/\b(ID|INSTANT|SORTED|FLAG|SEARCHROW|TEXT|INT|REAL)\b/g, (word) => types[word] ?? word);
}

export const sqlite: Dialect = {
  name: 'sqlite',
  ddl: (text) =>
    fill({ ID: 'text', INSTANT: 'text', SORTED: 'text', FLAG: 'integer', SEARCHROW: 'integer primary key', TEXT: 'text', INT: 'integer', REAL: 'real' })(
      text,
    ).replace(/^\)(?=;)/gm, ') strict'),
  searchIndex: [
    `create virtual table search_index using fts5(body, content='search_documents', content_rowid='rowid_', prefix='2 3 4', tokenize='unicode61 remove_diacritics 2')`,
    `create trigger search_documents_added after insert on search_documents begin
       insert into search_index(rowid, body) values (new.rowid_, new.body); end`,
    `create trigger search_documents_removed after delete on search_documents begin
       insert into search_index(search_index, rowid, body) values ('delete', old.rowid_, old.body); end`,
    `create trigger search_documents_changed after update on search_documents begin
       insert into search_index(search_index, rowid, body) values ('delete', old.rowid_, old.body);
       insert into search_index(rowid, body) values (new.rowid_, new.body); end`,
  ],
  matchingIds: (kind, text) => {
    const query = [`kind${kind}`, ...searchWords(text).map((word) => `"${word}"*`)].join(' AND ');
    return sql`(select d.object_id from search_index i join search_documents d on d.rowid_ = i.rowid where i.search_index match ${query})`;
  },
  forUpdate: (query) => query,
};

export const postgres: Dialect = {
  name: 'postgres',
  ddl: fill({
    ID: 'uuid',
    INSTANT: 'timestamptz(3)',
    SORTED: 'text collate "C"',
    FLAG: 'smallint',
    SEARCHROW: 'bigint generated always as identity primary key',
    TEXT: 'text',
    INT: 'integer',
    REAL: 'double precision',
  }),
  searchIndex: [
    `alter table search_documents add column words tsvector generated always as (to_tsvector('simple', body)) stored`,
    'create index search_documents_words on search_documents using gin(words)',
  ],
  matchingIds: (kind, text) => {
    const query = [`kind${kind}`, ...searchWords(text).map((word) => `${word}:*`)].join(' & ');
    return sql`(select d.object_id from search_documents d where d.words @@ to_tsquery('simple', ${query}))`;
  },
  forUpdate: (query) => query.forUpdate(),
};

/** The `body` of a search document: its kind as a word of its own, so that one index serves all kinds. */
export function searchBody(kind: SearchKind, texts: (string | null | undefined)[]): string {
  const words = texts.flatMap((text) => (text ? (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []) : []));
  return [`kind${kind}`, ...words].join(' ');
}

/** Whether a JSON list column of vocabulary words holds this one. The words are ours, so the quoted form is exact. */
export function listHas(column: ExpressionWrapper<never, never, string> | RawBuilder<string>, word: string) {
  return sql<boolean>`${column} like ${`%"${word}"%`}`;
}
