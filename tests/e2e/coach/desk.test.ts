// Planning in the week of the calendar on a desktop: by mouse and by keyboard, online and offline.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectNoViolations, inBothSchemes } from '../../support/browser/axe.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { attached, settled } from '../../support/browser/settled.ts';
import { buildMembership, buildTeam } from '../../support/factories.ts';
import { installed, storedAnswers } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const brussels = 'Europe/Brussels';
const desk = { viewport: { width: 1280, height: 900 } };
const today = Temporal.Now.plainDateISO(brussels);
/** Monday of the week after next, which has no past days; the same one after midnight. */
const monday = today.add({ days: 15 - today.dayOfWeek });
const dayOf = (offset: number) => monday.add({ days: offset });
const at = (offset: number, time: string) =>
  dayOf(offset)
    .toZonedDateTime({ timeZone: brussels, plainTime: time })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
const named = (offset: number) =>
  dayOf(offset).toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');

/** A coach with two teams, and a page on which she is signed in. */
async function openDesk(options: Parameters<OwnProduct['openAsAda']>[1] = desk) {
  const product = await openProduct();
  onTestFinished(product.close);
  const { db, ada } = product;
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', ada.id).execute();
  const [u12, futsal] = [
    await buildTeam(db, { name: 'Rooigem U12' }),
    await buildTeam(db, { name: 'Rooigem Futsal' }),
  ];
  for (const { id } of [u12, futsal])
    await buildMembership(db, { team_id: id, person_id: ada.id, role: 'coach' });
  const { page, context } = await product.openAsAda(browser, options);
  onTestFinished(() => context.close());
  /** Through the API, with the form's body. */
  const plan = async (given: Record<string, unknown>) => {
    const answer = await context.request.post('/api/events', {
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      data: {
        kind: 'training',
        timeZone: brussels,
        owner: { kind: 'team', id: u12.id },
        publication: 'published',
        ...given,
      },
    });
    if (answer.status() !== 201) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  };
  const training = (given: Record<string, unknown> = {}) =>
    plan({ name: 'Training', startsAt: at(1, '18:00'), endsAt: at(1, '19:30'), ...given });
  const times = async (name: string) =>
    (
      await db
        .selectFrom('events')
        .select(['starts_at', 'ends_at'])
        .where('name', '=', name)
        .orderBy('starts_at')
        .execute()
    ).map(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return { ...product, page, context, u12, futsal, plan, training, times };
}

async function openWeek(page: Page, more = '') {
  await page.goto(`/my/calendar?view=week&date=${monday}${more}`);
  await attached(page, 'button.slot');
  // The week has its events, and has scrolled to the first one.
  await settled(page);
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'New event' });
const sheet = (page: Page) => page.getByRole('dialog');
const said = (page: Page) => page.locator('.beside > .words');
/** Outside the live region, which repeats it a moment later. */
const message = (page: Page, text: string) => page.locator('#main').getByText(text);
const block = (page: Page, name = 'Training') => page.locator('.column').getByRole('link', { name });
const hourPixels = 56;

/** The point of a day at this hour, scrolled to where the pointer can reach it. */
async function pointOf(page: Page, offset: number, hour: number, part = 0.5) {
  await page.locator('[data-desk]').evaluate(
    (scroller, top) => {
      scroller.scrollTop = top;
    },
    (hour - 2) * hourPixels,
  );
  const box = await page.locator('.column').nth(offset).boundingBox();
  if (!box) throw new Error('There is no such day.');
  return { x: box.x + box.width * part, y: box.y + hour * hourPixels };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

test('dragging over empty hours opens the form beside the week, which publishes it', async () => {
  const { page, times } = await openDesk({ ...desk, reducedMotion: 'reduce' });
  await openWeek(page);
  await inBothSchemes(page, () => expectNoViolations(page));
  const from = await pointOf(page, 3, 18);
  await drag(page, { x: from.x, y: from.y + 3 }, { x: from.x, y: from.y + 2 * hourPixels - 5 });
  await expect.poll(() => said(page).textContent()).toBe(`New event, ${named(3)}, 18:00 to 20:00`);
  await page.mouse.up();
  const form = panel(page);
  await expect.poll(() => form.getByLabel('Starts at').inputValue()).toBe('18:00');
  expect(await form.getByLabel('Ends at').inputValue()).toBe('20:00');
  expect(await form.getByLabel('Day', { exact: true }).inputValue()).toBe(String(dayOf(3)));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New event');
  await inBothSchemes(page, () => expectNoViolations(page));
  // Beside the week, never over it.
  const [week, aside] = [await page.locator('[data-desk]').boundingBox(), await form.boundingBox()];
  expect((week?.x ?? 0) + (week?.width ?? 0)).toBeLessThanOrEqual(aside?.x ?? 0);
  // The block follows the typed values.
  await form.getByLabel('Name', { exact: true }).fill('Extra training');
  await form.getByLabel('Ends at').fill('20:30');
  await expect.poll(() => said(page).textContent()).toContain('18:00 to 20:30');
  await form.getByRole('button', { name: 'Publish' }).click();
  await inBothSchemes(page, () => expectNoViolations(page));
  await sheet(page).getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('main')
    .getByText(/^Published\./)
    .waitFor();
  await block(page, 'Extra training').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Extra training');
  expect(await panel(page).count()).toBe(0);
  expect(await times('Extra training')).toEqual([[at(3, '18:00'), at(3, '20:30')]]);
});

test('a drag starts at the pressed hour, also where the hours were scrolled before the first move', async () => {
  const { page } = await openDesk();
  await openWeek(page);
  const from = await pointOf(page, 3, 10);
  await page.mouse.move(from.x, from.y + 3);
  await page.mouse.down();
  const scroller = page.locator('[data-desk]');
  const scrolled = await scroller.evaluate(async ({ scrollTop }) => {
    for (let at = 0; at < 4; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return scrollTop;
  });
  await page.mouse.wheel(0, 2 * hourPixels);
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled + 2 * hourPixels);
  await page.mouse.move(from.x, from.y + hourPixels - 5, { steps: 4 });
  await expect.poll(() => said(page).textContent()).toBe(`New event, ${named(3)}, 10:00 to 13:00`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('all options open in the full form with the chosen values, and Escape cancels', async () => {
  const { page, times } = await openDesk();
  await openWeek(page);
  const from = await pointOf(page, 2, 10);
  await drag(page, { x: from.x, y: from.y + 3 }, { x: from.x, y: from.y + hourPixels - 3 });
  await page.mouse.up();
  await panel(page).getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  expect(await page.locator('.ghosts > :not([hidden])').count()).toBe(0);
  await drag(page, { x: from.x, y: from.y + 3 }, { x: from.x, y: from.y + hourPixels - 3 });
  await page.mouse.up();
  await panel(page).getByLabel('Name', { exact: true }).fill('Clinic');
  await panel(page).getByRole('button', { name: 'All options' }).click();
  await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Clinic');
  expect(await page.getByLabel('Starts at').inputValue()).toBe('10:00');
  expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe(String(dayOf(2)));
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByText(/^Saved as a draft/).waitFor();
  expect(await times('Clinic')).toEqual([[at(2, '10:00'), at(2, '11:00')]]);
});

test('an event is created on empty hours by keyboard alone', async () => {
  const { page, times } = await openDesk();
  await openWeek(page);
  await page.locator('button.slot').focus();
  await expectNoViolations(page);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'])
    await page.keyboard.press(key);
  await expect.poll(() => said(page).textContent()).toBe(`${named(2)}, 19:00 to 20:30`);
  await page.keyboard.press('Enter');
  await expect.poll(() => panel(page).getByLabel('Starts at').inputValue()).toBe('19:00');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe(`New event19:00–20:30${named(2)}`);
  await page.keyboard.press('Enter');
  // The title of the panel stays at its top, over what scrolls beneath it.
  const name = panel(page).getByLabel('Name', { exact: true });
  await name.fill('');
  await panel(page).getByRole('button', { name: 'Publish' }).press('Enter');
  const isSeen = (field: Element) => {
    const { left, top } = field.getBoundingClientRect();
    return field === document.activeElement && document.elementFromPoint(left + 5, top + 5) === field;
  };
  await expect.poll(() => name.evaluate(isSeen)).toBe(true);
  await name.fill('By keys');
  await page.keyboard.press('Enter');
  await sheet(page).getByRole('button', { name: 'Publish' }).press('Enter');
  // The week shows it before it is sent.
  await page
    .getByRole('main')
    .getByText(/^Published\./)
    .waitFor();
  await block(page, 'By keys').waitFor();
  expect(await times('By keys')).toEqual([[at(2, '19:00'), at(2, '20:30')]]);
});

test('a dragged event moves to another day and time after confirmation, and Back or Escape puts it back', async () => {
  const { page, training, times, futsal, plan } = await openDesk();
  await training();
  await plan({
    name: 'Futsal',
    startsAt: at(3, '19:30'),
    endsAt: at(3, '21:00'),
    owner: { kind: 'team', id: futsal.id },
  });
  await openWeek(page);
  const from = await pointOf(page, 1, 18);
  const to = await pointOf(page, 3, 18);
  const grip = { x: from.x, y: from.y + 20 };
  const goal = { x: to.x, y: to.y + 20 + hourPixels / 2 };
  await drag(page, grip, goal);
  await expect
    .poll(() => said(page).textContent())
    .toBe(`Training, ${named(3)}, 18:30 to 20:00, Overlaps Futsal that you lead`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await said(page).textContent()).toBe('Training stays where it was.');
  expect(new URL(page.url()).pathname).toBe('/my/calendar');
  await drag(page, grip, goal);
  await page.mouse.up();
  await sheet(page).getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => page.locator('[data-lifted]').count()).toBe(0);
  await drag(page, grip, goal);
  await page.mouse.up();
  await sheet(page)
    .getByText(/notified/)
    .waitFor();
  await expectNoViolations(page);
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await message(page, 'Saved.').waitFor();
  await expect.poll(() => times('Training')).toEqual([[at(3, '18:30'), at(3, '20:00')]]);
  await page.locator('.column').nth(3).getByRole('link', { name: 'Training' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Training');
});

test('a drag announces nothing until the pointer rests', async () => {
  const { page } = await openDesk();
  await openWeek(page);
  const from = await pointOf(page, 3, 18);
  await page.mouse.move(from.x, from.y + 3);
  await page.mouse.down();
  const { hours, rests } = await page.locator('[data-desk]').evaluate(
    async (scroller, { x, y, hour }) => {
      const live = document.querySelector('.beside > .words');
      const ghosts = document.querySelector('.ghosts');
      if (!live || !ghosts) throw new Error('There is no live region, or no block.');
      let shownAt = 0;
      const rests: number[] = [];
      const observer = new MutationObserver((changes) => {
        for (const { target } of changes)
          if (ghosts.contains(target)) shownAt = performance.now();
          else rests.push(performance.now() - shownAt);
      });
      for (const watched of [live, ghosts])
        observer.observe(watched, { attributes: true, childList: true, characterData: true, subtree: true });
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const shown = () => document.querySelector('.ghosts > :not([hidden]) span')?.textContent;
      const hours: unknown[] = [];
      for (const count of [0.5, 1, 1.5, 2]) {
        const clientY = y + count * hour;
        const mouse = { bubbles: true, pointerId: 1, pointerType: 'mouse', buttons: 1 };
        scroller.dispatchEvent(new PointerEvent('pointermove', { ...mouse, clientX: x, clientY }));
        while ((shown() ?? null) === (hours.at(-1) ?? null)) await frame();
        hours.push(shown());
      }
      while (rests.length === 0 || !live.textContent?.includes('20:00')) await frame();
      return { hours, rests };
    },
    { ...from, hour: hourPixels },
  );
  expect(new Set(hours).size).toBe(4);
  // A slow machine may rest between two steps, too.
  expect(Math.min(...rests)).toBeGreaterThan(150);
  await expect.poll(() => said(page).textContent()).toBe(`New event, ${named(3)}, 18:00 to 20:00`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('a drag as short as a frame counts, and a button let go outside the window ends it', async () => {
  const { page, training } = await openDesk();
  await training();
  await openWeek(page);
  await block(page).waitFor();
  const from = await pointOf(page, 1, 18);
  await page.mouse.move(from.x, from.y + 20);
  await page.mouse.down();
  const dropped = await page.locator('[data-desk]').evaluate(
    async (scroller, { x, y }) => {
      const frames = async () => {
        for (let at = 0; at < 4; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
      };
      const mouse = { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: x };
      for (const clientY of [y + 60, y + 120])
        scroller.dispatchEvent(new PointerEvent('pointermove', { ...mouse, buttons: 0, clientY }));
      await frames();
      return document.querySelectorAll('.ghosts > :not([hidden])').length;
    },
    { x: from.x, y: from.y },
  );
  expect(dropped).toBe(0);
  await page.mouse.up();
  await openWeek(page);
  await block(page).waitFor();
  await pointOf(page, 1, 18);
  await page.locator('[data-desk]').evaluate(
    (scroller, { x, y, hour }) => {
      const target = document.elementFromPoint(x, y) ?? scroller;
      const mouse = { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: x };
      target.dispatchEvent(new PointerEvent('pointerdown', { ...mouse, clientY: y, buttons: 1 }));
      target.dispatchEvent(new PointerEvent('pointermove', { ...mouse, clientY: y + hour, buttons: 1 }));
      target.dispatchEvent(new PointerEvent('pointerup', { ...mouse, clientY: y + hour, buttons: 0 }));
    },
    { x: from.x, y: from.y + 20, hour: hourPixels },
  );
  await sheet(page).getByText(/19:00/).first().waitFor();
});

test('hours that are focused again after Escape leave the event beneath them readable', async () => {
  const { page, training } = await openDesk();
  await training();
  await openWeek(page);
  await block(page).waitFor();
  const slot = page.locator('button.slot');
  const from = await pointOf(page, 1, 17);
  await drag(page, { x: from.x, y: from.y + 3 }, { x: from.x, y: from.y + 2 * hourPixels - 3 });
  await page.mouse.up();
  await panel(page).getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await expect.poll(() => slot.evaluate((button) => button === document.activeElement)).toBe(true);
  const looks = () =>
    slot.evaluate((button) => [
      getComputedStyle(button).backgroundColor,
      ...[...button.children].slice(0, 2).map((words) => getComputedStyle(words).opacity),
    ]);
  expect(await looks()).toEqual(['rgba(0, 0, 0, 0)', '0', '0']);
  // Its name stays, for screen readers.
  expect(await page.getByRole('button', { name: /^New event 17:00–19:00/ }).count()).toBe(1);
  for (let hour = 0; hour < 3; hour += 1) await page.keyboard.press('ArrowUp');
  expect((await looks())[1]).toBe('1');
});

test.each([
  { name: 'Training', ends: '19:30', bottom: 19.5, longer: '20:00' },
  // Its words run over its lower edge.
  { name: 'Training for everyone who missed the last two', ends: '18:30', bottom: 18.8, longer: '19:00' },
])('dragging the lower edge of $name makes it longer', async ({ name, ends, bottom, longer }) => {
  const { page, training, times } = await openDesk();
  await training({ name, endsAt: at(1, ends) });
  await openWeek(page);
  const end = await pointOf(page, 1, bottom);
  await drag(page, { x: end.x, y: end.y - 4 }, { x: end.x, y: end.y - 4 + hourPixels / 2 });
  await expect.poll(() => said(page).textContent()).toContain(`18:00 to ${longer}`);
  await page.mouse.up();
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await message(page, 'Saved.').waitFor();
  expect(await times(name)).toEqual([[at(1, '18:00'), at(1, longer)]]);
});

test('moving a date of a series by keys asks for the scope', async () => {
  const { page, training, times } = await openDesk();
  await training({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } });
  await openWeek(page);
  await block(page).focus();
  await page.keyboard.press('m');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown'])
    await page.keyboard.press(key);
  await expect.poll(() => said(page).textContent()).toBe(`Training, ${named(2)}, 18:30 to 20:15`);
  await page.keyboard.press('Escape');
  await expect.poll(() => said(page).textContent()).toBe('Training stays where it was.');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await sheet(page)
    .getByRole('radio', { name: /^This and following/ })
    .check();
  await sheet(page).getByRole('button', { name: 'Change 3 dates' }).click();
  await message(page, '3 dates were changed.').waitFor();
  expect(await times('Training')).toEqual([1, 8, 15].map((day) => [at(day, '18:15'), at(day, '19:45')]));
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Training');
});

test('an offline move is queued, shown at its new time, and sent once online', async () => {
  const { page, context, training, times } = await openDesk({ ...desk, serviceWorkers: 'allow' });
  const id = await training();
  await openWeek(page);
  await installed(page);
  // The device stores the read of the event's own page.
  await page.goto(`/my/events/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Training' }).waitFor();
  await storedAnswers(page, `/api/events/${id}`);
  await openWeek(page);
  await block(page).waitFor();
  await context.setOffline(true);
  await block(page).focus();
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await sheet(page).getByText("We'll save it as soon as possible").waitFor();
  await sheet(page).getByRole('button', { name: 'Save changes' }).click();
  await message(page, 'Your changes will be sent as soon as possible.').waitFor();
  const waits = page.getByRole('link', { name: `Training 18:00–19:30 Not sent yet ${named(2)}` });
  await waits.waitFor();
  const [shown, column] = [await waits.boundingBox(), await page.locator('.column').nth(2).boundingBox()];
  expect(Math.abs((shown?.x ?? 0) - (column?.x ?? 0))).toBeLessThan(3);
  expect(Math.abs((shown?.width ?? 0) - (column?.width ?? 0))).toBeLessThan(3);
  await expectNoViolations(page);
  expect(await times('Training')).toEqual([[at(1, '18:00'), at(1, '19:30')]]);
  await context.setOffline(false);
  await expect.poll(() => times('Training')).toEqual([[at(2, '18:00'), at(2, '19:30')]]);
  await waits.waitFor({ state: 'detached' });
  await page.locator('.column').nth(2).getByRole('link', { name: 'Training' }).waitFor();
});

test('teams side by side have a lane each, and hours dragged in a lane are for its team', async () => {
  const { page, training, u12, futsal } = await openDesk();
  await training();
  await openWeek(page, `&team=${u12.id}&team=${futsal.id}`);
  await page.getByRole('link', { name: 'Side by side' }).click();
  await page.locator('[data-split]').waitFor();
  await page.reload();
  await page.locator('[data-split] button.slot').waitFor({ state: 'attached' });
  await settled(page);
  await expect
    .poll(() => page.locator('.heads .lanes').first().textContent())
    .toBe('Rooigem U12Rooigem Futsal');
  await expectNoViolations(page);
  for (const [part, name] of [
    [0.25, 'Rooigem U12'],
    [0.75, 'Rooigem Futsal'],
  ] as const) {
    const from = await pointOf(page, 2, 12, part);
    await drag(page, { x: from.x, y: from.y + 3 }, { x: from.x, y: from.y + hourPixels - 3 });
    await page.mouse.up();
    const team = panel(page).getByLabel('Team', { exact: true });
    await expect
      .poll(() => team.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text))
      .toBe(name);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
  }
});

test('the week loads no desk code for people who do not coach, and on a phone', async () => {
  const product = await openProduct();
  onTestFinished(product.close);
  for (const [isCoach, options] of [
    [0, desk],
    [1, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ] as const) {
    await product.db
      .updateTable('users')
      .set({ is_coach: isCoach })
      .where('id', '=', product.ada.id)
      .execute();
    const { page, context } = await product.openAsAda(browser, options);
    onTestFinished(() => context.close());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // The page reads ahead two seconds after its start. Its network is never idle: a stream stays open.
    await Promise.all([
      page.waitForRequest(/\/api\/users\/me\/events\?tab=/),
      page.goto(`/my/calendar?view=week&date=${monday}`),
    ]);
    await page.getByRole('region', { name: 'Hours of the week' }).waitFor();
    await settled(page);
    expect(await page.locator('.slot, .beside').count()).toBe(0);
    const parts = asked.map((url) => url.replace(/.*\//, ''));
    expect(parts).toContainEqual(expect.stringMatching(/^calendar-later-/));
    expect(parts.filter((name) => /^(calendar|planning)-desk-/.test(name))).toEqual([]);
  }
});
