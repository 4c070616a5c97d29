// My notifications over the real API: unread ones, and marking them as read.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildNotification } from '../../server/notifications/factory.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

it('marking all notifications as read updates the page and other devices', async () => {
  const { server, ada, user } = await openDevice();
  const { db } = server.database;
  for (const name of ['Derby', 'Snow camp']) {
    const event = await buildEvent(db, { name });
    await buildNotification(db, { user_id: ada.id, kind: 'placeConfirmed', event_id: event.id });
  }
  const laptop = await signIn(server, ada);
  const unread = async () => (await laptop.call('GET /api/users/me/notifications')).body.unreadCount;
  await openAsAda('/my/notifications');
  await screen.findByRole('link', { name: /Snow camp/ });
  expect(await unread()).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(await unread()).toBe(0);
  // The list itself shows it, not only a sent request.
  expect(screen.queryAllByText(/^New:/)).toEqual([]);
  expect(screen.getByRole('link', { name: /Derby/ })).toBeDefined();
});

it('marking all as read includes those beyond the loaded page, and leaves those that have arrived since', async () => {
  const { server, ada, user } = await openDevice();
  const { db } = server.database;
  const at = (minute: number) =>
    new Date(Date.parse('2026-11-20T10:00:00.000Z') + minute * 60_000).toISOString();
  const notify = (minute: number, given: object = {}) =>
    buildNotification(db, { user_id: ada.id, kind: 'signInAttempts', created_at: at(minute), ...given });
  await notify(0);
  for (let minute = 1; minute <= 60; minute += 1) await notify(minute, { read_at: at(minute) });
  await openAsAda('/my/notifications');
  const button = await screen.findByRole('button', { name: 'Mark all as read' });
  expect(screen.queryAllByText(/^New:/)).toEqual([]);
  const late = await notify(61);
  await user.click(button);
  const unread = () => db.selectFrom('notifications').select('id').where('read_at', 'is', null).execute();
  await waitFor(async () => expect(await unread()).toEqual([late]));
  expect(await screen.findAllByText(/^New:/)).toHaveLength(1);
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe('Notifications, 1 new'));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(await unread()).toEqual([]);
});

it('the notification of failed sign-ins shows their number, and links to the settings', async () => {
  const { server, ada } = await openDevice();
  const changes = JSON.stringify([{ field: 'attempts', before: null, after: '23' }]);
  await buildNotification(server.database.db, { user_id: ada.id, kind: 'signInAttempts', changes });
  await openAsAda('/my/notifications');
  const link = await screen.findByRole('link', { name: /Someone tried to sign in to your account 23 times/ });
  expect(link.getAttribute('href')).toBe('/my/settings');
});

it('the notification of a leader who was taken off says so', async () => {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  const event = await buildEvent(db, { name: 'Derby' });
  await buildNotification(db, { user_id: ada.id, kind: 'leaderRemoved', event_id: event.id });
  await openAsAda('/my/notifications');
  expect(await screen.findByRole('link', { name: /You no longer lead Derby/ })).toBeDefined();
});

it('notifications of a cancelled and a postponed event say so once', async () => {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  const to = (after: string) => ({ field: 'eventStatus', before: 'EventScheduled', after });
  const reason = { field: 'statusReason', before: null, after: 'The pitch is frozen' };
  for (const [name, kind, changes] of [
    ['Derby', 'eventCancelled', [to('EventCancelled'), reason]],
    ['Snow camp', 'eventChanged', [to('EventPostponed')]],
  ] as const) {
    const event = await buildEvent(db, { name });
    await buildNotification(db, {
      user_id: ada.id,
      kind,
      event_id: event.id,
      changes: JSON.stringify(changes),
    });
  }
  await openAsAda('/my/notifications');
  expect(await screen.findByRole('link', { name: /Derby is cancelled/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /Snow camp is postponed/ })).toBeDefined();
  expect(screen.getByText('The pitch is frozen')).toBeDefined();
  expect(screen.queryByText(/Status/)).toBeNull();
});
