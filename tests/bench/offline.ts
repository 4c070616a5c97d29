// The part "offline": how long a second visit takes without a network, from the start of the navigation until the list
// of events is painted, with a worker that was asleep and one that was not.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../support/start-product.ts';
import { offlineBars } from './bars.ts';
import { startProduct } from './child.ts';
import { median } from './statistics.ts';
import { asMs, atMost, notMeasured, type Row } from './table.ts';

const visits = 9;
const path = '/explore/events';

export async function benchOffline(folder: string): Promise<Row[]> {
  const executablePath = findChromium();
  if (!executablePath) return [notMeasured('second visit, offline', 'Chromium is missing')];
  const product = await startProduct(mkdtempSync(join(folder, 'offline-')), { isProbed: false });
  // A profile on the disk, as a person has one: a window that leaves no trace keeps no compiled code. The worker needs a
  // secure context: localhost is one, by whichever name.
  const context = await chromium.launchPersistentContext(join(folder, 'offline-profile'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
  });
  try {
    await firstVisit(context);
    await context.setOffline(true);
    const rows: Row[] = [];
    for (const slowdown of [1, 4] as const)
      for (const isAsleep of [false, true]) {
        const times: number[] = [];
        for (let at = 0; at < visits; at++) times.push(await paintedMs(context, slowdown, isAsleep));
        const name = `list painted, ${slowdown}x CPU, worker ${isAsleep ? 'asleep' : 'awake'}`;
        const note = `median of ${visits}, ${asMs(Math.min(...times))} to ${asMs(Math.max(...times))}`;
        rows.push(atMost(name, median(times), offlineBars.paintedMs[slowdown], asMs, note));
      }
    return rows;
  } finally {
    await context.close();
    await product.stop();
  }
}

/** Until the worker has everything. */
async function firstVisit(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  const isKept = () =>
    page.evaluate(async () => {
      const kept = await Promise.all(
        ['/api/explore/facets', '/api/explore/events'].map((url) => caches.match(url)),
      );
      return kept.every(Boolean);
    });
  while (!(await isKept())) await page.waitForTimeout(100);
  await page.close();
}

async function paintedMs(context: BrowserContext, slowdown: number, isAsleep: boolean): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (isAsleep) {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.send('ServiceWorker.disable');
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(notePaint);
  await page.goto(path);
  const time = () => page.evaluate(() => (globalThis as { paintedAt?: number }).paintedAt);
  let painted = await time();
  for (; painted === undefined; painted = await time()) await page.waitForTimeout(20);
  await page.close();
  return painted;
}

/** Runs in the page: the time of the first frame after the first row is there. */
function notePaint(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-row]')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        (globalThis as { paintedAt?: number }).paintedAt = performance.now();
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
