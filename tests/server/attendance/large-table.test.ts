// A large team over a year: other requests run while its table and its rates are made.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requirePeriod } from '../../../src/server/attendance/period.ts';
import { teamTable } from '../../../src/server/attendance/table/table.ts';
import { attendanceRatesOf } from '../../../src/server/groups/roster-queries.ts';
import { csvOf } from '../../../src/server/text/csv.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub } from './club.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** How often the event loop went round while this ran. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

it('lets other requests run between parts of its dates', async () => {
  const world = await buildClub(server);
  for (let date = 1; date <= 70; date += 1) await world.event({ starts_at: world.startsAt(-20 * date) });
  const now = server.now();
  const reader = { teamId: world.team.id, userId: world.people.coach.id, now };
  const turns = await turnsOf(() => teamTable(server.database.db, reader, requirePeriod({}, now, 'UTC')));
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('lets other requests run between the rates of the people on its page', async () => {
  const world = await buildClub(server);
  const people = Array.from({ length: 100 }, () => crypto.randomUUID());
  const period = { teamId: world.team.id, since: world.startsAt(-9000), until: world.startsAt(0) };
  const turns = await turnsOf(() => attendanceRatesOf(server.database.db, people, period));
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('lets other requests run between parts of a file', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => [`Row ${at}`, at]);
  expect(await turnsOf(() => csvOf(rows))).toBeGreaterThanOrEqual(10);
});
