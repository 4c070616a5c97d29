// Queued writes when someone signs out or sets a new password on the device that holds them, over the real API.
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { clearPageError } from '../../../src/app/layout/error-hook.ts';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { issueOneTimeToken } from '../../../src/server/accounts/queries.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { type MemoryStore, memoryStore } from '../../support/memory-store.ts';
import { address, openAsAda, openDevice, password } from '../device.tsx';

const device = vi.hoisted(() => ({
  stores: new Map<string, MemoryStore<object>>(),
  /** Reading the outbox waits for it. */
  ready: Promise.resolve(),
}));

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const storeOf = (part: string, userId: string) => {
    const key = `${part} ${userId}`;
    const store = device.stores.get(key) ?? memoryStore<object>();
    device.stores.set(key, store);
    return store;
  };
  return {
    ...(await load<object>()),
    deviceStore: (part: string, userId: string) => {
      const store = storeOf(part, userId);
      return part === 'outbox' ? { ...store, entries: () => device.ready.then(store.entries) } : store;
    },
    deleteOthersSavedAnswers: async () => {},
    deleteSavedAnswers: async (userId: string) => storeOf('answers', userId).rows.clear(),
    deleteUserRows: async (userId: string) => {
      for (const part of ['answers', 'outbox']) storeOf(part, userId).rows.clear();
    },
  };
});

beforeEach(() => {
  device.stores.clear();
  device.ready = Promise.resolve();
  vi.restoreAllMocks();
});

const outboxOf = ({ id }: { id: string }) => device.stores.get(`outbox ${id}`)?.rows;
const goOffline = (isOffline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  act(() => void dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
};
const goTo = (path: string) =>
  act(() => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });
const signOut = () => screen.findByRole('button', { name: 'Sign out' });
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));
const coaching = async () =>
  within(await screen.findByRole('region', { name: 'Coaching' })).findByLabelText<HTMLInputElement>(
    'I coach',
  );

/** Stores a reply that the server has refused in the outbox of a person. */
async function storeRefused({ id: userId }: { id: string }) {
  const { deviceStore } = await import('../../../src/offline/device-store.ts');
  const row = {
    id: 'one',
    call: 'PUT /api/events/{id}/registration',
    params: { id: '01a00000-0000-7000-8000-000000000000' },
    body: {},
    subject: 'one',
    title: 'Going: Training',
    queuedAt: 1,
    attempts: 1,
    notBefore: 0,
    refusal: { code: 'event_full', message: '' },
  };
  await deviceStore('outbox', userId).put([['000000000000001-one', row]]);
}

it('signing out with a change that is not sent asks first, and cancelling loses nothing', async () => {
  const { user, ada } = await openDevice();
  await openAsAda('/my/settings');
  const field = await coaching();
  goOffline(true);
  await user.click(field);
  await waitFor(() => expect(outboxOf(ada)?.size).toBe(1));
  await user.click(await signOut());
  const question = await sheet('Sign out and lose one change?');
  question.getByText('One change is not sent yet. If you sign out now, it is lost.');
  await user.click(question.getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await signOut()));
  expect([address(), outboxOf(ada)?.size]).toEqual(['/my/settings', 1]);
  await user.click(await signOut());
  const again = await sheet('Sign out and lose one change?');
  await user.click(again.getByRole('button', { name: 'Sign out and lose it' }));
  await waitFor(() => expect(address()).toBe('/login'));
  await waitFor(() => expect(outboxOf(ada)?.size).toBe(0));
});

it('the question says when everything was sent meanwhile', async () => {
  const { user, ada } = await openDevice();
  await openAsAda('/my/settings');
  const field = await coaching();
  goOffline(true);
  await user.click(field);
  await waitFor(() => expect(outboxOf(ada)?.size).toBe(1));
  await user.click(await signOut());
  await sheet('Sign out and lose one change?');
  goOffline(false);
  const question = await sheet('Sign out?');
  question.getByText('Everything has been sent');
  await user.click(question.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

it('signing out with a refused change asks first, also before the device was read', async () => {
  const { user, ada } = await openDevice();
  await storeRefused(ada);
  let answer = () => {};
  device.ready = new Promise((resolve) => {
    answer = resolve;
  });
  await openAsAda('/my/profile');
  await user.click(await signOut());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(address()).toBe('/my/profile');
  answer();
  const question = await sheet('Sign out and lose one change?');
  question.getByText('One change was not accepted. If you sign out now, it is lost.');
  expect(outboxOf(ada)?.size).toBe(1);
});

it('signing out on the error page asks, too', async () => {
  const { user, ada } = await openDevice();
  await storeRefused(ada);
  await openAsAda('/my/profile');
  await signOut();
  onTestFinished(clearPageError);
  act(() => void dispatchEvent(new ErrorEvent('error', { error: new Error('A bug of ours.') })));
  await screen.findByText('Internal Server Error');
  await user.click(await signOut());
  const question = await sheet('Sign out and lose one change?');
  await user.click(question.getByRole('button', { name: 'Stay signed in' }));
  expect([address(), outboxOf(ada)?.size]).toEqual(['/my/profile', 1]);
});

it('a new password keeps queued writes for the same person, and sends them under no other session', async () => {
  const { server, user, ada } = await openDevice();
  const { db } = server.database;
  await buildUser(db, { username: 'bo', password_hash: await hashPassword(password) });
  const event = await buildEvent(db);
  const replies = () => db.selectFrom('registrations').select(['person_id', 'state']).execute();
  const signIn = async (username: string, secret: string) => {
    await user.type(await screen.findByLabelText('Username or e-mail'), username);
    await user.type(screen.getByLabelText('Password'), secret);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe('/'));
  };
  const online = fetch;
  const sent: string[] = [];
  let isBlocked = true;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return online(url, init);
    if (isBlocked) return Promise.reject(new TypeError('There is no network.'));
    sent.push(url);
    return online(url, init);
  });
  await openAsAda(`/my/events/${event.id}`);
  await user.click(await screen.findByRole('button', { name: 'Going' }));
  await waitFor(() => expect(outboxOf(ada)?.size).toBe(1));

  const token = await issueOneTimeToken(db, {
    userId: ada.id,
    purpose: 'resetPassword',
    expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  });
  goTo(`/resetPassword?token=${token}`);
  await user.type(await screen.findByLabelText('New password'), 'a new stable of horses');
  await user.type(screen.getByLabelText('New password again'), 'a new stable of horses');
  await user.click(screen.getByRole('button', { name: 'Save the new password' }));
  await screen.findByText(/^Password changed\./);
  expect(address()).toBe('/login');
  expect(outboxOf(ada)?.size).toBe(1);

  isBlocked = false;
  await signIn('bo', password);
  goTo('/my/profile');
  await screen.findByText('@bo');
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect([sent, outboxOf(ada)?.size]).toEqual([[], 1]);
  // Nothing of Bo waits, so nothing is asked.
  await user.click(await signOut());
  await waitFor(() => expect(address()).toBe('/login'));
  expect(outboxOf(ada)?.size).toBe(1);

  await signIn('ada', 'a new stable of horses');
  await waitFor(() => expect(outboxOf(ada)?.size).toBe(0));
  expect(await replies()).toEqual([{ person_id: ada.id, state: 'confirmed' }]);
});
