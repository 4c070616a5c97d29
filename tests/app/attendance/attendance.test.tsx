// Attendance at the pitch over the real API: marking, undoing, guests, refused marks, and a device without a network.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { silence } from '../../../src/app/words/announce.ts';
import { openApp, openAsAda } from '../device.tsx';
import {
  button,
  goOffline,
  lines,
  markButton,
  minutes,
  openPitch,
  order,
  row,
  sheet,
} from './pitch-setup.tsx';

// jsdom has no IndexedDB, which stores the outbox.
vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

it('a tap marks a person as here without moving the row, and the next tap opens the choices', async () => {
  const { user, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila']);
  await user.click(await markButton('Ben'));
  await waitFor(async () => expect(await marksOf(idOf('Ben'))).toMatchObject([{ status: 'present' }]));
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila']);
  await waitFor(async () => expect(await lines('Ben')).toMatch(/Ben, Here$/));
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe('Ben, Here, 1 of 3'));
  // A second tap right after is the same tap.
  await user.click(await markButton('Ben'));
  expect(document.querySelector('dialog[open]')).toBeNull();
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  await user.click(await markButton('Ben'));
  await user.click((await sheet()).getByText('Now: 12 min'));
  await waitFor(async () =>
    expect((await marksOf(idOf('Ben'))).at(-1)).toMatchObject({ status: 'late', minutes_late: 12 }),
  );
  await screen.findByText('12 min late');
});

it('“Everyone else is here” marks those who are expected in one write, says how many, and is undone as one', async () => {
  const { user, asked, idOf, marksOf, path, db, event } = await openPitch();
  const { buildRegistration } = await import('../../support/factories.ts');
  await buildRegistration(db, { event_id: event.id, person_id: idOf('Dila'), state: 'declined' });
  await openAsAda(path);
  await screen.findByText(/ 2 expected$/);
  await user.click(await button('Everyone else is here · 2'));
  await screen.findByText('Everyone is marked');
  await waitFor(async () => expect(await marksOf(idOf('Cleo'))).toHaveLength(1));
  expect(await marksOf(idOf('Dila'))).toEqual([]);
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([`PUT /api/events/${event.id}/attendance`]);
  await user.click(await button(/^Undo: 2 more people are here$/));
  await button('Everyone else is here · 2');
  await waitFor(async () =>
    expect((await marksOf(idOf('Cleo'))).map(({ status }) => status)).toEqual(['present', null]),
  );
});

it('the row of someone who is absent and had said yes says so; counts follow once the event is over', async () => {
  const { user, assistant, idOf, path, db, event } = await openPitch({
    given: { starts_at: minutes(-90), ends_at: minutes(-5) },
  });
  const { buildRegistration } = await import('../../support/factories.ts');
  await buildRegistration(db, { event_id: event.id, person_id: idOf('Ben') });
  await buildRegistration(db, { event_id: event.id, person_id: idOf('Cleo'), state: 'tentative' });
  for (const name of ['Cleo', 'Dila'])
    await assistant.call('PUT /api/events/{id}/attendance/{personId}', {
      params: { id: event.id, personId: idOf(name) },
      body: { status: 'absent' },
    });
  await openAsAda(path);
  await screen.findByText('0 excused · 2 absent');
  expect(await lines('Ben')).toMatch(/Going$/);
  fireEvent.keyDown(await markButton('Ben'), { key: 'a' });
  await waitFor(async () => expect(await lines('Ben')).toMatch(/Absent · had said yes/));
  await screen.findByText('0 excused · 3 absent (1 had said yes)');
  for (const name of ['Cleo', 'Dila']) expect(await lines(name)).not.toContain('had said yes');
  fireEvent.keyDown(await markButton('Ben'), { key: 'e' });
  await waitFor(async () => expect(await lines('Ben')).toMatch(/Excused$|Excused[^a-z]*not sent yet$/));
  expect(await lines('Ben')).not.toContain('had said yes');
  await user.click(await button(/^Undo/));
  await waitFor(async () => expect(await lines('Ben')).toMatch(/Absent · had said yes/));
});

it('at a cancelled event those who were going are expected, and those who waited are without a place', async () => {
  const { user, assistant, idOf, marksOf, path, db, event } = await openPitch({
    names: ['Ben', 'Cleo', 'Dila', 'Emil'],
  });
  const { buildRegistration } = await import('../../support/factories.ts');
  for (const name of ['Ben', 'Cleo'])
    await buildRegistration(db, { event_id: event.id, person_id: idOf(name) });
  await buildRegistration(db, { event_id: event.id, person_id: idOf('Emil'), state: 'waitlisted' });
  await assistant.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila', 'Emil']);
  expect(await lines('Ben')).toMatch(/Going$/);
  expect(await lines('Emil')).toMatch(/Without a place$/);
  await user.click(await button('Everyone else is here · 3'));
  await waitFor(async () => expect(await marksOf(idOf('Ben'))).toMatchObject([{ status: 'present' }]));
  expect(await marksOf(idOf('Emil'))).toEqual([]);
  // Not a no-show: the event did not take place.
  fireEvent.keyDown(await markButton('Cleo'), { key: 'a' });
  await waitFor(async () => expect(await lines('Cleo')).toContain('Absent'));
  expect(await lines('Cleo')).not.toContain('had said yes');
});

it('a tap that could not be queued leaves no mark in its row', async () => {
  const { user, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const ben = await markButton('Ben');
  const fault = new Error('No random numbers.');
  vi.spyOn(crypto, 'randomUUID').mockImplementationOnce(() => {
    throw fault;
  });
  await user.click(ben);
  await waitFor(() => expect(reported).toHaveBeenCalledWith(fault));
  await waitFor(async () => expect(await lines('Ben')).not.toContain('Here'));
  expect((await row('Ben')).className).toBe('open');
});

it('marks without a network are shown at once, queued, and sent once online: the newest of each person', async () => {
  const { user, idOf, marksOf, path } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await markButton('Ben'));
  expect(await lines('Ben')).toContain('Here');
  await waitFor(async () => expect(await lines('Ben')).toContain('not sent yet'));
  fireEvent.keyDown(await markButton('Ben'), { key: 'e' });
  await waitFor(async () => expect(await lines('Ben')).toContain('Excused'));
  fireEvent.keyDown(await markButton('Cleo'), { key: 'a' });
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Gus Guest');
  await user.click((await sheet()).getByText('Add Gus Guest as a guest'));
  await waitFor(async () => expect(document.activeElement).toBe(await markButton('Gus Guest')));
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila', 'Gus Guest']);
  await screen.findByText('3 to be sent');
  expect(await marksOf(idOf('Ben'))).toEqual([]);
  const list = await screen.findByText('3 marks are not sent yet');
  await user.click(list);
  const details = list.closest('details') as HTMLDetailsElement;
  // jsdom fires the event of a toggle late, and not at all for a click.
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const text = document.querySelector('pre')?.textContent ?? '';
  expect(text).toMatch(/^Attendance · U12 winter training\n/);
  expect(text).toMatch(/Ben: Excused\n.*Cleo: Absent\n.*Gus Guest: Here, Guest$/s);
  goOffline(false);
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull());
  expect(await marksOf(idOf('Ben'))).toMatchObject([{ status: 'excused' }]);
  expect(await marksOf(idOf('Cleo'))).toMatchObject([{ status: 'absent' }]);
  expect(await lines('Gus Guest')).toMatch(/Here · Guest$/);
});

it('a mark of someone else names who made it, and undo affects only own marks', async () => {
  const { user, assistant, event, idOf, marksOf, path } = await openPitch();
  await assistant.call('PUT /api/events/{id}/attendance/{personId}', {
    params: { id: event.id, personId: idOf('Cleo') },
    body: { status: 'absent' },
  });
  await openAsAda(path);
  await waitFor(async () => expect(await lines('Cleo')).toMatch(/Absent · by Jan · \d\d:\d\d/));
  // Those who are still to be marked are first.
  expect(order()).toEqual(['Ben', 'Dila', 'Cleo']);
  await user.click(await button('Everyone else is here · 2'));
  await waitFor(async () => expect(await marksOf(idOf('Dila'))).toHaveLength(1));
  await assistant.call('PUT /api/events/{id}/attendance/{personId}', {
    params: { id: event.id, personId: idOf('Dila') },
    body: { status: 'excused' },
  });
  // The next mark reads the list again.
  fireEvent.keyDown(await markButton('Cleo'), { key: 'e' });
  await waitFor(async () => expect(await lines('Dila')).toContain('by Jan'));
  await user.click(await button(/^Undo: Cleo/));
  await user.click(await button(/^Undo: 2 more people/));
  await waitFor(async () => expect(await marksOf(idOf('Ben'))).toHaveLength(2));
  expect((await marksOf(idOf('Dila'))).map(({ status }) => status)).toEqual(['present', 'excused']);
});

it('a mark that arrives after the role has ended is refused, and stays with its reason where it can be copied', async () => {
  const { user, idOf, marksOf, path, leave } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await markButton('Ben'));
  await screen.findByText('1 to be sent');
  await leave();
  goOffline(false);
  await waitFor(() => {
    screen.getByText('One mark was not accepted');
    expect(document.querySelector('pre')?.textContent).toMatch(
      /Ben: Here, Not accepted: Only coaches and assistants can mark attendance\.$/,
    );
    // This person may no longer see the list.
    expect(screen.queryByText('Cleo')).toBeNull();
  });
  expect(await marksOf(idOf('Ben'))).toEqual([]);
  await user.click(await button('Dismiss'));
  (await sheet()).getByText('Dismiss one mark?');
  expect(document.querySelector('pre')).not.toBeNull();
  await user.click((await sheet()).getByText('Dismiss'));
  await waitFor(() => expect(document.querySelector('pre')).toBeNull());
});

const said = () => document.getElementById('said')?.textContent;
const unknown = "This person isn't part of this event.";

it('marks that the server refuses are announced with the people and the reason, and not again later', async () => {
  const { user, path, removeTrainees } = await openPitch({ names: ['Ben', 'Cleo', 'Dila', 'Emil'] });
  await openAsAda(path);
  await screen.findByText(/ 4 expected$/);
  goOffline(true);
  await user.click(await button('Everyone else is here · 4'));
  await screen.findByText('4 marks are not sent yet');
  await removeTrainees();
  goOffline(false);
  await waitFor(() => expect(said()).toBe(`Ben, Cleo, Dila, 1 more: not accepted. ${unknown}`));
  await waitFor(async () => expect(await lines('Ben')).toContain(`Not accepted: ${unknown}`));
  await waitFor(() =>
    expect(document.querySelector('pre')?.textContent ?? '').toContain(`Ben: Here, Not accepted: ${unknown}`),
  );
  cleanup();
  silence();
  await openApp(path);
  await screen.findByText('4 marks were not accepted');
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(said()).not.toContain('not accepted');
});

it('marks that are refused one right after the other are announced together', async () => {
  const { user, path, removeTrainees } = await openPitch();
  await openAsAda(path);
  await screen.findByText(/ 3 expected$/);
  goOffline(true);
  await user.click(await markButton('Ben'));
  await user.click(await markButton('Cleo'));
  await screen.findByText('2 to be sent');
  await removeTrainees();
  // The answers come at the same time, also on a slow machine.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  goOffline(false);
  await waitFor(() => expect(said()).toBe(`Ben, Cleo: not accepted. ${unknown}`));
});

it('an event that was over long ago asks for a reason first, which is stored with the mark', async () => {
  const { user, idOf, marksOf, path } = await openPitch({
    given: { starts_at: minutes(-9 * 1440), ends_at: minutes(-9 * 1440 + 60) },
  });
  await openAsAda(path);
  const field = await screen.findByLabelText('Reason');
  await user.click(await markButton('Ben'));
  expect(await lines('Ben')).not.toContain('Here');
  await user.type(field, 'Found the paper list');
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  await user.click(await markButton('Ben'));
  await waitFor(async () =>
    expect(await marksOf(idOf('Ben'))).toMatchObject([{ status: 'present', reason: 'Found the paper list' }]),
  );
});

it('a cancelled event says so, and people can still be marked', async () => {
  const { user, idOf, marksOf, path } = await openPitch({ given: { event_status: 'EventCancelled' } });
  await openAsAda(path);
  await screen.findByText('This event was cancelled. You can still mark who was there.');
  await user.click(await markButton('Cleo'));
  await waitFor(async () => expect(await marksOf(idOf('Cleo'))).toHaveLength(1));
});

it('someone who may see the event but not mark reads why; a stranger reads that there is no event', async () => {
  const { db, team, ada, path } = await openPitch();
  await db
    .updateTable('memberships')
    .set({ role: 'trainee' })
    .where('team_id', '=', team.id)
    .where('person_id', '=', ada.id)
    .execute();
  await openAsAda(path);
  await screen.findByText("You can't mark attendance here");
  await openAsAda('/my/events/01a00000-0000-7000-8000-000000000000/attendance');
  await screen.findByText("We can't find this event");
});

it('arrows, Home and End move through the list, of which Tab reaches one row', async () => {
  const { path } = await openPitch();
  await openAsAda(path);
  const first = await markButton('Ben');
  const reachedByTab = () =>
    [...document.querySelectorAll<HTMLElement>('[data-mark]')].map(({ tabIndex }) => tabIndex);
  expect(reachedByTab()).toEqual([0, -1, -1]);
  act(() => first.focus());
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(await markButton('Cleo'));
  fireEvent.keyDown(await markButton('Cleo'), { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Cleo: late, excused, absent');
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
  expect(document.activeElement).toBe(await markButton('Dila'));
  await waitFor(() => expect(reachedByTab()).toEqual([-1, -1, 0]));
  fireEvent.keyDown(await markButton('Dila'), { key: 'l' });
  (await sheet()).getByText('Late, no minutes');
});

it('Home and the event lead to the attendance of an event in progress', async () => {
  const { path, event } = await openPitch();
  await openAsAda('/');
  const link = await screen.findByRole('link', { name: /^Attendance · U12 winter training, / });
  expect(link.getAttribute('href')).toBe(path);
  history.pushState(null, '', `/my/events/${event.id}`);
  dispatchEvent(new PopStateEvent('popstate'));
  expect((await screen.findByRole('link', { name: 'Attendance' })).getAttribute('href')).toBe(path);
});
