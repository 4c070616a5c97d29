// Data that exists before a server process starts: an event, and people who are signed in on their devices.
import { join } from 'node:path';
import pino from 'pino';
import { startSession } from '../../../src/server/accounts/session/sessions.ts';
import { readConfig } from '../../../src/server/config.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { type Database, openSqlite } from '../../../src/server/db/open.ts';
import { choosePayments } from '../../../src/server/ports/payments/choose.ts';
import { buildUser } from '../factories.ts';
import { noWeb } from '../no-web.ts';

/** AUTH_SECRET of the server that these people talk to. */
export const authSecret = 'a-secret-for-tests-of-32-bytes-or-more';

/** Runs `task` on the embedded database in a folder, even while a server uses it. */
export async function withData<T>(dataDir: string, task: (database: Database) => Promise<T>): Promise<T> {
  const database = openSqlite(join(dataDir, 'sideline.db'));
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}

/** Fills a folder as `fillDatabase` does. */
export function prepareData<T>(dataDir: string, people: number, task: (database: Database) => Promise<T>) {
  return withData(dataDir, (database) => fillDatabase(database, people, task));
}

/** Migrates a new database: `task` inserts the rows, and this many people get session cookies. */
export async function fillDatabase<T>(
  database: Database,
  people: number,
  task: (database: Database) => Promise<T>,
) {
  await migrate(database);
  const made = await task(database);
  const now = () => new Date();
  const config = readConfig({});
  const secret = new TextEncoder().encode(authSecret);
  const post = async () => new Response();
  const deps = {
    database,
    now,
    config,
    payments: choosePayments(config, { database, now, authSecret: secret, post }),
    publicWeb: noWeb,
    texts: { imprint: null, privacy: null, terms: null },
    mailer: { send: async () => {} },
    log: pino({ level: 'silent' }),
    noteOutage: () => {},
    authSecret: secret,
    buildId: 'test',
    shutdown: new AbortController().signal,
    metrics: null,
  };
  const cookies: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const session = await startSession(deps, (await buildUser(database.db)).id, 'test');
    cookies.push(session.cookies.map((line) => line.split(';')[0]).join('; '));
  }
  return { made, cookies };
}
