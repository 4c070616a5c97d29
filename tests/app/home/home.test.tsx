// Home of a signed-in person over the real API.
import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openApp, openAsAda, openDevice } from '../device.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Ada coaches a team. The server's clock is the device's. */
async function openCoach() {
  const { server, ada, user } = await openDevice();
  const { db } = server.database;
  server.advance(Date.now() - server.now().getTime());
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', ada.id).execute();
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'coach' });
  const plan = (name: string, days: number, given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      name,
      owner_team_id: team.id,
      teams: [team.id],
      starts_at: inDays(days),
      ends_at: inDays(days + 0.1),
      ...given,
    });
  return { plan, db, team, ada, user };
}

it('the next event is the one after many dates that were cancelled', async () => {
  const { plan } = await openCoach();
  for (let day = 1; day <= 6; day += 1) await plan(`Holiday ${day}`, day, { event_status: 'EventCancelled' });
  await plan('First training', 9);
  await openAsAda('/');
  expect(await screen.findByRole('heading', { level: 2, name: 'First training' })).toBeDefined();
  expect(screen.queryByText('Nothing planned yet')).toBeNull();
});

/** A training of tomorrow of Ada's team, with members of whom some have an account. */
async function openSilent({ users, managed }: { users: number; managed: number }) {
  const { plan, db, team, user } = await openCoach();
  for (let index = 0; index < users + managed; index += 1) {
    const person = await (index < users ? buildUser(db) : buildPerson(db));
    await buildMembership(db, { team_id: team.id, person_id: person.id });
  }
  const { id } = await plan('Training', 1);
  await openAsAda('/');
  return { id, user };
}

it('home offers to remind those who have an account, and leads to the event for the others', async () => {
  const { id, user } = await openSilent({ users: 2, managed: 3 });
  const remind = await screen.findByRole('button', { name: /^Remind 2: Training, / });
  expect(screen.getByRole('link', { name: "5 people haven't answered" })).toBeDefined();
  const others = screen.getByText('3 have no account:', { exact: false });
  const link = within(others).getByRole('link', { name: 'answer for them' });
  expect(link.getAttribute('href')).toBe(`/my/events/${id}`);
  await user.click(remind);
  expect(await screen.findByText('Reminded 2 people.')).toBeDefined();
  expect(screen.queryByText('No one to remind right now')).toBeNull();
  cleanup();
  await openApp('/');
  expect(await screen.findByText('No one to remind right now')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
});

it('home has no button to remind where no one has an account', async () => {
  await openSilent({ users: 0, managed: 3 });
  expect(await screen.findByText('3 have no account:', { exact: false })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
  expect(screen.queryByText('No one to remind right now')).toBeNull();
});

/** The training of a team that Ada assists, a quarter of an hour after its start. */
async function openAssistant() {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  server.advance(Date.now() - server.now().getTime());
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'assistant' });
  const of = { owner_team_id: team.id, teams: [team.id] };
  const training = await buildEvent(db, {
    ...of,
    name: 'Training',
    starts_at: inDays(-0.01),
    ends_at: inDays(0.05),
  });
  return { db, ada, of, training };
}

const attendance = { name: /^Attendance · Training, / };

it('home leads an assistant who has not replied to the attendance of a training that has begun', async () => {
  const { training, db, of } = await openAssistant();
  await buildEvent(db, { ...of, name: 'Tomorrow', starts_at: inDays(1), ends_at: inDays(1.1) });
  await openAsAda('/');
  const link = await screen.findByRole('link', attendance);
  expect(link.getAttribute('href')).toBe(`/my/events/${training.id}/attendance`);
  expect(screen.getAllByText('Training')).toHaveLength(1);
  // It waits for a reply, and not for marks.
  expect(await screen.findAllByText('Tomorrow')).toHaveLength(1);
});

it("home leads an assistant who can't go to the attendance of a training that has begun, and to no other", async () => {
  const { db, ada, of, training } = await openAssistant();
  const tomorrow = await buildEvent(db, {
    ...of,
    name: 'Tomorrow',
    starts_at: inDays(1),
    ends_at: inDays(1.1),
  });
  for (const { id } of [training, tomorrow])
    await buildRegistration(db, { event_id: id, person_id: ada.id, state: 'declined' });
  await openAsAda('/');
  await screen.findByRole('link', attendance);
  expect(screen.getAllByText('Training')).toHaveLength(1);
  expect(screen.queryByText('Tomorrow')).toBeNull();
});
