// The part "offline": from the start of the navigation until saved content is painted. For a visitor's second
// visit offline, with a stopped and a running worker; and for a signed-in start of the installed app, online
// and offline.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { pathOf } from '../../support/browser/programs.ts';
import { installedBars, offlineBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { median } from '../statistics.ts';
import { asMs, atMost, type Row } from '../table.ts';
import { signInAs } from './visit.ts';

const visits = 9;
const restMs = 800;
const path = '/explore/events';

const slowdowns = [1, 4] as const;

/** The start screen of a signed-in user, and the saved content on it. */
const starts = [
  { name: 'home', path: '/', content: 'main .card' },
  { name: 'my events', path: '/my/events', content: 'main [data-row]' },
  { name: 'calendar', path: '/my/calendar', content: 'main li a[href]' },
];

export async function benchOffline(folder: string): Promise<Row[]> {
  const executablePath = pathOf('chromium');
  const product = await startProduct(mkdtempSync(join(folder, 'offline-')), { isProbed: false });
  // A profile on disk, like a person's: a private window stores no compiled code. The worker needs a secure
  // context: localhost is one, under any name.
  const openProfile = (name: string) =>
    chromium.launchPersistentContext(join(folder, name), {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
      baseURL: product.origin,
      viewport: { width: 390, height: 844 },
    });
  const visitor = await openProfile('offline-profile');
  const trainee = await openProfile('installed-profile');
  try {
    return [...(await benchSecondVisit(visitor)), ...(await benchInstalledStart(trainee, product.origin))];
  } finally {
    await visitor.close();
    await trainee.close();
    await product.stop();
  }
}

async function benchSecondVisit(context: BrowserContext): Promise<Row[]> {
  await firstVisit(context);
  await context.setOffline(true);
  const rows: Row[] = [];
  for (const slowdown of slowdowns)
    for (const isAsleep of [false, true]) {
      const times: number[] = [];
      for (let at = 0; at < visits; at++)
        times.push(await paintedMs(context, { path, content: '[data-row]', slowdown, isAsleep }));
      const name = `list painted, ${slowdown}x CPU, worker ${isAsleep ? 'asleep' : 'awake'}`;
      rows.push(rowOf(name, times, offlineBars.paintedMs[slowdown]));
    }
  return rows;
}

async function benchInstalledStart(context: BrowserContext, origin: string): Promise<Row[]> {
  const page = await context.newPage();
  await signInAs(page, origin, 'trainee');
  for (const start of starts) {
    await page.goto(start.path);
    await page.locator(start.content).first().waitFor({ state: 'attached' });
    // The screen's data is saved within half a second.
    await page.waitForTimeout(1000);
  }
  await page.close();
  const rows: Row[] = [];
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    for (const slowdown of slowdowns)
      for (const { name, ...start } of starts) {
        const times: number[] = [];
        for (let at = 0; at < visits; at++)
          times.push(await paintedMs(context, { ...start, slowdown, isAsleep: false }));
        const row = `${name} signed in, ${slowdown}x CPU, ${isOffline ? 'offline' : 'online'}`;
        rows.push(rowOf(row, times, installedBars.paintedMs[slowdown]));
      }
  }
  return rows;
}

function rowOf(name: string, times: number[], bar: number): Row {
  const note = `median of ${times.length}, ${asMs(Math.min(...times))} to ${asMs(Math.max(...times))}`;
  return atMost(name, median(times), bar, asMs, note);
}

/** Until the worker has cached everything. */
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

type Start = { path: string; content: string; slowdown: number; isAsleep: boolean };

async function paintedMs(
  context: BrowserContext,
  { path, content, slowdown, isAsleep }: Start,
): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (isAsleep) {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.send('ServiceWorker.disable');
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(notePaint, content);
  await page.goto(path);
  const time = () => page.evaluate(() => (globalThis as { paintedAt?: number }).paintedAt);
  let painted = await time();
  for (; painted === undefined; painted = await time()) await page.waitForTimeout(20);
  // What this start still reads and saves is not part of the next one.
  await page.waitForTimeout(restMs);
  await page.close();
  return painted;
}

/** Runs in the page: the time of the first frame after the content is there. */
function notePaint(content: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(content)) return;
    observer.disconnect();
    // The first task after the frame: with another priority, React's effects would count, which run once the frame is shown.
    requestAnimationFrame(() =>
      scheduler.postTask(
        () => {
          (globalThis as { paintedAt?: number }).paintedAt = performance.now();
        },
        { priority: 'user-blocking' },
      ),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}
