// Makes a search text ready for SQL. An empty one, or one without a letter or digit, counts as none.
import { type SearchKind, searchWords } from '../db/dialect.ts';
import type { Database } from '../db/open.ts';

export type Search = {
  /** As `Dialect.matches` takes it. */
  query: string;
  /** Whether so many objects match that looking them up one by one costs more than checking rows in their order. */
  isCommon: boolean;
};

/** Measured on SQLite with 100,000 events: from here on checking rows is faster. */
const commonFrom = 3000;

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
