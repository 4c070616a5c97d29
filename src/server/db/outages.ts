// Which errors mean that the database is away, on both engines.
import pg from 'pg';
import { sqliteFailureOf } from './sqlite/sqlite-failures.ts';

/** Errors of database connections, as their codes (such as ECONNRESET) also occur on other sockets. */
const connectionErrors = new WeakSet<Error>();

/** A write waited too long for others in this process, before it had a connection. */
export class WaitedTooLong extends Error {}

/** Marks an error of the driver, so that `isOutage` does not mistake errors of clients or the mail server for it. */
export function markConnectionError(error: unknown): unknown {
  if (error instanceof Error && !(error instanceof pg.DatabaseError)) connectionErrors.add(error);
  return error;
}

/**
 * SQLSTATE of PostgreSQL: connection exceptions (08), insufficient resources (53, such as too many connections or a full
 * disk), shutdown, crash, start (57P01 to 57P03), idle timeout (57P05), I/O error (58030), timeout of a lock (55P03) or a
 * statement (57014), a lost deadlock (40P01), and a stale named statement (0A000, 26000, 42P05). Also what a failover, a restore
 * or a new password makes of a server that runs: it only reads (25006), or lets us in no more (28000, 28P01, 3D000, 57P04).
 */
const postgresOutage =
  /^(08...|53...|57P0[1-5]|58030|25006|28000|28P01|3D000|55P03|40P01|57014|0A000|26000|42P05)$/;

/** Node's error codes of failed or broken sockets. */
const socketOutages: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages without a code of pg and its pool, for a lost connection or a connection timeout. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect)/;

/** Whether an error means that the database is unreachable, unreadable or not writable, and not a bug or a bad request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof WaitedTooLong || sqliteFailureOf(error) !== null) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (error instanceof pg.DatabaseError) return postgresOutage.test(error.code ?? '');
  if (!connectionErrors.has(error)) return false;
  if (typeof code !== 'string') return lostConnection.test(error.message);
  // The Unix socket of a local PostgreSQL is missing.
  return code === 'ENOENT' ? syscall === 'connect' : socketOutages.has(code);
}

/** Whether such an error may end without a change of the settings: it is no refusal of our user, password or database. */
export const mayEnd = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof pg.DatabaseError && /^(28...|3D000|57P04)$/.test(error.code ?? ''));

/**
 * Whether such an error is of a database that answers: the request waited too long for the lock of another one or for its own
 * statement, or lost a deadlock.
 */
export function isContention(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ['55P03', '57014', '40P01'].includes(error.code ?? '');
  return error instanceof WaitedTooLong || sqliteFailureOf(error) === 'busy';
}
