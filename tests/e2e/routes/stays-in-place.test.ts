// While the answers of a page arrive, in the reverse order of its requests, nothing that is shown moves from under a thumb or
// pointer. On a device that knows who is signed in, and has saved none of them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, type Role, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds((await startedProduct()).url);
});
afterAll(() => browser.close());

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** What moved, by how much of the window, and what was seen of it. */
type Shift = { value: number; moved: string[] };
declare global {
  interface Window {
    shifts: Shift[];
  }
}

function watchShifts(): void {
  window.shifts = [];
  type Entry = PerformanceEntry & {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[])
      window.shifts.push({
        value,
        moved: sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${previousRect.y} to ${currentRect.y}: ${node?.textContent?.slice(0, 60)}`,
        ),
      });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The first request is answered last. */
const longestMs = 1200;
const stepMs = 200;

test.each([
  ['trainee', phone, '/'],
  ['coach', phone, '/'],
  ['coach', phone, '/my/profile'],
  ['coach', phone, '/my/settings'],
  ['coach', phone, '/my/teams'],
  ['coach', phone, '/my/events'],
  ['coach', desk, '/my/calendar?view=week'],
  ['coach', desk, '/'],
  ['coach', phone, '/my/events/{event}'],
  ['coach', desk, '/my/events/{event}'],
  ['trainee', phone, '/events/{event}'],
  ['trainee', phone, '/my/calendar?view=agenda'],
  ['coach', phone, '/my/calendar?view=month'],
  ['trainee', phone, '/my/teams'],
  ['coach', phone, '/teams/{ownTeam}'],
  ['coach', desk, '/teams/{ownTeam}'],
  ['trainee', phone, '/organizations/{organization}'],
  ['coach', phone, '/organizations/{organization}'],
  ['trainee', phone, '/series/{series}'],
  ['coach', phone, '/series/{series}'],
  ['coach', phone, '/my/events/new'],
  ['coach', phone, '/my/events/{event}/attendance'],
  ['coach', phone, '/my/events/{event}/roster'],
  ['coach', phone, '/teams/{ownTeam}/attendance'],
  ['trainee', desk, '/events/{event}'],
  ['trainee', desk, '/explore/events'],
] satisfies [Role, typeof phone, string][])('%s %o %s', async (as, viewport, path) => {
  const { page } = await visit(browser, { as, serviceWorkers: 'block' });
  onTestFinished(() => page.context().close());
  await page.setViewportSize(viewport);
  const read = async (call: string) => (await page.request.get(call)).json();
  const { items } = await read('/api/users/me/teams');
  const addressed: Record<string, string> = { ...ids, ownTeam: items[0].id };
  const { id, username, avatarSrc } = await read('/api/auth/session');
  const { name, email } = await read('/api/users/me/profile');
  const user = JSON.stringify({ id, name, username, email, type: as, avatarSrc });
  await page.addInitScript((stored) => localStorage.setItem('user', stored), user);
  let asked = 0;
  let waiting = 0;
  await page.route(/\/api\/(?!live)/, async (route) => {
    asked += 1;
    waiting += 1;
    await new Promise((done) => setTimeout(done, Math.max(0, longestMs - asked * stepMs)));
    waiting -= 1;
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.goto(path.replace(/\{(\w+)\}/, (_, name) => addressed[name] ?? ''));
  await settled(page);
  await expect.poll(() => waiting).toBe(0);
  await settled(page);
  expect(asked).toBeGreaterThan(0);
  // What has no text is a skeleton.
  const isShown = ({ value, moved }: Shift) => value > 0.003 && moved.some((part) => !part.endsWith(': '));
  const shifts = (await page.evaluate(() => window.shifts)).filter(isShown);
  expect(shifts).toEqual([]);
});
