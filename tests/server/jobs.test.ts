import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markConnectionError } from '../../src/server/db/outages.ts';
import { createOutageLog } from '../../src/server/http/outage-log.ts';
import { startJobs } from '../../src/server/jobs.ts';

/** An error as the database driver throws it. */
const away = markConnectionError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['the database is unavailable', away, 'The database is away'],
  ['it has a bug', new TypeError('x is not a function'), 'A job failed'],
])('a job that fails because %s is logged and runs again at the next interval', async (_, error, text) => {
  const lines: { level: number; msg: string; job: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockResolvedValue();
  const jobs = startJobs(
    [{ name: 'tidy', everyMs: 5000, run }],
    { log, metrics: null, noteOutage: createOutageLog({ database: { name: 'club' }, log }) },
    () => 0.2,
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, job: 'tidy', msg: expect.stringContaining(text) }),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(3);
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(3);
});
