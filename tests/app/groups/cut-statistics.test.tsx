// Statistics of more events, dates and people than fit on a page, over the real API: the page says so.
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
vi.mock('../../../src/contract/values/limits.ts', async (load) => {
  const { limits } = await load<typeof import('../../../src/contract/values/limits.ts')>();
  return { limits: { ...limits, hoursDatesMax: 2, tableDatesMax: 2, teamMembersMax: 3 } };
});

/** Ada, who coaches, has led three trainings of her team with three other people, at which Ben was. */
async function openSeason() {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id, role: 'coach' });
  const [ben, cleo, dirk] = [
    await buildUser(db, { name: 'Ben' }),
    await buildUser(db, { name: 'Cleo' }),
    await buildUser(db, { name: 'Dirk' }),
  ];
  for (const { id } of [ben, cleo, dirk]) await buildMembership(db, { team_id: team.id, person_id: id });
  for (const days of [1, 2, 3]) {
    const event = await buildEvent(db, {
      owner_team_id: team.id,
      teams: [team.id],
      leaders: [ada.id],
      starts_at: new Date(server.now().getTime() - days * 86_400_000).toISOString(),
    });
    await buildAttendance(db, { event_id: event.id, person_id: ben.id, status: 'present' });
  }
  return team;
}

it('coaching hours say how many events they are of, where the period has more', async () => {
  await openSeason();
  await openAsAda('/my/hours');
  expect(await screen.findByText(/^These are 2 events, and the period has more\./)).toBeDefined();
});

it("a team's attendance says how many dates and people it is of, where there are more", async () => {
  const team = await openSeason();
  await openAsAda(`/teams/${team.id}/attendance`);
  expect(await screen.findByText(/^These are the last 2 dates\./)).toBeDefined();
  // Ada, who coaches and was not marked, is among the first three.
  expect(screen.getByText(/^These are the first 2 people by name\./)).toBeDefined();
});
