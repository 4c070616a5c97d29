// SQL of sign-in attempts and known devices. Callers pass names and tokens as hashes.
import { sql } from 'kysely';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { type Failures, reportIntervalMs, reportThreshold } from './attempt-rules.ts';

type Row = Tables['sign_in_attempts'];

export function findAttempts(db: Db, keyHash: string) {
  return db
    .selectFrom('sign_in_attempts')
    .select(['failures', 'retry_at', 'last_failed_at', 'unreported'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}
type Found = NonNullable<Awaited<ReturnType<typeof findAttempts>>>;

/** Counts one failure, if the row has not changed since `before` was read: of concurrent calls, one gets true. */
export async function saveAttempt(
  db: Db,
  {
    keyHash,
    userId,
    before,
    after,
  }: { keyHash: string; userId: string | null; before: Found | null; after: Failures },
): Promise<boolean> {
  const values = {
    failures: after.failures,
    retry_at: new Date(after.retryAt).toISOString(),
    last_failed_at: new Date(after.lastFailedAt).toISOString(),
    unreported: (before?.unreported ?? 0) + 1,
    user_id: userId,
  };
  if (before === null) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sign_in_attempts')
      .values({ key_hash: keyHash, reported_at: null, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('sign_in_attempts')
    .set(values)
    .where('key_hash', '=', keyHash)
    .where('failures', '=', before.failures)
    .where('unreported', '=', before.unreported)
    .where('retry_at', '=', before.retry_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Subtracts what an attempt that did not fail had counted in advance; other attempts may have counted since. */
export async function undoAttempt(
  db: Db,
  { keyHash, counted, retryAt, at }: { keyHash: string; counted: number; retryAt: number; at: string },
): Promise<void> {
  const waited = new Date(retryAt).toISOString();
  await db
    .updateTable('sign_in_attempts')
    .set({
      failures: sql`case when failures > ${counted} then failures - ${counted} else 0 end`,
      unreported: sql`case when unreported > 1 then unreported - 1 else 0 end`,
      retry_at: sql`case when retry_at = ${waited} then ${at} else retry_at end`,
    })
    .where('key_hash', '=', keyHash)
    .execute();
}

/** Users with enough failed attempts to be notified, and no such notification within a day. One in the future is of a wrong clock. */
export async function listUnreported(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_in_attempts')
    .select('user_id')
    .where('user_id', 'is not', null)
    .groupBy('user_id')
    .having(sql<boolean>`sum(unreported) >= ${reportThreshold}`)
    .having(
      sql<boolean>`sum(case when reported_at > ${dayBefore(at)} and reported_at <= ${at.toISOString()} then 1 else 0 end) = 0`,
    )
    .limit(limit)
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Marks the user's failed attempts as reported and returns their number; null if another process did so first. */
export async function takeUnreported(
  dialect: Dialect,
  db: Db,
  userId: string,
  at: Date,
): Promise<number | null> {
  const rows: Pick<Row, 'unreported' | 'reported_at'>[] = await dialect
    .forUpdate(
      db
        .selectFrom('sign_in_attempts')
        .select(['unreported', 'reported_at'])
        .where('user_id', '=', userId)
        .orderBy('key_hash'),
    )
    .execute();
  const count = rows.reduce((sum, { unreported }) => sum + unreported, 0);
  const isReported = rows.some(
    ({ reported_at }) =>
      reported_at !== null && reported_at > dayBefore(at) && reported_at <= at.toISOString(),
  );
  if (count < reportThreshold || isReported) return null;
  await db
    .updateTable('sign_in_attempts')
    .set({ unreported: 0, reported_at: at.toISOString() })
    .where('user_id', '=', userId)
    .execute();
  return count;
}

const dayBefore = (at: Date) => new Date(at.getTime() - reportIntervalMs).toISOString();

/** The account with this name, if the device has signed in to it before; and whether it has signed in to others too. */
export async function findKnownAccount(
  db: Db,
  deviceHash: string,
  name: string,
): Promise<{ userId: string; passwordHash: string; isShared: boolean } | null> {
  const known = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
      'u.id',
      'u.password_hash',
      sql<number>`case when exists (select 1 from known_devices o where o.device_hash = d.device_hash and o.user_id <> d.user_id) then 1 else 0 end`.as(
        'is_shared',
      ),
    ])
    .where('d.device_hash', '=', deviceHash)
    .where(name.includes('@') ? 'u.email' : 'u.username', '=', name)
    .executeTakeFirst();
  if (!known) return null;
  return { userId: known.id, passwordHash: known.password_hash, isShared: known.is_shared === 1 };
}

/** Known devices of one account: more than a person has. */
const maxDevices = 20;

/**
 * Stores the device's new token for this user; other users of the device keep theirs under the new token. Forgets the user's
 * devices beyond `maxDevices`, those that signed in longest ago: every sign-in without a cookie adds one.
 */
export async function saveDevice(
  db: Db,
  { userId, oldHash, newHash, at }: { userId: string; oldHash: string | null; newHash: string; at: string },
): Promise<void> {
  if (oldHash !== null)
    await db
      .updateTable('known_devices')
      .set({ device_hash: newHash })
      .where('device_hash', '=', oldHash)
      .execute();
  await db
    .insertInto('known_devices')
    .values({ device_hash: newHash, user_id: userId, signed_in_at: at })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ signed_in_at: at }))
    .execute();
  const old = await db
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .orderBy('signed_in_at', 'desc')
    .orderBy('device_hash')
    .limit(1000)
    .offset(maxDevices)
    .execute();
  if (old.length === 0) return;
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where(
      'device_hash',
      'in',
      old.map(({ device_hash }) => device_hash),
    )
    .execute();
}

/** Deletes the user's known devices, except `keptHash`. */
export async function forgetDevices(db: Db, userId: string, keptHash: string | null = null): Promise<void> {
  let removal = db.deleteFrom('known_devices').where('user_id', '=', userId);
  if (keptHash !== null) removal = removal.where('device_hash', '<>', keptHash);
  await removal.execute();
}
