// Calls every endpoint of the contract as every viewer, and compares the answers with the access matrix.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Call } from '../../../src/contract/api.ts';
import { createClient, signIn } from '../../support/client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { matrix, type Row } from './matrix.ts';
import { buildWorld, type ViewerName, viewers, viewersWithHistory, type World } from './world.ts';

const calls = Object.keys(api) as Call[];
const rows: Partial<Record<Call, Row>> = matrix;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function ask(call: Call, row: Row, world: World, viewer: ViewerName) {
  const client = viewer === 'visitor' ? createClient(server) : await signIn(server, world.people[viewer]);
  const { status, body } = await client.call(call, row.ask(world, viewer));
  return { status, code: (body as { code?: string } | undefined)?.code, text: JSON.stringify(body) };
}

describe.each(calls)('%s', (call) => {
  const row = rows[call];

  test('has a row in the access matrix that says a status for each viewer', () => {
    expect(row?.statuses).toHaveLength(viewers.length);
  });

  test('answers each viewer as the matrix says', async () => {
    if (!row) return;
    const isRead = call.startsWith('GET ');
    const shared = isRead ? await buildWorld(server.database.db) : null;
    const seen: Record<string, number> = {};
    for (const viewer of viewers) {
      // A write changes its world, so each viewer gets a fresh one.
      const { status, code } = await ask(call, row, shared ?? (await buildWorld(server.database.db)), viewer);
      seen[viewer] = status;
      // Any other conflict would mean that the row sends an impossible request.
      if (status === 409) expect([viewer, code]).toEqual([viewer, 'not_permitted']);
    }
    const expected = Object.fromEntries(viewers.map((viewer, at) => [viewer, row.statuses[at]]));
    expect(seen).toEqual(expected);
  });

  test('returns no name or id of a club member to viewers who only have a history with the club', async () => {
    if (!row || !call.startsWith('GET ')) return;
    const world = await buildWorld(server.database.db);
    const { coach, member, admin, suspended } = world.people;
    const secrets = [coach, member, admin, suspended, world.player, world.managed].flatMap(({ id, name }) => [
      id,
      `"${name}"`,
    ]);
    for (const viewer of viewersWithHistory) {
      const { text = '' } = await ask(call, row, world, viewer);
      expect([viewer, secrets.filter((secret) => text.includes(secret))]).toEqual([viewer, []]);
    }
  });

  test('returns nothing of a member without an account to visitors, strangers and members without a right to it', async () => {
    if (!row || !call.startsWith('GET ')) return;
    const world = await buildWorld(server.database.db);
    const { id, name } = world.managed;
    for (const viewer of ['visitor', 'stranger', 'otherCoach', 'member'] as const) {
      const { text = '' } = await ask(call, row, world, viewer);
      expect([viewer, [id, `"${name}"`].filter((secret) => text.includes(secret))]).toEqual([viewer, []]);
    }
  });

  test('returns nothing of an absence except to those who run the event or the team', async () => {
    if (!row || !call.startsWith('GET ')) return;
    const world = await buildWorld(server.database.db);
    for (const viewer of viewers.filter((name) => name !== 'coach' && name !== 'admin')) {
      const { text = '' } = await ask(call, row, world, viewer);
      const secrets = ['Knee surgery', '2026-12-19', world.absence];
      expect([viewer, secrets.filter((secret) => text.includes(secret))]).toEqual([viewer, []]);
    }
  });

  test('rejects viewers whom its declared access excludes', () => {
    const [visitor, , , , , , suspended] = row?.statuses ?? [];
    const { access } = api[call];
    if (access === 'session') expect(visitor).toBe(401);
    if (access !== 'public') expect(suspended).toBe(403);
  });
});

test('every row of the access matrix belongs to an existing endpoint', () => {
  expect(Object.keys(matrix).filter((call) => !calls.includes(call as Call))).toEqual([]);
});
