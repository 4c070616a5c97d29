// The note of a reply on the page of an event, over the real API.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildEvent, buildMembership, buildTeam } from '../../support/factories.ts';
import { holdAnswers, openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

async function openEventOfAda() {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id, role: 'trainee' });
  const event = await buildEvent(db, {
    teams: [team.id],
    starts_at: '2027-03-02T17:30:00.000Z',
    ends_at: '2027-03-02T19:00:00.000Z',
  });
  await openAsAda(`/my/events/${event.id}`);
  const going = await screen.findByRole('button', { name: 'Going' });
  const notes = document.querySelector<HTMLDetailsElement>('details:has(> summary)');
  if (!notes) throw new Error('There is no way to add a note.');
  notes.open = true;
  fireEvent(notes, new Event('toggle'));
  return {
    ...device,
    event,
    going,
    field: await screen.findByLabelText<HTMLInputElement>('Note for the coach'),
  };
}

it('keeps a note that is typed while the reply is sent', async () => {
  const { user, going, server } = await openEventOfAda();
  const release = holdAnswers('PUT');
  await user.click(going);
  await screen.findByText('Going · sending');
  await user.type(await screen.findByLabelText('Note for the coach'), 'Ten minutes late');
  release();
  await screen.findByText("You're in");
  const field = await screen.findByLabelText<HTMLInputElement>('Note for the coach');
  expect(field.value).toBe('Ten minutes late');
  await user.click(screen.getByRole('button', { name: 'Send note' }));
  await screen.findByText('Your coach has your note.');
  expect(field.value).toBe('');
  const sent = await server.database.db.selectFrom('registrations').select('note').executeTakeFirst();
  expect(sent?.note).toBe('Ten minutes late');
});

it('empties the field of a note that was sent', async () => {
  const { user, going, field } = await openEventOfAda();
  await user.type(field, 'Ten minutes late');
  await user.click(going);
  await screen.findByText("You're in");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note for the coach').value).toBe(''));
});
