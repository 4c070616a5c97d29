// SQL of the operator's tools: lists accounts, and sets what only an operator may set.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { fold } from '../db/search-words.ts';
import { isDeletedUser } from './deleted-account-queries.ts';

export type UserFilter = {
  /** A part of the username, address or name. */
  search?: string | undefined;
  admins?: boolean;
  suspended?: boolean;
  unconfirmed?: boolean;
  /** Keyset cursor: the last username of the previous page. */
  after?: string | undefined;
  limit: number;
};

/** Lists accounts by username, without secrets and without deleted accounts. */
export async function listUsers(db: Db, filter: UserFilter) {
  const { search, after, limit } = filter;
  let query = db
    .selectFrom('users as u')
    .innerJoin('people as p', 'p.id', 'u.id')
    .select(['u.id', 'u.username', 'p.name', 'u.email', 'u.email_verified_at', 'u.suspended_at'])
    .select(['u.is_admin', 'u.created_at'])
    .select((select) =>
      select
        .selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'u.id')
        .select((seen) => seen.fn.max('s.last_seen_at').as('at'))
        .as('last_seen_at'),
    )
    .where(({ not }) => not(isDeletedUser()));
  if (search !== undefined) query = query.where(matches(search));
  if (filter.admins) query = query.where('u.is_admin', '=', 1);
  if (filter.suspended) query = query.where('u.suspended_at', 'is not', null);
  if (filter.unconfirmed) query = query.where('u.email_verified_at', 'is', null);
  if (after !== undefined) query = query.where('u.username', '>', after);
  return query.orderBy('u.username').limit(limit).execute();
}

/** A `like` condition with the wildcards of the text escaped. */
function matches(text: string) {
  const part = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;
  const typed = part(text.toLowerCase());
  return sql<boolean>`(u.username like ${typed} escape '\\' or u.email like ${typed} escape '\\' or p.sort_name like ${part(fold(text))} escape '\\')`;
}

/** Suspends an account or ends its suspension. */
export async function setSuspended(db: Db, userId: string, suspendedAt: string | null, at: string) {
  await db
    .updateTable('users')
    .set((set) => ({ suspended_at: suspendedAt, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Makes a user an administrator. */
export async function setAdmin(db: Db, userId: string, at: string) {
  await db
    .updateTable('users')
    .set((set) => ({ is_admin: 1 as const, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** How many administrators can sign in. */
export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('is_admin', '=', 1)
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
