// Two to four requests of different kinds at the same moment about the same place, member, guest or account: none fails, and the
// invariants of docs/product.md hold after each round. RACE_SEED selects the rounds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount, isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { runAllJobs } from '../payments/paid-event.ts';
import { type Act, actionsOf } from './actions.ts';
import { violations } from './violations.ts';
import { buildWorld } from './world.ts';

const rounds = caseCount({ sqlite: 3, postgres: 6, long: 50 });
const seed = Number(process.env.RACE_SEED ?? Date.now() % 2 ** 31);
let next = seed;
const random = (below: number) => {
  next = (next * 1103515245 + 12345) % 2 ** 31;
  return Math.floor((next / 2 ** 31) * below);
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function attempt(name: string, act: Act): Promise<{ name: string; status: number | string }> {
  try {
    return { name, status: (await act())?.status ?? 'done' };
  } catch (error) {
    return { name, status: `threw ${error}` };
  }
}

const isFailure = ({ status }: { status: number | string }) =>
  typeof status === 'number' ? status >= 500 : status !== 'done';

test.each(['paid', 'paying', 'asking', 'owners', 'guest', 'invited', 'session', 'mixed'])(
  'requests at the same moment leave everything in order: %s',
  { timeout: isLong ? 0 : 120_000 },
  async (subject) => {
    for (let round = 0; round < rounds; round += 1) {
      const world = await buildWorld(server);
      const subjects = actionsOf(world);
      const all =
        subject === 'mixed'
          ? Object.entries(subjects).flatMap(([of, acts]) =>
              Object.entries(acts).map(([name, act]) => [`${of} ${name}`, act] as const),
            )
          : Object.entries(subjects[subject] ?? {});
      const chosen = Array.from({ length: 2 + random(3) }, () => all[random(all.length)]);
      const acts = new Map(chosen.filter((one) => one !== undefined));
      const answers = await Promise.all([...acts].map(([name, act]) => attempt(name, act)));
      // Twice: the second run carries out what the first one found.
      for (let turn = 0; turn < 2; turn += 1) await runAllJobs(server);
      expect({ seed, answers, failed: answers.filter(isFailure), found: await violations(world) }).toEqual({
        seed,
        answers,
        failed: [],
        found: [],
      });
    }
  },
);
