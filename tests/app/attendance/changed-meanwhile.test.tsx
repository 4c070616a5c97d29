// Attendance where others have changed something meanwhile: undoing, refused batches, guests and members who are added.
import { screen, waitFor, within } from '@testing-library/react';
import { v7 as uuid } from 'uuid';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { button, goOffline, lines, markButton, openPitch, order, sheet } from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

const said = () => document.getElementById('said')?.textContent;
const statuses = (marks: { status: string | null }[]) => marks.map(({ status }) => status);

it('an undone batch that was never sent takes back no check-in that was made meanwhile', async () => {
  const { user, db, event, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  const now = new Date().toISOString();
  await db
    .insertInto('attendance')
    .values({
      id: uuid(),
      event_id: event.id,
      person_id: idOf('Ben'),
      status: 'present',
      minutes_late: null,
      marked_by: null,
      source: 'selfQr',
      reason: null,
      occurred_at: now,
      received_at: now,
    })
    .execute();
  await user.click(await button('Everyone else is here · 3'));
  await screen.findByText('3 to be sent');
  await user.click(await button(/^Undo: 3 more people are here$/));
  await waitFor(() => expect(said()).toBe('Undone: 3 more people are here'));
  await waitFor(() => expect(screen.queryByText('3 to be sent')).toBeNull());
  await button('Everyone else is here · 3');
  await user.click(await markButton('Cleo'));
  await screen.findByText('1 to be sent');
  goOffline(false);
  await waitFor(async () => expect(statuses(await marksOf(idOf('Cleo')))).toEqual(['present']));
  await waitFor(async () => expect(await lines('Ben')).toContain('Here'));
  expect(statuses(await marksOf(idOf('Ben')))).toEqual(['present']);
  expect(await marksOf(idOf('Dila'))).toEqual([]);
});

it('undoing what someone else has marked since changes nothing, and says so', async () => {
  const { user, assistant, event, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  await user.click(await markButton('Ben'));
  await waitFor(async () => expect(await marksOf(idOf('Ben'))).toHaveLength(1));
  await assistant.call('PUT /api/events/{id}/attendance/{personId}', {
    params: { id: event.id, personId: idOf('Ben') },
    body: { status: 'present' },
  });
  await user.click(await markButton('Cleo'));
  await waitFor(async () => expect(await lines('Ben')).toContain('by Jan'));
  await user.click(await button(/^Undo: Cleo/));
  await user.click(await button(/^Undo: Ben/));
  await waitFor(() => expect(said()).toBe('Not undone: someone else has changed this since'));
  expect(statuses(await marksOf(idOf('Ben')))).toEqual(['present', 'present']);
});

it('a mark that was refused cannot be undone, also once it is dismissed', async () => {
  const { user, db, idOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await markButton('Ben'));
  await screen.findByText('1 to be sent');
  await db.deleteFrom('memberships').where('person_id', '=', idOf('Ben')).execute();
  goOffline(false);
  await screen.findByText('One mark was not accepted');
  await button('Undo');
  await user.click(await button('Dismiss'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('One mark was not accepted')).toBeNull());
  await button('Undo');
});

it('someone who has left is refused alone, and the others of the batch are marked', async () => {
  const { user, db, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await button('Everyone else is here · 3'));
  await screen.findByText('3 to be sent');
  await db.deleteFrom('memberships').where('person_id', '=', idOf('Dila')).execute();
  goOffline(false);
  await waitFor(async () => expect(statuses(await marksOf(idOf('Cleo')))).toEqual(['present']));
  expect(statuses(await marksOf(idOf('Ben')))).toEqual(['present']);
  await screen.findByText('One mark was not accepted');
  await waitFor(async () => expect(await lines('Dila')).toContain("This person isn't part of this event"));
  expect(await lines('Ben')).not.toContain('Not accepted');
  // Not open any more: a second batch would be refused again.
  await screen.findByText('Everyone is marked');
});

it('a guest who was added by mistake leaves nothing, and is not marked with everyone else', async () => {
  const { user, db, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Gus Guest');
  await user.click((await sheet()).getByText('Add Gus Guest as a guest'));
  await waitFor(() => expect(order()).toContain('Gus Guest'));
  await user.click(await button(/^Undo: Gus Guest/));
  await waitFor(() => expect(order()).not.toContain('Gus Guest'));
  await user.click(await button('Everyone else is here · 3'));
  await screen.findByText('3 to be sent');
  goOffline(false);
  await waitFor(async () => expect(await marksOf(idOf('Ben'))).toHaveLength(1));
  expect(await db.selectFrom('event_guests').select('id').execute()).toEqual([]);
});

it('a guest who is a member after all is joined with them, and the member has the marks and the focus', async () => {
  const { user, db, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Dilara');
  await user.click((await sheet()).getByText('Add Dilara as a guest'));
  await waitFor(async () => expect(await lines('Dilara')).toMatch(/Here · Guest$/));
  await waitFor(async () =>
    expect(await db.selectFrom('event_guests').select('id').execute()).toHaveLength(1),
  );
  const more = (await markButton('Dilara')).parentElement?.querySelector('[data-more]') as HTMLElement;
  await user.click(more);
  await user.click((await sheet()).getByText('This is a member…'));
  await waitFor(async () => (await sheet()).getByText('Who is Dilara?'));
  await user.type((await sheet()).getByLabelText('Name'), 'dil');
  const members = (await sheet()).getByLabelText('Members');
  expect(within(members).queryByText('Ben')).toBeNull();
  await user.click(within(members).getByText('Dila'));
  await user.click((await sheet()).getByText('Join Dilara with Dila'));
  await waitFor(() => expect(said()).toBe('Dilara is Dila now'));
  await waitFor(async () => expect(await lines('Dila')).toContain('Here'));
  expect(order()).not.toContain('Dilara');
  expect(statuses(await marksOf(idOf('Dila')))).toEqual(['present']);
  await waitFor(async () => expect(document.activeElement).toBe(await markButton('Dila')));
  await user.click(await button(/^Undo: Dilara/));
  await waitFor(() => expect(said()).toBe('Not undone: Dilara is no longer on the list'));
});

it('a visiting coach finds their own members and adds no guests', async () => {
  const { user, db, ada, team } = await openPitch();
  const home = await buildTeam(db, { name: 'Home' });
  const away = await buildUser(db, { name: 'Zita' });
  await buildMembership(db, { team_id: home.id, person_id: away.id });
  const match = await buildEvent(db, {
    owner_team_id: home.id,
    teams: [home.id, team.id],
    visibility: 'team',
    starts_at: new Date(Date.now() - 600_000).toISOString(),
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await db.deleteFrom('event_leaders').where('person_id', '=', ada.id).execute();
  await openAsAda(`/my/events/${match.id}/attendance`);
  await user.click(await button('Add someone'));
  await waitFor(async () => (await sheet()).getByText('A member of your team.'));
  await user.type((await sheet()).getByLabelText('Name'), 'Zi');
  expect((await sheet()).queryByText(/as a guest/)).toBeNull();
  expect((await sheet()).queryByText('Zita')).toBeNull();
});
