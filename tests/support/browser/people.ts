// New people for a browser test, and their data as the server has it, read over HTTP.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startedProduct } from '../product/product.ts';

export const password = 'correct horse battery';
let count = 0;

/** Registers a new person; no other test uses the account. */
export async function newPerson(
  name: string,
  domain = 'sideline.example',
): Promise<{ username: string; name: string }> {
  count += 1;
  const username = `e2e-${Date.now().toString(36)}-${count}`;
  const response = await post('/api/auth/register', {
    username,
    password,
    name,
    email: `${username}@${domain}`,
    phone: '+32470123456',
    countryCode: 'BE',
  });
  await expectAccepted(response);
  return { username, name };
}

/** The path of the link in this person's welcome mail, once the mail was sent. */
export async function confirmationLink(username: string): Promise<string> {
  const { mails: folder } = await startedProduct();
  let link = '';
  await expect
    .poll(async () => {
      for (const file of await readdir(folder).catch(() => [])) {
        // Quoted-printable: `=` at the end of a line joins it with the next, `=3D` is an equals sign.
        const mail = (await readFile(join(folder, file), 'utf8')).replace(/=\n/g, '').replaceAll('=3D', '=');
        if (mail.includes(`${username}@sideline.example`))
          link = /\/\?confirm=[\w-]{43}/.exec(mail)?.[0] ?? '';
      }
      return link;
    })
    .not.toBe('');
  return link;
}

const post = async (path: string, body: unknown, cookie = '') =>
  fetch((await startedProduct()).url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-GB', cookie },
    body: JSON.stringify(body),
  });

/** Throws the text of a refusal: a test would only miss its effect later. */
async function expectAccepted(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
}

/** A person's session on another device. A call that is refused throws. */
export async function elsewhere(username: string, withPassword = password) {
  const login = await post('/api/auth/login', { username, password: withPassword });
  await expectAccepted(login);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie, 'content-type': 'application/json' };
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch((await startedProduct()).url + path, { headers, ...init });
    await expectAccepted(response);
    return (await response.json()) as T;
  };
  return {
    /** The person's reply as the server has it. */
    registration: async (eventId: string) =>
      (await ask<{ registration: { state: string; version: number } | null }>(`/api/events/${eventId}`))
        .registration,
    /** The person's payment as the server has it. */
    payment: (eventId: string) =>
      ask<{ id: string; state: string; receipt: { number: string } | null }>(
        `/api/events/${eventId}/payment`,
      ),
    plan: (event: object) =>
      ask<Listed>('/api/events', {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(event),
      }),
    reply: (eventId: string, response: string) =>
      ask<{ outcome: string }>(`/api/events/${eventId}/registration`, {
        method: 'PUT',
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ response }),
      }),
  };
}

/** Signs someone of `newPerson` in through the login screen. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

type Listed = { id: string; name: string };

let planned = 0;

/** A new public event three weeks ahead with a waitlist, run by the demo's coach without a team. */
async function planEvent(fields: object): Promise<Listed> {
  planned += 1;
  const startsAt = Date.now() + 21 * 86_400_000 + planned * 3_600_000;
  const coach = await elsewhere('coach', 'sideline-demo');
  return coach.plan({
    name: `Open evening ${planned}`,
    kind: 'social',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 7_200_000).toISOString(),
    timeZone: 'Europe/Brussels',
    visibility: 'public',
    waitlistEnabled: true,
    publication: 'published',
    ...fields,
  });
}

/** Free, with places. */
export const openEvent = ({ places = 20 } = {}) => planEvent({ maximumAttendeeCapacity: places });

/** With free places, one price, and a refund until a day before. */
export const paidEvent = () =>
  planEvent({
    maximumAttendeeCapacity: 20,
    offers: [{ name: 'Everyone', price: { amountMinor: 450, currency: 'EUR' }, refundUntil: 'P1D' }],
  });

/** All data that the device stores for this origin, as one string. */
export function storedOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        kept.push(await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]));
      }
      database.close();
    }
    return JSON.stringify(kept);
  });
}
