// Two coaches change one event at the same time, each in their own browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, timersTake, visit } from '../../support/browser/browser.ts';

declare global {
  /** What `#said` announced. */
  var said: string[];
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const sheet = (page: Page) => page.getByRole('dialog');
const name = (page: Page) => page.getByLabel('Name', { exact: true });

/** Sends a call with the page's session. */
const call = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([verb, url, text]) => {
      const answer = await fetch(url, {
        method: verb,
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        ...(text && { body: text }),
      });
      return answer.json();
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
}

test('two coaches edit one event: different fields are merged, conflicts are shown, and no input is lost', async () => {
  const { page: mine, context, faults } = await visit(browser, { as: 'coach' });
  const { page: theirs, context: other } = await visit(browser, { as: 'coach', colorScheme: 'dark' });
  await mine.goto('/my/events');
  const { items: teams } = await call<{ items: { id: string; name: string }[] }>(
    mine,
    'GET',
    '/api/users/me/teams',
  );
  const team = teams.find((one) => one.name === 'KV Rooigem U12');
  const day = Temporal.Now.plainDateISO('Europe/Brussels').add({ days: 70 });
  const at = (plainTime: string) =>
    day
      .toZonedDateTime({ timeZone: 'Europe/Brussels', plainTime })
      .toInstant()
      .toString({ fractionalSecondDigits: 3 });
  const { id } = await call<{ id: string }>(mine, 'POST', '/api/events', {
    name: 'Evening training',
    kind: 'training',
    startsAt: at('18:00'),
    endsAt: at('19:30'),
    timeZone: 'Europe/Brussels',
    owner: { kind: 'team', id: team?.id },
    publication: 'published',
  });
  for (const page of [mine, theirs]) await page.goto(`/my/events/${id}/edit`);
  await name(mine).fill('Mine');
  await mine.getByLabel('Starts at').fill('19:00');
  const leaders = mine.locator('[data-group=leaders]');
  await leaders.locator('summary').click();
  await leaders.getByRole('checkbox', { name: 'You' }).check();

  await name(theirs).fill('Theirs');
  await theirs.locator('[data-group=places] > summary').click();
  await theirs.getByLabel('How many can come').fill('12');
  await save(theirs);
  await theirs.getByText('Saved.').waitFor();

  // The open form shows the conflict by itself (live updates), before it is saved.
  const conflicts = mine.getByRole('region', { name: 'This has changed in the meantime' });
  await conflicts.waitFor();
  expect(await conflicts.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Name']);
  expect(await conflicts.locator('dd').allTextContents()).toEqual(['Mine', 'Theirs']);
  expect(await mine.locator('[data-group=places] .value').textContent()).toContain('12 places');
  await expectNoViolations(mine);
  await conflicts.getByRole('button', { name: 'Keep mine: Name' }).click();
  await save(mine);
  await mine.getByText('Saved.').waitFor();
  const saved = await call<Record<string, unknown>>(mine, 'GET', `/api/events/${id}`);
  expect(saved).toMatchObject({
    name: 'Mine',
    startsAt: at('19:00'),
    endsAt: at('20:30'),
    maximumAttendeeCapacity: 12,
    leaders: [{ name: expect.any(String) }],
  });
  expect(faults).toEqual([]);
  await context.close();
  await other.close();
});

// At 1280 px the list and the event are side by side.
test.each([390, 1280])(
  'on a network slower than the page waits, publishing and saving are said once they are done, at %i px',
  async (width) => {
    const { page, context, faults } = await visit(browser, { as: 'coach', width });
    // How long the page waits for an answer.
    await context.addInitScript(timersTake(4000, 500));
    await page.goto('/my/events');
    const day = 86_400_000;
    const [startsAt, endsAt] = [20, 20.1].map((days) => new Date(Date.now() + days * day).toISOString());
    const { items: teams } = await call<{ items: { id: string }[] }>(page, 'GET', '/api/users/me/teams');
    const { id } = await call<{ id: string }>(page, 'POST', '/api/events', {
      name: 'Slow training',
      kind: 'training',
      startsAt,
      endsAt,
      timeZone: 'Europe/Brussels',
      owner: { kind: 'team', id: teams[0]?.id },
      publication: 'draft',
    });
    /** Holds the answers to such calls until the page says that the write waits, and the person has gone on. */
    const slow = async (
      address: string,
      act: () => Promise<void>,
      waits: string,
      goOn = () => Promise.resolve(),
    ) => {
      const released = Promise.withResolvers<void>();
      await page.route(address, async (route) => {
        if (route.request().method() === 'GET' || route.request().url().endsWith('/preview'))
          return route.continue();
        await released.promise;
        return route.continue();
      });
      await act();
      await page.getByText(waits).waitFor();
      await goOn();
      released.resolve();
      await page.getByText(waits).waitFor({ state: 'detached' });
      await page.unroute(address);
    };
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await sheet(page).getByRole('button', { name: 'Publish' }).click();
    };
    await page.goto(`/my/events/${id}`);
    await slow(`**/api/events/${id}/publish`, publish, 'Saved on this device, will be sent');
    await page
      .getByRole('main')
      .getByText(/^Published\./)
      .waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await name(page).fill('Slower training');
    await slow(`**/api/events/${id}`, () => save(page), 'Your changes will be sent as soon as possible.');
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Slower training' }).waitFor();
    // Elsewhere it is announced.
    await page.getByRole('link', { name: 'Edit' }).click();
    await name(page).fill('Slowest training');
    const waits = 'Your changes will be sent as soon as possible.';
    // It is there for five seconds only.
    await page.evaluate(() => {
      globalThis.said = [];
      new MutationObserver(() =>
        globalThis.said.push(document.querySelector('#said')?.textContent ?? ''),
      ).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await slow(
      `**/api/events/${id}`,
      () => save(page),
      waits,
      async () => {
        await page.getByRole('link', { name: 'Back', exact: true }).click();
        // Until it is left, the page of the event says it.
        await page.getByText(waits).waitFor({ state: 'detached' });
      },
    );
    await expect
      .poll(() => page.evaluate(() => globalThis.said))
      .toContain('Done: Changes to Slower training');
    expect(faults).toEqual([]);
    await context.close();
  },
);
