// The part "marks": attendance on a phone with a slow CPU: without a network 60 people marked one after the other, and a list of
// 500 that is scrolled; and a season on one table.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { AttendanceItem } from '../../../src/contract/events/attendance.ts';
import { markBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { median } from '../statistics.ts';
import { asMs, atMost, type Row } from '../table.ts';
import { openBrowser } from './chromium.ts';
import { scrollSeason, seasonDates, seasonPeople } from './season-table.ts';
import { framesWhile, newPhone, signInAs, slow, watchTaps } from './visit.ts';

const marked = 60;
const scrolled = 500;
const scrollSteps = 80;
const restMs = 150;

const person = (index: number): AttendanceItem => ({
  user: {
    id: `01a00000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: `Person ${index} of the bench`,
    avatarSrc: null,
    hasAccount: false,
  },
  isGuest: false,
  isExpected: true,
  reply: 'confirmed',
  note: index % 5 === 0 ? 'Has to leave on time today' : null,
  status: null,
  minutesLate: null,
  occurredAt: null,
  source: null,
  markedBy: null,
  reason: null,
});

export async function benchMarks(folder: string): Promise<Row[]> {
  const product = await startProduct(mkdtempSync(join(folder, 'marks-')), { isProbed: false });
  const { browser } = await openBrowser();
  try {
    const open = async (count: number) => {
      const context = await newPhone(browser, {});
      await context.route('**/api/events/*/attendance', (route) =>
        route.fulfill({ json: { items: Array.from({ length: count }, (_, index) => person(index)) } }),
      );
      const page = await context.newPage();
      await page.addInitScript(watchTaps);
      await signInAs(page, product.origin, 'coach');
      const id = await page.evaluate(async () => {
        // The event that ended last: marks are taken for a week, and at some hours of the demo data no other is soon enough.
        const answer = await fetch('/api/users/me/events?tab=past&limit=100');
        const { items } = (await answer.json()) as {
          items: { id: string; can: { markAttendance: boolean } }[];
        };
        return items.find(({ can }) => can.markAttendance)?.id;
      });
      if (!id) throw new Error('The demo data has no event to mark.');
      await page.goto(`${product.origin}/my/events/${id}/attendance`);
      await page
        .locator('[data-mark]')
        .nth(count - 1)
        .waitFor({ state: 'attached' });
      // What is prefetched belongs to the start.
      await page.waitForTimeout(4000);
      await context.setOffline(true);
      await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
      return page;
    };
    const taps = await tapAll(await open(marked));
    const { longest, count } = await scrollThrough(await open(scrolled));
    const season = await scrollSeason(browser, product.origin);
    const note = '4x slower processor, no network';
    return [
      atMost(
        `${marked} people marked: slowest tap until it shows`,
        Math.max(...taps),
        markBars.tapMs,
        asMs,
        `${note}; half of them within ${asMs(median(taps))}, ${taps.filter((ms) => ms > markBars.tapMs).length} over the bar`,
      ),
      atMost(
        `${scrolled} people scrolled: longest frame`,
        longest,
        markBars.frameMs,
        asMs,
        `${note}; ${count} frames of 50 ms or more`,
      ),
      atMost(
        `${seasonPeople} people by ${seasonDates} dates scrolled both ways: longest task`,
        season.longestMs,
        markBars.tableTaskMs,
        asMs,
        `4x slower processor; ${season.count} tasks of 50 ms or more`,
      ),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Milliseconds from each tap until its mark was painted. */
async function tapAll(page: Page): Promise<number[]> {
  const rows = page.locator('[data-mark]');
  for (let index = 0; index < marked; index += 1) {
    const box = await rows.nth(index).evaluate((row) => {
      row.scrollIntoView({ block: 'center' });
      const { left, top, height } = row.getBoundingClientRect();
      return { x: left + 90, y: top + height / 2 };
    });
    // The frame of the scroll is not part of the tap: no one taps a row in it.
    await page.waitForTimeout(restMs);
    await page.touchscreen.tap(box.x, box.y);
    await page.waitForTimeout(restMs);
  }
  const shown = await page.locator('[data-person].present').count();
  if (shown !== marked) throw new Error(`${shown} of ${marked} taps marked someone.`);
  return page.evaluate(() => window.benchTaps);
}

const scrollThrough = (page: Page) =>
  framesWhile(page, async () => {
    for (let step = 0; step < scrollSteps; step += 1) await page.mouse.wheel(0, 400);
  });
