// My profile on a bad connection, over the real API.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import { openApp, openAsAda, openDevice } from '../device.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const about = () => screen.findByLabelText<HTMLTextAreaElement>('About me');

it.each([
  ['on the profile', '/my/profile'],
  ['on another page', '/my/events'],
])('a queued edit that was refused is still typed in the form after it was dismissed %s', async (_, path) => {
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
  await openApp(path);
  await user.click(await screen.findByText('1 change needs you'));
  await user.click(within(await screen.findByRole('dialog')).getByText('Dismiss'));
  await waitFor(() => expect(screen.queryByText('1 change needs you')).toBeNull());
  cleanup();
  await openApp('/my/profile/edit');
  expect((await about()).value).toBe('Mine');
});
