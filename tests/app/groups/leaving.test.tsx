// Joining and leaving on a device that stores the write first.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

it('leaving asks once, and does not ask someone who has left', async () => {
  const { user, server, ada } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  const coach = await buildUser(db, { name: 'Nora Claes' });
  await buildMembership(db, { person_id: coach.id, team_id: team.id, role: 'owner' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id });
  await openAsAda(`/teams/${team.id}`);
  await user.click(await screen.findByRole('button', { name: 'Your membership' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Leave U12?' }));
  await user.click(sheet.getByRole('button', { name: 'Leave' }));
  await waitFor(async () => {
    const row = db.selectFrom('memberships').select('status').where('person_id', '=', ada.id);
    expect(await row.executeTakeFirst()).toEqual({ status: 'left' });
  });
  await waitFor(() => expect(document.querySelector('button[aria-busy="true"]')).toBeNull());
  await screen.findByText('Join', { selector: 'button' });
  expect(document.querySelector('dialog')).toBeNull();
});
