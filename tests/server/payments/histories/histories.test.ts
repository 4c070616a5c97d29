// Random histories of paying, with faults between any two steps: no one is charged twice or without a place,
// no place is sold twice, nothing is lost, and the ledger equals the provider's.
import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/server/config.ts';
import type { Database } from '../../../../src/server/db/open.ts';
import type { Deps } from '../../../../src/server/deps.ts';
import { buildMembership, buildOrganization, buildUser } from '../../../support/factories.ts';
import { caseCount, isLong } from '../../../support/long.ts';
import { noWeb } from '../../../support/no-web.ts';
import { openTestDatabase } from '../../../support/server.ts';
import { sandboxTestProvider, stripeTestProvider, type TestProvider } from '../test-providers.ts';
import { type Armed, faultyDatabase, faultyProvider } from './faults.ts';
import { histories } from './history.ts';
import { runHistory } from './run-history.ts';
import type { World } from './run-step.ts';
import { allowedTransitions, recordedTransitions, watch } from './transition-record.ts';

const runs = caseCount({ sqlite: 150, postgres: 40, long: 5000 });
/** Histories that share a database, so that none grows large. */
const perDatabase = 500;

async function buildWorld(kind: 'sandbox' | 'stripe'): Promise<World & { database: Database }> {
  const database = await openTestDatabase();
  await watch(database);
  let time = Date.parse('2026-11-21T10:00:00.000Z');
  const now = () => new Date(time);
  const armed: Armed = { next: null };
  const testProvider: TestProvider = (kind === 'sandbox' ? sandboxTestProvider : stripeTestProvider)({
    database,
    now,
  });
  const deps: Deps = {
    database: faultyDatabase(database, armed),
    now,
    config: readConfig({}),
    mailer: { send: async () => {} },
    payments: { online: faultyProvider(testProvider.provider, armed), sandbox: null },
    publicWeb: noWeb,
    texts: { imprint: null, privacy: null, terms: null },
    log: pino({ level: 'silent' }),
    noteOutage: () => {},
    authSecret: new Uint8Array(32),
    buildId: 'test',
    shutdown: new AbortController().signal,
    metrics: null,
  };
  const { db } = database;
  const organization = (await buildOrganization(db)).id;
  const coach = await buildUser(db);
  await buildMembership(db, { organization_id: organization, person_id: coach.id, role: 'owner' });
  const people = [];
  for (let count = 0; count < 4; count += 1) people.push(await buildUser(db));
  const wait = (ms: number) => {
    time += ms;
  };
  return { deps, testProvider, armed, people, coach, organization, wait, database };
}

/** Steps that some hundred histories must include; otherwise the generator no longer covers them. */
const ordinary = [
  'payments: requiresPayment → succeeded',
  'payments: requiresPayment → failed',
  'payments: failed → succeeded',
  'payments: processing → succeeded',
  'payments: canceled → succeeded',
  'payments: expired → succeeded',
  'payments: offlineDue → offlineReceived',
  'refunds: requested → succeeded',
];

test.each(['sandbox', 'stripe'] as const)(
  'random histories with %s charge each person exactly for the place they have',
  { timeout: 0 },
  async (kind) => {
    let world = await buildWorld(kind);
    let lived = 0;
    const seen = new Map<string, number>();
    const close = async ({ database }: typeof world) => {
      await checkReceipts(database);
      for (const [step, times] of await recordedTransitions(database.db))
        seen.set(step, (seen.get(step) ?? 0) + times);
      await database.close();
    };
    try {
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          lived += 1;
          if (lived % perDatabase === 0) {
            await close(world);
            world = await buildWorld(kind);
          }
          expect(await runHistory(world, history)).toEqual([]);
        }),
        { numRuns: runs },
      );
    } finally {
      await close(world);
    }
    expect([...seen.keys()].filter((step) => !allowedTransitions.has(step))).toEqual([]);
    if (runs >= 400) expect([...seen.keys()]).toEqual(expect.arrayContaining(ordinary));
    if (isLong)
      console.info(`${lived} histories with ${kind}, seed ${process.env.SEED}`, Object.fromEntries(seen));
  },
);

/** Numbers without gaps, also after rolled-back transactions. */
async function checkReceipts({ db }: Database): Promise<void> {
  const rows = await db
    .selectFrom('payments')
    .select('receipt_number')
    .where('receipt_number', 'is not', null)
    .execute();
  const byYear = Map.groupBy(rows, ({ receipt_number }) => receipt_number?.slice(0, 6));
  for (const [prefix, numbers] of byYear)
    expect(numbers.map((row) => row.receipt_number).sort()).toEqual(
      numbers.map((_, index) => `${prefix}-${String(index + 1).padStart(6, '0')}`),
    );
}
