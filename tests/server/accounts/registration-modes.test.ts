// Who may register where registration is not open to everyone, and what an answer reveals of existing
// accounts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildInvitation, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { expectMails, mail } from './mails.ts';

const day = 24 * 60 * 60_000;
const form = {
  username: 'lena.ost',
  password: 'three wet tennis balls',
  email: 'lena@example.com',
  name: 'Lena Ost',
  phone: '0470 12 34 56',
  countryCode: 'BE',
};

let server: TestServer;
afterEach(() => server.close());

const register = (changes: Record<string, unknown> = {}) =>
  createClient(server).call('POST /api/auth/register', { body: { ...form, ...changes } });
const usernames = async () =>
  (await server.database.db.selectFrom('users').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  );

/** A team, its coach, and the data to invite to it. */
async function buildInvitingTeam() {
  const { db } = server.database;
  const coach = await buildUser(db, { username: 'coach' });
  const team = await buildTeam(db);
  await buildMembership(db, { team_id: team.id, person_id: coach.id, role: 'coach' });
  const { invite_code: code } = await db
    .selectFrom('teams')
    .select('invite_code')
    .where('id', '=', team.id)
    .executeTakeFirstOrThrow();
  const invite = (email: string) =>
    buildInvitation(db, {
      team_id: team.id,
      invited_as: email,
      invited_by: coach.id,
      created_at: server.now().toISOString(),
      updated_at: server.now().toISOString(),
    });
  return { team, coach, code, invite };
}

describe('REGISTRATION=closed', () => {
  beforeEach(async () => {
    server = await startTestServer({ env: { REGISTRATION: 'closed' } });
  });

  it('refuses everyone with registration_closed, invited or not, and answers the same for a known address', async () => {
    const { code, invite } = await buildInvitingTeam();
    await invite(form.email);
    await buildUser(server.database.db, { username: 'owner', email: 'owner@example.com' });
    const answers = [
      await register(),
      await register({ inviteCode: code }),
      await register({ email: 'owner@example.com', username: 'owner' }),
      await register({ email: 'nobody@example.com' }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([409, 'registration_closed']);
      expect(body.detail).toBe("You can't create an account here at the moment.");
    }
    expect(await usernames()).toEqual(['coach', 'owner']);
    await expectMails(server, 0);
  });

  it('lets existing accounts sign in', async () => {
    const ada = await buildUser(server.database.db);
    expect((await (await signIn(server, ada)).call('GET /api/auth/session')).status).toBe(200);
  });

  it('mails an invited address that it has to sign in, not that it can create an account', async () => {
    const { team, coach } = await buildInvitingTeam();
    await (await signIn(server, coach)).call('POST /api/teams/{id}/invitations', {
      params: { id: team.id },
      body: { email: 'new@example.com' },
    });
    await mail(server, 1);
    expect(server.mails[0]?.text).toContain("you can't create a new account at the moment");
    expect(server.mails[0]?.text).not.toContain('create an account with it');
  });
});

describe('REGISTRATION=invite', () => {
  beforeEach(async () => {
    server = await startTestServer({ env: { REGISTRATION: 'invite' } });
  });

  it('answers the same to every uninvited address, with or without an account', async () => {
    await buildUser(server.database.db, { username: 'owner', email: 'owner@example.com' });
    const answers = [
      await register(),
      await register({ email: 'owner@example.com' }),
      // The answer does not reveal which usernames are taken either.
      await register({ username: 'owner' }),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'invitation_needed']);
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
    expect(await usernames()).toEqual(['owner']);
    await expectMails(server, 0);
  });

  it('accepts the code of an invite link', async () => {
    const { code } = await buildInvitingTeam();
    expect((await register({ inviteCode: code })).status).toBe(201);
    expect(await usernames()).toEqual(['coach', 'lena.ost']);
  });

  it('rejects a replaced code with a reason', async () => {
    const { team, coach, code } = await buildInvitingTeam();
    await (await signIn(server, coach)).call('POST /api/teams/{id}/invite-code', { params: { id: team.id } });
    const { status, body } = await register({ inviteCode: code });
    expect([status, body.code]).toEqual([409, 'invitation_needed']);
    expect(body.detail).toContain('This invite link no longer works');
    expect((await register({ inviteCode: 'not a code' })).status).toBe(422);
  });

  it('accepts an address that was invited by mail, in any spelling', async () => {
    const { invite } = await buildInvitingTeam();
    await invite(form.email);
    expect((await register({ email: ' Lena@Example.com ' })).status).toBe(201);
    expect(await usernames()).toEqual(['coach', 'lena.ost']);
  });

  it('answers the same for an invited address with an account, and mails only its owner', async () => {
    const { invite } = await buildInvitingTeam();
    await buildUser(server.database.db, { username: 'owner', email: 'owner@example.com' });
    await invite('owner@example.com');
    await invite(form.email);
    const taken = await register({ email: 'owner@example.com', username: 'other.one' });
    const fresh = await register();
    expect([taken.status, fresh.status]).toEqual([201, 201]);
    expect([...taken.headers.keys()]).toEqual([...fresh.headers.keys()]);
    expect(await usernames()).toEqual(['coach', 'lena.ost', 'owner']);
  });

  it.each([
    ['an expired invitation', async () => server.advance(31 * day)],
    [
      'an invitation whose sender may no longer invite',
      () => server.database.db.updateTable('memberships').set({ status: 'left' }).execute(),
    ],
    ['a withdrawn invitation', () => server.database.db.deleteFrom('invitations').execute()],
  ])('rejects %s', async (_, end) => {
    const { invite } = await buildInvitingTeam();
    await invite(form.email);
    await end();
    expect((await register()).body.code).toBe('invitation_needed');
    expect(await usernames()).toEqual(['coach']);
  });

  it('rejects when the invitation ends while the password is hashed', async () => {
    const { invite } = await buildInvitingTeam();
    await invite(form.email);
    const now = server.now;
    let asked = 0;
    // The first check is before hashing, all later ones after it.
    const late = { ...server, now: () => new Date(now().getTime() + (asked++ === 0 ? 0 : 31 * day)) };
    const { registerHandler } = await import('../../../src/server/accounts/register.ts');
    const registering = registerHandler(late)({
      body: form,
      headers: new Headers(),
      address: '192.0.2.1',
    } as Parameters<ReturnType<typeof registerHandler>>[0]);
    await expect(registering).rejects.toMatchObject({ code: 'invitation_needed' });
    expect(await usernames()).toEqual(['coach']);
  });

  it('creates one account when 100 people use one mail invitation at once', async () => {
    const { invite } = await buildInvitingTeam();
    await invite(form.email);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => register({ username: `lena${index}` })),
    );
    // A full hash queue answers 503.
    for (const { status } of answers) expect([201, 503]).toContain(status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(await usernames()).toHaveLength(2);
  });
});

describe('REGISTRATION=open', () => {
  it('ignores a code, which a page from before the change may send', async () => {
    server = await startTestServer();
    expect((await register({ inviteCode: 'no-such-code' })).status).toBe(201);
  });
});
