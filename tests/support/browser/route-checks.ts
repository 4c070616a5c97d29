// Every route as one role opens it by a hard load, not by a link: where it ends (docs/product.md, "Routes"), its title and its one
// heading, no error, no leftover of a program in its texts; what axe finds, on a phone and a desktop, light and dark; and what the
// HTML checker finds.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../src/app/routing/paths.ts';
import { exampleIds, examplePath } from '../examples.ts';
import { installed } from '../product/installed.ts';
import { startedProduct } from '../product/product.ts';
import { expectNoViolations, overflowOn } from './axe.ts';
import { openBrowser, type Role, type Visit, visit } from './browser.ts';
import { htmlErrors } from './nu.ts';
import { nextFrame, settled } from './settled.ts';

/**
 * Route, final path of a visitor, final path of a signed-in user, title, and their title if it differs; `=`:
 * no redirect.
 */
const routeTable: [string, string, string, string, string?][] = [
  ['/', '=', '=', 'Sideline'],
  ['/login', '=', '/explore', 'Sign in'],
  ['/register', '=', '/explore', 'Create an account'],
  ['/checkEmail', '=', '/explore', 'Check your e-mail'],
  ['/forgetPassword', '=', '=', 'Forgot your password?', 'Change your password'],
  ['/resetPassword', '=', '=', 'Choose a new password'],
  ['/explore', '=', '=', 'Explore'],
  ['/explore/events', '=', '=', 'Explore'],
  ['/explore/members', '=', '=', 'Explore'],
  ['/explore/organizations', '=', '=', 'Explore'],
  ['/explore/organizers', '=', '=', 'Explore'],
  ['/explore/teams', '=', '=', 'Explore'],
  ['/events/{event}', '/events/public/{event}', '=', '{eventName}'],
  ['/events/public/{event}', '=', '/events/{event}', '{eventName}'],
  ['/my/calendar', '/login', '=', 'My Calendar'],
  ['/my/events', '/login', '=', 'My Events'],
  ['/my/events/new', '/login', '=', 'New event'],
  ['/my/events/{event}/edit', '/login', '=', 'Edit event'],
  ['/my/events/{event}', '/events/public/{event}', '=', '{eventName}'],
  ['/my/events/{event}/attendance', '/login', '=', 'Attendance'],
  ['/my/events/{event}/roster', '/login', '=', 'Event roster'],
  ['/my/events/{event}/check-in', '/login', '=', 'Check-in code'],
  ['/my/events/{event}/here', '/login', '=', 'Check in'],
  ['/my/events/{event}/payment', '/login', '=', 'Payment'],
  ['/my/places', '/login', '=', 'My Places'],
  ['/my/hours', '/login', '=', 'Coaching hours'],
  ['/my/profile', '/login', '=', 'My Profile'],
  ['/my/profile/edit', '/login', '=', 'Edit my profile'],
  ['/my/settings', '/login', '=', 'My Settings'],
  ['/my/notifications', '/login', '=', 'Notifications'],
  ['/my/teams', '/login', '=', 'My Teams'],
  ['/my/teams/new', '/login', '=', 'New team'],
  ['/my/organizations/new', '/login', '=', 'New organization'],
  ['/organizations/{organization}/edit', '/login', '=', 'Edit organization'],
  ['/teams/{team}/edit', '/login', '=', 'Edit team'],
  ['/series/{series}', '=', '=', '{seriesName}'],
  ['/teams/{team}/fixtures', '/login', '=', 'Import matches'],
  ['/teams/{team}/attendance', '/login', '=', 'Attendance'],
  ['/organizations/{organization}', '=', '=', '{organizationName}'],
  ['/teams/{team}', '/login', '=', '{teamName}'],
  ['/teams/join/no-such-code', '=', '=', "We can't find this invite link"],
  ['/users/{user}', '=', '=', '{userName}'],
  ['/events', '=', '=', 'Events'],
  ['/teams', '=', '=', 'Teams'],
  ['/organizations', '=', '=', 'Organizations'],
  ['/users', '=', '=', 'Members'],
  ['/my', '=', '=', 'My pages'],
  // The operator of the demo has set none of these.
  ['/imprint', '=', '=', 'Page Not Found'],
  ['/privacy', '=', '=', 'Page Not Found'],
  ['/terms', '=', '=', 'Page Not Found'],
  ['/no/such/page', '=', '=', 'Page Not Found'],
];

const listed = new Set(routeTable.map(([route]) => route));
const placeholders = {
  event: '{event}',
  eventName: '',
  series: '{series}',
  seriesName: '',
  seriesDate: '',
  organization: '{organization}',
  organizationName: '',
  team: '{team}',
  teamName: '',
  user: '{user}',
  userName: '',
};

/** States of screens that have their own address. */
const statesFor: Record<Role, string[]> = {
  visitor: ['/explore?q=football', '/explore/events?q=zzzz'],
  trainee: [
    '/my/events?tab=needsReply',
    '/my/events?tab=waitlisted',
    '/my/events?tab=past',
    '/my/profile?as=visitor',
  ],
  coach: ['/my/calendar?view=agenda', '/my/calendar?view=week', '/my/calendar?view=month'],
};

const views = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
] as const;
type View = (typeof views)[number];
/** The width of WCAG 1.4.10, Reflow: 1280 px at 400 %. */
const narrowest = { width: 320, height: 640 };

/** Texts that a program left behind ("undefined", "NaN" …), in the page and in accessible names. */
const leftoversOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'alt', 'placeholder'];
    const named = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    const texts = [document.title, ...document.body.innerText.split('\n')];
    texts.push(...named.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')));
    return texts.filter((text) => /\b(undefined|null|NaN|Invalid Date)\b|\[object/.test(text));
  });

/**
 * Registers the tests of one role. `withWorker`: the service worker is installed before, so that a visitor's
 * second load uses the cached copy of the server-rendered page.
 */
export function checkRoutes(as: Role, { withAxe, withWorker }: { withAxe: boolean; withWorker: boolean }) {
  let browser: Browser;
  let guest: Visit;
  let ids: Awaited<ReturnType<typeof exampleIds>>;
  /** By path. */
  const html = new Map<string, string>();
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);

  beforeAll(async () => {
    browser = await openBrowser();
    ids = await exampleIds((await startedProduct()).url);
    guest = await visit(browser, { as, serviceWorkers: withWorker ? 'allow' : 'block' });
  });
  afterAll(() => browser.close());

  /** Opens a path in a view; checks its final path, one heading, no leftover and no error. */
  async function load(path: string, end: string, { colorScheme, ...size }: View): Promise<void> {
    const { page } = guest;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.goto(path);
    await page.waitForURL(({ pathname, search }) => end === pathname || end === pathname + search);
    await settled(page);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await leftoversOn(page)).toEqual([]);
    expect(guest.faults.splice(0)).toEqual([]);
    if (as === 'coach') html.set(path, await page.content());
  }

  /** Shows the open page in a view without loading it again. */
  async function show({ colorScheme, ...size }: View): Promise<void> {
    const { page } = guest;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    // Colours begin to change with it.
    await nextFrame(page);
    await settled(page);
    expect(await leftoversOn(page)).toEqual([]);
    expect(guest.faults.splice(0)).toEqual([]);
  }

  /** Opens a path and runs axe in each view. A visitor's second load is the page that the worker has cached. */
  async function loadWithAxe(path: string): Promise<void> {
    for (const [index, view] of views.entries()) {
      if (index === 0 || as === 'visitor') await load(path, path, view);
      else await show(view);
      await expectNoViolations(guest.page);
    }
    await guest.page.setViewportSize(narrowest);
    await settled(guest.page);
    expect(await overflowOn(guest.page)).toEqual([]);
    expect(guest.faults.splice(0)).toEqual([]);
  }

  test.runIf(withWorker)('the service worker is installed', async () => {
    await guest.page.goto('/explore');
    await installed(guest.page);
  });

  test('the list of checked routes is complete', () => {
    const missing = routes
      .map((entry) => examplePath(entry, placeholders))
      .filter((path) => !listed.has(path));
    expect(missing).toEqual([]);
  });

  test.each(routeTable)('%s', async (route, forVisitor, forUser, title, titleForUser = title) => {
    const wanted = fill(route);
    const end = as === 'visitor' ? forVisitor : forUser;
    // The calendar's views are checked with axe in another test.
    if (end !== '=' || !withAxe || route === '/my/calendar')
      await load(wanted, end === '=' ? wanted : fill(end), views[0]);
    else await loadWithAxe(wanted);
    if (end !== '=') return;
    const wantedTitle = fill(as === 'visitor' ? title : titleForUser);
    await guest.page.waitForFunction((text) => document.title.startsWith(text), wantedTitle);
  });

  test.each(statesFor[as])('%s', (path) => (withAxe ? loadWithAxe(path) : load(path, path, views[0])));

  // Each page once: as the server renders it for visitors, and as the app renders it for those who may do most.
  test.runIf(as !== 'trainee')('the HTML of every page is valid', async () => {
    if (as === 'visitor') {
      const { url } = await startedProduct();
      for (const [route] of routeTable) {
        const path = fill(route);
        html.set(path, await (await fetch(url + path, { headers: { accept: 'text/html' } })).text());
      }
    }
    expect(html.size).toBeGreaterThan(40);
    expect(await htmlErrors(html)).toEqual([]);
  });
}
