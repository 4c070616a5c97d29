import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const hours = (count: number) => new Date(server.now().getTime() + count * 3_600_000).toISOString();

it('lists the events from a day back to seven ahead, those of the own teams before those of the club', async () => {
  const admin = await buildUser(db());
  const club = await buildOrganization(db());
  const [own, other] = [
    await buildTeam(db(), { organization_id: club.id }),
    await buildTeam(db(), { organization_id: club.id }),
  ];
  await buildMembership(db(), { person_id: admin.id, organization_id: club.id, role: 'admin' });
  await buildMembership(db(), { person_id: admin.id, team_id: own.id, role: 'coach' });
  const at = (start: number, given: Parameters<typeof buildEvent>[1] = {}) =>
    buildEvent(db(), { starts_at: hours(start), ends_at: hours(start + 2), ...given });
  const of = (team: { id: string }) => ({ owner_team_id: team.id, teams: [team.id] });
  const ofOther = await at(1, of(other));
  const ofClub = await at(2, { organizer_organization_id: club.id });
  const later = await at(100, of(own));
  const running = await at(-1, of(own));
  await at(-30, of(own));
  await at(170, of(own));
  await at(3, { ...of(own), publication: 'draft' });
  await at(4, {});
  const { body } = await (await signIn(server, admin)).call('GET /api/users/me/attendance');
  expect(body.items.map(({ eventId }) => eventId)).toEqual(
    [running, later, ofOther, ofClub].map(({ id }) => id),
  );
});
