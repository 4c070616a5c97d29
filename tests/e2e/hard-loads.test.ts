// Every route opened as a fresh page, not by a link: nothing that a program left behind is in its texts, and nothing fails.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type Role, type Visit, visit } from '../support/browser.ts';
import { exampleIds, examplePaths } from '../support/examples.ts';
import { installed } from '../support/installed.ts';
import { product } from '../support/product.ts';
import { settled } from '../support/settled.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds(product.url);
});
afterAll(() => browser.close());

const pagesAtOnce = 4;

/** Opens a path and returns what is wrong with its texts. */
async function leftoversAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await settled(page);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const texts = await page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'alt', 'placeholder'];
    const named = document.querySelectorAll(attributes.map((name) => `[${name}]`).join());
    return [
      document.title,
      ...document.body.innerText.split('\n'),
      ...[...named].flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ];
  });
  const leftover = /\b(undefined|null|NaN|Invalid Date)\b|\[object/;
  return texts.filter((text) => leftover.test(text)).map((text) => `${path}: ${text}`);
}

async function expectSoundPages({ context, faults }: Pick<Visit, 'context' | 'faults'>): Promise<void> {
  const paths = examplePaths(ids);
  const pages = await Promise.all(Array.from({ length: pagesAtOnce }, () => context.newPage()));
  const leftovers: string[] = [];
  for (let at = 0; at < paths.length; at += pagesAtOnce) {
    const group = paths.slice(at, at + pagesAtOnce);
    const found = await Promise.all(group.map((path, index) => leftoversAt(pages[index] as Page, path)));
    leftovers.push(...found.flat());
    expect(faults.splice(0).map((fault) => `${group.join(' or ')}: ${fault}`)).toEqual([]);
  }
  expect(leftovers).toEqual([]);
  for (const page of pages) await page.close();
}

// Trainees and visitors without a worker are opened by Firefox and WebKit: see tests/engines/walk.ts.
test('as a coach, a hard load of every route shows no leftover of a program and reports no error', {
  timeout: 240_000,
}, async () => {
  await expectSoundPages(await visit(browser, { as: 'coach', serviceWorkers: 'block' }));
});

test.each<Role>(['visitor', 'trainee', 'coach'])(
  'as a %s with the worker installed, it does neither',
  {
    timeout: 360_000,
  },
  async (as) => {
    const guest = await visit(browser, { as });
    await guest.page.goto('/explore');
    await installed(guest.page);
    await expectSoundPages(guest);
    // A visitor's pages are kept as they were rendered: the next load opens with those.
    if (as === 'visitor') await expectSoundPages(guest);
    await guest.context.close();
  },
);
