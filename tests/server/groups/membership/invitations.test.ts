// Inviting people by username and by e-mail, without revealing more about them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole } from '../../../../src/contract/values/enums.ts';
import { issueOneTimeToken } from '../../../../src/server/accounts/queries.ts';
import { signIn } from '../../../support/client.ts';
import { buildMembership, buildOrganization, buildTeam, buildUser } from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { expectMails } from '../../accounts/mails.ts';
import { auditedActions, member, noticesOf, stored } from '../people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };
type Body = { username?: string; email?: string; role?: MembershipRole };
const invite = async (viewer: Person, id: string, body: Body) =>
  (await signIn(server, viewer)).call('POST /api/teams/{id}/invitations', { params: { id }, body });
const invitations = async (viewer: Person, id: string) =>
  (
    await (
      await signIn(server, viewer)
    ).call('GET /api/teams/{id}/members', {
      params: { id },
      query: { status: 'invited' },
    })
  ).body.items;
const withdraw = async (viewer: Person, id: string, invitationId: string) =>
  (await signIn(server, viewer)).call('DELETE /api/teams/{id}/invitations/{invitationId}', {
    params: { id, invitationId },
  });
const membershipOf = async (user: Person, id: string) =>
  (await (await signIn(server, user)).call('GET /api/teams/{id}', { params: { id } })).body.membership;
const accept = async (user: Person, id: string) =>
  (await signIn(server, user)).call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
const mailsSent = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return server.mails;
};

describe('an invitation by username', () => {
  it('stays pending and notifies the person, and never shows the inviter their name', async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const coach = await member(server, { team_id: id }, 'coach');
    const child = await buildUser(db(), { name: 'Secret Name', birth_date: '2014-01-01' });
    const { status, body } = await invite(coach, id, { username: child.username });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), invitedAs: child.username, role: 'trainee' },
    ]);
    expect(await noticesOf(server, child)).toMatchObject([{ kind: 'membershipInvited', team_id: id }]);
    const listed = await invitations(coach, id);
    expect(listed).toMatchObject([{ id: body.id, user: null, invitedAs: child.username, status: 'invited' }]);
    expect(JSON.stringify(listed)).not.toContain('Secret');
    const mine = await (await signIn(server, child)).call('GET /api/users/me/teams');
    expect(mine.body.items.map(({ membership }) => membership)).toEqual([
      { role: 'trainee', status: 'invited' },
    ]);
    await (await signIn(server, child)).call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
    expect(await invitations(coach, id)).toEqual([]);
    expect(await mailsSent()).toEqual([]);
  });

  it('is refused for an unknown name, for members, and for someone who already asked to join', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const unknown = await invite(coach, id, { username: 'nobody.here' });
    expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([422, 'username']);
    const suspended = await buildUser(db(), { suspended_at: '2026-11-01T00:00:00.000Z' });
    expect((await invite(coach, id, { username: suspended.username })).status).toBe(422);
    for (const status of ['active', 'requested'] as const) {
      const there = await member(server, { team_id: id }, 'trainee', status);
      const refused = await invite(coach, id, { username: there.username });
      expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    }
    expect((await invite(coach, id, {})).status).toBe(422);
    expect((await invite(coach, id, { username: 'a.person', email: 'a@example.com' })).status).toBe(422);
  });

  it('notifies and mails one person at most three times a day, with the same answer', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const { db } = limited.database;
    const { id } = await buildTeam(db);
    const other = await buildTeam(db);
    const coach = await member(limited, { team_id: id }, 'coach');
    await buildMembership(db, { team_id: other.id, person_id: coach.id, role: 'coach' });
    const stranger = await buildUser(db);
    const client = await signIn(limited, coach);
    const inviting = async (team: string, who: { username: string } | { email: string }) => {
      const before = new Set((await noticesOfAll()).map((notice) => notice.id));
      const { status } = await client.call('POST /api/teams/{id}/invitations', {
        params: { id: team },
        body: who,
      });
      return [status, (await noticesOfAll()).filter((notice) => !before.has(notice.id)).length];
    };
    const noticesOfAll = () =>
      db.selectFrom('notifications').select('id').where('user_id', '=', stranger.id).execute();
    const { username, email } = stranger;
    for (const team of [id, other.id, id]) expect(await inviting(team, { username })).toEqual([201, 1]);
    expect(await inviting(id, { username })).toEqual([201, 0]);
    expect(await inviting(other.id, { email })).toEqual([201, 0]);
    const next = await buildUser(db);
    await client.call('POST /api/teams/{id}/invitations', {
      params: { id },
      body: { username: next.username },
    });
    expect(await noticesOf(limited, next)).toHaveLength(1);
    limited.advance(24 * 3_600_000);
    const tomorrow = await signIn(limited, coach);
    await tomorrow.call('POST /api/teams/{id}/invitations', { params: { id }, body: { username } });
    expect((await noticesOfAll()).length).toBe(2);
    await limited.close();
  });

  it('readmits a removed member', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const removed = await member(server, { team_id: id }, 'owner', 'removed');
    expect((await invite(coach, id, { username: removed.username })).status).toBe(201);
    expect(await membershipOf(removed, id)).toEqual({ role: 'trainee', status: 'invited' });
    expect((await accept(removed, id)).body.membership).toEqual({ role: 'trainee', status: 'active' });
  });

  it('is limited to roles that the inviter may assign', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id });
    const inviters = {
      owner: await member(server, { team_id: id }, 'owner'),
      admin: await member(server, { team_id: id }, 'admin'),
      coach: await member(server, { team_id: id }, 'coach'),
      assistant: await member(server, { team_id: id }, 'assistant'),
      trainee: await member(server, { team_id: id }),
      organizationAdmin: await member(server, { organization_id: organization.id }, 'admin'),
      organizationCoach: await member(server, { organization_id: organization.id }, 'coach'),
    };
    const allowed: Record<string, string[]> = {};
    for (const [name, inviter] of Object.entries(inviters)) {
      allowed[name] = [];
      for (const role of ['owner', 'admin', 'coach', 'assistant', 'trainee'] as const) {
        const { username } = await buildUser(db());
        if ((await invite(inviter, id, { username, role })).status === 201) allowed[name].push(role);
      }
      const shown = await (await signIn(server, inviter)).call('GET /api/teams/{id}', { params: { id } });
      expect([name, shown.body.invitableRoles]).toEqual([name, allowed[name]]);
      expect(shown.body.can.invite).toBe(allowed[name].length > 0);
    }
    expect(allowed).toEqual({
      owner: ['owner', 'admin', 'coach', 'assistant', 'trainee'],
      admin: ['admin', 'coach', 'assistant', 'trainee'],
      coach: ['trainee'],
      assistant: [],
      trainee: [],
      organizationAdmin: ['admin', 'coach', 'assistant', 'trainee'],
      organizationCoach: [],
    });
  });
});

describe('an invitation by e-mail', () => {
  it('does not reveal whether the address has an account: answer, list and mail are the same', async () => {
    const { id } = await buildTeam(db(), { name: 'Dawn Rowers' });
    const coach = await member(server, { team_id: id }, 'coach', 'active', { name: 'Kim' });
    const someone = await buildUser(db(), { email: 'known@example.com' });
    const inside = await member(server, { team_id: id }, 'trainee', 'active', {
      email: 'inside@example.com',
    });
    const addresses = ['inside@example.com', 'known@example.com', 'unknown@example.com'];
    for (const email of addresses) {
      const { status, body } = await invite(coach, id, { email });
      expect([status, body]).toEqual([201, { id: body.id, invitedAs: email, role: 'trainee' }]);
    }
    const listed = (await invitations(coach, id)).map(({ id: _, invitedAs, ...rest }) => [invitedAs, rest]);
    expect(listed.map(([address]) => address)).toEqual(addresses);
    expect(new Set(listed.map(([, rest]) => JSON.stringify(rest))).size).toBe(1);
    const mails = await mailsSent();
    expect(mails.map(({ to }) => to)).toEqual(addresses);
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1);
    expect(mails[0]?.text).toContain('Kim invites you to Dawn Rowers');
    expect(mails[0]?.text).toContain(`/teams/${id}`);
    expect((await noticesOf(server, someone)).map(({ kind }) => kind)).toEqual(['membershipInvited']);
    expect(await noticesOf(server, inside)).toEqual([]);
    expect(await stored(server, { team_id: id }, inside)).toEqual({ role: 'trainee', status: 'active' });
  });

  it('becomes the invitation of the account that confirms the address, and of no other', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const admin = await member(server, { team_id: id }, 'admin');
    const late = await buildUser(db(), { email: 'late@example.com', email_verified_at: null });
    await invite(admin, id, { email: 'late@example.com', role: 'assistant' });
    const client = await signIn(server, late);
    expect((await client.call('GET /api/teams/{id}', { params: { id } })).status).toBe(404);
    const token = await issueOneTimeToken(db(), {
      userId: late.id,
      purpose: 'confirmEmail',
      expiresAt: new Date('2026-12-01T00:00:00.000Z'),
    });
    expect((await client.call('POST /api/auth/confirm-email', { body: { token } })).status).toBe(200);
    expect((await noticesOf(server, late)).map(({ kind }) => kind)).toEqual(['membershipInvited']);
    const joined = await client.call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
    expect(joined.body.membership).toEqual({ role: 'assistant', status: 'active' });
    expect(await invitations(admin, id)).toEqual([]);
  });

  it('lets someone in who has asked to join, though the inviter does not know it', async () => {
    const { id } = await buildTeam(db(), { openness: 'moderated' });
    const admin = await member(server, { team_id: id }, 'admin');
    const asking = await member(server, { team_id: id }, 'trainee', 'requested', {
      email: 'ask@example.com',
    });
    expect((await invite(admin, id, { email: 'ask@example.com', role: 'assistant' })).status).toBe(201);
    expect((await noticesOf(server, asking)).map(({ kind }) => kind)).toEqual(['membershipInvited']);
    const client = await signIn(server, asking);
    const invited = { role: 'assistant', status: 'invited' };
    const read = await client.call('GET /api/teams/{id}', { params: { id } });
    expect([read.body.membership, read.body.can.join]).toEqual([invited, true]);
    const mine = await client.call('GET /api/users/me/teams');
    expect(mine.body.items.map(({ membership }) => membership)).toEqual([invited]);
    const joined = await client.call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
    expect(joined.body.membership).toEqual({ role: 'assistant', status: 'active' });
    expect(await invitations(admin, id)).toEqual([]);
  });

  it('is limited in mails per address: three of a group and ten of all groups in a day', async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    for (let index = 0; index < 5; index += 1)
      expect((await invite(coach, id, { email: 'a@example.com' })).status).toBe(201);
    await expectMails(server, 3);
    for (let index = 0; index < 9; index += 1) {
      const other = await buildTeam(db());
      const inviter = await member(server, { team_id: other.id }, 'coach');
      expect((await invite(inviter, other.id, { email: 'a@example.com' })).status).toBe(201);
    }
    await expectMails(server, 10);
  });
});

describe('a withdrawn invitation', () => {
  it('disappears from the list, from the person and from their unread notifications', async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    const { body } = await invite(coach, id, { username: user.username });
    expect((await withdraw(coach, id, body.id)).status).toBe(204);
    expect(await invitations(coach, id)).toEqual([]);
    expect(await noticesOf(server, user)).toEqual([]);
    const join = await (await signIn(server, user)).call('PUT /api/teams/{id}/membership', {
      params: { id },
      body: {},
    });
    expect(join.status).toBe(409);
    expect((await withdraw(coach, id, body.id)).status).toBe(404);
  });

  it('leaves the person invited when another invitation remains', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    const byName = await invite(coach, id, { username: user.username });
    await invite(coach, id, { email: user.email });
    await withdraw(coach, id, byName.body.id);
    expect(await membershipOf(user, id)).toEqual({ role: 'trainee', status: 'invited' });
  });

  it('must be of this team and for a role that the viewer may manage', async () => {
    const { id } = await buildTeam(db());
    const owner = await member(server, { team_id: id }, 'owner');
    const coach = await member(server, { team_id: id }, 'coach');
    const { username } = await buildUser(db());
    const { body } = await invite(owner, id, { username, role: 'admin' });
    expect((await withdraw(coach, id, body.id)).status).toBe(409);
    const other = await buildTeam(db());
    const stranger = await member(server, { team_id: other.id }, 'owner');
    expect((await withdraw(stranger, other.id, body.id)).status).toBe(404);
  });

  it('may also be one of an organization', async () => {
    const { id } = await buildOrganization(db());
    const client = await signIn(server, await member(server, { organization_id: id }, 'owner'));
    const { username } = await buildUser(db());
    const sent = await client.call('POST /api/organizations/{id}/invitations', {
      params: { id },
      body: { username, role: 'coach' },
    });
    expect(sent.status).toBe(201);
    const gone = await client.call('DELETE /api/organizations/{id}/invitations/{invitationId}', {
      params: { id, invitationId: sent.body.id },
    });
    expect(gone.status).toBe(204);
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual([
      'invitation.sent',
      'invitation.withdrawn',
    ]);
  });
});
