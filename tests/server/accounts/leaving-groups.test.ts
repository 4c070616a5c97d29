// Groups that someone who deletes the account would leave without an owner.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  type BuiltUser,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const password = 'a long enough passphrase';

describe('DELETE /api/users/me of the only owner of a group', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db, { password_hash: await hashPassword(password) });
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const leave = () => client.call('DELETE /api/users/me', { body: { password } });

  it('is refused while a team of the organization has people, who are in no other way members of it', async () => {
    const club = await buildOrganization(db(), { name: 'Red Lions' });
    await buildMembership(db(), { organization_id: club.id, person_id: me.id, role: 'owner' });
    const team = await buildTeam(db(), { organization_id: club.id });
    const coach = await buildUser(db());
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'owner' });
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect(refused.body.detail).toContain('You are the only owner of Red Lions.');
    await buildMembership(db(), { organization_id: club.id, person_id: coach.id, role: 'owner' });
    expect((await leave()).status).toBe(204);
  });
});
