// Idempotency keys: a write that a device sends again happens once per person and key, and gets the same answer each time.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '../../contract/values/limits.ts';
import { problems } from '../../contract/values/problems.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { t } from '../words/t.ts';
import { invalid, Problem, problemBody } from './problem.ts';

/** A status and a JSON text; the text is empty where the answer has no body. */
export type WrittenAnswer = { status: number; body: string };

type Ask = {
  userId: string;
  /** Null without a header: then the write runs in one transaction and no answer is stored. */
  key: string | null;
  /** A hash of the whole request: a key must not be reused with another one. */
  fingerprint: string;
};

/** The `Idempotency-Key` header, null without one; throws validation_failed unless it is 1–128 visible ASCII characters. */
export function keyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null) return null;
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= limits.idempotencyKeyMax) return key;
  throw invalid({
    path: 'Idempotency-Key',
    code: 'invalid_key',
    message: t('1–{max} visible ASCII characters', { max: limits.idempotencyKeyMax }),
  });
}

export function fingerprintOf(call: string, ...parts: unknown[]): string {
  return hash('sha256', JSON.stringify([call, ...parts]), 'base64url');
}

/**
 * Runs a write and stores its answer in one transaction, so that a crash loses both or neither. A repeated or concurrent
 * request with the same key gets the stored answer. A final refusal is stored too. Throws idempotency_mismatch for a key
 * that came with another request, and what `write` throws.
 */
export async function writeOnce(
  db: Db,
  ask: Ask,
  at: string,
  write: (transaction: Db) => Promise<WrittenAnswer>,
): Promise<WrittenAnswer> {
  if (ask.key === null) return db.transaction().execute(write);
  try {
    return await db.transaction().execute(async (transaction) => {
      const stored = await claim(transaction, ask, at, unanswered);
      if (stored) return stored;
      const answer = await write(transaction);
      await storeAnswer(transaction, { userId: ask.userId, key: ask.key, ...answer });
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Problem && isFinal(error))) throw error;
    // The write was rolled back, so store the refusal in a transaction of its own.
    const answer = { status: problems[error.code].status, body: JSON.stringify(problemBody(error)) };
    return db
      .transaction()
      .execute(async (transaction) => (await claim(transaction, ask, at, answer)) ?? answer);
  }
}

const unanswered: WrittenAnswer = { status: 0, body: '' };

/**
 * Whether a refusal is stored: 401, 403, 429 and 5xx depend on the session or the load, so a retry may succeed. A stale version
 * stays stale without that, and its answer holds a whole object.
 */
function isFinal({ code }: Problem): boolean {
  const { status } = problems[code];
  if (code === 'idempotency_mismatch' || code === 'stale_version') return false;
  return status < 500 && ![401, 403, 429].includes(status);
}

/** Null for the first request with this key, which blocks concurrent ones until its transaction ends; else its answer. */
async function claim(db: Db, ask: Ask, at: string, answer: WrittenAnswer): Promise<WrittenAnswer | null> {
  const { userId, key, fingerprint } = ask;
  const values = { userId, key, fingerprint, at, ...answer };
  if ((await insertion(db, values)).length > 0) return null;
  const [row] = await findStored(db, { userId, key });
  if (!row) throw new Error('An answer was forgotten while it was asked for.');
  if (row.fingerprint !== fingerprint)
    throw new Problem('idempotency_mismatch', t('This Idempotency-Key came with another request before.'));
  return { status: row.status, body: row.answer };
}

type Values = WrittenAnswer & { userId: string; key: string | null };

const insertion = prepared<Values & { fingerprint: string; at: string }, { status: number }>((db, slot) =>
  db
    .insertInto('mutations')
    .values({
      user_id: slot('userId'),
      idempotency_key: sql`${slot('key')}`,
      fingerprint: slot('fingerprint'),
      status: slot('status'),
      answer: slot('body'),
      created_at: slot('at'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('status'),
);

const findStored = prepared<
  Pick<Values, 'userId' | 'key'>,
  { fingerprint: string; status: number; answer: string }
>((db, slot) =>
  db
    .selectFrom('mutations')
    .select(['fingerprint', 'status', 'answer'])
    .where('user_id', '=', slot('userId'))
    .where('idempotency_key', '=', sql<string>`${slot('key')}`),
);

const storeAnswer = prepared<Values, { status: number }>((db, slot) =>
  db
    .updateTable('mutations')
    .set({ status: slot('status'), answer: slot('body') })
    .where('user_id', '=', slot('userId'))
    .where('idempotency_key', '=', sql<string>`${slot('key')}`)
    .returning('status'),
);
