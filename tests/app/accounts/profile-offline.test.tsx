// My profile on a bad connection, over the real API.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import { lateReads } from '../../support/memory-device.ts';
import { address, openApp, openAsAda, openDevice } from '../device.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const about = () => screen.findByLabelText<HTMLTextAreaElement>('About me');

it('a name that was taken back while its edit had no answer stays taken back when a third edit is saved', async () => {
  const { user, server, ada } = await openDevice();
  await openAsAda('/my/profile/edit');
  const through = fetch;
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  /** By their keys: jsdom has no Web Locks, so a write may be sent more than once. */
  const bodies = new Map<string | null, unknown>();
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (init?.method !== 'PATCH') return through(url, init);
    const isFirst = bodies.size === 0;
    bodies.set(new Headers(init.headers).get('Idempotency-Key'), JSON.parse(String(init.body)));
    if (!isFirst) return through(url, init);
    onLine.mockReturnValue(false);
    throw new TypeError('Failed to fetch');
  });
  const save = async (label: string, value: string) => {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await user.click(screen.getByText('Save', { selector: 'button' }));
    await waitFor(() => expect(address()).toBe('/my/profile'));
    cleanup();
    await openApp('/my/profile/edit');
  };
  await save('Name', 'Ada Peeters');
  await save('Name', 'Ada Mertens');
  await save('Town or region', 'Ghent');
  expect(bodies.size).toBe(1);
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(bodies.size).toBe(2), { timeout: 5000 });
  expect([...bodies.values()][1]).toMatchObject({ name: 'Ada Mertens', region: 'Ghent' });
  const client = await signIn(server, ada);
  await waitFor(async () =>
    expect((await client.call('GET /api/users/me/profile')).body).toMatchObject({ name: 'Ada Mertens' }),
  );
});

/** An edit of `ada` that waits on this device, and that the server refuses from now on: she has changed the same on a laptop. */
async function queueStaleEdit() {
  const { user, server, ada } = await openDevice();
  await openAsAda('/my/profile/edit');
  const through = fetch;
  const connection = { isBad: true };
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (init?.method === 'PATCH' && connection.isBad) throw new TypeError('Failed to fetch');
    return through(url, init);
  });
  await user.type(await about(), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('1 change is waiting to be sent');
  const laptop = await signIn(server, ada);
  const { version } = (await laptop.call('GET /api/users/me/profile')).body;
  await laptop.call('PATCH /api/users/me/profile', { body: { version, bio: 'Theirs' } });
  cleanup();
  connection.isBad = false;
  return user;
}

it.each([
  ['on the profile', '/my/profile'],
  ['on another page', '/my/events'],
])('a queued edit that was refused is still typed in the form after it was dismissed %s', async (_, path) => {
  const user = await queueStaleEdit();
  await openApp(path);
  await user.click(await screen.findByText('1 change needs you'));
  await user.click(within(await screen.findByRole('dialog')).getByText('Dismiss'));
  await waitFor(() => expect(screen.queryByText('1 change needs you')).toBeNull());
  cleanup();
  await openApp('/my/profile/edit');
  expect((await about()).value).toBe('Mine');
});

it('a queued edit that was refused is typed in the form that opens before the device has read the outbox', async () => {
  await queueStaleEdit();
  await openApp('/my/events');
  await screen.findByText('1 change needs you');
  cleanup();
  const read = Promise.withResolvers<void>();
  lateReads.outbox = read.promise;
  await openApp('/my/profile/edit');
  await about();
  read.resolve();
  await screen.findByText('1 change needs you');
  expect((await about()).value).toBe('Mine');
});
