// My settings on a bad connection, over the real API.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import { lateReads } from '../../support/memory-device.ts';
import { openApp, openAsAda, openDevice } from '../device.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

/** My settings on the page, and a switch for the connection: without it only changes get no answer. */
async function openSettings() {
  const device = await openDevice();
  await openAsAda('/my/settings');
  const openMails = async () => {
    const mails = within(await screen.findByRole('region', { name: 'E-mails' }));
    await device.user.click(mails.getByText('Your events'));
    return mails;
  };
  let mails = await openMails();
  /** The next visit to the page. */
  const reopen = async () => {
    cleanup();
    await openApp('/my/settings');
    mails = await openMails();
  };
  const through = fetch;
  const connection = { isBad: true, isAnswerLost: false };
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (init?.method !== 'PATCH') return through(url, init);
    if (connection.isAnswerLost) await through(url, init);
    if (connection.isBad) throw new TypeError('Failed to fetch');
    return through(url, init);
  });
  const choose = (name: string) => device.user.selectOptions(mails.getByLabelText(name), 'weekly');
  const me = await signIn(device.server, device.ada);
  const weekly = async () =>
    (await me.call('GET /api/users/me/settings')).body.notifications
      .filter(({ frequency }) => frequency === 'weekly')
      .map(({ kind }) => kind);
  return { choose, weekly, connection, me, reopen };
}

const cancelled = 'An event was cancelled';
const changed = 'Time, place or anything else changed';

it('two changes that got no answer are both saved once there is a connection', async () => {
  const { choose, weekly, connection } = await openSettings();
  await choose(cancelled);
  await screen.findByRole('button', { name: /^Cancel: E-mails/ });
  await choose(changed);
  await screen.findByRole('button', { name: `Cancel: E-mails: ${changed}` });
  connection.isBad = false;
  dispatchEvent(new Event('focus'));
  await waitFor(async () => expect(await weekly()).toEqual(['eventCancelled', 'eventChanged']));
  await screen.findByText('All done: everything is sent.');
  expect(screen.queryByText('Not saved')).toBeNull();
});

it('a change whose answer was lost and a later one without a connection are both saved', async () => {
  const { choose, weekly, connection } = await openSettings();
  connection.isAnswerLost = true;
  await choose(cancelled);
  await screen.findByRole('button', { name: /^Cancel: E-mails/ });
  expect(await weekly()).toEqual(['eventCancelled']);
  connection.isAnswerLost = false;
  await choose(changed);
  await screen.findByRole('button', { name: `Cancel: E-mails: ${changed}` });
  connection.isBad = false;
  dispatchEvent(new Event('focus'));
  await waitFor(async () => expect(await weekly()).toEqual(['eventCancelled', 'eventChanged']));
  await screen.findByText('All done: everything is sent.');
  expect(screen.queryByText('Not saved')).toBeNull();
});

it('a queued change is saved with a later one when the settings changed elsewhere meanwhile', async () => {
  const { choose, weekly, connection, me } = await openSettings();
  await choose(cancelled);
  await screen.findByRole('button', { name: /^Cancel: E-mails/ });
  const { version } = (await me.call('GET /api/users/me/settings')).body;
  await me.call('PATCH /api/users/me/settings', { body: { version, quietHours: null } });
  connection.isBad = false;
  await choose(changed);
  await waitFor(async () => expect(await weekly()).toEqual(['eventCancelled', 'eventChanged']));
});

it('a change that waits is saved with a later one that is made before the device has read the outbox', async () => {
  const { choose, weekly, connection, reopen } = await openSettings();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await choose(cancelled);
  await screen.findByRole('button', { name: /^Cancel: E-mails/ });
  const read = Promise.withResolvers<void>();
  lateReads.outbox = read.promise;
  await reopen();
  await choose(changed);
  read.resolve();
  await screen.findByRole('button', { name: `Cancel: E-mails: ${changed}` });
  connection.isBad = false;
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await weekly()).toEqual(['eventCancelled', 'eventChanged']));
});
