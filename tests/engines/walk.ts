// One walk through the product for every engine: each route in each role, then user actions, offline and
// across a deploy too.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { localeIn } from '../../src/words/languages.ts';
import * as page from '../support/engines/actions.ts';
import { device, type Engine, type Tab } from '../support/engines/engine.ts';
import { openProduct, type Product, type ProductKind } from '../support/engines/product.ts';
import { leaveOutWorker } from '../support/engines/watch.ts';
import { exampleIds, examplePathCount, examplePaths } from '../support/examples.ts';
import { newFolder } from '../support/product/server-process.ts';
import { checkDates, type Event, type Viewer } from './dates.ts';
import {
  eventsOf,
  newPerson,
  openEvent,
  type Person,
  password,
  signedIn,
  type Visitor,
  visitor,
} from './people.ts';

declare global {
  /** Of the build that `update` deploys; see tests/support/product/build-variant.ts. */
  var variant: string | undefined;
}

/** The first and the last of some routes, counted from one. */
const routeParts = Array.from({ length: Math.ceil(examplePathCount / 8) }, (_, part): [number, number] => [
  part * 8 + 1,
  part * 8 + 8,
]);

/** Registers the tests of one engine: all in one browser, over its own product. */
export function walkThrough(openEngine: () => Promise<Engine>, kind: ProductKind): void {
  let engine: Engine;
  let product: Product;

  beforeAll(async () => {
    [engine, product] = await Promise.all([openEngine(), openProduct(kind)]);
  });
  afterAll(async () => {
    await engine?.close();
    await product?.close();
  });

  const open = (tab: Tab, path: string) => tab.open(product.origin + path);

  async function signIn(tab: Tab, username: string, secret: string): Promise<void> {
    await open(tab, '/login');
    await page.isSettled(tab);
    await page.fill(tab, { label: 'Username or e-mail' }, username);
    await page.fill(tab, { label: 'Password' }, secret);
    await page.click(tab, { role: 'button', name: 'Sign in' });
    await page.isAt(tab, /^(?!\/login)/);
    await page.isSettled(tab);
  }

  /** A new user, signed in on their own device. */
  async function arrive(name: string): Promise<{ person: Person; tab: Tab }> {
    const person = await newPerson(product.api, name);
    const tab = await engine.newProfile();
    await signIn(tab, person.username, password);
    return { person, tab };
  }

  describe.each(['visitor', 'trainee', 'coach'] as const)('as a %s', (role) => {
    const isVisitor = role === 'visitor';
    let tab: Tab;
    let viewer: Awaited<ReturnType<typeof viewerOf>>;
    let eventOf: ReturnType<typeof eventsOf<Event>>;
    let paths: string[];
    let compared = 0;
    let hydrated = 0;
    beforeAll(async () => {
      const person = isVisitor ? visitor(product.api) : await signedIn(product.api, role);
      paths = examplePaths(await exampleIds(product.api));
      tab = await engine.newProfile();
      if (!isVisitor) await signIn(tab, role, 'sideline-demo');
      else {
        // A visitor's pages must be the server's: with a worker they could come from its cache.
        await open(tab, '/api/docs');
        await tab.evaluate(leaveOutWorker);
      }
      viewer = await viewerOf(tab, person);
      eventOf = eventsOf<Event>(person);
    });

    async function faultsOf(path: string): Promise<string[]> {
      if (isVisitor && (await isServerRendered(product.api + path))) hydrated += 1;
      await open(tab, path);
      await page.isSettled(tab);
      const dates = await checkDates(tab, eventOf, viewer);
      compared += dates.compared;
      const found = [...(await tab.takeFaults()), ...dates.faults, ...(await leftoversOn(tab))];
      return found.map((fault) => `${path}: ${fault}`);
    }

    // Each engine takes seconds for a page and more for a profile, so a test opens only some routes.
    test.each(routeParts)(
      'a hard load of routes %i to %i reports no error, shows no leftover and the dates of the API',
      async (from, to) => {
        const faults: string[] = [];
        for (const path of paths.slice(from - 1, to)) faults.push(...(await faultsOf(path)));
        expect(faults).toEqual([]);
      },
    );

    test('the routes include dates to compare and pages to hydrate', async () => {
      // An empty comparison would always pass.
      expect(compared).toBeGreaterThan(30);
      expect(hydrated > 8).toBe(isVisitor);
      expect(await tab.evaluate(() => 'serviceWorker' in navigator)).toBe(!isVisitor);
    });
  });

  test('a user signs in, takes a place and gives it up', async () => {
    const { person, tab } = await arrive('Ines Going');
    const event = await openEvent(product.api, 'free');
    const registration = async () => (await person.get<Registered>(`/api/events/${event.id}`)).registration;
    await open(tab, `/my/events/${event.id}`);
    await page.click(tab, { role: 'button', name: 'Going' });
    await page.says(tab, "You're in");
    expect(await registration()).toMatchObject({ state: 'confirmed' });
    await page.click(tab, { role: 'button', name: 'Give up my place' });
    await page.sees(tab, { role: 'heading', name: 'Give up your place?' });
    await page.click(tab, { role: 'button', name: 'Give up my place' });
    await page.says(tab, 'You cancelled');
    expect(await registration()).toMatchObject({ state: 'cancelledByAttendee' });
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('the calendar shows the dates of the API in its three views, and steps to the next month', async () => {
    const person = await signedIn(product.api, 'coach');
    const tab = await engine.newProfile();
    await signIn(tab, 'coach', 'sideline-demo');
    const viewer = await viewerOf(tab, person);
    const eventOf = eventsOf<Event>(person);
    // The month names its events on days with enough room.
    await tab.resize(1280, 900);
    const day = await mondayOfFullestWeek(person, viewer);
    await open(tab, `/my/calendar?view=agenda&date=${day}`);
    const entriesOf = {
      Week: '[data-row] .when',
      Month: 'td[data-day] time',
      Agenda: '[data-row] .times .start',
    };
    for (const [view, entry] of Object.entries(entriesOf)) {
      await page.click(tab, { role: 'link', name: view });
      await page.isAt(tab, new RegExp(`view=${view.toLowerCase()}`));
      // The tools change at once, and the entries follow.
      await page.until(`entries of ${view}`, () =>
        tab.evaluate((selector) => document.querySelector(selector) !== null, entry),
      );
      await page.isSettled(tab);
      const dates = await checkDates(tab, eventOf, viewer);
      expect(dates.faults, view).toEqual([]);
      expect(dates.compared, view).toBeGreaterThan(3);
    }
    await page.click(tab, { role: 'link', name: 'Month' });
    for (const shown of [day, day.add({ months: 1 })]) {
      const month = shown.toLocaleString(viewer.locale, { month: 'long' });
      await page.sees(tab, { role: 'heading', name: new RegExp(`^${month}`, 'i') });
      await page.click(tab, { role: 'link', name: 'Next month' });
    }
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('a profile is edited and gets a picture', async () => {
    const { person, tab } = await arrive('Ines Pictured');
    await open(tab, '/my/profile/edit');
    await page.isSettled(tab);
    await page.fill(tab, { label: 'Town or region' }, 'Drongen');
    await page.click(tab, { role: 'button', name: 'Save' });
    await page.isAt(tab, /^\/my\/profile$/);
    await page.says(tab, 'Saved.');
    const picture = join(newFolder(), 'me.jpg');
    const blue = { width: 600, height: 900, channels: 3, background: '#0000e0' } as const;
    writeFileSync(picture, await sharp({ create: blue }).jpeg().toBuffer());
    await page.upload(tab, { label: 'Add a picture' }, picture);
    // Until the picture is opened the button does nothing.
    await page.sees(tab, { label: 'Zoom' });
    await page.click(tab, { role: 'button', name: 'Use this picture' });
    await page.sees(tab, { label: 'Change the picture' });
    await page.until('the picture on the page', () =>
      tab.evaluate(() =>
        [...document.images].some(({ src, naturalWidth }) => src.includes('/api/') && naturalWidth > 0),
      ),
    );
    type Profile = { profile: { region: string; filePath: string } };
    const { profile } = await person.get<Profile>('/api/users/me/profile');
    expect(profile.region).toBe('Drongen');
    const stored = await (await fetch(product.api + profile.filePath)).arrayBuffer();
    const [red, , blueness] = await sharp(Buffer.from(stored)).resize(1, 1).raw().toBuffer();
    expect([red, blueness].map((value) => (value ?? 0) > 128)).toEqual([false, true]);
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('a coach plans an event, publishes it and changes it', async () => {
    const person = await signedIn(product.api, 'coach');
    const tab = await engine.newProfile();
    await signIn(tab, 'coach', 'sideline-demo');
    await open(tab, '/my/events/new');
    await page.isSettled(tab);
    await page.fill(tab, { label: 'Name' }, 'Planned in this browser');
    await page.fill(tab, { label: 'Where' }, 'tolhuis');
    await page.click(tab, { role: 'option', name: /^Sporthal Tolhuis/ });
    await page.click(tab, { role: 'button', name: 'Publish' });
    await page.says(tab, 'Publish this event?');
    await page.click(tab, { role: 'button', name: 'Publish' });
    await page.says(tab, /^Published\./);
    const id = await tab.evaluate(() => location.pathname.split('/').at(-1) ?? '');
    const path = `/api/events/${id}`;
    expect(await person.get<Planned>(path)).toMatchObject({
      name: 'Planned in this browser',
      place: { name: 'Sporthal Tolhuis' },
    });
    await page.click(tab, { role: 'link', name: 'Edit' });
    await page.isAt(tab, /\/edit$/);
    await page.isSettled(tab);
    await page.fill(tab, { label: 'Name' }, 'Changed in this browser');
    await page.click(tab, { role: 'button', name: 'Save' });
    await page.click(tab, { role: 'button', name: 'Save changes' });
    await page.says(tab, 'Saved.');
    expect(await person.get<Planned>(path)).toMatchObject({ name: 'Changed in this browser' });
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('a user pays in the sandbox, is confirmed and has a receipt', async () => {
    const { person, tab } = await arrive('Ines Paying');
    const event = await openEvent(product.api, 'paid');
    await open(tab, `/my/events/${event.id}`);
    await page.click(tab, { role: 'button', name: /^Take a place/ });
    await page.isAt(tab, /\/payment$/);
    await page.click(tab, { role: 'button', name: /^Pay / });
    await page.isAt(tab, /^\/sandbox\/checkout\//);
    await page.click(tab, { role: 'radio', name: /^Is accepted/ });
    await page.click(tab, { role: 'button', name: /^Pay/ });
    await page.sees(tab, { role: 'heading', name: "Paid. You're in." });
    const payment = await person.get<{ state: string; receipt: { number: string } }>(
      `/api/events/${event.id}/payment`,
    );
    expect(payment.state).toBe('succeeded');
    await open(tab, `/my/events/${event.id}/payment`);
    await page.says(tab, new RegExp(payment.receipt.number));
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('an open event changes by itself when the person replies on another device', async () => {
    const { person, tab } = await arrive('Ines Elsewhere');
    const event = await openEvent(product.api, 'free');
    await open(tab, `/my/events/${event.id}`);
    await page.sees(tab, { role: 'button', name: 'Going' });
    await person.attend(event.id);
    await page.says(tab, "You're in");
    expect(await tab.takeFaults()).toEqual([]);
  });

  test('with the server stopped an event opens from the device and a reply is queued; it is sent once the server is back', async () => {
    const { person, tab } = await arrive('Ines Waiting');
    const event = await openEvent(product.api, 'free');
    const path = `/my/events/${event.id}`;
    // Before the hard load: a document that WebKit loads while the first worker is activated can miss that it is
    // controlled, and its IndexedDB requests can stay unanswered. The next document is not affected.
    await page.isInstalled(tab);
    await open(tab, path);
    await page.sees(tab, { role: 'button', name: 'Going' });
    expect(await tab.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await page.until('the event on the device', () => isSaved(tab, event.id));
    onTestFinished(product.start);
    await product.stop();
    await open(tab, path);
    await page.says(tab, /^Saved .*Can't reach/);
    await page.click(tab, { role: 'button', name: 'Going' });
    await page.says(tab, 'Going · will be sent');
    await open(tab, path);
    await page.says(tab, 'Going · will be sent');
    await product.start();
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
    await page.says(tab, "You're in");
    const { registration } = await person.get<Registered>(`/api/events/${event.id}`);
    expect(registration).toMatchObject({ state: 'confirmed', version: 1 });
  });

  test('a new build is offered, and accepting it loads it at the same address', async () => {
    const tab = await engine.newProfile();
    const path = '/explore/events?activity=football';
    await open(tab, path);
    await page.isInstalled(tab);
    expect(await tab.evaluate(() => globalThis.variant ?? null)).toBeNull();
    await product.update();
    await tab.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.says(tab, /A new version of Sideline is ready/);
    await page.click(tab, { role: 'button', name: 'Reload' });
    await page.until('the new build', () => tab.evaluate(() => globalThis.variant === 'B'));
    await page.isSettled(tab);
    expect(await tab.evaluate(() => location.pathname + location.search)).toBe(path);
  });
}

type Planned = { name: string; place: { name: string } | null };
type Registered = { registration: { state: string; version: number } | null };

/** Whether a visitor's first load of a page is server-rendered, and so hydrated. */
const isServerRendered = async (address: string): Promise<boolean> =>
  (await (await fetch(address)).text()).includes('data-sideline-note');

/** Of the next four weeks: at Christmas the clubs of the demo are closed. */
async function mondayOfFullestWeek({ get }: Person, { timeZone }: Viewer): Promise<Temporal.PlainDate> {
  const today = Temporal.Now.plainDateISO(timeZone);
  const [from, to] = [today, today.add({ weeks: 4 })].map((day) => `${day}T00:00:00.000Z`);
  const { items } = await get<{ items: Event[] }>(`/api/users/me/calendar?from=${from}&to=${to}`);
  const mondayOf = ({ startsAt }: Event) => {
    const date = Temporal.Instant.from(startsAt).toZonedDateTimeISO(timeZone).toPlainDate();
    return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  };
  const weeks = [...Map.groupBy(items, mondayOf)].toSorted(([, one], [, other]) => other.length - one.length);
  return Temporal.PlainDate.from(weeks[0]?.[0] ?? today);
}

/** The user's date format: in English with the habits of their settings' region, else of the browser's. */
async function viewerOf(tab: Tab, { username, get }: Visitor): Promise<Viewer> {
  const { locale, timeZone } = username
    ? await get<Viewer>('/api/users/me/settings')
    : { locale: await tab.evaluate(() => navigator.language), timeZone: device.env.TZ };
  return { locale: localeIn('en', locale), timeZone };
}

/**
 * Texts that a program left behind ("undefined", "NaN" …), in the page and in accessible names; and an
 * unexpected update.
 */
const leftoversOn = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => {
    const names = ['aria-label', 'title', 'alt', 'placeholder'];
    const named = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const texts = [document.title, ...document.body.innerText.split('\n')];
    texts.push(...named.flatMap((element) => names.map((name) => element.getAttribute(name) ?? '')));
    return texts.filter((text) => /\b(undefined|null|NaN|Invalid Date)\b|\[object|^A new version/.test(text));
  });

/** Whether an answer about this object is among the device's saved answers. */
const isSaved = (tab: Tab, id: string): Promise<boolean> =>
  tab.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // Opening it before the app does would create it without an object store.
    const name = 'sideline-answers';
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return false;
    const database = await done(indexedDB.open(name));
    const keys = await done(database.transaction('rows').objectStore('rows').getAllKeys());
    database.close();
    return keys.some((key) => String(key).endsWith(`/api/events/${wanted}`));
  }, id);
