// The network is lost in the middle of each kind of a coach's form. A write that can be queued says so and is
// sent once; one that cannot says so at once and keeps the input.
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type Visit, visit } from '../../support/browser/browser.ts';
import { dayAhead } from '../../support/browser/evening.ts';
import { installed } from '../../support/product/installed.ts';

let browser: Browser;
let coach: Visit;
/** A team of its own, and its training. */
let ids: { team: string; event: string };
beforeAll(async () => {
  browser = await openBrowser();
  coach = await visit(browser, { as: 'coach', serviceWorkers: 'allow' });
  coach.context.on('request', (request) => isRead(request) && unanswered.add(request));
  coach.context.on('requestfinished', (request) => unanswered.delete(request));
  coach.context.on('requestfailed', (request) => unanswered.delete(request));
  await coach.page.goto('/');
  ids = await planTeam(coach.page);
});
afterAll(() => browser.close());

/** Reads on their way. */
const unanswered = new Set<Request>();
/** The stream of live updates has no end. */
const isRead = (request: Request) => request.method() === 'GET' && !request.url().endsWith('/api/live');

/**
 * Once every read is answered: the browser's message for one that the worker has passed on does not say that the network was cut.
 */
async function cutNetwork(context: BrowserContext): Promise<void> {
  await expect.poll(() => [...unanswered].map((request) => request.url())).toEqual([]);
  await context.setOffline(true);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const sheet = (page: Page) => page.getByRole('dialog');

/** The server's answer to a read of the signed-in user. */
const read = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => (await fetch(address)).json(), path);

const coaching = '/api/users/me/events?tab=coaching&limit=100';
const eventNow = (page: Page) => read(page, `/api/events/${ids.event}`);

/** A new team with a place and a published training. */
const planTeam = (page: Page) =>
  page.evaluate(async () => {
    const post = async <T>(path: string, body: object): Promise<T> => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    };
    const team = await post<{ id: string }>('/api/teams', { name: 'Bus crew', activity: 'rowing' });
    const owner = { kind: 'team', id: team.id };
    const place = await post<{ id: string }>('/api/places', {
      owner,
      name: 'Bus stop',
      address: 'Kaai 1',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    });
    const startsAt = new Date(Date.now() + 6 * 86_400_000);
    const event = await post<{ id: string }>('/api/events', {
      name: 'Row from the bus',
      kind: 'training',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
      timeZone: 'Europe/Brussels',
      owner,
      place: { id: place.id },
      publication: 'published',
    });
    return { team: team.id, event: event.id };
  });

/** The browser's message for an offline request. */
const isNotOffline = (fault: string) => !fault.includes('net::ERR_INTERNET_DISCONNECTED');

test('an event is edited, duplicated and postponed offline, each sent once when online', async () => {
  const { page, context, faults } = coach;
  await installed(page);
  await page.goto(`/my/events/${ids.event}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Row from the tram');
  await cutNetwork(context);
  await button(page, 'Save').click();
  await sheet(page).getByText("We'll save it as soon as possible.").waitFor();
  await button(page, 'Save changes').click();
  await page.getByText('Your changes will be sent as soon as possible.').waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Row from the tram' }).waitFor();
  expect(await eventNow(page)).toMatchObject({ name: 'Row from the tram', version: 2 });

  await button(page, 'More actions').click();
  await button(page, 'Duplicate').click();
  await sheet(page).getByLabel('Day').fill(dayAhead(20));
  await cutNetwork(context);
  await sheet(page).getByText("We'll create the draft as soon as possible.").waitFor();
  await button(page, 'Create draft').click();
  // Outside the live region, which says that it is done.
  const duplicate = page.locator('#main').getByText('Duplicate Row from the tram');
  await duplicate.waitFor();
  await context.setOffline(false);
  await duplicate.waitFor({ state: 'detached' });
  const { items } = await read<{ items: { name: string }[] }>(page, coaching);
  expect(items.filter(({ name }) => name === 'Row from the tram')).toHaveLength(2);

  await page.goBack();
  await button(page, 'More actions').click();
  await button(page, 'Postpone').click();
  await sheet(page)
    .getByRole('heading', { name: /^Postpone/ })
    .waitFor();
  await cutNetwork(context);
  await sheet(page).getByRole('button', { name: 'Postpone' }).click();
  await page.getByText('Saved on this device, will be sent').waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Set a new date' }).waitFor();
  expect(await eventNow(page)).toMatchObject({ eventStatus: 'EventPostponed', version: 3 });

  await button(page, 'More actions').click();
  await button(page, 'Cancel this event').click();
  await sheet(page).getByLabel('Reason (optional)').fill('The tram is late.');
  await cutNetwork(context);
  await sheet(page).getByText('You need a connection to cancel an event.').waitFor();
  await button(page, 'Cancel the event').click();
  await sheet(page).getByText('Nothing was changed.').waitFor();
  await context.setOffline(false);
  expect(await sheet(page).getByLabel('Reason (optional)').inputValue()).toBe('The tram is late.');
  await button(page, 'Cancel the event').click();
  await page.getByText('The tram is late.').waitFor();
  expect(faults.splice(0).filter(isNotOffline)).toEqual([]);
});

test('reminding says at once that it needs a network, and reminds once when online', async () => {
  const { page, context, faults } = coach;
  const { items: events } = await read<{ items: { id: string }[] }>(page, coaching);
  let path = '';
  // The last ones first: the next one may begin meanwhile, and then no one is reminded.
  for (const { id } of events.toReversed()) {
    const { items } = await read<{ items: { canRemind: boolean }[] }>(page, `/api/events/${id}/reminders`);
    if (!items.some(({ canRemind }) => canRemind)) continue;
    path = `/my/events/${id}`;
    break;
  }
  await page.goto(path);
  await page.locator('summary').filter({ hasText: 'No answer' }).click();
  const remind = page.getByRole('button', { name: /^Remind \d/ });
  await remind.waitFor();
  await cutNetwork(context);
  await remind.click();
  await page.getByText("This needs a connection, and you don't have one right now.").waitFor();
  await context.setOffline(false);
  await remind.click();
  await page.getByText(/^Reminded \d+ (person|people)\.$/).waitFor();
  expect(faults.splice(0).filter(isNotOffline)).toEqual([]);
});

test('people, a place, a team and a club keep their input offline, and are saved once', async () => {
  const { page, context, faults } = coach;
  const offline = "You're offline.";
  const refused = 'What you typed is still here.';
  await page.goto(`/teams/${ids.team}?members=active`);
  await button(page, 'Add people').click();
  await page.getByLabel('Name 1').fill('Ada Roos');
  await cutNetwork(context);
  await sheet(page).getByText(offline).waitFor();
  await button(page, 'Add 1 person').click();
  await sheet(page).getByText(refused).waitFor();
  await context.setOffline(false);
  expect(await page.getByLabel('Name 1').inputValue()).toBe('Ada Roos');
  await button(page, 'Add 1 person').click();
  await page.getByText('1 person added.').waitFor();
  const members = `/api/teams/${ids.team}/members?status=active&limit=50`;
  const { items: people } = await read<{ items: { user: { name: string } }[] }>(page, members);
  expect(people.filter(({ user }) => user.name === 'Ada Roos')).toHaveLength(1);

  // The avatar is at the top of the screens that have a tab.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Teams' }).click();
  await page.getByRole('link', { name: /^My profile: / }).click();
  await page.getByRole('link', { name: 'My settings' }).click();
  await page.getByRole('link', { name: 'My places' }).click();
  await button(page, 'Edit Bus stop').click();
  await sheet(page).getByLabel('Street and number').fill('Kaai 99');
  await cutNetwork(context);
  await sheet(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bus stop will be saved as soon as possible.').waitFor();
  await context.setOffline(false);
  const places = () => read<{ items: { name: string; address: string }[] }>(page, '/api/places?limit=50');
  await expect
    .poll(async () => (await places()).items.find(({ name }) => name === 'Bus stop')?.address)
    .toBe('Kaai 99');
  await page.getByText('Kaai 99').waitFor();

  const found = async (path: string, name: string, action: string) => {
    await page.goto(path);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await cutNetwork(context);
    await page.getByText(offline).waitFor();
    await button(page, action).click();
    await page.getByText(refused).waitFor();
    await context.setOffline(false);
    await page.getByText(offline).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    await button(page, action).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  await found('/my/organizations/new', 'Tram club', 'Create the organization');
  await page.getByRole('link', { name: 'New team' }).click();
  await page.getByLabel('Activity', { exact: true }).selectOption('rowing');
  await found(new URL(page.url()).pathname + new URL(page.url()).search, 'Tram crew', 'Create the team');
  const { items: teams } = await read<{ items: { name: string }[] }>(page, '/api/users/me/teams');
  expect(teams.filter(({ name }) => name === 'Tram crew')).toHaveLength(1);
  expect(faults.splice(0).filter(isNotOffline)).toEqual([]);
});
