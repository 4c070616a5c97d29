// Device storage that answers after the first paint: while the request to the server is running, or after it has failed.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MyEvent } from '../../../src/contract/events/events.ts';
import type { SavedAnswer } from '../../../src/offline/saved-answers.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildRegistration } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

let saved: PromiseWithResolvers<Map<string, SavedAnswer>>;
beforeEach(() => {
  saved = Promise.withResolvers();
});
const answerOf = (data: unknown): SavedAnswer => ({ data, savedAt: Date.now(), bytes: 10, version: 1 });

vi.mock('../../../src/offline/saved-answers.ts', async (load) => ({
  ...(await load<object>()),
  loadSaved: () => saved.promise,
}));

it('a screen shows the saved answer of a slow device storage until the server answers', async () => {
  const { server } = await openDevice();
  const event = await buildEvent(server.database.db, { name: 'As it is now' });
  const address = `/api/events/${event.id}`;
  const online = fetch;
  const answered = Promise.withResolvers<void>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await online(url, init);
    if (url !== address) return response;
    asked.push(url);
    if (asked.length === 1) await answered.promise;
    return response;
  });
  const now = (await (await online(`/api/events/public/${event.id}`)).json()) as MyEvent;
  await openAsAda(`/my/events/${event.id}`);
  await waitFor(() => expect(asked).toHaveLength(1));
  const data = { ...now, can: {}, registration: null, name: 'As it was', replies: null };
  saved.resolve(new Map([[address, answerOf(data)]]));
  await screen.findByRole('heading', { level: 1, name: 'As it was' });
  answered.resolve();
  await screen.findByRole('heading', { level: 1, name: 'As it is now' });
});

/** Home of Ada, who goes to one event; and the saved rows of its lists. */
async function openHome() {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  const event = await buildEvent(db, { name: 'As it was' });
  await buildRegistration(db, { event_id: event.id, person_id: ada.id, state: 'confirmed' });
  const client = await signIn(server, ada);
  const tabs = ['upcoming', 'doNow', 'needsReply'].map((tab) => `/api/users/me/events?tab=${tab}`);
  const rows = tabs.map(
    async (tab) => [`list ${tab}`, answerOf([await (await client.request(tab)).json()])] as const,
  );
  return { db, event, tabs, rows: new Map(await Promise.all(rows)) };
}

/** Home without a connection, when all its lists have failed. */
async function openHomeOffline(tabs: readonly string[]) {
  const online = fetch;
  const failed = new Set<string>();
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.startsWith('/api/users/me/events')) return online(url, init);
    failed.add(url);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await openAsAda('/');
  await waitFor(() => expect([...failed]).toEqual(expect.arrayContaining([...tabs])));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

const nothingSaved = 'Not saved on this device yet';

it('without a connection home waits for a slow device storage, and shows its lists', async () => {
  const { tabs, rows } = await openHome();
  await openHomeOffline(tabs);
  expect(screen.queryByText(nothingSaved)).toBeNull();
  saved.resolve(rows);
  await screen.findByText('As it was');
  expect(screen.queryByText(nothingSaved)).toBeNull();
});

it('without a connection home says that nothing is saved once the device storage was read', async () => {
  const { tabs } = await openHome();
  await openHomeOffline(tabs);
  expect(screen.queryByText(nothingSaved)).toBeNull();
  saved.resolve(new Map());
  await screen.findByText(nothingSaved);
});

it('home shows the saved lists of a slow device storage until the answers that were on their way arrive', async () => {
  const { db, event, tabs, rows } = await openHome();
  await db.updateTable('events').set({ name: 'As it is now' }).where('id', '=', event.id).execute();
  const online = fetch;
  const answered = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (tabs.includes(url)) await answered.promise;
    return online(url, init);
  });
  await openAsAda('/');
  await screen.findByText(/^Good/);
  saved.resolve(rows);
  await screen.findByText('As it was');
  answered.resolve();
  await screen.findByText('As it is now');
});

it('a slow device storage does not bring back an event that the server has just refused', async () => {
  const { server } = await openDevice();
  const event = await buildEvent(server.database.db, { name: 'As it was' });
  const now = (await (await fetch(`/api/events/public/${event.id}`)).json()) as MyEvent;
  const address = `/api/events/${event.id}`;
  const { db } = server.database;
  await db.updateTable('events').set({ removed_at: now.startsAt }).where('id', '=', event.id).execute();
  await openAsAda(`/my/events/${event.id}`);
  const refused = await screen.findByRole('heading', {
    level: 1,
    name: /can't find|took it down|no longer/i,
  });
  saved.resolve(new Map([[address, answerOf({ ...now, can: {}, registration: null, replies: null })]]));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText('As it was')).toBeNull();
  expect(refused.isConnected).toBe(true);
});
