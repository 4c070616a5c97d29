// A coach adds people without an account on a phone, and answers for one of them at an event.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { openBrowser, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function expectNoViolations(page: Page) {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  expect(await violationsOn(page)).toEqual([]);
}

/** A team of this person alone, and an event of it next week. */
async function planTeam(page: Page): Promise<{ team: string; event: string }> {
  return page.evaluate(async () => {
    const post = async (path: string, body: object) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { id: string }).id;
    };
    const team = await post('/api/teams', { name: 'Saturday kids', activity: 'football' });
    const startsAt = new Date(Date.now() + 7 * 86_400_000);
    const event = await post('/api/events', {
      name: 'Kids on Saturday',
      kind: 'training',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
      timeZone: 'Europe/Brussels',
      owner: { kind: 'team', id: team },
      publication: 'published',
    });
    return { team, event };
  });
}

test('a coach types three names, answers for one at an event, and sees them counted', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach' });
  await page.goto('/my/teams');
  const { team, event } = await planTeam(page);
  await page.goto(`/teams/${team}?members=active`);
  await page.getByRole('button', { name: 'Add people' }).focus();
  await page.keyboard.press('Enter');
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('placeholder'));
  await expect.poll(focusedName).toBe('Name');
  for (const [index, name] of ['Mia Peters', 'Bo Baert', 'Cem Aydin'].entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value))
      .toBe('');
    await page.keyboard.type(name);
  }
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add 3 people' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('3 people added.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('3 people added.');
  await expectNoViolations(page);

  await page.goto(`/my/events/${event}`);
  await page.locator('summary').filter({ hasText: 'No answer' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Going: Mia Peters' }).click();
  await page.getByText('Mia Peters is going.').waitFor();
  await page.locator('summary').filter({ hasText: 'Going' }).click();
  await page.getByText('No account · Answered by you').waitFor();
  const counted = page.locator('.counts > div').filter({ hasText: 'Going' });
  expect(await counted.locator('dd').textContent()).toBe('1');
  await expectNoViolations(page);
  expect(faults).toEqual([]);
  await context.close();
});
