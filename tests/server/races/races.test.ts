// Two to four requests of different kinds at the same moment about the same place, member, guest or account: none fails, and the
// invariants of docs/product.md hold after each round. How the requests interleave does not follow from the seed.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseCount, isLong } from '../../support/long.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { runAllJobs } from '../payments/paid-event.ts';
import { actions } from './actions.ts';
import type { Act } from './requests.ts';
import { violations } from './violations.ts';
import { buildWorld, type World } from './world.ts';

const rounds = caseCount({ sqlite: 3, postgres: 6, long: 200 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Named = readonly [name: string, act: Act];
const subjects: Record<string, (w: World) => Named[]> = {
  ...Object.fromEntries(
    Object.entries(actions).map(([subject, actsOf]) => [subject, (w: World) => Object.entries(actsOf(w))]),
  ),
  mixed: (w) =>
    Object.entries(actions).flatMap(([subject, actsOf]) =>
      Object.entries(actsOf(w)).map(([name, act]) => [`${subject} ${name}`, act] as const),
    ),
};

async function attempt([name, act]: Named): Promise<{ name: string; status: number | string }> {
  try {
    return { name, status: (await act())?.status ?? 'done' };
  } catch (error) {
    return { name, status: `threw ${error}` };
  }
}

const isFailure = ({ status }: { status: number | string }) =>
  typeof status === 'number' ? status >= 500 : status !== 'done';

/** Positions in a list of any length; without the bias of fast-check, which prefers its ends. */
const picks = fc.noBias(fc.array(fc.nat({ max: 9999 }), { minLength: 2, maxLength: 4 }));

test.each(Object.entries(subjects))(
  'the invariants hold after requests at the same moment: %s',
  {
    timeout: isLong ? 0 : 120_000,
  },
  async (_, namedActs) => {
    await fc.assert(
      fc.asyncProperty(picks, async (picked) => {
        const world = await buildWorld(server);
        const all = namedActs(world);
        const chosen = new Set(
          picked.map((pick) => all[pick % all.length]).filter((one) => one !== undefined),
        );
        const answers = await Promise.all([...chosen].map(attempt));
        // Twice: the second run carries out what the first one found.
        for (let turn = 0; turn < 2; turn += 1) await runAllJobs(server);
        const found = await violations(world);
        expect({ answers, failed: answers.filter(isFailure), found }).toEqual({
          answers,
          failed: [],
          found: [],
        });
      }),
      // Fewer requests might pass by chance, so a failure is not shrunk.
      { numRuns: rounds, endOnFailure: true },
    );
  },
);
