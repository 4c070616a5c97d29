// The part "drags": frames while events are dragged in a full week on a desktop, with a slow CPU.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { CalendarEntry } from '../../../src/contract/people/me.ts';
import { dragBars } from '../bars.ts';
import { startProduct } from '../child.ts';
import { asMs, atMost, type Row } from '../table.ts';
import { filledMonth, perMonth } from './calendar.ts';
import { openBrowser } from './chromium.ts';
import { tasksWhile } from './longest-task.ts';
import { signInAs, slow } from './visit.ts';

const drags = 60;
const stepsPerDrag = 24;
const restMs = 100;

declare global {
  interface Window {
    /** The durations of long frames, in milliseconds. */
    benchFrames: number[];
    /** How often the block of a drag became visible. */
    benchShown: number;
  }
}

/**
 * The browser reports only frames whose work takes 50 ms or more. The page counts by itself what it shows: a
 * call from outside in the middle of a drag would cost a frame of 70 ms.
 */
function watchFrames(): void {
  window.benchFrames = [];
  window.benchShown = 0;
  const ghosts = document.querySelector('.ghosts');
  if (ghosts)
    new MutationObserver((changes) => {
      const isShown = (target: Node) => target instanceof HTMLElement && !target.hidden;
      if (changes.some(({ oldValue, target }) => oldValue !== null && isShown(target)))
        window.benchShown += 1;
    }).observe(ghosts, { attributeFilter: ['hidden'], attributeOldValue: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchFrames.push(duration);
  }).observe({ type: 'long-animation-frame' });
}

export async function benchDrags(folder: string): Promise<Row[]> {
  const product = await startProduct(mkdtempSync(join(folder, 'drags-')), { isProbed: false });
  const { browser } = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    await context.route('**/api/users/me/calendar?*', async (route) => {
      const answer = await route.fetch();
      const { items } = (await answer.json()) as { items: CalendarEntry[] };
      const from = new URL(route.request().url()).searchParams.get('from') ?? '';
      const mine = filledMonth(items, from).map((entry) => ({
        ...entry,
        eventStatus: 'EventScheduled' as const,
        canEdit: true,
      }));
      await route.fulfill({ response: answer, json: { items: mine } });
    });
    const bareFrameMs = await longestBareFrame(context);
    const page = await context.newPage();
    await signInAs(page, product.origin, 'coach');
    const date = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${product.origin}/my/calendar?view=week&date=${date}`, { waitUntil: 'networkidle' });
    await page.locator('button.slot').waitFor({ state: 'attached' });
    await broughtAll(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
    const rows = [
      atMost('dragging on a bare page: longest frame', bareFrameMs, null, asMs, 'what the machine adds'),
    ];
    for (const [what, selector] of [
      ['an event', '.column a:has(.edge)'],
      ['empty hours', '.column'],
    ] as const) {
      // What the start has left: some ten seconds after it the browser collects it in one task of 150 ms.
      await session.send('HeapProfiler.collectGarbage');
      const places = await placesOf(page, selector);
      // Frames are counted without a trace, whose start and end cost frames of up to 500 ms.
      await page.evaluate(watchFrames);
      await dragAll(page, session, places);
      const { frames, shown } = await page.evaluate(() => ({
        frames: window.benchFrames,
        shown: window.benchShown,
      }));
      if (shown < drags) throw new Error(`${shown} of ${drags} drags showed a block.`);
      const { processorMs } = await tasksWhile(browser, () => dragAll(page, session, places));
      const note = `${drags} drags of ${stepsPerDrag} steps, ${perMonth} entries a month, 4x slower processor`;
      const longest = Math.max(0, ...frames);
      rows.push(
        atMost(`dragging ${what}: longest frame`, longest, dragBars.frameMs, asMs, note),
        atMost(
          `dragging ${what}: processor time of a task`,
          processorMs,
          dragBars.frameMs,
          asMs,
          'the most, of 60 more drags',
        ),
      );
    }
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Of the same drags on a page with one block that follows the pointer. In ms; 0 if no frame was long. */
async function longestBareFrame(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.setContent(`<div style="position: fixed; width: 100px; height: 56px; background: seagreen">Training</div><script>
    const { style } = document.querySelector('div');
    addEventListener('pointermove', ({ buttons, clientX, clientY }) => {
      if (buttons) Object.assign(style, { left: clientX + 'px', top: clientY + 'px' });
    });
  </script>`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  await page.evaluate(watchFrames);
  const points = [{ x: 200, y: 400 }];
  await dragAll(page, session, { week: { x: 0, y: 0, width: 1280, height: 780 }, points });
  const frames = await page.evaluate(() => window.benchFrames);
  const moved = await page.locator('div').evaluate(({ style }) => style.left);
  if (!moved) throw new Error('The block of the bare page did not move.');
  await page.close();
  return Math.max(0, ...frames);
}

/**
 * The requests of a page after its start (adjacent months, screens and prefetched answers) belong to the
 * start, which other rows measure. It is over after three seconds without a request.
 */
async function broughtAll(page: Page): Promise<void> {
  let askedAt = Date.now();
  const note = () => {
    askedAt = Date.now();
  };
  page.on('request', note);
  while (Date.now() - askedAt < 3000) await page.waitForTimeout(100);
  page.off('request', note);
}

type Box = { x: number; y: number; width: number; height: number };

/** The box of the week, and the points in it where a drag may begin. */
async function placesOf(
  page: Page,
  selector: string,
): Promise<{ week: Box; points: { x: number; y: number }[] }> {
  const week = await page.locator('[data-desk]').boundingBox();
  const points = await page.locator(selector).evaluateAll(
    (found, bottom) =>
      found
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.bottom > 420 && box.top < bottom - 60)
        .map((box) => ({ x: box.left + 12, y: Math.max(box.top + 6, 380) })),
    week ? week.y + week.height : 0,
  );
  if (!week || points.length === 0) throw new Error(`There is no ${selector} to drag.`);
  return { week, points };
}

async function dragAll(
  page: Page,
  session: CDPSession,
  { week, points }: Awaited<ReturnType<typeof placesOf>>,
): Promise<void> {
  // Not page.mouse: Playwright evaluates a script of its own in the page before each move with a pressed button.
  const mouse = (
    type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
    x: number,
    y: number,
    buttons: 0 | 1,
  ) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      buttons,
      button: buttons === 1 || type === 'mouseReleased' ? 'left' : 'none',
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  for (let at = 0; at < drags; at++) {
    const from = points[at % points.length] as { x: number; y: number };
    const stepped = (step: number) => ({
      x: week.x + 80 + ((from.x + step * 41) % (week.width - 120)),
      y: week.y + 120 + ((from.y + step * 17) % (week.height - 200)),
    });
    await mouse('mouseMoved', from.x, from.y, 0);
    // No hand lets go, moves to another event and presses within one frame.
    await page.waitForTimeout(restMs);
    await mouse('mousePressed', from.x, from.y, 1);
    for (let step = 1; step <= stepsPerDrag; step++) {
      const { x, y } = stepped(step);
      await mouse('mouseMoved', x, y, 1);
    }
    const { x, y } = stepped(stepsPerDrag);
    await page.keyboard.press('Escape');
    await mouse('mouseReleased', x, y, 0);
  }
}
