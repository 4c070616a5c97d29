// Reading the change log of live updates: how much is read at most.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import {
  changesAfter,
  changesSince,
  livePosition,
  resetLiveStreams,
} from '../../../src/server/live/change-queries.ts';
import { liveLimits } from '../../../src/server/live/rules.ts';
import { openTestDatabase } from '../../support/server.ts';

async function openLog() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const position = await livePosition(database);
  const subject = randomUUID();
  return {
    database,
    position,
    subject,
    /** Adds rows about the one subject. */
    add: (count: number) =>
      database.db
        .insertInto('live_changes')
        .values(Array.from({ length: count }, () => ({ kind: 'event' as const, subject })))
        .execute(),
  };
}

test('the change log is read whole up to its limit of rows, and not at all beyond it, however few its subjects', async () => {
  const { database, position, subject, add } = await openLog();
  await add(liveLimits.rows);
  expect(await changesAfter(database, position)).toMatchObject([{ kind: 'event', subject }]);
  await add(1);
  expect(await changesAfter(database, position)).toBe(null);
  expect(await changesSince(database, Date.now() - 600_000)).toBe(null);
});

test('resetLiveStreams adds too many subjects to send, for open streams and for those that resume', async () => {
  const { database, position } = await openLog();
  await resetLiveStreams(database);
  expect(await changesAfter(database, position)).toBe(null);
  expect(await changesSince(database, Date.now() - 600_000)).toBe(null);
});
