// What large text, small windows, forced colors and a keyboard need: nothing focused is under a bar, no text is
// lost, what is chosen is marked, and an event beside the list is one key away.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openSession, type Role, visit } from '../../support/browser/browser.ts';
import { newPerson, password } from '../../support/browser/people.ts';
import { keepsFocus, settled } from '../../support/browser/settled.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(as: Role, size: { width: number; height: number }) {
  const { page, context } = await visit(browser, { as, ...size });
  onTestFinished(() => context.close());
  return page;
}
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const narrow = { width: 320, height: 640 };
/** 1280 × 1024 px at 400 %. */
const zoomed = { width: 320, height: 256 };

const firstCard = (page: Page) => page.locator('#list .name a').first();
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((inside) => Boolean(document.activeElement?.closest(inside)), selector);

describe('on a desk', () => {
  test('typing into the search beside an event keeps every letter and the focus', async () => {
    const page = await open('visitor', desk);
    await page.goto('/explore/events');
    await settled(page);
    await firstCard(page).click();
    await page.waitForURL('**/events/public/*');
    // The address changes before the page does, which then focuses the title of the event.
    await expect.poll(() => hasFocus(page, 'h1')).toBe(true);
    const field = page.getByRole('searchbox');
    await field.click();
    // Slower than the search waits for the next letter.
    await field.pressSequentially('football', { delay: 400 });
    await page.waitForURL('**/explore/events?q=football');
    expect(await field.inputValue()).toBe('football');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  test('one link leads past the list to the event, one back to the list, and Back to the card that was opened', async () => {
    const page = await open('visitor', desk);
    await page.goto('/explore/events');
    await settled(page);
    // A server-rendered page learns how wide its window is once it is hydrated.
    await page.getByRole('link', { name: 'Skip the list' }).waitFor({ state: 'attached' });
    await page.locator('#main').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '#beside')).toBe(true);
    await page.getByRole('link', { name: 'Back to the list' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '#list')).toBe(true);

    // The same for an event that was opened, from which Back leads to its card.
    const card = page.locator('#list .name a').nth(3);
    const address = await card.getAttribute('href');
    await card.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
    await expect.poll(() => hasFocus(page, 'h1')).toBe(true);
    await page.getByRole('link', { name: 'Skip the list' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}#beside`);
    await settled(page);
    expect(await hasFocus(page, '#beside')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await hasFocus(page, '#beside *')).toBe(true);
    await page.goBack();
    await page.waitForURL(`**${address}`);
    await settled(page);
    await page.goBack();
    await page.waitForURL(({ pathname }) => pathname === '/explore/events');
    await expect.poll(() => hasFocus(page, `#list a[href="${address}"]`)).toBe(true);
  });
});

describe('on paper', () => {
  test('the Back arrow of an event is missing, in another language, too', async () => {
    const page = await open('trainee', phone);
    const event = (await paths(page)).find((path) => /^\/my\/events\/[^/]+$/.test(path));
    await page.goto(`${event}?lang=de`);
    const back = page.getByRole('link', { name: 'Zurück' });
    await back.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await back.isVisible()).toBe(false);
  });

  test('the attendance list has its names, and no other button', async () => {
    const page = await open('coach', phone);
    const list = (await coachPaths(page)).find((path) => path.endsWith('/attendance'));
    await page.goto(list ?? '');
    const rows = page.locator('[data-person]');
    await rows.first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const names = rows.locator('strong');
    expect(await names.filter({ visible: true }).count()).toBe(await rows.count());
    expect(await page.locator('button:not([data-printed])').filter({ visible: true }).count()).toBe(0);
  });

  test('the roster of an event fits one page, with every person', async () => {
    const page = await open('coach', desk);
    const list = (await coachPaths(page)).find((path) => path.endsWith('/attendance'));
    await page.goto((list ?? '').replace(/attendance$/, 'roster'));
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(5);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });
});

test('on a tablet held sideways the attendance list has large targets, side by side, and all of it is seen', async () => {
  const page = await open('coach', { width: 1180, height: 820 });
  const list = (await coachPaths(page)).find((path) => path.endsWith('/attendance'));
  await page.goto(list ?? '');
  const rows = page.locator('[data-person]');
  await rows.first().waitFor();
  const boxes = await rows
    .locator('[data-mark]')
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right, height }) => ({ left, right, height })),
    );
  expect(boxes.filter(({ height }) => height < 56)).toEqual([]);
  expect(boxes.filter(({ left, right }) => left < 0 || right > 1180)).toEqual([]);
  expect(new Set(boxes.map(({ left }) => left)).size).toBeGreaterThan(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1180);
});

test('the list loads two pages by itself, and more on a click', async () => {
  const page = await open('visitor', phone);
  await page.goto('/explore/events');
  await settled(page);
  const rows = page.locator('#list [data-row]');
  const more = page.getByRole('link', { name: 'Show more events' });
  await more.scrollIntoViewIfNeeded();
  await expect.poll(() => rows.count()).toBe(40);
  await more.scrollIntoViewIfNeeded();
  await settled(page);
  expect(await rows.count()).toBe(40);
  await more.click();
  await expect.poll(() => rows.count()).toBeGreaterThan(40);
  // On the first of the new rows.
  const place = () => rows.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)));
  await expect.poll(place).toBe(40);
});

test('Back on a phone returns the focus to the card that was opened', async () => {
  const page = await open('trainee', phone);
  await page.goto('/my/events');
  await settled(page);
  const link = page.locator('[data-row] .name a').nth(1);
  const address = await link.getAttribute('href');
  await link.click();
  await page.waitForURL(`**${address}`);
  await settled(page);
  // A link to a fixed page, which the history has before this one.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/my/events');
  await expect.poll(() => hasFocus(page, `a[href="${address}"]`)).toBe(true);
});

test('Back on a phone returns to the place in the list, also after the link to the content was followed', async () => {
  const page = await open('visitor', phone);
  // Not loaded there: the first page does not say the visitor's own time of an event abroad, a later one does, and rows grow.
  await page.goto('/explore/teams');
  await settled(page);
  await page.getByRole('navigation', { name: 'Explore' }).getByRole('link', { name: 'Events' }).click();
  await page.waitForURL('**/explore/events');
  const card = page.locator('#list .name a').nth(6);
  // The address changes before the page does.
  await card.waitFor();
  await settled(page);
  const address = await card.getAttribute('href');
  await card.focus();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const top = () => card.evaluate((one) => one.getBoundingClientRect().top);
  const before = await top();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${address}`);
  await expect.poll(() => hasFocus(page, 'h1')).toBe(true);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${address}#main`);
  await settled(page);
  for (const path of [address, '/explore/events']) {
    await page.goBack();
    await page.waitForURL(`**${path}`);
    await settled(page);
  }
  // The address changes before the page does, which then scrolls over some frames.
  await expect.poll(() => hasFocus(page, `a[href="${address}"]`)).toBe(true);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
});

test('a reply in a list moves no other row, and the answered one goes at the next visit', async () => {
  const page = await open('trainee', narrow);
  await page.goto('/my/events?tab=needsReply');
  await settled(page);
  const rows = page.locator('main [data-row]');
  const tops = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)));
  const declined = rows.filter({ has: page.getByRole('button', { name: /^Can't go: / }) }).first();
  const button = declined.getByRole('button', { name: /^Can't go: / });
  const name = await declined.locator('.name a').getAttribute('href');
  // A click on what is out of sight scrolls the page, which would look like moved rows.
  await button.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await settled(page);
  const before = await tops();
  expect(before.length).toBeGreaterThan(1);
  await button.click();
  await page.getByRole('button', { name: /^Change: / }).waitFor();
  await settled(page);
  expect(await tops()).toEqual(before);
  await page.reload();
  await settled(page);
  // The saved list shows first, which may be from before the answer.
  await page.locator(`main a[href="${name}"]`).waitFor({ state: 'detached' });
});

/** The ways to the screens that have bars. */
async function paths(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/users/me/events?tab=upcoming&limit=20');
  const { items } = (await answer.json()) as { items: { id: string; due: unknown }[] };
  const due = items.find((item) => item.due);
  return [
    '/',
    '/explore/events',
    '/my/calendar?view=month',
    '/my/events',
    '/my/teams',
    '/my/settings',
    '/my/profile/edit',
    `/my/events/${items[0]?.id}`,
    ...(due ? [`/my/events/${due.id}`, `/my/events/${due.id}/payment`] : []),
  ];
}

test.each([narrow, desk])(
  'at $width px nothing focused is under a bar',
  { timeout: 240_000 },
  async (size) => {
    const page = await open('trainee', size);
    const hidden: string[] = [];
    for (const path of await paths(page)) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settled(page);
      await keepsFocus(page);
      for (let step = 0; step < 45; step += 1) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(coveredByBar);
        // Past the last control.
        if (found === null) break;
        if (found) hidden.push(`${path}: ${found}`);
      }
    }
    expect(hidden).toEqual([]);
  },
);

/**
 * As two frames have shown it, in which the page may scroll: the focused element if a bar is over its middle, else ''; null
 * without a focus.
 */
async function coveredByBar(): Promise<string | null> {
  // Looked at in a task of its own: at the start of a frame, what has just been rendered is laid out and not yet uncovered.
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const { left, right, top, bottom } = active.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const bar = over?.closest('[data-bar], [data-action-bar]');
  return bar && !bar.contains(active) ? active.outerHTML.slice(0, 120) : '';
}

test('a control that has the focus stays uncovered when a bar or the page above it grows', async () => {
  const page = await open('trainee', narrow);
  const event = (await paths(page)).find((path) => /^\/my\/events\/[^/]+$/.test(path));
  await page.goto(event ?? '');
  const link = page.getByRole('link', { name: 'Add to calendar' });
  await link.waitFor();
  await settled(page);
  await keepsFocus(page);
  for (const grown of ['[data-action-bar]', 'h1']) {
    await page.locator('#main').focus();
    while (!(await link.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
    await page.evaluate((selector) => {
      // Just over the bar, where the browser may have left it.
      const [bar, active] = [document.querySelector('[data-action-bar]'), document.activeElement];
      if (bar && active)
        scrollBy(0, active.getBoundingClientRect().bottom - bar.getBoundingClientRect().top + 6);
      const element = document.querySelector<HTMLElement>(selector);
      if (element) element.style.paddingBottom = '6rem';
    }, grown);
    await expect.poll(() => page.evaluate(coveredByBar)).toBe('');
  }
});

test('in a window of 320 × 256 px no bar is fixed', async () => {
  const page = await open('trainee', zoomed);
  const fixed: string[] = [];
  for (const path of await paths(page)) {
    await page.goto(path);
    await settled(page);
    fixed.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll('main *, nav, [data-bar]')]
          .filter((element) => {
            const { position, display } = getComputedStyle(element);
            const isBar = element.matches('[data-bar], [data-action-bar]') && position === 'sticky';
            return display !== 'none' && (position === 'fixed' || isBar);
          })
          .map((element) => `${location.pathname}: ${element.outerHTML.slice(0, 100)}`),
      )),
    );
  }
  expect(fixed).toEqual([]);
});

test('at 320 px the longest name and a long address wrap', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff Maximiliana Konstantinopolitanska '.padEnd(80, 'x');
  const { username } = await newPerson(name, 'a.subdomain.of.a.very.long.domain.example');
  const { page, context } = await visit(browser, narrow);
  onTestFinished(() => context.close());
  await openSession(context, username, password);
  const lost: string[] = [];
  for (const path of ['/', '/my/profile', '/my/settings']) {
    await page.goto(path);
    await settled(page);
    if (path === '/') await page.getByText('Your e-mail address is not confirmed yet.').waitFor();
    lost.push(...(await page.evaluate(cutOffTexts)).filter((text) => !text.startsWith('a field of')));
  }
  expect(lost).toEqual([]);
});

/** The screens of a coach: their lists, the next event with its attendance, the form, a team. */
async function coachPaths(page: Page): Promise<string[]> {
  const read = async <T>(path: string) => (await (await page.request.get(path)).json()) as { items: T[] };
  const { items: events } = await read<{ id: string }>('/api/users/me/events?tab=coaching&limit=1');
  const next = events[0];
  const { items: teams } = await read<{ id: string; membership: { role: string } }>('/api/users/me/teams');
  const team = teams.find(({ membership }) => membership.role === 'coach');
  expect([next, team]).not.toContain(undefined);
  return [
    '/',
    '/my/events?tab=coaching',
    '/my/events/new',
    `/my/events/${next?.id}`,
    `/my/events/${next?.id}/attendance`,
    `/my/events/${next?.id}/check-in`,
    `/teams/${team?.id}`,
    `/teams/${team?.id}/attendance`,
  ];
}

test.each([
  { ...phone, as: 'trainee' as const, pathsOf: paths },
  { ...desk, as: 'trainee' as const, pathsOf: paths },
  { ...phone, as: 'coach' as const, pathsOf: coachPaths },
])(
  'as $as at $width px with text of 200 % no text is cut off, no word is broken, and fields grow with it',
  { timeout: 240_000 },
  async ({ as, pathsOf, ...size }) => {
    const page = await open(as, size);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    const lost: string[] = [];
    for (const path of await pathsOf(page)) {
      await page.goto(path);
      await settled(page);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      for (const find of [cutOffTexts, brokenWords])
        lost.push(...(await page.evaluate(find)).map((text) => `${path}: ${text}`));
    }
    expect(lost).toEqual([]);
  },
);

/** Words of titles and buttons that go on in the next line. A very long one may. */
function brokenWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as HTMLElement;
    if (!parent.closest('h1, button') || parent.closest('.sr, .skip, table')) continue;
    if (!parent.checkVisibility()) continue;
    for (const word of (node.textContent ?? '').matchAll(/(?<!\S)[^\s–—/-]{2,9}(?!\S)/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`${word[0]} is broken`);
    }
  }
  return found;
}

/** Texts beyond the window's edge, or beyond a box that hides them, unless it scrolls or ends them with an ellipsis. */
function cutOffTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as HTMLElement;
    if (!node.textContent?.trim() || parent.closest('.sr, .skip, script, style, option, .face, table'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width <= 1 || !parent.checkVisibility()) continue;
    let start = 0;
    let edge = document.documentElement.clientWidth;
    let isFree = false;
    for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
      isFree ||= ['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis' || clipPath !== 'none';
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      const { left, right } = box.getBoundingClientRect();
      start = Math.max(start, left);
      edge = Math.min(edge, right);
    }
    if (!isFree && (text.right > edge + 1 || text.left < start - 1))
      found.push(node.textContent.trim().slice(0, 60));
  }
  for (const field of document.querySelectorAll(
    'input:not([type=checkbox], [type=radio], [type=file]), select, textarea',
  ))
    if (field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 24)
      found.push(`a field of ${getComputedStyle(field).fontSize}: ${field.outerHTML.slice(0, 80)}`);
  return found;
}

/** What is chosen, and the same thing that is not. */
const choices = [
  { what: 'a tab', path: '/my/events', on: 'main nav [aria-current]', off: 'main nav a:not([aria-current])' },
  {
    what: 'the main navigation',
    path: '/my/events',
    on: 'nav .tab[aria-current]',
    off: 'nav .tab:not([aria-current])',
  },
  {
    what: 'a chip',
    path: '/explore/events?price=free',
    on: 'ul a[aria-current=true]',
    off: 'ul[aria-label] a:not([aria-current])',
  },
  {
    what: 'a day',
    path: '/my/calendar?view=month',
    on: 'td[aria-selected=true]',
    off: 'td[aria-selected=false]',
  },
  {
    what: 'a choice',
    path: '/my/settings',
    on: 'label:has(> :checked[type=radio])',
    off: 'label:has(> [type=radio]:not(:checked))',
  },
] as const;

describe('with forced colors', () => {
  test.each(choices)('$what differs when it is chosen', async ({ path, on, off }) => {
    const page = await open('trainee', phone);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(path);
    await settled(page);
    const lookOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, outlineStyle } = getComputedStyle(element);
          return [backgroundColor, outlineStyle];
        });
    expect(await lookOf(on)).not.toEqual(await lookOf(off));
  });

  test('a switch shows its state', async () => {
    const page = await open('trainee', phone);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/my/settings');
    await settled(page);
    const control = page.getByRole('checkbox').first();
    const look = () =>
      control.evaluate((one) =>
        [getComputedStyle(one, '::before'), getComputedStyle(one, '::after')].map(
          ({ backgroundColor, translate }) => `${backgroundColor} ${translate}`,
        ),
      );
    const before = await look();
    await control.evaluate((one: HTMLInputElement) => {
      one.checked = !one.checked;
    });
    await expect.poll(async () => (await look())[0]).not.toBe(before[0]);
  });
});

test('with more contrast muted text and borders are stronger', async () => {
  const page = await open('visitor', phone);
  await page.goto('/explore/events');
  await settled(page);
  const colors = () =>
    page
      .locator('.card .line')
      .first()
      .evaluate((line) => [
        getComputedStyle(line).color,
        getComputedStyle(line.closest('.card') as Element).borderTopColor,
      ]);
  const [text, border] = await colors();
  await page.emulateMedia({ contrast: 'more' });
  // A border's color changes over some frames.
  await expect.poll(async () => (await colors())[0]).not.toBe(text);
  await expect.poll(async () => (await colors())[1]).not.toBe(border);
});
