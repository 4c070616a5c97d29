// The command `npm run demo`: fills the configured database with demo data of any size.
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { readConfig } from '../server/config.ts';
import { hideCredentials } from '../server/credentials.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { fillDemo } from './fill.ts';

const usage = 'npm run demo -- [--events 200] [--people 60] [--seed 1] [--data-dir DIR]';
/** Argon2id, as everywhere (docs/quality.md, "Security"). */
const argon2id = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '200' },
      people: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      'data-dir': { type: 'string' },
    },
  });
  const dataDir = values['data-dir'];
  const config = readConfig(
    dataDir === undefined ? process.env : { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  );
  const [events, people, seed] = [values.events, values.people, values.seed].map(wholeNumber);
  if (events === undefined || people === undefined || seed === undefined)
    throw new Error(`Numbers only: ${usage}`);

  const startedAt = performance.now();
  const database = openDatabase(config);
  try {
    await migrate(database);
    if (await database.db.selectFrom('users').select('id').limit(1).executeTakeFirst())
      throw new Error(
        `There are people in ${config.databaseUrl ? 'that database' : config.dataDir} already. Demo data only goes into a new one.`,
      );
    const passwordHash = await hash('sideline-demo', {
      algorithm: argon2id,
      memoryCost: 19456,
      timeCost: 2,
      parallelism: 1,
    });
    const counts = await fillDemo(database, { now: new Date(), passwordHash, events, people, seed });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `${counts.events} events, ${counts.people} people, ${counts.teams} teams, ${counts.organizations} organizations in ${seconds} s.`,
    );
  } finally {
    await database.close();
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(`Not a number: ${text}. ${usage}`);
  return Number(text);
}

try {
  await main();
} catch (error) {
  console.error(hideCredentials(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
