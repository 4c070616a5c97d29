// Streams while nothing announces writes: the ids of heartbeats, from which a device resumes its stream at any process, and
// changes after the clock goes back.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/server/db/open.ts';
import { heartbeatMs } from '../../../src/server/live/rules.ts';
import { signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { openTestDatabase, startTestServer, type TestServer } from '../../support/server.ts';
import { listen } from './listen.ts';

let server: TestServer;
let stopping: AbortController;
let isLogAway: boolean;

/** A database whose change log cannot be read while `isLogAway`; nothing announces its writes. */
function withoutLog(database: Database): Database {
  const { dialect } = database;
  return {
    ...database,
    liveVersion: () => null,
    dialect: {
      ...dialect,
      logPosition: (log) => {
        if (isLogAway) throw new Error('The log is away.');
        return dialect.logPosition(log);
      },
    },
  };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  stopping = new AbortController();
  isLogAway = false;
  server = await startTestServer({
    database: withoutLog(await openTestDatabase()),
    shutdown: stopping.signal,
  });
});
afterEach(async () => {
  stopping.abort();
  vi.useRealTimers();
  // A poll of the change log may be in progress.
  await pause(50);
  await server.close();
});

async function openStream(user?: { id: string }) {
  const stream = await listen(await signIn(server, user ?? (await buildUser(server.database.db))));
  await expect.poll(stream.types).toEqual(['ready']);
  return stream;
}

/** The time of the next heartbeat, as its id says. */
async function nextBeat({ received }: Awaited<ReturnType<typeof openStream>>): Promise<number> {
  const before = received.length;
  // In steps of a poll, each of which has time to end.
  for (let passed = 0; passed <= heartbeatMs && received.length === before; passed += 1000) {
    await vi.advanceTimersByTimeAsync(1000);
    await pause(20);
  }
  expect(received.slice(before).map(({ type }) => type)).toEqual(['beat']);
  return Number(received[before]?.id);
}

/** The log is read every second, and a read may be in progress. */
const toleranceMs = 2_000;

test('a heartbeat has the time of its sending while the change log can be read', async () => {
  const stream = await openStream();
  await nextBeat(stream);
  const id = await nextBeat(stream);
  expect(id).toBeGreaterThanOrEqual(Date.now() - toleranceMs);
});

test('a heartbeat has the time of the last successful read while the change log cannot be read', async () => {
  const stream = await openStream();
  await nextBeat(stream);
  isLogAway = true;
  const lost = Date.now();
  for (const id of [await nextBeat(stream), await nextBeat(stream)]) {
    expect(id).toBeLessThanOrEqual(lost);
    expect(id).toBeGreaterThanOrEqual(lost - toleranceMs);
  }
  isLogAway = false;
  expect(await nextBeat(stream)).toBeGreaterThanOrEqual(Date.now() - toleranceMs);
});

test('changes are sent within seconds after the clock goes back by an hour', async () => {
  const { db } = server.database;
  const user = await buildUser(db);
  const stream = await openStream(user);
  await nextBeat(stream);
  vi.setSystemTime(Date.now() - 3_600_000);
  await db.insertInto('live_changes').values({ kind: 'person', subject: user.id }).execute();
  for (let passed = 0; passed < 5_000 && stream.addresses().length === 0; passed += 1000) {
    await vi.advanceTimersByTimeAsync(1000);
    await pause(20);
  }
  expect(stream.addresses()).toEqual(['/api/users/me']);
});
