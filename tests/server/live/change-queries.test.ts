// Reading the change log of live updates: how much is read at most.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import {
  changesBetween,
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
    /** The changes since the log was opened. */
    changes: async () => changesBetween(database, position, await livePosition(database)),
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
  const { database, changes, subject, add } = await openLog();
  await add(liveLimits.rows);
  expect(await changes()).toMatchObject([{ kind: 'event', subject }]);
  await add(1);
  expect(await changes()).toBe(null);
  expect(await changesSince(database, Date.now() - 600_000)).toBe(null);
});

test('resetLiveStreams adds too many subjects to send, for open streams and for those that resume', async () => {
  const { database, changes } = await openLog();
  await resetLiveStreams(database);
  expect(await changes()).toBe(null);
  expect(await changesSince(database, Date.now() - 600_000)).toBe(null);
});

// SQLite has one writer.
test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a change that is committed later, under an earlier id, is sent under an id of its own',
  async () => {
    const { database, subject, add } = await openLog();
    const positions = [await livePosition(database)];
    const first = await database.db.startTransaction().execute();
    await first.insertInto('live_changes').values({ kind: 'event', subject }).execute();
    positions.push(await livePosition(database));
    await add(1);
    positions.push(await livePosition(database));
    await first.commit().execute();
    positions.push(await livePosition(database));
    const versions = [];
    for (const [index, after] of positions.slice(0, -1).entries())
      versions.push(
        (await changesBetween(database, after, positions[index + 1] ?? ''))?.map(({ version }) => version),
      );
    expect(versions).toEqual([[], [expect.anything()], [expect.anything()]]);
    expect(versions[2]).not.toEqual(versions[1]);
    const all = versions.flat().toSorted();
    const versionsIn = (changes: Awaited<ReturnType<typeof changesSince>>) =>
      changes
        ?.filter((change) => change.subject === subject)
        .map(({ version }) => version)
        .toSorted();
    const [from = '', until = ''] = [positions[0], positions.at(-1)];
    expect(versionsIn(await changesBetween(database, from, until))).toEqual(all);
    expect(versionsIn(await changesSince(database, Date.now() - 600_000))).toEqual(all);
  },
);
