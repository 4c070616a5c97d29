// The worker thread of long-reads.ts: runs queries one after the other on a read-only connection.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { LongRead, LongReadAnswer } from './long-reads.ts';
import { rowReader } from './row-reader.ts';

let connection: DatabaseSync | null = null;

/** Opens the file with the first query, so that the query reports an error. */
function open(): DatabaseSync {
  const opened = new DatabaseSync(workerData as string, { readOnly: true, timeout: 2000 });
  opened.exec('pragma cache_size = -65536; pragma temp_store = memory');
  return opened;
}

const maxStatements = 200;
const statements = new Map<string, ReturnType<typeof rowReader>>();

function prepare(sql: string): ReturnType<typeof rowReader> {
  const known = statements.get(sql);
  if (known) return known;
  connection ??= open();
  const readRows = rowReader(connection.prepare(sql));
  if (statements.size >= maxStatements) statements.clear();
  statements.set(sql, readRows);
  return readRows;
}

function answer({ id, sql, parameters }: LongRead): LongReadAnswer {
  try {
    return { id, rows: JSON.stringify(prepare(sql)(parameters as (string | number | null)[])) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return {
      id,
      error: { message, ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) },
    };
  }
}

parentPort?.on('message', (read: LongRead) => parentPort?.postMessage(answer(read)));
