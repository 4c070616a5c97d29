// A coach's decisions about the replies to an event, over the real API.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

/** Ada coaches a team, and Bert has replied to one of its events. Her sheet for Bert is open. */
async function openSheet(state: 'confirmed' | 'pendingApproval' | 'pendingPayment' | 'waitlisted') {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'coach' });
  const event = await buildEvent(db, {
    owner_team_id: team.id,
    teams: [team.id],
    starts_at: '2026-12-05T18:00:00.000Z',
  });
  const bert = await buildUser(db, { name: 'Bert Baert' });
  const { id } = await buildRegistration(db, { event_id: event.id, person_id: bert.id, state });
  const row = () => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  /** As another coach does, before Ada's page knows. */
  const changeMeanwhile = async (set: { state?: 'confirmed' }) => {
    const { version } = await row();
    await db
      .updateTable('registrations')
      .set({ ...set, version: version + 1 })
      .where('id', '=', id)
      .execute();
  };
  const reasons = async () =>
    (await db.selectFrom('audit_log').select('after').where('object_id', '=', id).execute()).map(
      ({ after }) => JSON.parse(after ?? '{}').reason,
    );
  await openAsAda(`/my/events/${event.id}`);
  await device.user.click(await screen.findByRole('button', { name: "Change Bert Baert's reply" }));
  const sheet = await screen.findByRole('dialog', { name: 'Bert Baert' });
  await device.user.type(within(sheet).getByLabelText(/^Reason/), 'Injured');
  return { ...device, sheet: within(sheet), row, changeMeanwhile, reasons };
}

it('a refused removal stays in its sheet with the reason, and can be sent again', async () => {
  const { user, sheet, row, changeMeanwhile, reasons } = await openSheet('confirmed');
  await changeMeanwhile({});
  await user.click(sheet.getByRole('button', { name: 'Remove from the event' }));
  expect(await sheet.findByText(/^Someone changed this in the meantime/)).toBeDefined();
  expect(sheet.getByLabelText<HTMLInputElement>('Reason (optional)').value).toBe('Injured');
  expect((await row()).state).toBe('confirmed');
  await user.click(sheet.getByRole('button', { name: 'Remove from the event' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await row()).state).toBe('cancelledByOrganizer');
  expect(await reasons()).toEqual(['Injured']);
});

it('a refused rejection stays in its sheet, where another coach has approved the person meanwhile', async () => {
  const { user, sheet, row, changeMeanwhile } = await openSheet('pendingApproval');
  await changeMeanwhile({ state: 'confirmed' });
  await user.click(sheet.getByRole('button', { name: 'Reject' }));
  expect(await sheet.findByText(/^Someone changed this in the meantime/)).toBeDefined();
  // What can be done follows the new state.
  const remove = await sheet.findByRole('button', { name: 'Remove from the event' });
  expect(sheet.getByLabelText<HTMLInputElement>('Reason (optional)').value).toBe('Injured');
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await row()).state).toBe('cancelledByOrganizer');
});

it('Going approves a request that is open', async () => {
  const { user, sheet, row, reasons } = await openSheet('pendingApproval');
  await user.click(sheet.getByRole('button', { name: 'Going' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await row()).state).toBe('confirmed');
  expect(await reasons()).toEqual(['Injured']);
});

it.each(['waitlisted', 'pendingPayment'] as const)(
  'Going is not offered for someone who is %s, because a reply gives them no place',
  async (state) => {
    const { sheet } = await openSheet(state);
    sheet.getByRole('button', { name: 'Maybe' });
    expect(sheet.queryByRole('button', { name: 'Going' })).toBeNull();
  },
);
