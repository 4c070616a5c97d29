// Logs outages of the database: the first failure with its stack, then how many requests and jobs failed too.
import type { Logger } from 'pino';
import type { Database } from '../db/open.ts';
import { isContention } from '../db/outages.ts';

/** How often further failures are counted in the log. An outage is over after as long without one. */
const countEveryMs = 10_000;

/** Logs an error of `isOutage`, and what it stopped. One process has one of these, so that an outage is one first line. */
export type NoteOutage = (error: unknown, stopped: { requestId: string } | { job: string }) => void;

export function createOutageLog({
  database,
  log,
}: {
  database: Pick<Database, 'name'>;
  log: Pick<Logger, 'error' | 'warn'>;
}): NoteOutage {
  /** The kinds of failure of this outage, by their codes. */
  const seen = new Set<string>();
  let more = 0;
  const countLater = () => void setTimeout(count, countEveryMs).unref();
  const count = () => {
    if (more === 0) return seen.clear();
    log.error({ database: database.name, failures: more }, 'More requests and jobs found the database away');
    more = 0;
    countLater();
  };
  return (error, stopped) => {
    const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
    if (isContention(error)) {
      const line = { code, reason: message, database: database.name, ...stopped };
      log.warn(line, 'A request or job waited too long for another one, or for a statement');
      return;
    }
    const kind = `${code} ${errcode}`;
    if (seen.has(kind)) {
      more += 1;
      return;
    }
    if (seen.size === 0) countLater();
    seen.add(kind);
    log.error({ err: error, database: database.name, ...stopped }, 'The database is away');
  };
}
