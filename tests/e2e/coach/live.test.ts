// An open screen changes by itself: two devices, and a server that is stopped and started.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { freePort } from '../../support/product/free-port.ts';
import { authSecret, prepareData } from '../../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  await endAll();
});

/** A server with a team of a coach and two trainees, and an event of it. */
async function openClub() {
  const dataDir = newFolder();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { made: event } = await prepareData(dataDir, 0, async ({ db }) => {
    const password_hash = await hashPassword(password);
    const team = await buildTeam(db, { name: 'U12' });
    for (const [username, name, role] of [
      ['carla', 'Carla Coach', 'coach'],
      ['timo', 'Timo Trainee', 'trainee'],
      ['tara', 'Tara Trainee', 'trainee'],
    ] as const) {
      const { id } = await buildUser(db, {
        username,
        name,
        password_hash,
        locale: 'en-GB',
        is_coach: role === 'coach' ? 1 : 0,
      });
      await buildMembership(db, { team_id: team.id, person_id: id, role });
    }
    const startsAt = Date.now() + 3 * 86_400_000;
    return buildEvent(db, {
      name: 'Winter training',
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + 5_400_000).toISOString(),
    });
  });
  const serve = async () => {
    const server = await start({
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: authSecret,
      PUBLIC_ORIGIN: origin,
      RATE_LIMIT: 'off',
    });
    expect(server.outcome).toBe('ready');
    return server;
  };
  const device = async (username: string): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      timezoneId: 'Europe/Brussels',
      serviceWorkers: 'block',
    });
    contexts.push(context);
    await openSession(context, username, password);
    return context;
  };
  return { event, serve, device };
}

/** The page at a path, once its live updates have begun. */
async function openLive(page: Page, path: string): Promise<void> {
  const isLive = page.waitForResponse('**/api/live');
  await page.goto(path);
  await isLive;
}

/** Answers on a device, from which nothing else is asked. */
async function reply(context: BrowserContext, eventId: string, response: 'attending' | 'declined') {
  const answer = await context.request.put(`/api/events/${eventId}/registration`, { data: { response } });
  expect(answer.status()).toBe(200);
}

const coming = (page: Page, count: number) => page.getByText(`${count} coming`).first();

test("a coach's open event shows a trainee's reply without a reload, in two tabs", async () => {
  const { event, serve, device } = await openClub();
  await serve();
  const [coach, trainee] = [await device('carla'), await device('timo')];
  const page = await coach.newPage();
  const streams: string[] = [];
  coach.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams.push(request.url());
  });
  await openLive(page, `/my/events/${event.id}`);
  await coming(page, 0).waitFor();
  const other = await coach.newPage();
  await other.goto(`/my/events/${event.id}`);
  await coming(other, 0).waitFor();
  // The second tab joins the first one's stream: it waits for the lock of the tab that has it.
  const waits = async () => {
    const { pending = [] } = await navigator.locks.query();
    return pending.some(({ name }) => name?.startsWith('sideline-live-'));
  };
  await expect.poll(() => other.evaluate(waits)).toBe(true);
  expect(streams).toHaveLength(1);

  const phone = await trainee.newPage();
  await phone.goto(`/my/events/${event.id}`);
  await phone.getByRole('button', { name: 'Going', exact: true }).click();
  await Promise.all([coming(page, 1).waitFor(), coming(other, 1).waitFor()]);
});

test('an open screen shows what happened while the server was restarted', async () => {
  const { event, serve, device } = await openClub();
  const server = await serve();
  const [coach, trainee] = [await device('carla'), await device('tara')];
  const page = await coach.newPage();
  await openLive(page, `/my/events/${event.id}`);
  await coming(page, 0).waitFor();
  server.child.kill('SIGTERM');
  // The open stream does not delay the shutdown.
  expect(await server.ended).toBe(0);
  // From now on: the page may be back before this test knows that the server is.
  const isBack = page.waitForResponse((answer) => answer.url().endsWith('/api/live') && answer.ok(), {
    timeout: 60_000,
  });
  await serve();
  await reply(trainee, event.id, 'attending');
  await coming(page, 1).waitFor();
  await isBack;
  await reply(trainee, event.id, 'declined');
  await coming(page, 0).waitFor();
});
