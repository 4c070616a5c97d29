// Moving an event in the week of the calendar by keys, during other changes to it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildEvent, buildOrganization, buildPlace, buildTeam } from '../../../support/factories.ts';
import { openAsAda } from '../../device.tsx';
import { drafts, eventsOf, field, openCoachDevice, planned, sheet } from '../planning-setup.ts';
import {
  day,
  deskShown,
  event,
  liveInBrussels,
  moveByKeys,
  openWeek,
  press,
  startOf,
  stubDesk,
  timesShown,
} from './week-setup.ts';

vi.mock('../../../../src/offline/device-store.ts', async (load) =>
  (await import('../../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(stubDesk);

it('a move is saved, and its old position is empty', async () => {
  const device = await openCoachDevice();
  await planned(device, event);
  await openWeek(device);
  await moveByKeys();
  press(await sheet(), 'Save changes');
  await screen.findByText('Saved.');
  expect(await startOf(device)).toBe(`${day}T18:00:00.000Z`);
  expect(drafts()).toEqual([]);
  // In place of what the outbox says of the write.
  await waitFor(() => expect(document.getElementById('said')?.textContent).toBe('Saved.'));
  expect(screen.queryByRole('status', { name: 'Saved.' })).toBeNull();
});

it.each([
  ['Keep mine', `${day}T18:00:00.000Z`],
  ['Use the saved one', `${day}T19:30:00.000Z`],
])('a move shows both times after a concurrent move by another person: %s', async (choice, end) => {
  const device = await openCoachDevice();
  const { id, version } = await planned(device, event);
  await openWeek(device);
  await moveByKeys();
  const asked = await sheet();
  await device.laptop.call('PATCH /api/events/{id}', {
    params: { id },
    body: { version, startsAt: `${day}T19:30:00.000Z`, endsAt: `${day}T20:45:00.000Z` },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  press(asked, 'Save changes');
  const panel = within(await screen.findByRole('complementary', { name: 'Tuesday training' }));
  panel.getByText(/19:00–20:15/);
  panel.getByText(/20:30–21:45/);
  expect(await startOf(device)).toBe(`${day}T19:30:00.000Z`);
  press(panel, choice);
  if (choice === 'Keep mine') {
    const again = await sheet();
    // The rejected save may still be ending.
    await again.findByText('Save changes', { selector: 'button' });
    press(again, 'Save changes');
    await screen.findByText('Saved.');
  } else {
    await screen.findByText('The event stays the way someone else saved it.');
    expect(screen.queryByText('This has changed in the meantime')).toBeNull();
  }
  expect(await startOf(device)).toBe(end);
  await waitFor(async () =>
    expect(await timesShown()).toBe(choice === 'Keep mine' ? '19:00–20:15' : '20:30–21:45'),
  );
  expect(drafts()).toEqual([]);
});

it('a move is refused when the role has ended, with a message, and the event stays', async () => {
  const device = await openCoachDevice();
  await planned(device, { ...event, visibility: 'public' });
  await openWeek(device);
  await screen.findByTitle('Tuesday training');
  await device.db.deleteFrom('memberships').where('person_id', '=', device.ada.id).execute();
  await moveByKeys();
  await screen.findByText("You can't change this event. Only the people running it can.");
  expect(await startOf(device)).toBe(event.startsAt);
});

it('a move whose role ends during the question is refused, and nothing is saved', async () => {
  const device = await openCoachDevice();
  await planned(device, { ...event, visibility: 'public' });
  await openWeek(device);
  await moveByKeys();
  const asked = await sheet();
  await device.db.deleteFrom('memberships').where('person_id', '=', device.ada.id).execute();
  press(asked, 'Save changes');
  await screen.findByText("You can't change this event. Only the people running it can.");
  expect(await startOf(device)).toBe(event.startsAt);
});

it('a move of an event with a draft opens its form with the draft and the new times', async () => {
  const device = await openCoachDevice();
  const { id } = await planned(device, event);
  await openAsAda(`/my/events/${id}/edit`);
  fireEvent.change(await field('Name'), { target: { value: 'Typed before' } });
  await screen.findByText('Draft saved');
  await liveInBrussels(device);
  history.pushState(null, '', `/my/calendar?view=week&date=${day}`);
  dispatchEvent(new PopStateEvent('popstate'));
  await deskShown();
  await moveByKeys();
  await waitFor(() => expect(location.pathname).toBe(`/my/events/${id}/edit`));
  expect((await field('Name')).value).toBe('Typed before');
  expect((await field('Starts at')).value).toBe('19:00');
  expect(await eventsOf(device)).toMatchObject([{ name: 'Tuesday training' }]);
});

it('a move says that another team has the place at the new time, without naming its event', async () => {
  const device = await openCoachDevice();
  const { db, team } = device;
  const club = await buildOrganization(db);
  await db.updateTable('teams').set({ organization_id: club.id }).where('id', '=', team.id).execute();
  const place = await buildPlace(db, { name: 'Hall', owner_organization_id: club.id });
  await planned(device, { ...event, place: { id: place.id } });
  await buildEvent(db, {
    name: 'Match of others',
    organizer_organization_id: club.id,
    teams: [(await buildTeam(db, { organization_id: club.id })).id],
    place_id: place.id,
    visibility: 'team',
    starts_at: `${day}T18:30:00.000Z`,
  });
  await openWeek(device);
  const live = () => document.querySelector('.beside > .words')?.textContent;
  await moveByKeys();
  await waitFor(() => expect(live()).toMatch(/The place is taken by another event$/));
  expect(document.body.textContent).not.toContain('Match of others');
});
