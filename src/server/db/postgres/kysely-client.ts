// One connection of a pool, as Kysely uses it: with timeouts, named statements, and dropped once it is useless.
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { markConnectionError } from '../outages.ts';
import { timeFactor } from './request-kind.ts';
import { maxNames, type StatementNames } from './statement-names.ts';

/** PostgreSQL's own statement timeout comes first; this much later the connection is dropped. */
const graceMs = 300;

/** Said each time: under a stricter default of the role or database, a lock that was waited for is followed by stale reads. */
const beginText = 'begin isolation level read committed';

type ClientOptions = {
  settings: { lockTimeoutMs: number; statementTimeoutMs: number };
  names: StatementNames;
  /** Something may have been written. */
  onWrite: () => void;
  onRelease: () => void;
};

/** Kysely's client for a connection of the pool. */
export function asKyselyClient(
  client: pg.PoolClient,
  { settings, names, onWrite, onRelease }: ClientOptions,
): PostgresPoolClient {
  /** Why the connection is dropped after its use. */
  let brokenBy: unknown = null;
  let isInTransaction = false;
  const prepared = new Set<string>();
  const ask = async (query: string | pg.QueryConfig) => {
    // A rollback must not hide the error before it.
    if (brokenBy !== null) throw brokenBy;
    const answer = client.query(query);
    const factor = timeFactor();
    try {
      if (factor === null) return await answer;
      return await withTimeout(answer, settings.statementTimeoutMs * factor + graceMs);
    } catch (error) {
      markConnectionError(error);
      if (isNameLost(error)) names.giveUp();
      if (error instanceof LateError || isUseless(error)) brokenBy = error;
      throw error;
    }
  };
  const begin = () => {
    const factor = timeFactor();
    if (factor === null) return ask(beginText);
    const { lockTimeoutMs, statementTimeoutMs } = settings;
    return ask(
      `${beginText}; set local lock_timeout = ${lockTimeoutMs * factor}; set local statement_timeout = ${statementTimeoutMs * factor}`,
    );
  };
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not used here.');
    if (text === 'begin') {
      isInTransaction = true;
      return begin();
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd) isInTransaction = false;
    const name = values.length > 0 ? names.of(text) : undefined;
    if (name !== undefined) prepared.add(name);
    const answer = ask({ text, values: [...values], ...(name !== undefined && { name }) });
    const mayWrite = text === 'commit' || !(isInTransaction || isEnd || text.startsWith('select'));
    // Also after an error: the write may have happened although its answer was lost.
    return mayWrite ? answer.finally(onWrite) : answer;
  }
  return {
    query,
    // Drop a connection that still waits for an answer, or that holds too many named statements.
    release: (isDiscarded?: boolean) => {
      isInTransaction = false;
      client.release(isDiscarded || brokenBy !== null || prepared.size >= maxNames);
      onRelease();
    },
  };
}

class LateError extends Error {}

/** Rejects after the timeout: PostgreSQL may be frozen, and has a statement timeout only in transactions. */
function withTimeout<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new LateError('Connection terminated: a statement took too long')),
      limitMs,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '');

/**
 * A named statement was prepared on another connection, or its name was: a pooler shares connections and knows no names. A migration
 * of another process leaves names as they are, and their use fails with 0A000.
 */
export const isNameLost = (error: unknown) => hasCode(error, ['26000', '42P05']);

/**
 * Errors that last as long as their connection. A named statement that is stale, from before another process migrated (0A000). A
 * server that only reads (25006): after a failover, a new connection leads to the one that writes.
 */
const isUseless = (error: unknown) => isNameLost(error) || hasCode(error, ['0A000', '25006']);
