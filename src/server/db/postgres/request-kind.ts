// What a query is part of: it decides the query's pool, its timeouts, and which other writes it waits for.
import { AsyncLocalStorage } from 'node:async_hooks';

type RequestKind = 'read' | 'write' | 'job' | 'health';

type Origin = {
  /** Undefined for migrations and the admin command, which have no timeouts. */
  kind: RequestKind | undefined;
  /** The object, such as an event, that it writes to. */
  objectId: string | undefined;
  /** How many connections it holds under such an id. */
  held: { count: number };
};

const origin = new AsyncLocalStorage<Origin>();
const jobFactor = 10;

export const originNow = (): Origin | undefined => origin.getStore();

function runAs<T>(changes: Partial<Origin>, run: () => T): T {
  return origin.run(
    { kind: undefined, objectId: undefined, held: { count: 0 }, ...originNow(), ...changes },
    run,
  );
}

export const asKind = <T>(kind: RequestKind, run: () => T): T => runAs({ kind }, run);

/** Runs a request: its method chooses the pool and the timeouts of its queries. The API within the site is the same request. */
export function forRequest<T>(method: string, answer: () => T): T {
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  return kind === originNow()?.kind ? answer() : asKind(kind, answer);
}

/** The same for a job, with longer timeouts. */
export const forJob = <T>(run: () => T): T => asKind('job', run);

/** The same for a check of the server's health, which must not wait for requests. */
export const forHealth = <T>(run: () => T): T => asKind('health', run);

/**
 * Runs a write to one object, whose row it may lock. Writes to the same object use few connections at once, so that a row that
 * stays locked leaves the others to everyone else. Without an id it is like all other writes.
 */
export function writingTo<T>(objectId: string | undefined, write: () => T): T {
  return objectId === undefined ? write() : runAs({ objectId }, write);
}

/** The factor of the current timeouts; null without timeouts. */
export function timeFactor(): number | null {
  const kind = originNow()?.kind;
  return kind === undefined ? null : kind === 'job' ? jobFactor : 1;
}
