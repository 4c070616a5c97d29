// What is read again after a write, over the real API.
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  acknowledgedWrites,
  emitAcknowledged,
  isAffectedSince,
  whenRevalidated,
} from '../../../src/app/data/resources/acknowledged-writes.ts';
import { notifyWriteAcknowledged } from '../../../src/app/data/resources/notify-acknowledged.ts';
import { buildEvent, buildMembership, buildTeam } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
// What the device asks for ahead begins after two seconds, in the middle of a reply where the machine is busy.
vi.mock('../../../src/app/data/device/offline-prefetch.ts', async (load) => ({
  ...(await load<object>()),
  startOfflinePrefetch: () => () => {},
}));

it('a reply on the page of an event is followed by one read, that of the event', async () => {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'trainee' });
  const event = await buildEvent(db, {
    name: 'Training',
    roster_visibility: 'coaches',
    teams: [team.id],
    starts_at: '2027-03-02T17:30:00.000Z',
  });
  await openAsAda(`/my/events/${event.id}`);
  const going = await screen.findByRole('button', { name: 'Going' });
  device.asked.length = 0;
  const before = acknowledgedWrites();
  await device.user.click(going);
  await screen.findByText("You're in");
  await waitFor(() => expect(acknowledgedWrites()).toBe(before + 1));
  await whenRevalidated();
  expect(device.asked).toEqual([`PUT /api/events/${event.id}/registration`, `GET /api/events/${event.id}`]);
});

it('a settled write affects what the contract says, and one that is unknown here affects everything', () => {
  const before = acknowledgedWrites();
  notifyWriteAcknowledged('PUT /api/users/me/notifications/read');
  expect(isAffectedSince(before, '/api/users/me/notifications?limit=3')).toBe(true);
  expect(isAffectedSince(before, '/api/users/me/notifications/other')).toBe(false);
  expect(isAffectedSince(before, '/api/users/me/events?tab=upcoming')).toBe(false);
  notifyWriteAcknowledged('PUT /api/events/{id}/registration');
  expect(isAffectedSince(before, '/api/users/me/events?tab=upcoming')).toBe(true);
  expect(isAffectedSince(before, '/api/users/me/profile')).toBe(false);
  notifyWriteAcknowledged('PUT /api/of/another/build');
  expect(isAffectedSince(before, '/api/users/me/profile')).toBe(true);
  expect(isAffectedSince(acknowledgedWrites(), '/api/users/me/profile')).toBe(false);
  emitAcknowledged(() => false);
  expect(isAffectedSince(acknowledgedWrites() - 1, '/api/users/me/profile')).toBe(false);
});
