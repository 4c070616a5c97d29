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

/** The world of all reads, which change nothing. */
let readWorld: World;
beforeAll(async () => {
  readWorld = await buildWorld(server.database.db);
});

async function ask(call: Call, row: Row, world: World, viewer: ViewerName) {
  const client = viewer === 'visitor' ? createClient(server) : await signIn(server, world.people[viewer]);
  const { status, body } = await client.call(call, row.ask(world, viewer));
  return { status, code: (body as { code?: string } | undefined)?.code, text: JSON.stringify(body) };
}
type Answer = Awaited<ReturnType<typeof ask>>;

/** The answer of a call to each viewer. */
async function askAll(call: Call, row: Row): Promise<Map<ViewerName, Answer>> {
  const answers = new Map<ViewerName, Answer>();
  const isRead = call.startsWith('GET ');
  let world = isRead ? readWorld : await buildWorld(server.database.db);
  for (const viewer of viewers) {
    const answer = await ask(call, row, world, viewer);
    answers.set(viewer, answer);
    // A write changes its world, a refused one does not.
    if (!isRead && answer.status < 400) world = await buildWorld(server.database.db);
  }
  return answers;
}

describe.each(calls)('%s', (call) => {
  const row = rows[call];
  const isRead = call.startsWith('GET ');
  let answers = new Map<ViewerName, Answer>();
  beforeAll(async () => {
    if (row) answers = await askAll(call, row);
  });
  const textFor = (viewer: ViewerName) => answers.get(viewer)?.text ?? '';

  test('has a row in the access matrix that says a status for each viewer', () => {
    expect(row?.statuses).toHaveLength(viewers.length);
  });

  test('answers each viewer as the matrix says', () => {
    if (!row) return;
    const seen = Object.fromEntries(viewers.map((viewer) => [viewer, answers.get(viewer)?.status]));
    expect(seen).toEqual(Object.fromEntries(viewers.map((viewer, at) => [viewer, row.statuses[at]])));
    // Any other conflict would mean that the row sends an impossible request.
    for (const [viewer, { status, code }] of answers)
      if (status === 409) expect([viewer, code]).toEqual([viewer, 'not_permitted']);
  });

  test('rejects viewers whom its declared access excludes', () => {
    const [visitor, , , , , , suspended] = row?.statuses ?? [];
    const { access } = api[call];
    if (access === 'session') expect(visitor).toBe(401);
    if (access !== 'public') expect(suspended).toBe(403);
  });

  if (!isRead) return;

  test('returns no name or id of a club member to viewers who only have a history with the club', () => {
    const { coach, member, admin, suspended } = readWorld.people;
    const secrets = [coach, member, admin, suspended, readWorld.player, readWorld.managed].flatMap(
      ({ id, name }) => [id, `"${name}"`],
    );
    for (const viewer of viewersWithHistory)
      expect([viewer, secrets.filter((secret) => textFor(viewer).includes(secret))]).toEqual([viewer, []]);
  });

  test('returns nothing of a member without an account to visitors, strangers and members without a right to it', () => {
    const { id, name } = readWorld.managed;
    for (const viewer of ['visitor', 'stranger', 'otherCoach', 'member'] as const) {
      const found = [id, `"${name}"`].filter((secret) => textFor(viewer).includes(secret));
      expect([viewer, found]).toEqual([viewer, []]);
    }
  });

  test('returns nothing of an absence except to those who run the event or the team', () => {
    for (const viewer of viewers.filter((name) => name !== 'coach' && name !== 'admin')) {
      const secrets = ['Knee surgery', '2026-12-19', readWorld.absence];
      const found = secrets.filter((secret) => textFor(viewer).includes(secret));
      expect([viewer, found]).toEqual([viewer, []]);
    }
  });
});

test('every row of the access matrix belongs to an existing endpoint', () => {
  expect(Object.keys(matrix).filter((call) => !calls.includes(call as Call))).toEqual([]);
});
