// SQL shared by the lists by name: the cursor condition and the count.
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import type { After } from './rules.ts';

/** Whether a row of this alias comes after the cursor, by folded name and id. */
export function isAfter(alias: 'who' | 'o' | 't', after: After): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(${sql.ref(`${alias}.sort_name`)}, ${sql.ref(`${alias}.id`)}) > (${after.key}, ${after.id})`;
}

/** The number of rows of a query, at most `most`. */
export async function countOf(
  { db }: Database,
  query: SelectQueryBuilder<Tables & Record<'u' | 'o' | 't', unknown>, never, { id: string }>,
  most: number | null,
): Promise<number> {
  const rows = most === null ? query : query.limit(most);
  const counted = await db
    .selectFrom(rows.as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return counted?.count ?? 0;
}
