// Writes that a device may send again: each happens once per person and key, and is answered the same each time.
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
  /** Null where the caller sent none: then the write just happens, in one transaction. */
  key: string | null;
  /** What is asked, all of it: the same key may not come with another one. */
  fingerprint: string;
};

/** The `Idempotency-Key` of a request, null without one; throws validation_failed unless it is 1–128 visible ASCII characters. */
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
 * Runs a write in one transaction that also keeps its answer, so that whatever cuts the server off loses both or
 * neither. Sent again, or twice at once, it is answered from what was kept. A refusal that is final is kept too. Throws
 * idempotency_mismatch for a key that came with something else, and what `write` throws.
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
      const kept = await claim(transaction, ask, at, unanswered);
      if (kept) return kept;
      const answer = await write(transaction);
      await keep(transaction, { userId: ask.userId, key: ask.key, ...answer });
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Problem && isFinal(error))) throw error;
    // The transaction is undone, so there is no effect to lose, and the refusal is kept in one of its own.
    const answer = { status: problems[error.code].status, body: JSON.stringify(problemBody(error)) };
    return db
      .transaction()
      .execute(async (transaction) => (await claim(transaction, ask, at, answer)) ?? answer);
  }
}

const unanswered: WrittenAnswer = { status: 0, body: '' };

/** Whether asking again could not be answered otherwise because of who asks or how much the server has to do. */
function isFinal({ code }: Problem): boolean {
  const { status } = problems[code];
  return status < 500 && ![401, 403, 429].includes(status) && code !== 'idempotency_mismatch';
}

/** Null for the first with this key; it holds back any other at the same moment until its transaction ends. */
async function claim(db: Db, ask: Ask, at: string, answer: WrittenAnswer): Promise<WrittenAnswer | null> {
  const { userId, key, fingerprint } = ask;
  const values = { userId, key, fingerprint, at, ...answer };
  if ((await insertion(db, values)).length > 0) return null;
  const [kept] = await stored(db, { userId, key });
  if (!kept) throw new Error('An answer was forgotten while it was asked for.');
  if (kept.fingerprint !== fingerprint)
    throw new Problem('idempotency_mismatch', t('This Idempotency-Key came with another request before.'));
  return { status: kept.status, body: kept.answer };
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

const stored = prepared<
  Pick<Values, 'userId' | 'key'>,
  { fingerprint: string; status: number; answer: string }
>((db, slot) =>
  db
    .selectFrom('mutations')
    .select(['fingerprint', 'status', 'answer'])
    .where('user_id', '=', slot('userId'))
    .where('idempotency_key', '=', sql<string>`${slot('key')}`),
);

const keep = prepared<Values, { status: number }>((db, slot) =>
  db
    .updateTable('mutations')
    .set({ status: slot('status'), answer: slot('body') })
    .where('user_id', '=', slot('userId'))
    .where('idempotency_key', '=', sql<string>`${slot('key')}`)
    .returning('status'),
);
