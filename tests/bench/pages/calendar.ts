// The part "calendar": how soon the calendar responds to a tap with 5,000 entries on the device and a slow
// CPU.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { CalendarEntry } from '../../../src/contract/people/me.ts';
import { buildEntry } from '../../app/calendar/build-entry.ts';
import { calendarBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { median } from '../statistics.ts';
import { asMs, atMost, type Row } from '../table.ts';
import { openBrowser } from './chromium.ts';
import { newPhone, signInAs, slow, watchTaps } from './visit.ts';

/** The stored data of the device: five months. */
export const perMonth = 1000;
const views = ['month', 'week'] as const;
const taps = 6;

export async function benchCalendar(folder: string): Promise<Row[]> {
  const product = await startProduct(mkdtempSync(join(folder, 'calendar-')), { isProbed: false });
  const { browser } = await openBrowser();
  try {
    const context = await newPhone(browser, {});
    await context.route('**/api/users/me/calendar?*', async (route) => {
      const answer = await route.fetch();
      const { items } = (await answer.json()) as { items: CalendarEntry[] };
      const from = new URL(route.request().url()).searchParams.get('from') ?? '';
      await route.fulfill({ response: answer, json: { items: filledMonth(items, from) } });
    });
    const page = await context.newPage();
    await page.addInitScript(watchTaps);
    await signInAs(page, product.origin, 'trainee');
    const rows: Row[] = [];
    for (const view of views) {
      await page.goto(`${product.origin}/my/calendar?view=${view}`, { waitUntil: 'networkidle' });
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
      const times: number[] = [];
      // Back and forth between loaded months.
      for (let at = 0; at < taps; at++) times.push(await tap(page, at % 2 ? /^Previous/ : /^Next/));
      await session.detach();
      const note = `${5 * perMonth} entries, 4x slower processor, ${asMs(Math.min(...times))} to ${asMs(Math.max(...times))}`;
      rows.push(
        atMost(`${view} to ${view}, next paint`, median(times), calendarBars.nextPaintMs, asMs, note),
      );
    }
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
}

const example = buildEntry('', '', '', {
  name: 'Training',
  place: { name: 'Blaarmeersen', region: 'Ghent' },
});

/**
 * A month filled to that number with copies of the person's own entries, or of a similar one if the month has
 * none.
 */
export function filledMonth(items: CalendarEntry[], from: string): CalendarEntry[] {
  const start = Date.parse(from);
  return Array.from({ length: perMonth }, (_, at) => {
    const startsAt = new Date(start + ((at % 28) * 24 + 7 + (at % 12)) * 3_600_000).toISOString();
    const id = `${from.slice(0, 7)}-${at}`;
    const endsAt = new Date(Date.parse(startsAt) + 5_400_000).toISOString();
    const like = items[at % items.length] ?? example;
    return { ...like, id, eventId: id, name: `${like.name} ${at}`, startsAt, endsAt };
  });
}

async function tap(page: Page, name: RegExp): Promise<number> {
  await page.evaluate(() => void window.benchTaps.splice(0));
  await page.getByRole('link', { name }).tap();
  await page.waitForFunction(() => window.benchTaps.length > 0);
  return page.evaluate(() => Math.max(...window.benchTaps));
}
