// The built product in this process over its own database, for browser tests that set up their own data.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { openSession } from '../browser/browser.ts';
import { password } from '../browser/people.ts';
import { buildUser } from '../factories.ts';
import { startTestServer } from '../server.ts';

export type OwnProduct = Awaited<ReturnType<typeof openProduct>>;

/** Starts on a free port, with the real clock and one account. Close it at the end. */
export async function openProduct() {
  const deps = { ...(await startTestServer()), now: () => new Date() };
  const { db } = deps.database;
  const ada = await buildUser(db, {
    username: 'ada',
    name: 'Ada Mertens',
    locale: 'en-GB',
    password_hash: await hashPassword(password),
  });
  const server = createServer(getRequestListener(buildSite(deps, loadBuild('dist/client', deps)).fetch));
  const start = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await start(0);
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    db,
    ada,
    origin,
    /** Nothing answers at its address until `start`. */
    stop,
    start: () => start(port),
    /** A fresh phone in Brussels on which ada is signed in, unless given otherwise. */
    async openAsAda(browser: Browser, options: BrowserContextOptions = {}) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        timezoneId: 'Europe/Brussels',
        serviceWorkers: 'block',
        ...options,
      });
      await openSession(context, ada.username, password);
      return { page: await context.newPage(), context };
    },
    async close() {
      await stop();
      await deps.close();
    },
  };
}
