import { describe, expect, test } from 'vitest';
import { isOutage } from '../../src/server/db/dialect.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });
const ofSqlite = (errcode: number) => withCode('ERR_SQLITE_ERROR', { errcode });

describe('isOutage', () => {
  test.each([
    ['a connection exception', withCode('08006')],
    ['a refused protocol', withCode('08P01')],
    ['a full disk', withCode('53100')],
    ['too many connections', withCode('53300')],
    ['an administrator who ends the session', withCode('57P01')],
    ['a crash', withCode('57P02')],
    ['a server that is starting', withCode('57P03')],
    ['an I/O error', withCode('58030')],
    ['a refused socket', withCode('ECONNREFUSED', { syscall: 'connect' })],
    [
      'a refused socket on every address of a name',
      Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    ],
    ['a reset socket', withCode('ECONNRESET', { syscall: 'read' })],
    ['a name that does not resolve', withCode('EAI_AGAIN', { syscall: 'getaddrinfo' })],
    ['a socket file that is gone', withCode('ENOENT', { syscall: 'connect' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a connection that came too late', new Error('Connection terminated due to connection timeout')],
    ['a pool that is empty for too long', new Error('timeout exceeded when trying to connect')],
    [
      'a client that broke before',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['a busy SQLite', ofSqlite(5)],
    ['an SQLite I/O error of an extended code', ofSqlite(10 | (4 << 8))],
    ['a full disk of SQLite', ofSqlite(13)],
  ])('is true for %s', (_, error) => {
    expect(isOutage(error)).toBe(true);
  });

  test.each([
    ['a unique violation', withCode('23505')],
    ['a syntax error', withCode('42601')],
    ['a serialization failure', withCode('40001')],
    ['a cancelled query', withCode('57014')],
    ['a dropped database', withCode('57P04')],
    ['a wrong password', withCode('28P01')],
    ['a missing file', withCode('ENOENT', { syscall: 'open' })],
    ['a constraint of SQLite', ofSqlite(19)],
    ['a bug', new TypeError('x is not a function')],
    ['a text that speaks of a connection', new Error('The user wrote: Connection terminated')],
    ['what is no error', 'ECONNREFUSED'],
  ])('is false for %s', (_, error) => {
    expect(isOutage(error)).toBe(false);
  });
});
