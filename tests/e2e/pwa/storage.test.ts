// docs/quality.md, "The installed app" 8: a device that keeps nothing, garbage, or no more. The app runs on it, says what it cannot
// keep, and loses nothing that was promised.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openPhone, openSession, timersTake, visit } from '../../support/browser/browser.ts';
import {
  elsewhere,
  newPerson,
  openEvent,
  password,
  signInAs,
  storedOnDevice,
} from '../../support/browser/people.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const saved = 'Saved on this device, will be sent';
const notSavedMessage = /won't let Sideline keep your change for later/;

type InitScript = string | (() => void);
/** A phone with this storage fault from before the app's first line. */
async function phone(...broken: InitScript[]) {
  const { page, context, faults } = await visit(browser, { serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  for (const script of broken) await context.addInitScript(script);
  // Console errors of requests are not about the storage.
  const thrown = () => faults.filter((fault) => !fault.includes('Failed to load resource'));
  return { page, context, thrown };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-phone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The phone whose storage is in `folder`. */
async function phoneIn(folder: string) {
  const { page, context } = await openPhone(folder);
  onTestFinished(() => context.close());
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  return { page, context, thrown };
}

/** A new user, signed in on such a phone, with an open event that has a free place. */
async function atEvent(...broken: InitScript[]) {
  const person = await newPerson('Noor Unkept');
  const event = await openEvent();
  const device = await phone(...broken);
  await openSession(device.context, person.username, password);
  await openAt(device.page, event.id);
  await installed(device.page);
  return { ...device, person, event };
}

async function openAt(page: Page, eventId: string) {
  await page.goto(`/my/events/${eventId}`);
  await page.getByRole('button', { name: 'Going', exact: true }).waitFor();
}

const reply = (page: Page, name = 'Going') => page.getByRole('button', { name, exact: true }).click();
const isIn = (page: Page) => page.getByText("You're in", { exact: true }).waitFor();

/** Fills the phone's storage completely. */
async function fill(page: Page) {
  const { url: origin } = await startedProduct();
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
}

/** A full device, as a database reports it at every write. */
const takesNothing = () => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
};

/** Inserts rows into one of the app's databases, beside the existing ones. */
const plant = (page: Page, part: 'answers' | 'outbox', rows: [string, unknown][]) =>
  page.evaluate(
    ([name, planted]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('rows', 'readwrite');
          for (const [key, row] of planted) writing.objectStore('rows').put(row, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [`sideline-${part}`, rows] as const,
  );

const myId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? 'null') as { id: string }).id);

const neverAnswers = () => {
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
};

/** The ticks in which the time-outs of the database pass, each of 100 ms. */
const ticksTake = (ms: number) => timersTake(100, ms);

describe.each<[string, () => void]>([
  [
    'throws',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission.', 'SecurityError');
      };
    },
  ],
  ['never answers', neverAnswers],
  ['is missing', () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })],
])('a device whose database %s', (_, broken) => {
  test('starts the app, reads and replies, and its settings say that nothing is stored', async () => {
    const { page, person, event, thrown } = await atEvent(broken, ticksTake(5));
    await reply(page);
    await isIn(page);
    const server = await elsewhere(person.username);
    expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
    await page.goto('/my/settings');
    await page.getByText("This browser doesn't let Sideline save anything").waitFor();
    expect(thrown()).toEqual([]);
  });

  test('does not promise an offline change, which stays in its form', async () => {
    const { page, context, person, event, thrown } = await atEvent(broken, ticksTake(5));
    const note = page.getByLabel('Note for the coach');
    await page.getByText('Add a note for the coach').click();
    await note.fill('Ten minutes late');
    await context.setOffline(true);
    await reply(page);
    await page.getByText(notSavedMessage).waitFor();
    expect(await note.inputValue()).toBe('Ten minutes late');
    expect(await page.getByText(/will be sent|waiting to be sent/).count()).toBe(0);
    await context.setOffline(false);
    await reply(page);
    await isIn(page);
    const server = await elsewhere(person.username);
    expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });

    await page.goto('/my/profile/edit');
    const about = page.getByLabel('About me');
    await about.fill('Climbs on Mondays');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(notSavedMessage).click();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await about.inputValue()).toBe('Climbs on Mondays');
    expect(thrown()).toEqual([]);
  });
});

/** Opens the database of the outbox only after 50 ticks, which is more than its first time-out has and half of the long one. */
const opensLate = () => {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...names) {
    const opening = open.apply(this, names);
    if (names[0] !== 'sideline-outbox') return opening;
    const late = { result: null as IDBDatabase | null, onupgradeneeded: () => {}, onsuccess: () => {} };
    opening.onupgradeneeded = () => {
      late.result = opening.result;
      late.onupgradeneeded();
    };
    opening.onsuccess = () => {
      late.result = opening.result;
      let left = 50;
      const tick = () => {
        left -= 1;
        if (left < 0) late.onsuccess();
        else setTimeout(tick, 100);
      };
      tick();
    };
    return late as unknown as IDBOpenDBRequest;
  };
};

test('a device whose database is slow still keeps an offline reply', async () => {
  const { page, context, person, event } = await atEvent();
  await context.addInitScript(ticksTake(25));
  await context.addInitScript(opensLate);
  await context.setOffline(true);
  await openAt(page, event.id);
  await reply(page);
  await page.getByText('Going · will be sent').waitFor();
  await context.setOffline(false);
  await isIn(page);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
});

test('the first screen is rendered before the database times out', async () => {
  const { page, context, event } = await atEvent(neverAnswers);
  // A browser that delays the database by two seconds or more never opens it.
  await context.addInitScript(() => {
    const start = setTimeout;
    const startShort = (work: () => void, ms = 0) => (ms < 2000 ? start(work, ms) : 0);
    Object.assign(globalThis, { setTimeout: startShort });
  });
  await openAt(page, event.id);
});

describe('a device with a broken database', () => {
  test('ignores foreign rows, and a queued reply beside them is sent', async () => {
    const { page, context, person, event, thrown } = await atEvent();
    const sent: string[] = [];
    context.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) sent.push(new URL(request.url()).pathname);
    });
    await context.setOffline(true);
    await reply(page);
    await page.getByText(saved).first().waitFor();
    const id = await myId(page);
    const half = { id: 'x', call: 'going', params: {}, body: {}, subject: 's', title: 'Garbage' };
    await plant(page, 'outbox', [
      [`${id} 0`, null],
      [`${id} 1`, 'garbage'],
      [`${id} 2`, { title: 'Garbage' }],
      [`${id} 3`, { ...half, queuedAt: 1, attempts: 0, notBefore: 0, refusal: null }],
    ]);
    await plant(page, 'answers', [
      [`${id} /api/users/me/settings`, null],
      [`${id} /api/users/me/profile`, 'garbage'],
      [`${id} /api/users/me/events?tab=upcoming`, { data: [[]], savedAt: 1, bytes: 1, version: 99 }],
      [`${id} /api/events/${event.id}`, { data: 'garbage', savedAt: Date.now(), bytes: 7, version: 1 }],
    ]);
    const restarted = await context.newPage();
    await page.close();
    await context.setOffline(false);
    await restarted.goto(`/my/events/${event.id}`);
    await isIn(restarted);
    await restarted.getByText(saved).first().waitFor({ state: 'detached' });
    // A new account also saves the device's time zone at some point.
    const replies = sent.filter((path) => path !== '/api/users/me/settings');
    expect(replies).toEqual([`/api/events/${event.id}/registration`]);
    const server = await elsewhere(person.username);
    expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
    await restarted.goto('/my/settings');
    await restarted.getByRole('heading', { name: 'Without a connection' }).waitFor();
    expect(await restarted.getByText('Garbage').count()).toBe(0);
    expect(thrown()).toEqual([]);
  });

  test('of another version works without storage', async () => {
    const { page, context, thrown } = await phone();
    await page.goto('/favicon.svg');
    await page.evaluate(async () => {
      for (const name of ['sideline-answers', 'sideline-outbox'])
        await new Promise<void>((resolve) => {
          const opening = indexedDB.open(name, 7);
          opening.onupgradeneeded = () => opening.result.createObjectStore('something else');
          opening.onsuccess = () => {
            opening.result.close();
            resolve();
          };
        });
    });
    const person = await newPerson('Noor Unkept');
    const event = await openEvent();
    await openSession(context, person.username, password);
    await openAt(page, event.id);
    await reply(page);
    await isIn(page);
    await page.goto('/my/settings');
    await page.getByText("This browser doesn't let Sideline save anything").waitFor();
    expect(thrown()).toEqual([]);
  });
});

describe('a full device', () => {
  test('says so, and keeps and sends a reply that is already queued', async () => {
    const { page, context, person, event, thrown } = await atEvent();
    const second = await openEvent();
    const other = await context.newPage();
    await openAt(other, second.id);
    await context.setOffline(true);
    await reply(page);
    await page.getByText(saved).first().waitFor();
    for (const tab of [page, other]) await tab.evaluate(takesNothing);
    await reply(other);
    await other.getByText(/device is too full to keep your change/).waitFor();
    expect(await storedOnDevice(page)).toContain(`Going: ${event.name}`);
    expect(await storedOnDevice(page)).not.toContain(`Going: ${second.name}`);
    await context.setOffline(false);
    await isIn(page);
    await page.getByText(saved).first().waitFor({ state: 'detached' });
    const server = await elsewhere(person.username);
    expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
    await reply(other);
    await isIn(other);
    await context.addInitScript(takesNothing);
    await page.goto('/my/settings');
    await page.getByText('This device is full.').waitFor();
    expect(thrown()).toEqual([]);
  });

  test('deletes cached answers to make room for a reply', async () => {
    const { page, context, event, thrown } = await atEvent();
    // The last answer that a device prefetches.
    await expect.poll(() => storedOnDevice(page)).toContain('/api/users/me/teams');
    await page.evaluate(() => {
      const { put, delete: remove } = IDBObjectStore.prototype;
      let isFull = true;
      const isAnswers = (store: IDBObjectStore) => store.transaction.db.name === 'sideline-answers';
      IDBObjectStore.prototype.delete = function (...args) {
        // All of them at once: an answer that comes late makes room for itself among the others first.
        if (isAnswers(this) && args[0] instanceof IDBKeyRange) isFull = false;
        return remove.apply(this, args);
      };
      // An answer that is on its way meanwhile is not saved: only those from before are looked for.
      IDBObjectStore.prototype.put = function (...args) {
        if (isFull || isAnswers(this)) throw new DOMException('', 'QuotaExceededError');
        return put.apply(this, args);
      };
    });
    await context.setOffline(true);
    await reply(page);
    await page.getByText(saved).first().waitFor();
    expect(await storedOnDevice(page)).toContain(`Going: ${event.name}`);
    // Of a row, not of the clock's offset in localStorage, which a slow answer leaves there for a while.
    expect(await storedOnDevice(page)).not.toContain('"savedAt":');
    expect(thrown()).toEqual([]);
  });

  test('runs the app without its files in the cache', async () => {
    const { page, context, thrown } = await phone();
    await fill(page);
    const person = await newPerson('Noor Unkept');
    await openSession(context, person.username, password);
    await page.goto('/');
    // The worker's install fails on the full device, without a message.
    await page.goto('/explore/events');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const installing = registration?.installing;
      if (installing && installing.state !== 'redundant')
        await new Promise((resolve) => installing.addEventListener('statechange', resolve));
    });
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    expect(thrown()).toEqual([]);
  });
});

test('without localStorage and Cache Storage a user can sign in, choose a colour mode and stay signed in', async () => {
  const { page, thrown } = await phone(() => {
    const denied = () => {
      throw new DOMException('Denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: denied });
    for (const name of ['open', 'match', 'keys', 'has', 'delete'])
      Object.defineProperty(CacheStorage.prototype, name, {
        value: () => Promise.reject(new DOMException('Denied.', 'SecurityError')),
      });
  });
  const person = await newPerson('Noor Unkept');
  await signInAs(page, person.username);
  await page.goto('/my/settings');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'My Settings' }).waitFor();
  expect(thrown()).toEqual([]);
});

/** A browser set to block all site data, cookies included. */
function sealedPhone() {
  const folder = newFolder();
  mkdirSync(join(folder, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  return phoneIn(folder);
}

describe('a browser that blocks all site data', () => {
  test('can explore', async () => {
    const { page, thrown } = await sealedPhone();
    const event = await openEvent();
    await page.goto('/explore/events');
    const denied = () => page.evaluate(() => localStorage.length).catch((error: Error) => error.message);
    expect(await denied()).toContain('Access is denied');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goto(`/events/${event.id}`);
    await page.getByRole('heading', { level: 1, name: event.name }).waitFor();
    expect(thrown).toEqual([]);
  });

  test('explains why signing in fails', async () => {
    const { page, thrown } = await sealedPhone();
    const person = await newPerson('Noor Unkept');
    await page.goto('/login');
    await page.getByLabel('Username or e-mail').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Allow cookies for this site').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(thrown).toEqual([]);
  });
});
