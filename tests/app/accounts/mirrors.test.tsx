// What localStorage mirrors of the person signed in: the stored user and how dates are written, as the server has them.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutbox, write } from '../../../src/app/data/outbox/outbox.ts';
import { lateReads } from '../../support/memory-device.ts';
import { openAsAda, openDevice, renderApp, signInOnDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
vi.mock('../../../src/app/format/use-viewer.ts', async (load) => ({
  ...(await load<object>()),
  deviceZone: () => 'America/New_York',
}));

type Device = Awaited<ReturnType<typeof openDevice>>;

async function deviceWith(values: { locale?: string; time_zone?: string }) {
  const device = await openDevice();
  const { db } = device.server.database;
  await db.updateTable('users').set(values).where('id', '=', device.ada.id).execute();
  return { ...device, db };
}
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');
const zoneOnServer = async ({ server, ada }: Device) =>
  (
    await server.database.db
      .selectFrom('users')
      .select('time_zone')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
  ).time_zone;
const savedZones = ({ asked }: Device) =>
  asked.filter((call) => call === 'PATCH /api/users/me/settings').length;

it('the stored user is updated when the profile was changed on another device', async () => {
  const device = await deviceWith({ time_zone: 'Europe/Lisbon' });
  await signInOnDevice('/my/settings');
  expect(stored('user')).toMatchObject({ name: 'Ada Mertens', type: 'trainee' });
  await device.db.updateTable('people').set({ name: 'Ada M.' }).where('id', '=', device.ada.id).execute();
  await device.db.updateTable('users').set({ is_coach: 1 }).where('id', '=', device.ada.id).execute();
  renderApp();
  await waitFor(() => expect(stored('user')).toMatchObject({ name: 'Ada M.', type: 'coach' }));
});

it('dates use the language and zone of the settings', async () => {
  const device = await deviceWith({ locale: 'de', time_zone: 'Europe/Lisbon' });
  await openAsAda('/my/settings');
  await waitFor(() => expect(stored('display')).toEqual({ locale: 'de', timeZone: 'Europe/Lisbon' }));
  expect(savedZones(device)).toBe(0);
});

it('a new account gets the zone of its first device, saved once', async () => {
  const device = await deviceWith({ locale: 'en-GB', time_zone: 'UTC' });
  await openAsAda('/my/settings');
  await waitFor(async () => expect(await zoneOnServer(device)).toBe('America/New_York'));
  expect(stored('display')).toEqual({ locale: 'en-GB', timeZone: 'America/New_York' });
  expect(savedZones(device)).toBe(1);
});

it('a chosen zone of UTC stays', async () => {
  const device = await deviceWith({ locale: 'en-GB', time_zone: 'Etc/UTC' });
  await openAsAda('/my/settings');
  await waitFor(() => expect(stored('display')).toEqual({ locale: 'en-GB', timeZone: 'Etc/UTC' }));
  expect([await zoneOnServer(device), savedZones(device)]).toEqual(['Etc/UTC', 0]);
});

it('UTC can be chosen, and stays, whatever the browser calls it', async () => {
  const zones = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Lisbon', 'UTC']);
  onTestFinished(() => zones.mockRestore());
  const device = await deviceWith({ locale: 'en-GB', time_zone: 'Europe/Lisbon' });
  await openAsAda('/my/settings');
  const field = await screen.findByRole('combobox', { name: 'Time zone' });
  const option = within(field).getByRole('option', { name: /UTC$/ });
  await device.user.selectOptions(field, option);
  await waitFor(() => expect(stored('display')).toEqual({ locale: 'en-GB', timeZone: 'Etc/UTC' }));
  expect([await zoneOnServer(device), savedZones(device)]).toEqual(['Etc/UTC', 1]);
});

it('the zone is saved again after a conflicting write', async () => {
  const device = await deviceWith({ time_zone: 'UTC' });
  const online = fetch;
  let isFirst = true;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method === 'PATCH' && url === '/api/users/me/settings' && isFirst) {
      isFirst = false;
      await device.db
        .updateTable('users')
        .set((set) => ({ version: set('version', '+', 1) }))
        .where('id', '=', device.ada.id)
        .execute();
    }
    return online(url, init);
  });
  await openAsAda('/my/settings');
  await waitFor(async () => expect(await zoneOnServer(device)).toBe('America/New_York'));
  expect(savedZones(device)).toBe(2);
});

it("queued settings on the device take precedence over the server's", async () => {
  const device = await deviceWith({ locale: 'en-GB', time_zone: 'Europe/Lisbon' });
  await openAsAda('/my/settings');
  await waitFor(() => expect(stored('display')).toMatchObject({ timeZone: 'Europe/Lisbon' }));
  const goOnline = goOffline();
  const sent = await write({
    call: 'PATCH /api/users/me/settings',
    params: undefined,
    body: { version: 1, timeZone: 'Asia/Tokyo' },
    subject: 'settings',
    title: 'Time zone',
  });
  expect(sent.kind).toBe('waiting');
  await waitFor(() => expect(stored('display')).toMatchObject({ timeZone: 'Asia/Tokyo' }));
  expect(await zoneOnServer(device)).toBe('Europe/Lisbon');
  goOnline();
  await waitFor(async () => expect(await zoneOnServer(device)).toBe('Asia/Tokyo'));
});

it('a queued setting is saved before the zone of the device, also where the device reads the outbox late', async () => {
  const device = await deviceWith({ locale: 'en-GB', time_zone: 'UTC' });
  await signInOnDevice('/my/settings');
  const goOnline = goOffline();
  await write({
    call: 'PATCH /api/users/me/settings',
    params: undefined,
    body: { version: 1, quietHours: null },
    subject: 'settings',
    title: 'Quiet hours',
  });
  openOutbox(null);
  const read = Promise.withResolvers<void>();
  lateReads.outbox = read.promise;
  goOnline();
  renderApp();
  await screen.findByRole('combobox', { name: 'Time zone' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  read.resolve();
  await waitFor(async () => expect(await zoneOnServer(device)).toBe('America/New_York'));
  const { quiet_from } = await device.db
    .selectFrom('users')
    .select('quiet_from')
    .where('id', '=', device.ada.id)
    .executeTakeFirstOrThrow();
  expect(quiet_from).toBeNull();
  expect(screen.queryByText('Not saved')).toBeNull();
});
