// While the answers of a page arrive, in the reverse order of its requests, nothing that is shown moves from under a thumb or
// pointer. On a device that knows who is signed in, and has saved none of them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openSession, type Role, visit } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openProduct } from '../../support/product/own-product.ts';
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

/** What moves while the answers of a path arrive, on a device that knows who is signed in. */
async function shiftsAt(page: Page, path: string, type: Role): Promise<Shift[]> {
  const read = async (call: string) => (await page.request.get(call)).json();
  const { id, username, avatarSrc } = await read('/api/auth/session');
  const { name, email } = await read('/api/users/me/profile');
  const user = JSON.stringify({ id, name, username, email, type, avatarSrc });
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
  await page.goto(path);
  await settled(page);
  await expect.poll(() => waiting).toBe(0);
  await settled(page);
  expect(asked).toBeGreaterThan(0);
  // What has no text is a skeleton.
  const isShown = ({ value, moved }: Shift) => value > 0.003 && moved.some((part) => !part.endsWith(': '));
  return (await page.evaluate(() => window.shifts)).filter(isShown);
}

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
  const there = path.replace(/\{(\w+)\}/, (_, name) => addressed[name] ?? '');
  expect(await shiftsAt(page, there, as)).toEqual([]);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('the replies to an event with each kind of reply', async () => {
  const product = await openProduct();
  onTestFinished(() => product.close());
  const { db, ada } = product;
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', ada.id).execute();
  const { id: team } = await buildTeam(db);
  await buildMembership(db, { person_id: ada.id, team_id: team, role: 'owner' });
  const event = await buildEvent(db, {
    owner_team_id: team,
    teams: [team],
    starts_at: inDays(3),
    ends_at: inDays(3.1),
    maximum_attendee_capacity: 2,
    waitlist_enabled: 1,
  });
  const { id: offer_id } = await buildOffer(db, { event_id: event.id });
  const hold_expires_at = inDays(1);
  for (const given of [
    { state: 'confirmed' },
    { state: 'pendingPayment', hold_expires_at },
    { state: 'waitlisted', position: 1 },
    { state: 'tentative' },
    { state: 'declined' },
    { state: 'pendingApproval' },
    { state: 'cancelledByOrganizer' },
  ] as const) {
    const { id: person_id } = await buildUser(db);
    await buildRegistration(db, { event_id: event.id, offer_id, person_id, ...given });
  }
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: phone,
    serviceWorkers: 'block',
  });
  onTestFinished(() => context.close());
  await openSession(context, ada.username, password);
  const page = await context.newPage();
  expect(await shiftsAt(page, `/my/events/${event.id}`, 'coach')).toEqual([]);
  await page.getByText('Held, not taken yet').waitFor();
  await page.locator('summary', { hasText: 'On the waitlist' }).waitFor();
});
