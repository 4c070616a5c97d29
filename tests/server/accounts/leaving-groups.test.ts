// Groups and their events that someone who deletes the account would leave without anyone to run them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  type BuiltUser,
  buildEvent,
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
  const owned = async (group: { organization_id: string } | { team_id: string }) => {
    await buildMembership(db(), { ...group, person_id: me.id, role: 'owner' });
  };

  it('is refused while a team of the organization has people, who are in no other way members of it', async () => {
    const club = await buildOrganization(db(), { name: 'Red Lions' });
    await owned({ organization_id: club.id });
    const team = await buildTeam(db(), { organization_id: club.id });
    const coach = await buildUser(db());
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'owner' });
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect(refused.body.detail).toContain('You are the only owner of Red Lions.');
    await buildMembership(db(), { organization_id: club.id, person_id: coach.id, role: 'owner' });
    expect((await leave()).status).toBe(204);
  });

  it.each(['organization', 'team', 'team of an organization'])(
    'is refused while a published event to come belongs to that %s alone with its owner',
    async (kind) => {
      const club = await buildOrganization(db());
      const team = await buildTeam(db(), {
        organization_id: kind === 'team of an organization' ? club.id : null,
      });
      await owned(kind === 'team' ? { team_id: team.id } : { organization_id: club.id });
      const formerCoach = await buildUser(db());
      const event = await buildEvent(
        db(),
        kind === 'organization'
          ? { organizer_organization_id: club.id }
          : {
              teams: [team.id],
              ...(kind === 'team'
                ? { organizer_user_id: formerCoach.id }
                : { organizer_organization_id: club.id }),
            },
      );
      const refused = await leave();
      expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
      expect(refused.body.detail).toContain('You still run an upcoming event.');
      await db()
        .updateTable('events')
        .set({ event_status: 'EventCancelled' })
        .where('id', '=', event.id)
        .execute();
      expect((await leave()).status).toBe(204);
    },
  );

  it('is possible while others run the events to come of the group', async () => {
    const club = await buildOrganization(db());
    const second = await buildUser(db());
    for (const { id } of [me, second])
      await buildMembership(db(), { organization_id: club.id, person_id: id, role: 'owner' });
    await buildEvent(db(), { organizer_organization_id: club.id });
    expect((await leave()).status).toBe(204);
  });
});
