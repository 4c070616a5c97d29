// A row of the replies due: what it says once the person has answered, over the real API.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';
import { goOffline } from '../planning/planning-setup.ts';

const device = vi.hoisted(() => ({ hasStorage: true }));
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const actual = await load<typeof import('../../../src/offline/device-store.ts')>();
  const memory = await (await import('../../support/memory-device.ts')).memoryDevice(async () => actual);
  const deviceStore = (...given: Parameters<typeof actual.deviceStore>) =>
    (device.hasStorage ? memory : actual).deviceStore(...given);
  return { ...memory, deviceStore };
});

beforeEach(() => {
  device.hasStorage = true;
});

/** Its name ends with the date. */
const named = (name: string) => new RegExp(`^${name}, \\w{3},? `);
const button = (name: string) => screen.findByRole('button', { name: named(name) });

/** A training with one place, which Ada's team asks her about. */
async function openTraining(path: string) {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  const event = await buildEvent(db, {
    name: 'Training',
    teams: [team.id],
    maximum_attendee_capacity: 1,
    waitlist_enabled: 1,
  });
  await openAsAda(path);
  await button('Going: Training');
  const fill = async () => {
    const { id } = await buildUser(db);
    await buildRegistration(db, { event_id: event.id, person_id: id, state: 'confirmed' });
  };
  const state = async () =>
    (await db.selectFrom('registrations').select('state').where('person_id', '=', ada.id).executeTakeFirst())
      ?.state;
  return { user, fill, state };
}

it('a reply that was refused because the event is full leaves the buttons', async () => {
  const { user, fill, state } = await openTraining('/my/events?tab=needsReply');
  await fill();
  await user.click(await button('Going: Training'));
  await screen.findByText("It's full now. Join the waitlist?");
  await user.click(await button('No: Training'));
  await button("Can't go: Training");
  expect(screen.queryByRole('button', { name: named('Change: Training') })).toBeNull();
  expect(await state()).toBeUndefined();
});

it.each([true, false])(
  'joining the waitlist says the position, on a device with storage: %s',
  async (hasStorage) => {
    device.hasStorage = hasStorage;
    const { user, fill, state } = await openTraining('/my/events?tab=needsReply');
    await fill();
    await user.click(await button('Going: Training'));
    await screen.findByText("It's full now. Join the waitlist?");
    await user.click(await button('Join waitlist: Training'));
    await button('Change: Training');
    expect((await screen.findByText("Waitlist, you're next")).className).toContain('answered');
    expect(await state()).toBe('waitlisted');
  },
);

it('a queued reply that is cancelled in the list of waiting changes leaves the buttons', async () => {
  const { user, state } = await openTraining('/');
  const goOnline = goOffline();
  await user.click(await button('Going: Training'));
  await screen.findByText('Going · will be sent');
  await user.click(await button('Cancel: Going: Training'));
  await button('Going: Training');
  expect(screen.queryByRole('button', { name: named('Change: Training') })).toBeNull();
  goOnline();
  expect(await state()).toBeUndefined();
});

it('a queued reply says the answer of the server once it is sent', async () => {
  const { user, state } = await openTraining('/');
  const goOnline = goOffline();
  await user.click(await button('Going: Training'));
  await screen.findByText('Going · will be sent');
  goOnline();
  await button('Change: Training');
  expect((await screen.findByText("You're in")).className).toContain('answered');
  await waitFor(async () => expect(await state()).toBe('confirmed'));
});

it('the buttons of each date of a series have names of their own', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  await db.updateTable('users').set({ locale: 'en-GB' }).where('id', '=', ada.id).execute();
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  const days = ['2099-11-28', '2099-12-05'];
  for (const day of days)
    await buildEvent(db, {
      name: 'Training',
      teams: [team.id],
      time_zone: 'Europe/Brussels',
      starts_at: `${day}T17:00:00.000Z`,
      ends_at: `${day}T18:00:00.000Z`,
      maximum_attendee_capacity: 1,
      waitlist_enabled: 1,
    });
  await openAsAda('/my/events?tab=needsReply');
  const going = await screen.findAllByRole('button', { name: /^Going/ });
  const about = ['Training, Sat 28 Nov', 'Training, Sat 5 Dec'];
  expect(going.map((one) => one.getAttribute('aria-label'))).toEqual(about.map((text) => `Going: ${text}`));
  const goOnline = goOffline();
  for (const one of going) await user.click(one);
  for (const text of about) await screen.findByRole('button', { name: `Undo: ${text}` });
  for (const { id } of await db.selectFrom('events').select('id').execute())
    await buildRegistration(db, { event_id: id, person_id: (await buildUser(db)).id, state: 'confirmed' });
  goOnline();
  for (const text of about)
    for (const choice of ['Join waitlist', 'No'])
      await screen.findByRole('button', { name: `${choice}: ${text}` });
});
