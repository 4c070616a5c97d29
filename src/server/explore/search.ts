// Prepares a search text for SQL. A text without a letter or digit counts as no search.
import type { Database } from '../db/open.ts';
import { type SearchKind, searchWords } from '../db/search-words.ts';

export type Search = {
  /** The query for `Dialect.matches`. */
  query: string;
  /** Whether so many objects match that checking the list's rows is faster than fetching the matches. */
  isCommon: boolean;
};

/** Matches from which checking rows is faster; measured on SQLite with 100,000 events. */
const commonFrom = 3000;

/** Texts that more people match than this are no one's name. */
const namesakesMax = 50;

/** The query for people by their name, for a text that finds some and not very many; null for any other. */
export async function personQueryFor(
  { db, dialect }: Database,
  text: string | undefined,
): Promise<string | null> {
  if (!text || searchWords(text).length === 0) return null;
  const query = dialect.searchQuery('user', text);
  const { rows } = await dialect.countMatches('user', query, namesakesMax + 1).execute(db);
  const count = rows[0]?.count ?? 0;
  return count > 0 && count <= namesakesMax ? query : null;
}

export async function searchFor(
  { db, dialect }: Database,
  kind: SearchKind,
  text: string | undefined,
): Promise<Search | null> {
  if (!text || searchWords(text).length === 0) return null;
  const query = dialect.searchQuery(kind, text);
  const { rows } = await dialect.countMatches(kind, query, commonFrom).execute(db);
  return { query, isCommon: (rows[0]?.count ?? 0) >= commonFrom };
}
