// The product's pages in builds A, B and C: the real site in this process, with demo data, behind a front
// that simulates faults of a network or a deploy.
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { BrowserContext, Page } from 'playwright-core';
import { startedAttribute } from '../../../src/contract/values/page.ts';
import { fillDemo } from '../../../src/demo/fill.ts';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { startTestServer } from '../server.ts';
import { buildOf, type Variant } from './variant-builds.ts';

/**
 * `throws`: a script that loads and throws. `html`: a page instead of the requested file, like a
 * misconfigured fallback.
 */
export type Fault = 'missing' | 'html' | 'cut' | 'hangs' | 'fails' | 'throws' | ForeignAnswer;
/** A response of something between page and server. */
export type ForeignAnswer = { status: number; type?: string; body?: string; location?: string };

export type PwaServer = Awaited<ReturnType<typeof openPwaServer>>;

/** Starts with build A. Close it at the end. */
export async function openPwaServer() {
  const deps = { ...(await startTestServer()), now: () => new Date() };
  await fillDemo(deps.database, { now: new Date(), passwordHash: await hashPassword('sideline-demo') });
  const clientOf = (variant: Variant) => join(buildOf(variant), 'client');
  const folders = { A: clientOf('A'), B: clientOf('B'), C: clientOf('C') };
  const listenerOf = (variant: Variant) =>
    getRequestListener(buildSite(deps, loadBuild(folders[variant], deps)).fetch);
  const listeners = { A: listenerOf('A'), B: listenerOf('B'), C: listenerOf('C') };
  let variantOf: (path: string) => Variant = () => 'A';
  let faults: { path: RegExp; fault: Fault; left: number }[] = [];
  const held = new Map<string, Promise<void>>();
  const asked: string[] = [];

  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    await held.get(path);
    const found = faults.find((entry) => entry.path.test(path) && entry.left > 0);
    if (!found) return void listeners[variantOf(path)](request, response);
    found.left -= 1;
    misbehave(response, found.fault);
  });
  let port = 0;
  const start = () =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await start();
  const origin = `http://localhost:${port}`;
  // The first page that a process renders takes two seconds of the processor: too long for a test on a busy machine.
  await (await fetch(`${origin}/explore/events`)).text();
  asked.length = 0;

  return {
    deps,
    origin,
    /** Requests since the last `reset`. */
    asked,
    /** Serves a build from now on; with `isDeployed` only for some paths, like a half-finished deploy. */
    deploy(variant: Variant, isDeployed: (path: string) => boolean = () => true) {
      const before = variantOf;
      variantOf = (path) => (isDeployed(path) ? variant : before(path));
    },
    break(path: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY) {
      faults.push({ path, fault, left: times });
    },
    /** Does not answer requests for this address until the returned function is called. */
    hold(path: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    /** Removes all faults and drops hanging requests, like a restarted server. */
    clearFaults() {
      faults = [];
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    /** Stops the server; `start` brings it back at the same address. */
    stop,
    start,
    /** Build A without faults. */
    async reset() {
      if (!server.listening) await start();
      variantOf = () => 'A';
      faults = [];
      asked.length = 0;
    },
    /** The address of a module's script in a build: `chunkOf('explore/teams-screen')`. */
    chunkOf(module: string, variant: Variant = 'A'): string {
      const files: Record<string, string> = JSON.parse(
        readFileSync(join(folders[variant], '.vite/chunk-of.json'), 'utf8'),
      );
      const file = files[`src/app/${module === 'entry' ? 'boot/entry-client' : `features/${module}`}.tsx`];
      if (!file) throw new Error(`The build has no chunk for ${module}.`);
      return `/${file}`;
    },
    async close() {
      await stop();
      await deps.close();
    },
  };
}

/** Never answered. The browser holds back a second request for the same address meanwhile. */
const hanging = new Set<ServerResponse>();

function misbehave(response: ServerResponse, fault: Fault): void {
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);
  if (typeof fault === 'object') {
    const { status, type = 'text/html', body = '', location } = fault;
    response
      .writeHead(status, { 'Content-Type': type, ...(location ? { Location: location } : {}) })
      .end(body);
  } else if (fault === 'missing') send(404, 'text/plain', 'Not found');
  else if (fault === 'fails') send(500, 'application/json', '{}');
  else if (fault === 'html')
    send(200, 'text/html', '<!doctype html><title>Sideline</title><div id="root"></div>');
  else if (fault === 'throws') send(200, 'text/javascript', 'throw new TypeError("a bug of ours")');
  else if (fault === 'cut') {
    // Cut after the first bytes: the browser retries a connection that is refused outright.
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Length': 9999 });
    response.write('export const a', () => response.destroy());
  } else hanging.add(response);
}

/** Which build a page runs, null before it has started. A is the product's own build, which has no mark. */
export const variantOf = (page: Page) =>
  page.evaluate((started) => {
    const { variant } = globalThis as { variant?: string };
    return variant ?? (document.documentElement.hasAttribute(started) ? 'A' : null);
  }, startedAttribute);

/** Counts document loads in the page's main frame from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

/** Stops the worker, as a browser does when it is idle. */
export async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}
