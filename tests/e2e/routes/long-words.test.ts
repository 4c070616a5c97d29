// Words without a place to break, such as the link of a video call: no page gets wider than a phone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const name = 'Mitgliederversammlungseinladung'.repeat(2).slice(0, 60);

test('an event with a long link and a long name fits a phone of 320 px, with its roster and attendance', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach', width: 320, height: 700 });
  const { items } = await (await page.request.get('/api/users/me/teams')).json();
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await page.request.post('/api/events', {
    data: {
      name,
      kind: 'training',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
      timeZone: 'Europe/Brussels',
      teamIds: [items[0].id],
      publication: 'published',
      description: `Join at https://meet.example/${'a1b2'.repeat(40)}\n\n- https://meet.example/${'c3d4'.repeat(40)}`,
    },
  });
  const { id } = await made.json();
  for (const path of ['', '/attendance', '/roster']) {
    await page.goto(`/my/events/${id}${path}`);
    await page.getByText(name).first().waitFor();
    if (path === '') await page.getByText('Join at').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  expect(faults).toEqual([]);
  await context.close();
});
