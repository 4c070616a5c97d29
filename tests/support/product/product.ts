// The built product with demo data, in its own process and on its own database for each test file that uses it.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { freePort } from './free-port.ts';
import { endAll, newFolder, start } from './server-process.ts';

let starting: ReturnType<typeof startProduct> | null = null;

/** The product of this test file. The first call starts it, and it ends after the file. */
export function startedProduct() {
  starting ??= startProduct();
  return starting;
}
afterAll(endAll);

async function startProduct() {
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
  if (outcome !== 'ready') throw new Error(`The product is not ready (${outcome}): ${said()}`);
  return {
    url: `http://localhost:${port}`,
    /** The database file, for states that no test clock can reach. */
    database: join(folder, 'sideline.db'),
    mails: join(folder, 'mail'),
  };
}
