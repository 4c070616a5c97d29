// An invitation to an address that its owner confirms at the same moment.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { issueOneTimeToken } from '../../../../src/server/accounts/queries.ts';
import { signIn } from '../../../support/client.ts';
import { hold, untilWaiting } from '../../../support/databases/locks.ts';
import { buildMembership, buildTeam, buildUser } from '../../../support/factories.ts';
import { startTestServer } from '../../../support/server.ts';

// SQLite runs transactions one by one.
test.runIf(process.env.TEST_ENGINE === 'postgres')('reaches the owner of the address', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const [coach, invited] = [await buildUser(db), await buildUser(db, { email_verified_at: null })];
  const team = await buildTeam(db, { visibility: 'private' });
  await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'owner' });
  const expiresAt = new Date(server.now().getTime() + 60_000);
  const token = await issueOneTimeToken(db, { userId: invited.id, purpose: 'confirmEmail', expiresAt });
  const [sender, client] = [await signIn(server, coach), await signIn(server, invited)];
  // A new invitation refers to its sender, so it waits with the account already looked up.
  const release = await hold(db, (held) =>
    sql`select id from users where id = ${coach.id} for update`.execute(held),
  );
  const inviting = sender.call('POST /api/teams/{id}/invitations', {
    params: { id: team.id },
    body: { email: invited.email, role: 'trainee' },
  });
  await untilWaiting(db, 1);
  const confirming = client.call('POST /api/auth/confirm-email', { body: { token } });
  await Promise.race([confirming, untilWaiting(db, 2)]);
  await release();
  expect([(await inviting).status, (await confirming).status]).toEqual([201, 200]);
  const { items } = (await client.call('GET /api/users/me/teams')).body;
  expect(items.map(({ id, membership }) => [id, membership.status])).toEqual([[team.id, 'invited']]);
});
