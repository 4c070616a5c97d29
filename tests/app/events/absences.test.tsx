// Absences over the real API: adding one, its preview and result, ending it, and the coach's view.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { holdAnswers, openAsAda, openDevice } from '../device.tsx';
import { listen } from '../heard.ts';
import { goOffline } from '../planning/planning-setup.ts';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const dayIn = (days: number) => inDays(days).slice(0, 10);

/** Ada is in a team that Cleo coaches. The server's clock is the device's, so that both use the same days. */
async function openMember() {
  const device = await openDevice();
  const { db } = device.server.database;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  const cleo = await buildUser(db, { name: 'Cleo', is_coach: 1 });
  await buildMembership(db, { person_id: cleo.id, team_id: team.id, role: 'coach' });
  await buildMembership(db, { person_id: device.ada.id, team_id: team.id });
  device.server.advance(Date.now() - device.server.now().getTime());
  const eventIn = (days: number, name = 'Training') =>
    buildEvent(db, { name, teams: [team.id], starts_at: inDays(days) });
  const away = async (from: number, to: number, note: string | null = null) => {
    const client = await signIn(device.server, device.ada);
    const { body } = await client.call('POST /api/users/me/absences', {
      body: { from: dayIn(from), to: dayIn(to), note },
    });
    return body;
  };
  const stateOf = async (event: { id: string }) =>
    (await db.selectFrom('registrations').select('state').where('event_id', '=', event.id).executeTakeFirst())
      ?.state;
  return { ...device, db, team, cleo, eventIn, away, stateOf };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** A date field takes its value as a whole. */
async function fillDay(user: Awaited<ReturnType<typeof openMember>>['user'], label: string, day: string) {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await user.clear(field);
  if (day !== '') await user.type(field, day);
}

it('an absence takes no input while it is saved, and keeps the focus', async () => {
  const { user, db } = await openMember();
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  await screen.findByRole('dialog', { name: "I'm away" });
  const release = holdAnswers('POST', '/api/users/me/absences');
  await fillDay(user, 'Last day', dayIn(8));
  const note = screen.getByLabelText<HTMLInputElement>('Note for your coaches');
  await user.type(note, 'Skiing');
  await user.click(await button('Save'));
  await button('Saving…');
  await user.type(note, ' and more');
  expect(note.value).toBe('Skiing');
  expect([document.activeElement, note.readOnly]).toEqual([note, true]);
  release();
  await screen.findByText(/^Saved\./);
  expect(await db.selectFrom('absences').select('note').execute()).toEqual([{ note: 'Skiing' }]);
});

it('an absence previews which events it declines and which are left to the person, and reports the result', async () => {
  const { user, db, ada, eventIn, stateOf } = await openMember();
  const [free, taken, paid] = [await eventIn(3), await eventIn(4), await eventIn(5, 'Camp')];
  await buildRegistration(db, { event_id: taken.id, person_id: ada.id });
  const { id: offer_id } = await buildOffer(db, { event_id: paid.id });
  await buildRegistration(db, { event_id: paid.id, person_id: ada.id, offer_id });
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  const dialog = await screen.findByRole('dialog', { name: "I'm away" });
  await fillDay(user, 'First day', dayIn(1));
  await fillDay(user, 'Last day', dayIn(8));
  await within(dialog).findByText(/Answers “Can't go” to 2 events\./);
  within(dialog).getByText(/You give up your place, or your turn to get one, at 1 of them\./);
  within(dialog).getByText(/You decide about these yourself.*Camp/);
  expect(await stateOf(taken)).toBe('confirmed');
  await user.type(within(dialog).getByLabelText('Note for your coaches'), 'Skiing');
  await user.click(await button('Save'));
  const said = await screen.findByText(
    /^Saved\. 2 events answered with “Can't go”\. You decide about these: Camp/,
  );
  await waitFor(() => expect(document.activeElement).toBe(said));
  expect([await stateOf(free), await stateOf(taken), await stateOf(paid)]).toEqual([
    'declined',
    'declined',
    'confirmed',
  ]);
  const line = (await screen.findByText(/^Away (?!until)/)).closest('.away');
  expect(line?.textContent).toContain('Skiing');
});

it('an absence with invalid fields shows errors, and keeps its input when the sheet is closed', async () => {
  const { user } = await openMember();
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  await user.click(await button('Save'));
  await screen.findByText('Choose the last day.');
  expect(document.activeElement).toBe(screen.getByLabelText('Last day'));
  await fillDay(user, 'First day', dayIn(5));
  await fillDay(user, 'Last day', dayIn(2));
  expect(screen.queryByText('Choose the last day.')).toBeNull();
  await user.click(await button('Save'));
  await screen.findByText('This is before the first day.');
  await fillDay(user, 'First day', dayIn(-9));
  await user.type(screen.getByLabelText('Note for your coaches'), 'Exams');
  await user.click(await button('Save'));
  await screen.findByText('This day is over. Choose today or later');
  expect(document.activeElement).toBe(screen.getByLabelText('First day'));
  await user.click(await button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button("I'm away…"));
  expect((await screen.findByLabelText<HTMLInputElement>('Note for your coaches')).value).toBe('Exams');
});

it('an absence can be ended from Home with one press, which lists the unanswered events and can be undone', async () => {
  const { user, eventIn, away, stateOf } = await openMember();
  const event = await eventIn(3);
  await away(0, 8, 'Skiing');
  expect(await stateOf(event)).toBe('declined');
  await openAsAda('/');
  await screen.findByText(/^Away until /);
  await user.click(await button(/^I'm back: Away until /));
  const said = await screen.findByText(/^Welcome back\. 1 event needs your answer again\./);
  await waitFor(() => expect(document.activeElement).toBe(said));
  expect(await stateOf(event)).toBeUndefined();
  await waitFor(() => expect(screen.queryByText(/^Away until /)).toBeNull());
  await user.click(await button("Undo: I'm back"));
  await screen.findByText("You're away again, with the same replies.");
  await screen.findByText(/^Away until /);
  expect(await stateOf(event)).toBe('declined');
});

it('Undo brings back the absence that was ended last', async () => {
  const { user, db, away } = await openMember();
  const [first, second] = [await away(2, 5, 'Skiing'), await away(10, 14, 'Exams')];
  await openAsAda('/my/events');
  const left = () =>
    db.selectFrom('absences').select(['id', 'from_day', 'note']).where('ended_at', 'is', null);
  for (const { id } of [first, second]) {
    const [remove] = await screen.findAllByRole('button', { name: /^Remove: Away / });
    await user.click(remove as HTMLElement);
    await waitFor(() => expect(remove?.isConnected).toBe(false));
    expect((await left().execute()).map((row) => row.id)).not.toContain(id);
  }
  await user.click(await button("Undo: I'm back"));
  await screen.findByText("You're away again, with the same replies.");
  expect(await left().execute()).toMatchObject([{ from_day: dayIn(10), note: 'Exams' }]);
});

it('the days of a future absence can be changed, and it can be removed', async () => {
  const { user, eventIn, away, stateOf } = await openMember();
  const [first, later] = [await eventIn(3), await eventIn(12)];
  await away(2, 5);
  await openAsAda('/my/events');
  await user.click(await button(/^Change: Away /));
  const dialog = await screen.findByRole('dialog', { name: 'Change your absence' });
  await fillDay(user, 'First day', dayIn(10));
  await fillDay(user, 'Last day', dayIn(14));
  await within(dialog).findByText(/Answers “Can't go” to 1 event\./);
  within(dialog).getByText('1 event needs your answer again.');
  await user.click(await button('Save'));
  await screen.findByText(/^Saved\. 1 event answered/);
  expect([await stateOf(first), await stateOf(later)]).toEqual([undefined, 'declined']);
  await user.click(await button(/^Remove: Away /));
  await screen.findByText(/^Removed\. 1 event needs your answer again\./);
  expect(await stateOf(later)).toBeUndefined();
});

it('a changed absence says nothing of events that it has answered, and is saved after a change made elsewhere', async () => {
  const { user, server, ada, eventIn, away, stateOf } = await openMember();
  const training = await eventIn(3);
  const { id } = await away(2, 8);
  expect(await stateOf(training)).toBe('declined');
  await openAsAda('/my/events');
  await user.click(await button(/^Change: Away/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your absence' }));
  await dialog.findByText(/^No more events to answer\./);
  await (await signIn(server, ada)).call('PATCH /api/users/me/absences/{id}', {
    params: { id },
    body: { version: 1, from: dayIn(2), to: dayIn(9), note: null },
  });
  await user.type(dialog.getByLabelText('Note for your coaches'), 'Skiing');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/Someone else changed this/);
  await waitFor(async () => {
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await screen.findByText('Saved.');
});

it('an absence that is saved offline is shown as queued, and can be taken back with Undo', async () => {
  const { user, server } = await openMember();
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  await fillDay(user, 'Last day', dayIn(8));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await user.click(await button('Save'));
  await screen.findByText('Not sent yet.');
  await screen.findByText('Saved on this device, will be sent');
  await user.click(await button(/^Undo: Away /));
  await waitFor(() => expect(screen.queryByText('Saved on this device, will be sent')).toBeNull());
  expect(screen.queryByText('Not sent yet.')).toBeNull();
  expect(await server.database.db.selectFrom('absences').selectAll().execute()).toEqual([]);
});

it('an absence that is saved offline says its effect once it is sent', async () => {
  const { user, eventIn, stateOf } = await openMember();
  const event = await eventIn(3);
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  await fillDay(user, 'Last day', dayIn(8));
  const goOnline = goOffline();
  await user.click(await button('Save'));
  await screen.findByText('Not sent yet.');
  goOnline();
  await screen.findByText(/^Saved\. 1 event answered with “Can't go”/);
  expect(screen.queryByText('Not sent yet.')).toBeNull();
  expect(await stateOf(event)).toBe('declined');
});

it('an absence that is saved or removed offline says once that it is not sent yet, and once its effect', async () => {
  const { user, eventIn } = await openMember();
  await eventIn(3);
  await openAsAda('/my/events');
  await user.click(await button("I'm away…"));
  await fillDay(user, 'Last day', dayIn(8));
  let goOnline = goOffline();
  await screen.findByText(/^You're offline\./);
  const said = listen();
  await user.click(await button('Save'));
  // As soon as it is shown, the button that tells of waiting changes could say it, too.
  await screen.findByText('1 change is waiting to be sent', {}, { timeout: 3000 });
  expect(said).toEqual(['Not sent yet.']);
  goOnline();
  await screen.findByText(/^Saved\. 1 event answered/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(said.slice(1)).toEqual([expect.stringMatching(/^Saved\. 1 event answered/)]);
  const remove = await button(/^(I'm back|Remove): Away /);
  goOnline = goOffline();
  await user.click(remove);
  await screen.findByText('1 change is waiting to be sent', {}, { timeout: 3000 });
  expect(said.slice(2).filter((text) => !/offline/.test(text))).toEqual([
    expect.stringMatching(/^Not sent yet\. Once it is/),
  ]);
  goOnline();
});

it('an absence that is changed or ended offline says its effect once that is sent', async () => {
  const { user, eventIn, away } = await openMember();
  await eventIn(6);
  await away(2, 5);
  await openAsAda('/my/events');
  await user.click(await button(/^Change: Away /));
  await fillDay(user, 'Last day', dayIn(8));
  let goOnline = goOffline();
  await user.click(await button('Save'));
  await screen.findByText('Not sent yet.');
  goOnline();
  await screen.findByText(/^Saved\. 1 event answered/);
  const remove = await button(/^Remove: Away /);
  goOnline = goOffline();
  await user.click(remove);
  await screen.findByText('Not sent yet. Once it is, your events need your reply again.');
  goOnline();
  await screen.findByText(/^Removed\. 1 event needs your answer again\./);
  expect(screen.queryByText(/^Not sent yet/)).toBeNull();
  const again = await button("Undo: I'm back");
  goOnline = goOffline();
  await user.click(again);
  await screen.findByText('Not sent yet.');
  goOnline();
  await screen.findByText("You're away again, with the same replies.");
});

it('an absence is shown with its end to those who run an event and a team', async () => {
  const { db, ada, team } = await openMember();
  await db.updateTable('memberships').set({ role: 'coach' }).where('person_id', '=', ada.id).execute();
  const ben = await buildUser(db, { name: 'Ben Baert' });
  await buildMembership(db, { person_id: ben.id, team_id: team.id });
  const event = await buildEvent(db, { teams: [team.id], starts_at: inDays(3) });
  await db
    .insertInto('absences')
    .values({
      id: '0197a000-0000-7000-8000-000000000001',
      created_at: inDays(0),
      updated_at: inDays(0),
      person_id: ben.id,
      from_day: dayIn(-1),
      to_day: dayIn(8),
      note: 'Skiing',
    })
    .execute();
  await buildRegistration(db, {
    event_id: event.id,
    person_id: ben.id,
    state: 'declined',
    absence_id: '0197a000-0000-7000-8000-000000000001',
  });
  await openAsAda(`/my/events/${event.id}`);
  const row = (await screen.findByText('Ben Baert')).closest('li');
  expect(row?.textContent).toMatch(/Away until .* · “Skiing”/);
  await openAsAda(`/teams/${team.id}`);
  const [badge] = await screen.findAllByText(/^Away until /);
  expect(badge?.closest('li')?.textContent).toContain('Ben Baert');
});
