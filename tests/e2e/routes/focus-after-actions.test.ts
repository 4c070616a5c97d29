// After each action the focus is where the work goes on, and a live region has said the result: one row for each
// action of a trainee and of a coach, done with the keyboard.
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
  request,
} from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password, storedOnDevice } from '../../support/browser/people.ts';
import { keepsFocus, settled } from '../../support/browser/settled.ts';
import {
  buildAbsence,
  buildEvent,
  buildInvitation,
  buildMembership,
  buildOffer,
  buildPayment,
  buildPerson,
  buildPlace,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
let product: OwnProduct;
let world: Awaited<ReturnType<typeof buildWorld>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await openProduct();
  world = await buildWorld(product);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

/** Ada is a trainee of a team that Cleo coaches. */
async function buildWorld({ db, ada }: OwnProduct) {
  const cleo = await buildUser(db, {
    username: 'cleo',
    name: 'Cleo Claes',
    is_coach: 1,
    locale: 'en-GB',
    password_hash: await hashPassword(password),
  });
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: cleo.id, team_id: team.id, role: 'owner' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id });
  return { db, ada, cleo, team };
}
type World = typeof world;
type Given = Partial<Parameters<typeof buildEvent>[1]>;

let built = 0;
/** One for all: midnight may pass while they run. */
const begun = Date.now();
/** An event of the team; each is earlier than the ones before, so that it is the first of every list. */
async function event({ db, team }: World, given: Given = {}) {
  built += 1;
  const day = new Date(begun + (80 - built) * 86_400_000).toISOString().slice(0, 10);
  return buildEvent(db, {
    name: `Training ${built}`,
    owner_team_id: team.id,
    teams: [team.id],
    visibility: 'public',
    time_zone: 'Europe/Brussels',
    starts_at: `${day}T17:00:00.000Z`,
    ends_at: `${day}T18:30:00.000Z`,
    ...given,
  });
}
type Event = Awaited<ReturnType<typeof event>>;

/** What a row works with: the page, the event that was built for it, and everyone. */
type Scene = World & { page: Page; context: BrowserContext; event: Event };
type Row = {
  screen: string;
  action: string;
  /** Prepares the data. */
  given?: (world: World, event: Event) => Promise<unknown>;
  path: (scene: Scene) => string;
  /** Before the page is opened. */
  before?: (scene: Scene) => Promise<unknown>;
  /** With `press`, which uses the keyboard. */
  act: (scene: Scene) => Promise<unknown>;
  focus: (scene: Scene) => Locator;
  says: RegExp;
  /** What no live region says, because another one says the result. */
  saysNot?: RegExp;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The name of a button in a list ends with the date of its event. */
const dated = (name: string) => new RegExp(`^${name}, `);
async function press(control: Locator) {
  // Disabled, as a sheet's action is until its numbers are there, it would pass the key on to "Close".
  await expect.poll(() => control.isEnabled()).toBe(true);
  await control.focus();
  await control.press('Enter');
}
/** What the page loads beside its screen, it cannot load any more without a connection. */
async function goOffline({ page, context }: Scene) {
  // The button that tells of waiting changes; it is empty here.
  await page.locator('[role=status][data-bar]').waitFor({ state: 'attached' });
  await context.setOffline(true);
}
const card = ({ page }: Scene) => page.locator('[data-action]');
const rowOf = ({ page, event: { name } }: Scene) => page.locator('li', { hasText: name });
const title = ({ page }: Scene) => page.getByRole('heading', { level: 1 });
const statusLine =
  (text: string | RegExp) =>
  ({ page }: Scene) =>
    page.locator('p[tabindex="-1"]', { hasText: text });
const eventPath = ({ event: { id } }: Scene) => `/my/events/${id}`;
const going = ({ db, ada }: World, { id }: Event) =>
  buildRegistration(db, { event_id: id, person_id: ada.id });
const anotherMember = async ({ db, team }: World, name: string) => {
  const user = await buildUser(db, { name });
  await buildMembership(db, { person_id: user.id, team_id: team.id });
  return user;
};

async function cancelEvent({ page }: Scene) {
  await press(button(page, 'More actions'));
  await press(button(page, 'Cancel this event'));
  await press(button(page, 'Cancel the event'));
  await page.getByText('Cancelled', { exact: true }).waitFor();
}

/** The earlier result goes with the answer, in an effect of its own. What is read aloud is not part of the page. */
const isGone = ({ page }: Scene, text: RegExp) =>
  expect.poll(() => page.getByRole('main').getByText(text).count()).toBe(0);

const happensNow = ({ db }: World, { id }: Event) => {
  const [starts_at, ends_at] = [0, 3_600_000].map((ms) => new Date(begun + ms).toISOString());
  return db.updateTable('events').set({ starts_at, ends_at }).where('id', '=', id).execute();
};

const refuse = (route: Route, detail = 'No longer.') =>
  route.fulfill({
    status: 409,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: 'No', status: 409, code: 'not_permitted', detail },
  });

/** Three lines on a phone. */
const longReason =
  'You can no longer change this place, because you have left the team. Ask one of its coaches to do it.';

/** Of this moment: after 30 days an invitation is over. */
const invite = (db: World['db'], { id: user_id }: { id: string }, { id: team_id }: { id: string }) =>
  buildInvitation(db, { user_id, team_id, updated_at: new Date(begun).toISOString() });

/** The series of a row's event. */
let seriesId = '';

const daysAway = (from: number, to: number) => {
  const [from_day = '', to_day = ''] = [from, to].map((days) =>
    new Date(begun + days * 86_400_000).toISOString().slice(0, 10),
  );
  return { from_day, to_day };
};

const trainee: Row[] = [
  {
    screen: 'home',
    action: 'Going',
    path: () => '/',
    act: ({ page, event }) => press(button(page, dated(`Going: ${event.name}`))),
    focus: rowOf,
    says: /^You're in: Training/,
  },
  {
    screen: 'my events',
    action: "Can't go",
    path: () => '/my/events?tab=needsReply',
    act: ({ page, event }) => press(button(page, dated(`Can't go: ${event.name}`))),
    focus: rowOf,
    says: /^You can't come: Training/,
  },
  {
    screen: 'my events',
    action: 'Change, and another answer',
    path: () => '/my/events?tab=needsReply',
    act: async ({ page, event }) => {
      await press(button(page, dated(`Can't go: ${event.name}`)));
      await press(button(page, dated(`Change: ${event.name}`)));
      await press(button(page, dated(`Going: ${event.name}`)));
    },
    focus: rowOf,
    says: /^You're in: Training/,
  },
  {
    screen: 'my events, offline',
    action: 'Going',
    path: () => '/my/events?tab=needsReply',
    act: async (scene) => {
      const { page, event } = scene;
      await goOffline(scene);
      await press(button(page, dated(`Going: ${event.name}`)));
      await button(page, dated(`Undo: ${event.name}`)).waitFor();
    },
    focus: rowOf,
    says: /waiting to be sent/,
  },
  {
    screen: 'my events, offline',
    action: 'Going, and Undo',
    path: () => '/my/events?tab=needsReply',
    act: async (scene) => {
      const { page, event } = scene;
      await goOffline(scene);
      await press(button(page, dated(`Going: ${event.name}`)));
      await press(button(page, dated(`Undo: ${event.name}`)));
    },
    focus: rowOf,
    says: /^Undone: Going: Training/,
  },
  {
    screen: 'event',
    action: 'Going',
    path: eventPath,
    act: ({ page }) => press(button(page, 'Going')),
    focus: card,
    says: /^You're in: Training/,
  },
  {
    screen: 'event',
    action: 'Maybe',
    path: eventPath,
    act: ({ page }) => press(button(page, 'Maybe')),
    focus: ({ page }) => button(page, 'Maybe'),
    says: /^You said maybe: Training/,
  },
  {
    screen: 'event',
    action: "Can't go",
    path: eventPath,
    act: ({ page }) => press(button(page, "Can't go")),
    focus: ({ page }) => button(page, "Can't go"),
    says: /^You can't come: Training/,
  },
  {
    screen: 'event',
    action: 'giving up a place',
    given: going,
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'Give up my place'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Give up my place' }));
    },
    focus: card,
    says: /^You cancelled: Training/,
  },
  {
    screen: 'event',
    action: 'keeping a place',
    given: going,
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'Give up my place'));
      await press(button(page, 'Keep my place'));
    },
    focus: ({ page }) => button(page, 'Give up my place'),
    says: /^$/,
  },
  {
    screen: 'home, offline',
    action: 'Going, and Cancel in the waiting changes',
    path: () => '/',
    act: async (scene) => {
      const { page, event } = scene;
      await goOffline(scene);
      await press(button(page, dated(`Going: ${event.name}`)));
      await press(button(page, dated(`Cancel: Going: ${event.name}`)));
    },
    focus: title,
    says: /^Undone: Going: Training/,
  },
  {
    screen: 'home',
    action: 'Going, refused, and Dismiss in the waiting changes',
    path: () => '/',
    act: async (scene) => {
      const { page, context, db, event } = scene;
      await goOffline(scene);
      await press(button(page, dated(`Going: ${event.name}`)));
      // It waits only now: a refusal while it is still being sent would be shown on the card alone.
      await button(page, dated(`Undo: ${event.name}`)).waitFor();
      const cancelled = { event_status: 'EventCancelled' } as const;
      await db.updateTable('events').set(cancelled).where('id', '=', event.id).execute();
      await context.setOffline(false);
      await press(button(page, dated(`Dismiss: Going: ${event.name}`)));
    },
    focus: title,
    says: /^Dismissed: Going: Training/,
  },
  {
    screen: 'payment',
    action: 'a place paid in cash',
    given: async (scene, { id: event_id }) => {
      const { id: offer_id } = await buildOffer(scene.db, { event_id, accepts_offline: 1 });
      await buildRegistration(scene.db, {
        event_id,
        offer_id,
        person_id: scene.ada.id,
        state: 'pendingPayment',
        hold_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
    },
    path: (scene) => `${eventPath(scene)}/payment`,
    act: async ({ page }) => {
      await press(button(page, 'Pay in cash instead'));
      await press(page.getByRole('dialog').getByRole('button', { name: /cash/i }));
    },
    focus: ({ page }) => page.getByRole('region', { name: 'Payment' }),
    says: /You're in/,
  },
  {
    screen: 'my events',
    action: "I'm away",
    path: () => '/my/events',
    act: async ({ page }) => {
      await press(button(page, "I'm away…"));
      await page.getByLabel('Last day').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
      await press(button(page, 'Save'));
    },
    focus: statusLine(/\S/),
    says: /^Saved\./,
  },
  {
    screen: 'my events',
    action: "I'm back",
    path: () => '/my/events',
    act: ({ page }) => press(page.getByRole('button', { name: /^I'm back: Away/ }).first()),
    focus: statusLine(/\S/),
    says: /back/i,
  },
  {
    screen: 'settings',
    action: 'ending a device',
    given: async () => {
      const context = await browser.newContext({ baseURL: product.origin });
      await openSession(context, 'ada', password);
      await context.close();
    },
    path: () => '/my/settings',
    act: async ({ page }) => {
      await press(page.getByRole('button', { name: /^Sign out (?!everywhere)\S+/ }).first());
      await press(page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }));
    },
    focus: ({ page }) => page.getByRole('region', { name: 'Devices' }),
    says: /is signed out\.$/,
  },
  {
    screen: 'settings',
    action: 'a calendar link, and turning it off',
    path: () => '/my/settings',
    act: async ({ page }) => {
      await press(button(page, 'Add to a calendar'));
      await press(button(page, 'Create calendar link'));
      const made = page.getByRole('dialog', { name: 'Your calendar link' });
      await made.waitFor();
      await page.keyboard.press('Escape');
      // As it closes, the focus goes back to what opened it. Not by its role, which ends before the page knows that it was closed.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await press(button(page, 'Turn off'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Turn off' }));
    },
    focus: ({ page }) => page.getByRole('region', { name: 'Calendars' }),
    says: /^The calendar link is off\.$/,
  },
  {
    screen: 'settings',
    action: 'clearing what is saved',
    path: () => '/my/settings',
    act: async ({ page }) => {
      // What this page has saved itself counts at its next start.
      await expect.poll(() => storedOnDevice(page)).toContain('/api/');
      await page.reload();
      await keepsFocus(page);
      await press(button(page, 'Clear'));
    },
    focus: ({ page }) => page.getByRole('region', { name: 'Without a connection' }),
    says: /^Cleared\./,
  },
  {
    screen: 'my teams',
    action: 'accepting an invitation',
    given: async ({ db, ada }) => {
      const team = await buildTeam(db, { name: 'Citadel Runners' });
      await invite(db, ada, team);
    },
    path: () => '/my/teams',
    act: ({ page }) => press(button(page, 'Accept')),
    focus: title,
    says: /^Done: Accepting the invitation to Citadel Runners/,
  },
  {
    screen: 'my teams',
    action: 'declining one of two invitations',
    given: async ({ db, ada }) => {
      for (const name of ['Gent A', 'Gent B']) {
        const team = await buildTeam(db, { name });
        await invite(db, ada, team);
      }
    },
    path: () => '/my/teams',
    act: ({ page }) => press(button(page, 'Decline').first()),
    focus: ({ page }) => page.locator('li', { hasText: /Gent [AB]/ }),
    says: /^Done: Declining the invitation to Gent/,
  },
  {
    screen: 'my profile',
    action: 'saving it',
    path: () => '/my/profile/edit',
    act: async ({ page }) => {
      await page.getByLabel('About me').fill(`Left wing ${Date.now()}`);
      await press(button(page, 'Save'));
      await page.waitForURL('**/my/profile');
    },
    focus: title,
    says: /saved/i,
  },
  {
    screen: 'notifications',
    action: 'marking all as read',
    given: async ({ team }) => {
      const coach = await browser.newContext({ baseURL: product.origin });
      await openSession(coach, 'cleo', password);
      const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
      await coach.request.post('/api/events', {
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        data: {
          name: 'Extra training',
          kind: 'training',
          timeZone: 'Europe/Brussels',
          startsAt: `${day}T17:00:00.000Z`,
          endsAt: `${day}T18:00:00.000Z`,
          owner: { kind: 'team', id: team.id },
          publication: 'published',
        },
      });
      await coach.close();
    },
    path: () => '/my/notifications',
    act: ({ page }) => press(button(page, 'Mark all as read')),
    focus: title,
    says: /^All notifications are read\.$/,
  },
  {
    screen: 'notifications',
    action: 'showing older ones',
    given: async ({ db, ada }, { id: event_id }) => {
      for (let count = 0; count < 25; count += 1)
        await db
          .insertInto('notifications')
          .values({
            id: crypto.randomUUID(),
            user_id: ada.id,
            kind: 'eventChanged',
            event_id,
            created_at: new Date(Date.now() - count * 60_000).toISOString(),
          })
          .execute();
    },
    path: () => '/my/notifications',
    act: ({ page }) => press(button(page, 'Show older')),
    focus: ({ page }) => page.locator('#list [data-row]').nth(20).getByRole('link'),
    says: /^\d+ more are shown\.$/,
  },
  {
    screen: 'invite link',
    action: 'joining, which the server refuses',
    given: ({ db }) => buildTeam(db, { name: 'Gent Rowers', invite_code: 'rowers' }),
    path: () => '/teams/join/rowers',
    act: async ({ page }) => {
      await page.route('**/membership', (route) => refuse(route));
      await press(button(page, 'Join the team'));
    },
    focus: ({ page }) => button(page, 'Join the team'),
    says: /^No longer\.$/,
    saysNot: /^Saved on this device/,
  },
  {
    screen: 'series',
    action: 'Going for a range without days, twice',
    given: async ({ db }, { id, startsAt }) => {
      const { id: series_id } = await buildSeries(db);
      seriesId = series_id;
      await db
        .updateTable('events')
        .set({ series_id, recurrence_id: startsAt })
        .where('id', '=', id)
        .execute();
    },
    path: () => `/series/${seriesId}`,
    act: async ({ page }) => {
      await page.getByLabel('Which dates').selectOption('days');
      const last = page.getByLabel('To', { exact: true });
      await press(page.getByRole('button', { name: /^Going to/ }));
      await expect.poll(() => last.evaluate((field) => field === document.activeElement)).toBe(true);
      await press(page.getByRole('button', { name: /^Going to/ }));
    },
    focus: ({ page }) => page.getByLabel('To', { exact: true }),
    says: /^$/,
  },
  {
    screen: 'my events, offline',
    action: "I'm back, and Undo",
    given: ({ db, ada }) => buildAbsence(db, { person_id: ada.id, ...daysAway(-1, 2) }),
    path: () => '/my/events',
    act: async (scene) => {
      const { page } = scene;
      await goOffline(scene);
      await press(page.getByRole('button', { name: /^I'm back: Away/ }));
      await press(page.getByRole('button', { name: /^Undo: Away/ }));
    },
    focus: ({ page }) => page.getByRole('region', { name: /^Away until/ }),
    says: /^Undone: I'm back: Away/,
  },
  {
    screen: 'check in',
    action: 'trying again without an answer',
    given: happensNow,
    path: (scene) => `${eventPath(scene)}/here#1.code`,
    before: ({ page }) => page.route('**/check-in', (route) => route.abort()),
    act: async ({ page }) => {
      await page
        .getByRole('main')
        .getByText(/^Training/)
        .waitFor();
      await page.evaluate(() => globalThis.said.splice(0));
      await press(button(page, 'Try again'));
    },
    focus: ({ page }) => button(page, 'Try again'),
    says: /^We didn't get an answer/,
    saysNot: /Training/,
  },
  {
    screen: 'home',
    action: 'Going, which fails, and Try now, which fails again',
    path: () => '/',
    act: async ({ page, event }) => {
      // The server's own answer: another one would look like a network that is gone, where nothing can be tried.
      await page.route('**/registration', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          headers: { 'x-server-time': String(Date.now()) },
          json: { type: 'about:blank', title: 'No', status: 503, code: 'unavailable', detail: 'Later.' },
        }),
      );
      await press(button(page, dated(`Going: ${event.name}`)));
      await press(button(page, 'Try now'));
    },
    focus: ({ page }) => button(page, 'Try now'),
    says: /^Not sent yet\.$/,
  },
  {
    screen: 'my events',
    action: 'Going offline, and Join waitlist in the waiting changes',
    given: ({ db }, { id }) =>
      db
        .updateTable('events')
        .set({ maximum_attendee_capacity: 1, waitlist_enabled: 1 })
        .where('id', '=', id)
        .execute(),
    path: () => '/my/events?tab=needsReply',
    act: async (scene) => {
      const { page, context, db, event } = scene;
      await goOffline(scene);
      await press(button(page, dated(`Going: ${event.name}`)));
      await button(page, dated(`Undo: ${event.name}`)).waitFor();
      const { id: person_id } = await buildUser(db);
      await buildRegistration(db, { event_id: event.id, person_id });
      await context.setOffline(false);
      await page.getByText("It's full now. Join the waitlist?").waitFor();
      await press(page.locator('[data-bar] button', { hasText: 'needs you' }));
      await press(button(page, dated(`Join waitlist: Going: ${event.name}`)));
    },
    focus: ({ page }) => page.getByRole('dialog', { name: 'Waiting changes' }),
    says: /^Done: Joining the waitlist: Training/,
  },
];

/** The id of a team with more members than one page shows. */
let crowd = '';

/** The event is renamed in another session: a device hears nothing of its own changes. */
async function renameElsewhere({ event: { id } }: Scene) {
  const elsewhere = await request.newContext({ baseURL: product.origin });
  await openSession({ request: elsewhere }, 'cleo', password);
  const { version } = await (await elsewhere.get(`/api/events/${id}`)).json();
  const answer = await elsewhere.patch(`/api/events/${id}`, {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: { version, name: 'Theirs' },
  });
  expect(answer.status()).toBe(200);
  await elsewhere.dispose();
}
const conflicts = (page: Page) => page.getByRole('heading', { name: 'This has changed in the meantime' });
async function saveOverOthers(scene: Scene) {
  const { page } = scene;
  await page.getByLabel('Name').fill('Mine');
  await press(button(page, 'Save'));
  await page.getByRole('dialog').waitFor();
  await renameElsewhere(scene);
  await press(button(page, 'Save changes'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await conflicts(page).waitFor();
}

const coach: Row[] = [
  {
    screen: 'team',
    action: 'showing more members',
    given: async ({ db, cleo }) => {
      ({ id: crowd } = await buildTeam(db, { name: 'Everyone' }));
      await buildMembership(db, { person_id: cleo.id, team_id: crowd, role: 'owner' });
      for (let count = 0; count < 54; count += 1) {
        const { id } = await buildUser(db, { name: `Member ${String(count).padStart(2, '0')}` });
        await buildMembership(db, { person_id: id, team_id: crowd });
      }
    },
    path: () => `/teams/${crowd}?members=active`,
    act: ({ page }) =>
      press(page.getByRole('region', { name: 'Members' }).getByRole('button', { name: 'Show more' })),
    focus: ({ page }) => page.getByRole('region', { name: 'Members' }).locator('[data-row]').nth(50),
    says: /^5 more are shown\.$/,
  },
  {
    screen: 'team',
    action: 'Enter in an empty invitation',
    path: ({ team }) => `/teams/${team.id}?members=active`,
    act: async ({ page }) => {
      await press(button(page, 'Invite'));
      await press(page.getByLabel('Username or e-mail'));
    },
    focus: ({ page }) => page.getByLabel('Username or e-mail'),
    says: /^Enter a username or an e-mail address$/,
  },
  {
    screen: 'team',
    action: 'inviting someone',
    path: ({ team }) => `/teams/${team.id}?members=active`,
    act: async ({ page }) => {
      await press(button(page, 'Invite'));
      await page.getByLabel('Username or e-mail').fill('someone@example.com');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Invite' }));
      await expect.poll(() => page.getByLabel('Username or e-mail').inputValue()).toBe('');
    },
    focus: ({ page }) => page.getByLabel('Username or e-mail'),
    says: /^someone@example.com is invited\.$/,
  },
  {
    screen: 'team',
    action: 'asking to remove someone without an account',
    given: async ({ db, team }) => {
      const { id: person_id } = await buildPerson(db, { name: 'Zoë Managed' });
      await buildMembership(db, { person_id, team_id: team.id });
    },
    path: ({ team }) => `/teams/${team.id}?members=active`,
    act: async ({ page }) => {
      await press(button(page, 'Edit Zoë Managed'));
      await press(button(page, 'Remove…'));
    },
    focus: ({ page }) => button(page, 'Yes, remove Zoë Managed'),
    says: /^Zoë Managed leaves the team/,
  },
  {
    screen: 'attendance',
    action: 'dismissing a mark that was not accepted',
    given: happensNow,
    path: (scene) => `${eventPath(scene)}/attendance`,
    act: async ({ page }) => {
      await page.route('**/attendance/*', (route) => refuse(route));
      await press(page.getByRole('button', { name: /^Ada Mertens/ }));
      await press(button(page, 'Dismiss'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }));
    },
    focus: title,
    says: /^One mark is dismissed\.$/,
  },
  {
    screen: 'calendar',
    action: 'choosing a team',
    path: () => '/my/calendar',
    act: ({ page, team }) => press(page.getByRole('link', { name: team.name }).first()),
    focus: ({ page, team }) => page.getByRole('link', { name: team.name }).first(),
    says: /^Shown: KV Rooigem U1[23]$/,
  },
  {
    screen: 'event',
    action: 'publishing a draft',
    given: ({ db }, { id }) =>
      db.updateTable('events').set({ publication: 'draft' }).where('id', '=', id).execute(),
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'Publish'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    },
    focus: statusLine(/^Published\./),
    says: /^Published\./,
  },
  {
    screen: 'edit event',
    action: 'saving what another coach has changed',
    path: (scene) => `${eventPath(scene)}/edit`,
    act: saveOverOthers,
    focus: ({ page }) => conflicts(page),
    says: /^$/,
  },
  {
    screen: 'edit event',
    action: 'that, and choosing which to keep',
    path: (scene) => `${eventPath(scene)}/edit`,
    act: async (scene) => {
      await saveOverOthers(scene);
      await press(button(scene.page, 'Keep mine: Name'));
    },
    focus: ({ page }) => button(page, 'Save'),
    says: /^$/,
  },
  {
    screen: 'edit event',
    action: 'typing, while another coach saves',
    path: (scene) => `${eventPath(scene)}/edit`,
    act: async (scene) => {
      const { page } = scene;
      await page.getByLabel('Name').fill('Mine');
      await page.getByLabel('Kind').focus();
      await renameElsewhere(scene);
      await conflicts(page).waitFor();
    },
    focus: ({ page }) => page.getByLabel('Kind'),
    says: /^This has changed in the meantime$/,
  },
  {
    screen: 'new event',
    action: 'publishing it',
    path: () => '/my/events/new',
    act: async ({ page }) => {
      await page.getByLabel('Name').fill('Extra training');
      await press(button(page, 'Publish'));
      await press(page.getByRole('dialog').getByRole('button', { name: /^Publish/ }));
      await page.getByRole('heading', { level: 1, name: 'Extra training' }).waitFor();
    },
    focus: title,
    says: /^Published\./,
  },
  {
    screen: 'edit team',
    action: 'saving it',
    path: ({ team }) => `/teams/${team.id}/edit`,
    act: async ({ page }) => {
      await page.getByLabel('Name').fill('KV Rooigem U13');
      await press(button(page, 'Save'));
      await page.waitForURL(/teams\/[^/]+$/);
    },
    focus: title,
    says: /^Saved\.$/,
  },
  {
    screen: 'my places',
    action: 'saving a place',
    given: async ({ db, team }) => buildPlace(db, { name: 'Field One', owner_team_id: team.id }),
    path: () => '/my/places',
    act: async ({ page }) => {
      await press(button(page, 'Edit Field One'));
      await page.getByRole('dialog').getByLabel('Name').fill('Field Two');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
      // The outbox announces it, and nothing else does.
      await expect.poll(() => page.locator('#said').textContent()).toMatch(/^Field Two is saved/);
      expect(await page.locator('main [role=status]', { hasText: 'is saved' }).count()).toBe(0);
    },
    focus: ({ page }) => button(page, 'Edit Field Two'),
    says: /^Field Two is saved/,
  },
  {
    screen: 'import matches',
    action: 'importing two',
    path: ({ team }) => `/teams/${team.id}/fixtures`,
    act: async ({ page }) => {
      await page
        .getByLabel('Or paste a table')
        .fill('date,time,opponent,place\n2030-03-02,15:00,Lys United,Gent\n2030-03-09,15:00,Coupure,Gent');
      await press(button(page, 'Read the table'));
      await press(button(page, 'Import 2 matches'));
    },
    focus: statusLine(/2 matches/),
    says: /2 matches/,
  },
  {
    screen: 'import matches',
    action: 'importing one, and undoing it',
    path: ({ team }) => `/teams/${team.id}/fixtures`,
    act: async ({ page }) => {
      await page
        .getByLabel('Or paste a table')
        .fill('date,time,opponent,place\n2031-03-02,15:00,Sint-Denijs,Gent');
      await press(button(page, 'Read the table'));
      await press(button(page, 'Import 1 match'));
      await press(page.getByRole('button', { name: /^Undo: 1 match imported/ }));
    },
    focus: statusLine(/^1 match removed/),
    says: /^1 match removed/,
  },
  {
    screen: 'event',
    action: 'postponing',
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'More actions'));
      await press(button(page, 'Postpone'));
      await press(page.getByRole('dialog').getByRole('button', { name: /^Postpone/ }));
    },
    focus: statusLine(/^Postponed\./),
    says: /^Postponed\./,
  },
  {
    screen: 'event',
    action: 'archiving and restoring',
    given: ({ db }, { id }) =>
      db.updateTable('events').set({ publication: 'archived' }).where('id', '=', id).execute(),
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'More actions'));
      await press(button(page, 'Restore from the archive'));
    },
    focus: ({ page }) => button(page, 'More actions'),
    says: /^Done: Restore Training/,
  },
  {
    screen: 'event',
    action: 'deleting a draft',
    given: ({ db }, { id }) =>
      db.updateTable('events').set({ publication: 'draft' }).where('id', '=', id).execute(),
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'More actions'));
      await press(button(page, 'Delete'));
      await press(page.getByRole('dialog').getByRole('button', { name: /^Delete/ }));
      await page.waitForURL('**/my/events*');
    },
    focus: title,
    says: /deleted/i,
  },
  {
    screen: 'event',
    action: 'approving a request',
    given: async (scene, { id }) => {
      await scene.db.updateTable('events').set({ join_policy: 'approval' }).where('id', '=', id).execute();
      const { id: person_id } = await anotherMember(scene, 'Bo Asker');
      await buildRegistration(scene.db, { event_id: id, person_id, state: 'pendingApproval' });
    },
    path: eventPath,
    act: ({ page }) => press(button(page, 'Approve Bo Asker')),
    focus: ({ page }) => page.locator('[data-people]'),
    says: /Bo Asker/,
  },
  {
    screen: 'event',
    action: 'removing someone',
    given: async (scene, { id }) => {
      const { id: person_id } = await anotherMember(scene, 'Mia Gone');
      await buildRegistration(scene.db, { event_id: id, person_id });
    },
    path: eventPath,
    act: async ({ page }) => {
      await page.locator('summary', { hasText: 'Going' }).click();
      await press(button(page, "Change Mia Gone's reply"));
      await press(button(page, 'Remove from the event'));
    },
    focus: ({ page }) => page.locator('[data-people]'),
    says: /Mia Gone/,
  },
  {
    screen: 'event',
    action: 'reminding those without an answer',
    path: eventPath,
    act: async ({ page }) => {
      await page.locator('summary', { hasText: 'No answer' }).click();
      await press(page.getByRole('button', { name: /^Remind/ }));
    },
    focus: statusLine(/^Reminded/),
    says: /^Reminded/,
  },
  {
    screen: 'team',
    action: 'letting someone in',
    given: async ({ db, team }) => {
      const { id } = await buildUser(db, { name: 'Pia Asks' });
      await buildMembership(db, { person_id: id, team_id: team.id, status: 'requested' });
    },
    path: ({ team }) => `/teams/${team.id}?members=requested`,
    act: ({ page }) => press(button(page, 'Let Pia Asks in')),
    focus: ({ page }) => page.getByRole('region', { name: 'Members' }),
    says: /^Pia Asks is a member now\.$/,
  },
  {
    screen: 'event',
    action: 'publishing a draft, and cancelling it',
    given: ({ db }, { id }) =>
      db.updateTable('events').set({ publication: 'draft' }).where('id', '=', id).execute(),
    path: eventPath,
    act: async (scene) => {
      const { page } = scene;
      await press(button(page, 'Publish'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
      await statusLine(/^Published\./)(scene).waitFor();
      await cancelEvent(scene);
      await isGone(scene, /^Published\./);
    },
    focus: ({ page }) => button(page, 'More actions'),
    says: /^Cancelled: Training/,
  },
  {
    screen: 'new event',
    action: 'publishing it, and cancelling it',
    path: () => '/my/events/new',
    act: async (scene) => {
      const { page } = scene;
      await page.getByLabel('Name').fill('Short-lived');
      await press(button(page, 'Publish'));
      await press(page.getByRole('dialog').getByRole('button', { name: /^Publish/ }));
      await page.getByRole('heading', { level: 1, name: 'Short-lived' }).waitFor();
      await page
        .getByRole('main')
        .getByText(/^Published\./)
        .waitFor();
      await cancelEvent(scene);
      await isGone(scene, /^Published\./);
    },
    focus: ({ page }) => button(page, 'More actions'),
    says: /^Cancelled: Short-lived/,
  },
  {
    screen: 'event',
    action: 'archiving it',
    given: ({ db }, { id }) =>
      db.updateTable('events').set({ event_status: 'EventCancelled' }).where('id', '=', id).execute(),
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'More actions'));
      await press(button(page, 'Archive'));
      await page.getByText('Archived', { exact: true }).waitFor();
    },
    focus: ({ page }) => button(page, 'More actions'),
    says: /^Archived\. You'll find it under Past/,
    saysNot: /^Done/,
  },
  {
    screen: 'event',
    action: 'Enter in a duplicate without a day',
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'More actions'));
      await press(button(page, 'Duplicate'));
      const day = page.getByRole('dialog').getByLabel('Day');
      await day.fill('');
      await day.press('Enter');
    },
    focus: ({ page }) => page.getByRole('dialog').getByLabel('Day'),
    says: /^Choose a day\.$/,
  },
  {
    screen: 'event',
    action: 'settling a payment in cash',
    given: async (scene, { id: event_id }) => {
      const { id: offer_id } = await buildOffer(scene.db, { event_id, accepts_offline: 1 });
      const { id: person_id } = await anotherMember(scene, 'Cas Cash');
      const { id } = await buildRegistration(scene.db, { event_id, offer_id, person_id });
      await buildPayment(scene.db, { registration_id: id, provider: 'offline', state: 'offlineDue' });
    },
    path: eventPath,
    act: async ({ page }) => {
      await press(button(page, 'Payment of Cas Cash'));
      await press(button(page, 'I have received €12.50'));
    },
    focus: ({ page }) => page.locator('[data-people]'),
    says: /^Received €12\.50 from Cas Cash$/,
  },
  {
    screen: 'attendance',
    action: 'a mark that was not accepted, which leaves nothing to undo',
    given: happensNow,
    path: (scene) => `${eventPath(scene)}/attendance`,
    act: async ({ page }) => {
      await page.route('**/attendance/*', (route) => refuse(route));
      await press(page.getByRole('button', { name: /^Ada Mertens/ }));
      await button(page, 'Dismiss').waitFor();
      await button(page, 'Undo').waitFor();
    },
    focus: ({ page }) => page.getByRole('button', { name: /^Ada Mertens/ }),
    says: /^Ada Mertens: not accepted/,
  },
  {
    screen: 'my places',
    action: 'saving a place that the server refuses',
    given: async ({ db, team }) => buildPlace(db, { name: 'Field Three', owner_team_id: team.id }),
    path: () => '/my/places',
    act: async ({ page }) => {
      await page.route('**/api/places/*', (route) => refuse(route, longReason));
      await press(button(page, 'Edit Field Three'));
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
      await page.getByRole('dialog').getByLabel('Name').fill('Field Four');
      await press(save);
      await page.getByRole('alert').getByText(longReason).waitFor();
      await expect
        .poll(() => save.evaluate((shown) => shown.getBoundingClientRect().bottom))
        .toBeLessThan(844);
    },
    focus: ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Save' }),
    says: /^You can no longer/,
  },
];

const live = '[role=status], [role=alert], [aria-live=polite]';

/** Collects what live regions say, from the first script on. */
function listen() {
  const said: string[] = [];
  Object.assign(window, { said });
  const region = '[role=status]:not([aria-live=off]), [role=alert], [aria-live=polite]';
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const text = element?.closest(region)?.textContent?.trim();
      if (text) said.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Whether one of the elements has the focus; else what has it. */
const focused = (expected: Element[]) => {
  const active = document.activeElement as Element;
  return expected.includes(active) ? 'expected' : active.outerHTML.slice(0, 160);
};

/** Where the focus is: of what is higher than the window, a part is enough. */
function placeOfFocus() {
  const { activeElement: focused } = document;
  if (!focused || focused === document.body) return 'lost';
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? 'in view' : `${focused.outerHTML.slice(0, 160)} at ${top}`;
}

describe.each([
  ['ada', trainee],
  ['cleo', coach],
] as const)('as %s', (username, rows) => {
  test.each(rows)('$screen: after $action', async ({ given, before, path, act, focus, says, saysNot }) => {
    const planned = await event(world);
    await given?.(world, planned);
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      timezoneId: 'Europe/Brussels',
      serviceWorkers: 'block',
    });
    onTestFinished(() => context.close());
    await openSession(context, username, password);
    await context.addInitScript(listen);
    const page = await context.newPage();
    const scene = { ...world, page, context, event: planned };
    await before?.(scene);
    await page.goto(path(scene));
    await settled(page);
    await keepsFocus(page);
    await act(scene);
    await expect.poll(() => focus(scene).evaluateAll(focused)).toBe('expected');
    const said = () => page.evaluate(() => ['', ...globalThis.said]);
    await expect.poll(said).toContainEqual(expect.stringMatching(says));
    // Where it stays: what loads afterwards takes nothing away.
    await settled(page);
    expect(await page.evaluate(placeOfFocus)).toBe('in view');
    if (saysNot) expect(await said()).not.toContainEqual(expect.stringMatching(saysNot));
    // A live region within another is said twice.
    expect(
      await page
        .locator(`:is(${live}) :is(${live})`)
        .evaluateAll((inner) => inner.map(({ outerHTML }) => outerHTML)),
    ).toEqual([]);
  });
});
