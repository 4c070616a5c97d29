// What a device deletes of a group or an event once its person may no longer read it, and what stays.
import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { loadDevice } from '../../../src/app/data/device/device.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { openApp, openAsAda, openDevice } from '../device.tsx';

const device = vi.hoisted(() => ({ stores: new Map<string, unknown>() }));
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const { memoryStore } = await import('../../support/memory-store.ts');
  return {
    ...(await load<object>()),
    deleteOthersSavedAnswers: async () => {},
    deleteSavedAnswers: async () => {},
    deviceStore: (part: string, userId: string) => {
      const key = `${part} ${userId}`;
      const store = device.stores.get(key) ?? memoryStore();
      device.stores.set(key, store);
      return store;
    },
  };
});

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const patience = { timeout: 15_000 };

/** Ada coaches the U12, a public team with Ben in it, and is in the U14 as well. */
async function openClub() {
  device.stores.clear();
  localStorage.clear();
  const opened = await openDevice();
  const { db } = opened.server.database;
  await db
    .updateTable('users')
    .set({ is_coach: 1, locale: 'en-GB' })
    .where('id', '=', opened.ada.id)
    .execute();
  opened.server.advance(Date.now() - opened.server.now().getTime());
  const u12 = await buildTeam(db, { name: 'U12' });
  const u14 = await buildTeam(db, { name: 'U14', visibility: 'private' });
  const role = await buildMembership(db, { team_id: u12.id, person_id: opened.ada.id, role: 'coach' });
  await buildMembership(db, { team_id: u14.id, person_id: opened.ada.id });
  const ben = await buildUser(db, { name: 'Ben' });
  await buildMembership(db, { team_id: u12.id, person_id: ben.id });
  const eventOf = (team: { id: string }, days: number) =>
    buildEvent(db, {
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: inDays(days),
      ends_at: inDays(days + 0.1),
    });
  const rows = () =>
    (device.stores.get(`answers ${opened.ada.id}`) as MemoryStore<{ data: unknown }> | undefined)?.rows ??
    new Map<string, { data: unknown }>();
  const saved = (part: string) => [...rows().keys()].filter((row) => row.includes(part)).sort();
  const remove = () =>
    db
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: new Date().toISOString() })
      .where('id', '=', role.id)
      .execute();
  return { ...opened, db, u12, u14, ben, eventOf, rows, saved, remove };
}

/** Opens the app at a path as after a restart: what the device has is read from it again. */
async function restart(path: string) {
  cleanup();
  await loadDevice('someone else');
  await openApp(path);
}

it('a coach who was removed from a team has nothing of it any more after the next start online', async () => {
  const { u12, u14, ben, eventOf, rows, saved, remove } = await openClub();
  const far = await eventOf(u12, 30);
  const other = await eventOf(u14, 30);
  await openAsAda(`/teams/${u12.id}?members=active`);
  await waitFor(() => expect(saved(`/api/teams/${u12.id}/members`)).not.toEqual([]), patience);
  await restart(`/my/events/${other.id}`);
  await waitFor(() => expect(saved(`/api/events/${other.id}`)).not.toEqual([]), patience);
  await restart(`/users/${ben.id}`);
  await waitFor(() => expect(saved(`/api/users/${ben.id}`)).not.toEqual([]), patience);
  await restart(`/my/events/${far.id}`);
  await waitFor(() => expect(saved(`/api/events/${far.id}/`)).not.toEqual([]), patience);
  await remove();
  await restart('/my/settings');
  await waitFor(() => {
    expect(saved(`/api/teams/${u12.id}/`)).toEqual([]);
    expect(saved(`/api/events/${far.id}`)).toEqual([]);
    expect(saved(`/api/users/${ben.id}`)).toEqual([]);
    expect(rows().get(`/api/teams/${u12.id}`)?.data).toMatchObject({ can: { manageMembers: false } });
  }, patience);
  // Of the other team nothing is lost.
  expect(saved(`/api/events/${other.id}`)).not.toEqual([]);
});

it('the members of a team go when the answer of the team no longer lets its viewer manage them', async () => {
  const { u12, saved, remove } = await openClub();
  await openAsAda(`/teams/${u12.id}?members=active`);
  await waitFor(() => expect(saved(`/api/teams/${u12.id}/members`)).not.toEqual([]), patience);
  await remove();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await restart(`/teams/${u12.id}`);
  await waitFor(() => expect(saved(`/api/teams/${u12.id}/`)).toEqual([]), patience);
  vi.restoreAllMocks();
});

it('a guest keeps the event of a team that they are not in while they have a place, and loses it with that', async () => {
  const { ada, db, saved, eventOf } = await openClub();
  const strangers = await buildTeam(db, { name: 'Strangers', visibility: 'private' });
  const event = await eventOf(strangers, 20);
  const place = await buildRegistration(db, { event_id: event.id, person_id: ada.id, state: 'confirmed' });
  await openAsAda(`/my/events/${event.id}`);
  await waitFor(() => expect(saved(`/api/events/${event.id}`)).not.toEqual([]), patience);
  await act(() => new Promise((resolve) => setTimeout(resolve, 4000)));
  expect(saved(`/api/events/${event.id}`)).not.toEqual([]);
  await db
    .updateTable('registrations')
    .set({ state: 'cancelledByOrganizer' })
    .where('id', '=', place.id)
    .execute();
  await restart('/my/settings');
  await waitFor(() => expect(saved(`/api/events/${event.id}`)).toEqual([]), patience);
});
