// A team's attendance of 40 people over 60 dates on a phone, for the part "marks".
import type { Browser } from 'playwright-core';
import type { Answer } from '../../../src/contract/api.ts';
import { type Tasks, tasksWhile } from './longest-task.ts';
import { newPhone, signInAs, slow } from './visit.ts';

export const seasonPeople = 40;
export const seasonDates = 60;
/** About a third of what a phone shows of the table. */
const stepPx = 120;
const stepsEachWay = 30;

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
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  const tasks = await tasksWhile(browser, async () => {
    // At first it shows the newest dates, which are the last ones.
    for (const [x, y] of [
      [-stepPx, 0],
      [0, stepPx],
      [stepPx, 0],
      [0, -stepPx],
      [-stepPx, stepPx],
    ] as const)
      for (let step = 0; step < stepsEachWay; step += 1) await page.mouse.wheel(x, y);
    await page.waitForTimeout(500);
  });
  const [left, top] = await page
    .getByRole('region')
    .evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  if (left !== 0 || !top) throw new Error(`The table was not scrolled to its corner: ${left}, ${top}.`);
  return tasks;
}
