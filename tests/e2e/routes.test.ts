// SPEC section 2's routes and section 4's guard, in a browser: every route for a visitor, a trainee and a coach.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type Role, type Visit, visit } from '../support/browser.ts';
import { exampleIds } from '../support/examples.ts';
import { product } from '../support/product.ts';
import { settled } from '../support/settled.ts';

let browser: Browser;
const visits = new Map<Role, Visit>();
let ids: Awaited<ReturnType<typeof exampleIds>>;

beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds(product.url);
  for (const as of ['visitor', 'trainee', 'coach'] as const) visits.set(as, await visit(browser, { as }));
});
afterAll(() => browser.close());

/** Route, where a visitor ends, where someone signed in ends, and the title, for them too if it is another; `=`: it stays. */
const table: [string, string, string, string, string?][] = [
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
  ['/my/events/{event}', '/events/public/{event}', '=', '{eventName}'],
  ['/my/events/{event}/payment', '/login', '=', 'Payment'],
  ['/my/places', '/login', '=', 'My Places'],
  ['/my/profile', '/login', '=', 'My Profile'],
  ['/my/profile/edit', '/login', '=', 'Edit my profile'],
  ['/my/settings', '/login', '=', 'My Settings'],
  ['/my/teams', '/login', '=', 'My Teams'],
  ['/my/teams/new', '/login', '=', 'New team'],
  ['/my/organizations/new', '/login', '=', 'New organization'],
  ['/organizations/{organization}/edit', '/login', '=', 'Edit organization'],
  ['/teams/{team}/edit', '/login', '=', 'Edit team'],
  ['/organizations/{organization}', '=', '=', '{organizationName}'],
  ['/teams/{team}', '/login', '=', '{teamName}'],
  ['/users/{user}', '=', '=', '{userName}'],
  ['/events', '=', '=', 'Events'],
  ['/teams', '=', '=', 'Teams'],
  ['/organizations', '=', '=', 'Organizations'],
  ['/users', '=', '=', 'Members'],
  ['/my', '=', '=', 'My Sideline'],
];

const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);

const seenBy = (as: Role): Visit => {
  const found = visits.get(as);
  if (!found) throw new Error(`Nobody visits as ${as}.`);
  return found;
};

describe.each(['visitor', 'trainee', 'coach'] as const)('a %s', (as) => {
  test.each(table)('who opens %s', async (route, forVisitor, forUser, title, titleForUser = title) => {
    const { page, faults } = seenBy(as);
    const wanted = fill(route);
    const end = as === 'visitor' ? forVisitor : forUser;
    await page.goto(wanted);
    await page.waitForURL((url) => url.pathname === (end === '=' ? wanted : fill(end)));
    if (end === '=')
      await page.waitForFunction(
        (name) => document.title.startsWith(name),
        fill(as === 'visitor' ? title : titleForUser),
      );
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(faults.splice(0)).toEqual([]);
  });
});

describe('an unknown route', () => {
  test('shows the error page with its path, as 404 in HTTP too', async () => {
    const { page, faults } = seenBy('visitor');
    const asked = await fetch(`${product.url}/no/such/page`, { headers: { accept: 'text/html' } });
    expect(asked.status).toBe(404);
    await page.goto('/no/such/page');
    await page.getByText('Page not found: /no/such/page').waitFor();
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByText('404', { exact: true }).waitFor();
    expect(faults.splice(0)).toEqual([]);
  });

  test('shows it within the app too, and leads out of it', async () => {
    const { page } = seenBy('visitor');
    await page.goto('/explore');
    await page.evaluate(() => {
      history.pushState(null, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await page.getByText('Page not found: /nowhere').waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.waitForURL('**/explore');
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
  });
});

describe('an error that nobody handled', () => {
  test.each([
    [
      'thrown in an event',
      () =>
        setTimeout(() => {
          throw new Error('a bug');
        }),
    ],
    [
      'rejected in a promise',
      () => {
        setTimeout(() => void Promise.reject(new Error('a bug')));
      },
    ],
  ])('shows the other error page when it was %s', async (_, cause) => {
    const { page, context } = await visit(browser);
    await page.goto('/explore');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await page.evaluate(cause);
    await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor();
    await page.getByText('500', { exact: true }).waitFor();
    await context.close();
  });
});
