// The thread of long-reads.ts: runs queries on a connection that only reads, one after the other.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { LongRead, LongReadAnswer } from './long-reads.ts';

let connection: DatabaseSync | null = null;

/** With the first query, so that it says why the file cannot be opened. */
function open(): DatabaseSync {
  const opened = new DatabaseSync(workerData as string, { readOnly: true, timeout: 2000 });
  opened.exec('pragma cache_size = -65536; pragma temp_store = memory');
  return opened;
}

const mostStatements = 200;
const statements = new Map<string, StatementSync>();

function prepare(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  connection ??= open();
  const statement = connection.prepare(sql);
  if (statements.size >= mostStatements) statements.clear();
  statements.set(sql, statement);
  return statement;
}

function answer({ id, sql, parameters }: LongRead): LongReadAnswer {
  try {
    return { id, rows: JSON.stringify(prepare(sql).all(...(parameters as (string | number | null)[]))) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return {
      id,
      error: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
    };
  }
}

parentPort?.on('message', (read: LongRead) => parentPort?.postMessage(answer(read)));
