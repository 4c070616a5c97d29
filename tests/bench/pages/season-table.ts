// A team's attendance of 40 people over 60 dates on a phone, for the part "marks".
import type { Browser, CDPSession } from 'playwright-core';
import type { Answer } from '../../../src/contract/api.ts';
import { type Tasks, tasksWhile } from './longest-task.ts';
import { newPhone, signInAs, slow } from './visit.ts';

export const seasonPeople = 40;
export const seasonDates = 60;
/** About half of what a phone shows of the table. */
const swipePx = 190;
const swipesEachWay = 18;
const movesOfSwipe = 8;
const frameMs = 16;

const idOf = (index: number) => `01a00000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const marks = ['present', 'present', 'late', 'excused', 'absent', 'noShow', null] as const;
const rate = { attended: 40, counted: 60 };

const season = (): Answer<'GET /api/teams/{id}/attendance'> => ({
  from: '2026-01-01',
  to: '2026-12-31',
  hasEarlier: false,
  hasMorePeople: false,
  dates: Array.from({ length: seasonDates }, (_, at) => ({
    eventId: idOf(at),
    name: 'Training of the bench',
    kind: at % 6 === 0 ? 'match' : 'training',
    startsAt: new Date(Date.UTC(2026, 0, 1 + 6 * at, 18)).toISOString(),
    timeZone: 'Europe/Brussels',
  })),
  people: Array.from({ length: seasonPeople }, (_, person) => ({
    user: {
      id: idOf(1000 + person),
      name: `Person ${person} of the bench`,
      avatarSrc: null,
      hasAccount: person % 2 === 0,
    },
    cells: Array.from({ length: seasonDates }, (_, at) => marks[(person * 3 + at) % marks.length] ?? null),
    training: rate,
    match: rate,
    other: rate,
    noShows: person % 4,
    lastCameAt: null,
    isLongAway: person % 9 === 0,
  })),
});

/** Scrolls the table of one of the coach's teams to its other corner and back. */
export async function scrollSeason(browser: Browser, origin: string): Promise<Tasks> {
  const context = await newPhone(browser, {});
  await context.route(/\/api\/teams\/[^/]+\/attendance(\?|$)/, (route) => route.fulfill({ json: season() }));
  const page = await context.newPage();
  await signInAs(page, origin, 'coach');
  const id = await page.evaluate(async () => {
    const { items } = (await (await fetch('/api/users/me/teams')).json()) as { items: { id: string }[] };
    return items[0]?.id;
  });
  if (!id) throw new Error('The demo data has no team of the coach.');
  await page.goto(`${origin}/teams/${id}/attendance`);
  await page
    .locator('tbody tr')
    .nth(seasonPeople - 1)
    .waitFor({ state: 'attached' });
  await page.getByRole('region').scrollIntoViewIfNeeded();
  // What is prefetched belongs to the start.
  await page.waitForTimeout(4000);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  const box = await page.getByRole('region').boundingBox();
  if (!box) throw new Error('The table is not shown.');
  // Beside the names, which are links.
  const middle = { x: box.x + box.width * 0.7, y: box.y + box.height / 2 };
  const touch = await context.newCDPSession(page);
  const tasks = await tasksWhile(browser, async () => {
    // At first it shows the newest dates, which are the last ones.
    for (const [right, down] of [
      [-1, 0],
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 1],
    ] as const)
      for (let at = 0; at < swipesEachWay; at += 1)
        await swipe(touch, middle, { x: -right * swipePx, y: -down * swipePx });
    await page.waitForTimeout(500);
  });
  const [left, top] = await page
    .getByRole('region')
    .evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  if (left !== 0 || !top) throw new Error(`The table was not scrolled to its corner: ${left}, ${top}.`);
  return tasks;
}

/** Moves a finger by this many pixels: a wheel would also move a pointer over the cells, which a phone does not have. */
async function swipe(touch: CDPSession, middle: { x: number; y: number }, by: { x: number; y: number }) {
  const at = (part: number) => ({ x: middle.x + by.x * (part - 0.5), y: middle.y + by.y * (part - 0.5) });
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [at(0)]);
  for (let move = 1; move <= movesOfSwipe; move += 1) {
    await send('touchMove', [at(move / movesOfSwipe)]);
    await new Promise((resolve) => setTimeout(resolve, frameMs));
  }
  await send('touchEnd', []);
}
