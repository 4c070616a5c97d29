// The built product with demo data, in its own process and on its own database for each test file.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { freePort } from './free-port.ts';
import { endAll, newFolder, start } from './server-process.ts';

const folder = newFolder();
cpSync(inject('demoFolder'), folder, { recursive: true });
const port = await freePort();
const { outcome, said } = await start({
  // A fixed port: canonical addresses and the checkout's return address contain it.
  PORT: String(port),
  DATA_DIR: folder,
  RATE_LIMIT: 'off',
  NODE_ENV: 'production',
});
if (outcome !== 'ready') {
  // No hook runs in a file that fails while it is loaded.
  await endAll();
  throw new Error(`The product is not ready (${outcome}): ${said()}`);
}
afterAll(endAll);

export const product = {
  url: `http://localhost:${port}`,
  /** The database file, for states that no test clock can reach. */
  database: join(folder, 'sideline.db'),
  mails: join(folder, 'mail'),
};
