// Replies that are due to one team, made at once.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

it('more than one reply due to a team is made with one tap, except those that need a look', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  const other = await buildTeam(db, { name: 'Futsal' });
  for (const { id } of [team, other]) await buildMembership(db, { team_id: id, person_id: ada.id });
  const at = (day: number) => `2026-12-${String(day).padStart(2, '0')}T18:00:00.000Z`;
  for (const day of [1, 2, 3])
    await buildEvent(db, { name: `Training ${day}`, teams: [team.id], starts_at: at(day) });
  const paid = await buildEvent(db, { name: 'Camp', teams: [team.id], starts_at: at(4) });
  await buildOffer(db, { event_id: paid.id });
  await buildEvent(db, { name: 'One alone', teams: [other.id], starts_at: at(5) });

  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 3 of U12' });
  expect(within(all).queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button', { name: /of Futsal/ })).toBeNull();
  await user.click(all);
  const said = await screen.findByText("You're going to all 3.");
  await waitFor(() => expect(document.activeElement).toBe(said));
  await waitFor(() => expect(screen.queryByText('Training 1')).toBeNull());
  expect(screen.getByRole('link', { name: /^Camp/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Going to all/ })).toBeNull();
  const rows = await db.selectFrom('registrations').select(['state']).execute();
  expect(rows).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }, { state: 'confirmed' }]);
});

it('a reply that was refused meanwhile stays in the list', async () => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  for (const name of ['Training', 'Match'])
    await buildEvent(db, { name, teams: [team.id], starts_at: '2026-12-01T18:00:00.000Z' });
  await openAsAda('/my/events?tab=needsReply');
  const all = await screen.findByRole('button', { name: 'Going to all 2 of U12' });
  const match = await db
    .updateTable('events')
    .set({ maximum_attendee_capacity: 1 })
    .where('name', '=', 'Match')
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = await buildUser(db);
  await buildRegistration(db, { event_id: match.id, person_id: taken.id, state: 'confirmed' });
  await user.click(all);
  expect(await screen.findByText('1 event needs its own reply.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Training')).toBeNull());
  expect(screen.getByRole('link', { name: /^Match/ })).toBeDefined();
});

it.each([
  ['/', 'Waiting for your reply'],
  ['/my/events?tab=needsReply', 'Needs reply'],
])('%s says the result, where nothing is left to answer', async (path, heading) => {
  const { ada, user, server } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  for (const name of ['Training', 'Match'])
    await buildEvent(db, { name, teams: [team.id], starts_at: '2026-12-01T18:00:00.000Z' });
  await openAsAda(path);
  await user.click(await screen.findByRole('button', { name: 'Going to all 2 of U12' }));
  const said = await screen.findByText("You're going to all 2.");
  expect(document.activeElement).toBe(said);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Going: Match' })).toBeNull());
  expect(said.isConnected).toBe(true);
  expect(screen.getByRole('heading', { name: heading })).toBeDefined();
});

it.each(['/', '/my/events?tab=needsReply'])(
  '%s leaves out of "Going to all" a reply that was just given',
  async (path) => {
    const { ada, user, server } = await openDevice();
    const { db } = server.database;
    const team = await buildTeam(db, { name: 'U12' });
    await buildMembership(db, { team_id: team.id, person_id: ada.id });
    for (const day of [1, 2, 3])
      await buildEvent(db, {
        name: `Training ${day}`,
        teams: [team.id],
        starts_at: `2026-12-0${day}T18:00:00.000Z`,
      });
    await openAsAda(path);
    await screen.findByRole('button', { name: 'Going to all 3 of U12' });
    await user.click(await screen.findByRole('button', { name: "Can't go: Training 1" }));
    await screen.findByRole('button', { name: 'Change: Training 1' });
    await user.click(await screen.findByRole('button', { name: 'Going to all 2 of U12' }));
    await screen.findByText("You're going to all 2.");
    const rows = await db
      .selectFrom('registrations as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .select(['e.name', 'r.state'])
      .orderBy('e.name')
      .execute();
    expect(rows).toEqual([
      { name: 'Training 1', state: 'declined' },
      { name: 'Training 2', state: 'confirmed' },
      { name: 'Training 3', state: 'confirmed' },
    ]);
  },
);
