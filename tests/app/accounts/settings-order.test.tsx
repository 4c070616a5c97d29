// My settings while their code or the settings themselves are late.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAsAda, openDevice } from '../device.tsx';

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../../../src/app/features/people/settings/display-settings.tsx', async (load) => {
  await code.promise;
  return load<object>();
});

it('no part is shown before those above it, nor what follows them', async () => {
  await openDevice();
  await openAsAda('/my/settings');
  await screen.findByRole('status', { name: 'Loading your settings' });
  await expect(screen.findByRole('region', { name: 'E-mails' }, { timeout: 2000 })).rejects.toThrow();
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  code.resolve();
  await screen.findByRole('region', { name: 'Language and time' });
  await screen.findByRole('region', { name: 'E-mails' });
});

it('what needs no settings is usable without them, and stays when they come', async () => {
  await openDevice();
  const through = fetch;
  let isBroken = true;
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof fetch>) =>
    isBroken && String(url).endsWith('/api/users/me/settings')
      ? Promise.resolve(new Response('<h1>Portal</h1>', { status: 403 }))
      : through(url, init),
  );
  await openAsAda('/my/settings');
  const signOut = await screen.findByRole('button', { name: 'Sign out' });
  isBroken = false;
  const main = within(screen.getByRole('main'));
  main.getByRole('button', { name: 'Try again' }).click();
  await screen.findByRole('region', { name: 'E-mails' });
  expect(screen.getByRole('button', { name: 'Sign out' })).toBe(signOut);
});
