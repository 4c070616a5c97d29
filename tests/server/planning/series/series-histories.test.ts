// Random histories of a series: edits with each scope, new rules, replies, payments, marks, absences,
// cancelling, two coaches at once, the clock and the jobs. After every step no data of people is lost, a
// preview agrees with its change, and subscribed calendars show the same.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount, isLong } from '../../../support/long.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import type { ShownEvent } from '../../calendar-feed/read-by-all.ts';
import { buildWorld, carryOut, planSeries, startOver, type World } from './run-series-steps.ts';
import { checkFeed } from './series-feed.ts';
import { histories, type Step } from './series-history.ts';
import { broken, look } from './series-invariants.ts';

const runs = caseCount({ sqlite: 30, postgres: 8, long: 10_000 });

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer({ at: '2026-09-01T10:00:00.000Z' });
  world = await buildWorld(server);
});
afterAll(() => server.close());

test('random edits of a series lose no data, and every preview matches its edit', {
  timeout: 0,
}, async () => {
  const { db } = server.database;
  const seen = new Map<Step['kind'], number>();
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      lived += 1;
      await startOver(world, history.startsAt);
      await planSeries(world, history);
      const shown = new Map<string, ShownEvent>();
      await checkFeed(world, shown);
      let before = await look(db);
      for (const step of history.steps) {
        const said = await carryOut(world, step);
        if (said !== 'refused') seen.set(step.kind, (seen.get(step.kind) ?? 0) + 1);
        const after = await look(db);
        const now = server.now().toISOString();
        expect(broken(before, after, step, said === 'refused' ? null : said, now)).toEqual([]);
        if (said !== 'refused') await checkFeed(world, shown);
        before = after;
      }
    }),
    { numRuns: runs },
  );
  if (isLong) console.info(`${lived} histories, seed ${process.env.SEED}`, Object.fromEntries(seen));
  // Guard: every kind of step really happens.
  if (runs < 1000) return;
  for (const kind of kinds) expect([kind, seen.get(kind) ?? 0]).not.toEqual([kind, 0]);
});

const kinds: readonly Step['kind'][] = [
  'edit',
  'rule',
  'end',
  'postpone',
  'newDate',
  'give',
  'cancel',
  'delete',
  'together',
  'reply',
  'seriesReply',
  'pay',
  'refund',
  'mark',
  'begin',
  'absence',
  'endAbsence',
  'removeCoach',
  'wait',
];
