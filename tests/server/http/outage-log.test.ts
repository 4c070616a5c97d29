// The log lines of an outage of the database.
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { createOutageLog } from '../../../src/server/http/outage-log.ts';

const ofPostgres = (code: string) => Object.assign(new pg.DatabaseError('canceling', 1, 'error'), { code });
const refused = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const name = 'club at db.example:6000';
const error = vi.fn();
const warn = vi.fn();
const note = () => createOutageLog({ database: { name }, log: { error, warn } });

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  error.mockClear();
  warn.mockClear();
});

test('a PostgreSQL database is named by its name, host and port, without the password', async () => {
  const database = openPostgres('postgres://me:hunter2@db.example:6000/club');
  onTestFinished(() => database.close());
  expect(database.name).toBe(name);
});

test('an outage logs its first failure in full, and then the number of requests and jobs that fail too', () => {
  const noteOutage = note();
  const first = refused();
  noteOutage(first, { requestId: 'request 1' });
  noteOutage(refused(), { requestId: 'request 2' });
  noteOutage(refused(), { job: 'tidy' });
  expect(error.mock.calls).toEqual([
    [{ err: first, database: name, requestId: 'request 1' }, 'The database is away'],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(error.mock.lastCall).toEqual([{ database: name, failures: 2 }, expect.any(String)]);
  vi.advanceTimersByTime(60_000);
  expect(error).toHaveBeenCalledTimes(2);
  const second = refused();
  noteOutage(second, { requestId: 'request 4' });
  expect(error.mock.lastCall?.[0]).toMatchObject({ err: second });
});

test('a failure of another kind during an outage is logged in full as well', () => {
  const noteOutage = note();
  noteOutage(refused(), { requestId: 'request 1' });
  const starting = ofPostgres('57P03');
  noteOutage(starting, { requestId: 'request 2' });
  expect(error.mock.lastCall?.[0]).toMatchObject({ err: starting });
});

test.each(['55P03', '57014', '40P01'])('%s, a wait for others, is a warning without a stack', (code) => {
  note()(ofPostgres(code), { requestId: 'request 1' });
  expect(warn.mock.calls).toEqual([
    [{ code, reason: 'canceling', database: name, requestId: 'request 1' }, expect.any(String)],
  ]);
  expect(error).not.toHaveBeenCalled();
});
