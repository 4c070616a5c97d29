// The built product with demo data, in a process and on a database of this test file's own.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { freePort } from './free-port.ts';
import { endAll, newFolder, start } from './server-process.ts';

const folder = newFolder();
cpSync(inject('demoFolder'), folder, { recursive: true });
const port = await freePort();
const { outcome, said } = await start({
  // A number of its own: canonical addresses and the checkout's way back name it.
  PORT: String(port),
  DATA_DIR: folder,
  RATE_LIMIT: 'off',
  NODE_ENV: 'production',
});
if (outcome !== 'ready') throw new Error(`The product ended at start: ${said()}`);
afterAll(endAll);

export const product = {
  url: `http://localhost:${port}`,
  /** The file of the database, for what no clock of a test can bring about. */
  database: join(folder, 'sideline.db'),
  mails: join(folder, 'mail'),
};
