// Logs outages of the database: the first failure with its stack, then how many requests failed too.
import { isContention } from '../db/outages.ts';
import type { Deps } from '../deps.ts';

/** How often further failures are counted in the log. An outage is over after as long without one. */
const countEveryMs = 10_000;

type NoteOutage = (error: Error, requestId: string) => void;

export function createOutageLog({
  database,
  log,
}: {
  database: Pick<Deps['database'], 'name'>;
  log: Pick<Deps['log'], 'error' | 'warn'>;
}): NoteOutage {
  /** The kinds of failure of this outage, by their codes. */
  const seen = new Set<string>();
  let more = 0;
  const countLater = () => void setTimeout(count, countEveryMs).unref();
  const count = () => {
    if (more === 0) return seen.clear();
    log.error({ database: database.name, requests: more }, 'More requests found the database away');
    more = 0;
    countLater();
  };
  return (error, requestId) => {
    const { code, errcode } = error as { code?: unknown; errcode?: unknown };
    if (isContention(error)) {
      const line = { code, reason: error.message, database: database.name, requestId };
      log.warn(line, 'A request waited too long for another one, or for a statement');
      return;
    }
    const kind = `${code} ${errcode}`;
    if (seen.has(kind)) {
      more += 1;
      return;
    }
    if (seen.size === 0) countLater();
    seen.add(kind);
    log.error({ err: error, database: database.name, requestId }, 'The database is away');
  };
}
