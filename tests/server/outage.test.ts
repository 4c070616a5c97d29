import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isOutage, markConnectionError } from '../../src/server/db/outages.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
const ofPostgres = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
/** An error as the database driver throws it. */
const ofDriver = (error: Error) => markConnectionError(error);
const ofSqlite = (errcode: number) => withCode('ERR_SQLITE_ERROR', { errcode });

describe('isOutage', () => {
  test.each([
    ['a connection exception', ofPostgres('08006')],
    ['a refused protocol', ofPostgres('08P01')],
    ['a full disk', ofPostgres('53100')],
    ['too many connections', ofPostgres('53300')],
    ['an administrator who ends the session', ofPostgres('57P01')],
    ['a crash', ofPostgres('57P02')],
    ['a server that is starting', ofPostgres('57P03')],
    ['a server that only reads, as after a failover', ofPostgres('25006')],
    ['a wrong password', ofPostgres('28P01')],
    ['an address that is not let in', ofPostgres('28000')],
    ['a missing database', ofPostgres('3D000')],
    ['a dropped database', ofPostgres('57P04')],
    ['an I/O error', ofPostgres('58030')],
    ['a lock timeout', ofPostgres('55P03')],
    ['a transaction that lost a deadlock', ofPostgres('40P01')],
    ['a statement that takes too long', ofPostgres('57014')],
    ['a refused socket', ofDriver(withCode('ECONNREFUSED', { syscall: 'connect' }))],
    [
      'a refused socket on every address of a name',
      ofDriver(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })),
    ],
    ['a reset socket', ofDriver(withCode('ECONNRESET', { syscall: 'read' }))],
    ['a name that does not resolve', ofDriver(withCode('EAI_AGAIN', { syscall: 'getaddrinfo' }))],
    ['a socket file that is gone', ofDriver(withCode('ENOENT', { syscall: 'connect' }))],
    ['a connection that ended', ofDriver(new Error('Connection terminated unexpectedly'))],
    ['a connection timeout', ofDriver(new Error('Connection terminated due to connection timeout'))],
    ['a pool timeout', ofDriver(new Error('timeout exceeded when trying to connect'))],
    [
      'a client with an earlier connection error',
      ofDriver(new Error('Client has encountered a connection error and is not queryable')),
    ],
    ['a busy SQLite', ofSqlite(5)],
    ['an SQLite I/O error of an extended code', ofSqlite(10 | (4 << 8))],
    ['a full disk of SQLite', ofSqlite(13)],
  ])('is true for %s', (_, error) => {
    expect(isOutage(error)).toBe(true);
  });

  test.each([
    ['a unique violation', ofPostgres('23505')],
    ['a syntax error', ofPostgres('42601')],
    ['a serialization failure', ofPostgres('40001')],
    ['a missing right', ofPostgres('42501')],
    ['a missing file', ofDriver(withCode('ENOENT', { syscall: 'open' }))],
    ['a refused socket of a mail server', withCode('ECONNREFUSED', { syscall: 'connect' })],
    ['a reset socket of a client', withCode('ECONNRESET')],
    ['a constraint of SQLite', ofSqlite(19)],
    ['a bug', new TypeError('x is not a function')],
    ['a message that mentions a connection', new Error('The user wrote: Connection terminated')],
    ['a value that is not an Error', 'ECONNREFUSED'],
  ])('is false for %s', (_, error) => {
    expect(isOutage(error)).toBe(false);
  });
});
