// Home of a signed-in person over the real API.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildEvent, buildMembership, buildTeam } from '../../support/factories.ts';
import { openAsAda, openDevice } from '../device.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Ada coaches a team. The server's clock is the device's. */
async function openCoach() {
  const { server, ada } = await openDevice();
  const { db } = server.database;
  server.advance(Date.now() - server.now().getTime());
  await db.updateTable('users').set({ is_coach: 1 }).where('id', '=', ada.id).execute();
  const team = await buildTeam(db);
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'coach' });
  return (name: string, days: number, given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db, {
      name,
      owner_team_id: team.id,
      teams: [team.id],
      starts_at: inDays(days),
      ends_at: inDays(days + 0.1),
      ...given,
    });
}

it('the next event is the one after many dates that were cancelled', async () => {
  const plan = await openCoach();
  for (let day = 1; day <= 6; day += 1) await plan(`Holiday ${day}`, day, { event_status: 'EventCancelled' });
  await plan('First training', 9);
  await openAsAda('/');
  expect(await screen.findByRole('heading', { level: 2, name: 'First training' })).toBeDefined();
  expect(screen.queryByText('Nothing planned yet')).toBeNull();
});
