// Invitations over time: they are valid while the inviter may invite, for 30 days, and coaches cannot change
// those of admins.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipRoles } from '../../../../src/contract/values/enums.ts';
import { anonymise } from '../../../../src/server/accounts/account-deletion-queries.ts';
import { issueOneTimeToken } from '../../../../src/server/accounts/queries.ts';
import { isValidInvitation } from '../../../../src/server/groups/invitations/valid-invitation-queries.ts';
import { actingRole, manageableRoles } from '../../../../src/server/groups/members/membership-rules.ts';
import { groupRolesOf } from '../../../../src/server/groups/queries.ts';
import { signIn } from '../../../support/client.ts';
import {
  buildInvitation,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../../support/server.ts';
import { member, noticesOf, stored } from '../people.ts';

const day = 86_400_000;
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const now = () => server.now().toISOString();
type Person = { id: string };
const invite = async (viewer: Person, id: string, body: object) =>
  (await signIn(server, viewer)).call('POST /api/teams/{id}/invitations', { params: { id }, body });
const accept = async (user: Person, id: string) =>
  (await signIn(server, user)).call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
const team = async (user: Person, id: string) =>
  (await signIn(server, user)).call('GET /api/teams/{id}', { params: { id } });
const withdraw = async (viewer: Person, id: string, invitationId: string) =>
  (await signIn(server, viewer)).call('DELETE /api/teams/{id}/invitations/{invitationId}', {
    params: { id, invitationId },
  });
const listed = async (viewer: Person, id: string) => {
  const client = await signIn(server, viewer);
  const query = { status: 'invited' };
  return (await client.call('GET /api/teams/{id}/members', { params: { id }, query })).body.items;
};

/** What an invited person still sees of their invitation, everywhere in the API. */
async function tracesFor(user: Person, id: string) {
  const client = await signIn(server, user);
  const { body: notices } = await client.call('GET /api/users/me/notifications');
  return {
    team: (await client.call('GET /api/teams/{id}', { params: { id } })).status,
    myTeams: (await client.call('GET /api/users/me/teams')).body.items.length,
    notices: [notices.items.length, notices.unreadCount],
  };
}
const allTraces = { team: 200, myTeams: 1, notices: [1, 1] };
const noTraces = { team: 404, myTeams: 0, notices: [0, 0] };

describe('the SQL condition of a valid invitation', () => {
  it('agrees with manageableRoles for every role of the inviter in team and organization', async () => {
    const organization = await buildOrganization(db());
    const { id: teamId } = await buildTeam(db(), { organization_id: organization.id });
    const roles = [null, ...membershipRoles];
    const expected = new Set<string>();
    for (const inTeam of roles)
      for (const inOrganization of roles) {
        const { id } = await buildUser(db());
        if (inTeam) await buildMembership(db(), { team_id: teamId, person_id: id, role: inTeam });
        if (inOrganization)
          await buildMembership(db(), {
            organization_id: organization.id,
            person_id: id,
            role: inOrganization,
          });
        const groupRoles = await groupRolesOf(db(), id);
        for (const role of membershipRoles) {
          const ofTeam = { id: teamId, organization_id: organization.id };
          const toTeam = await buildInvitation(db(), { team_id: teamId, role, invited_by: id });
          if (manageableRoles('team', actingRole('team', ofTeam, groupRoles)).includes(role))
            expected.add(toTeam.id);
          const ofOrganization = { id: organization.id, organization_id: null };
          const acting = actingRole('organization', ofOrganization, groupRoles);
          const toOrganization = await buildInvitation(db(), {
            organization_id: organization.id,
            role,
            invited_by: id,
          });
          if (manageableRoles('organization', acting).includes(role)) expected.add(toOrganization.id);
        }
      }
    const held = await db()
      .selectFrom('invitations as i')
      .select('i.id')
      .where(isValidInvitation(now()))
      .execute();
    expect(new Set(held.map(({ id }) => id))).toEqual(expected);
    expect(expected.size).toBeGreaterThan(100);
  });
});

describe('an invitation whose inviter may no longer invite', () => {
  const endings = {
    removed: (id: string) =>
      db().updateTable('memberships').set({ status: 'removed' }).where('person_id', '=', id).execute(),
    left: (id: string) =>
      db().updateTable('memberships').set({ status: 'left' }).where('person_id', '=', id).execute(),
    demoted: (id: string) =>
      db().updateTable('memberships').set({ role: 'assistant' }).where('person_id', '=', id).execute(),
    suspended: (id: string) =>
      db().updateTable('users').set({ suspended_at: now() }).where('id', '=', id).execute(),
    deleted: (id: string) => anonymise(db(), id, now()),
  };

  it.each(Object.keys(endings) as (keyof typeof endings)[])(
    'is invalid once the inviter is %s, and accepting it gives the reason',
    async (how) => {
      const { id } = await buildTeam(db(), { visibility: 'private', openness: 'inviteOnly' });
      const owner = await member(server, { team_id: id }, 'owner');
      const coach = await member(server, { team_id: id }, 'coach');
      const user = await buildUser(db());
      await invite(coach, id, { username: user.username });
      expect(await tracesFor(user, id)).toEqual(allTraces);

      await endings[how](coach.id);
      expect(await tracesFor(user, id)).toEqual(noTraces);
      expect(await listed(owner, id)).toEqual([]);
      const refused = await accept(user, id);
      expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
      expect(refused.body.detail).toMatch(/^This invitation has ended/);
      expect(await stored(server, { team_id: id }, user)).toBeUndefined();

      // Someone who may invite can invite again.
      expect((await invite(owner, id, { username: user.username })).status).toBe(201);
      expect((await accept(user, id)).body.membership).toEqual({ role: 'trainee', status: 'active' });
    },
  );

  it('is invalid in an organization and in its teams alike', async () => {
    const organization = await buildOrganization(db(), { visibility: 'private', openness: 'inviteOnly' });
    const { id } = await buildTeam(db(), {
      organization_id: organization.id,
      visibility: 'private',
      openness: 'inviteOnly',
    });
    const admin = await member(server, { organization_id: organization.id }, 'admin');
    const user = await buildUser(db());
    const client = await signIn(server, admin);
    await client.call('POST /api/organizations/{id}/invitations', {
      params: { id: organization.id },
      body: { username: user.username, role: 'coach' },
    });
    await invite(admin, id, { username: user.username, role: 'coach' });
    await db().updateTable('memberships').set({ role: 'coach' }).where('person_id', '=', admin.id).execute();
    const invited = await signIn(server, user);
    for (const [scope, groupId] of [
      ['organizations', organization.id],
      ['teams', id],
    ] as const) {
      const params = { id: groupId };
      expect((await invited.call(`GET /api/${scope}/{id}`, { params })).status).toBe(404);
      const refused = await invited.call(`PUT /api/${scope}/{id}/membership`, { params, body: {} });
      expect([scope, refused.status, refused.body.detail]).toEqual([
        scope,
        409,
        expect.stringMatching(/^This invitation has ended/),
      ]);
    }
  });

  it("stays valid within the inviter's new role: a former admin as coach still invites trainees, but no coaches", async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const admin = await member(server, { team_id: id }, 'admin');
    const [trainee, coach] = [await buildUser(db()), await buildUser(db())];
    await invite(admin, id, { username: trainee.username });
    await invite(admin, id, { username: coach.username, role: 'coach' });
    await db().updateTable('memberships').set({ role: 'coach' }).where('person_id', '=', admin.id).execute();
    expect((await accept(trainee, id)).status).toBe(200);
    expect((await accept(coach, id)).status).toBe(409);
  });

  it('to an e-mail address is invalid when the address is confirmed', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const coach = await member(server, { team_id: id }, 'coach');
    const late = await buildUser(db(), { email: 'late@example.com', email_verified_at: null });
    await invite(coach, id, { email: 'late@example.com' });
    await endings.removed(coach.id);
    const token = await issueOneTimeToken(db(), {
      userId: late.id,
      purpose: 'confirmEmail',
      expiresAt: new Date('2026-12-01T00:00:00.000Z'),
    });
    const client = await signIn(server, late);
    expect((await client.call('POST /api/auth/confirm-email', { body: { token } })).status).toBe(200);
    expect(await noticesOf(server, late)).toEqual([]);
    expect(await tracesFor(late, id)).toEqual(noTraces);
  });
});

describe('a pending invitation', () => {
  it('shows its expiry, and expires after 30 days to the millisecond', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private', openness: 'inviteOnly' });
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    await invite(coach, id, { username: user.username });
    const until = '2026-12-21T10:00:00.000Z';
    expect((await team(user, id)).body.invitedUntil).toBe(until);
    const mine = await (await signIn(server, user)).call('GET /api/users/me/teams');
    expect(mine.body.items.map(({ invitedUntil }) => invitedUntil)).toEqual([until]);
    server.advance(30 * day - 1);
    expect(await tracesFor(user, id)).toEqual(allTraces);
    server.advance(1);
    expect(await tracesFor(user, id)).toEqual(noTraces);
    expect((await accept(user, id)).body.detail).toMatch(/^This invitation has ended/);
    expect(await listed(coach, id)).toEqual([]);
  });

  it('restarts its 30 days when it is sent again, and is deleted 30 days after its end', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    await invite(coach, id, { username: user.username });
    server.advance(20 * day);
    await invite(coach, id, { username: user.username });
    server.advance(20 * day);
    expect((await team(user, id)).body.membership?.status).toBe('invited');
    const count = async () => (await db().selectFrom('invitations').select('id').execute()).length;
    server.advance(40 * day);
    await runJob(server, 'prune');
    expect(await count()).toBe(1);
    server.advance(1);
    await runJob(server, 'prune');
    expect(await count()).toBe(0);
    expect((await accept(user, id)).status).toBe(404);
  });
});

describe('an invitation that an admin sent', () => {
  it.each(['admin', 'coach', 'trainee'] as const)(
    'as %s can be neither replaced nor withdrawn by a coach',
    async (role) => {
      const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
      const admin = await member(server, { team_id: id }, 'admin');
      const coach = await member(server, { team_id: id }, 'coach');
      const user = await buildUser(db());
      for (const body of [{ username: user.username }, { email: 'waiting@example.com' }]) {
        const sent = await invite(admin, id, { ...body, role });
        const replaced = await invite(coach, id, body);
        expect([replaced.status, replaced.body.code]).toEqual([409, 'not_permitted']);
        expect((await withdraw(coach, id, sent.body.id)).status).toBe(409);
      }
      const can = async (viewer: Person) => (await listed(viewer, id)).map((one) => one.can.remove);
      expect(await can(coach)).toEqual([false, false]);
      expect(await can(admin)).toEqual([true, true]);
      const patched = await (await signIn(server, coach)).call('PATCH /api/teams/{id}/members/{userId}', {
        params: { id, userId: user.id },
        body: { version: 1, role: 'trainee' },
      });
      expect(patched.status).toBe(404);
      expect((await accept(user, id)).body.membership).toEqual({ role, status: 'active' });
    },
  );

  it("takes precedence over a coach's invitation to the same person's address, which gets the usual response", async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const admin = await member(server, { team_id: id }, 'admin');
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    await invite(admin, id, { username: user.username, role: 'assistant' });
    const beside = await invite(coach, id, { email: user.email });
    expect([beside.status, beside.body.role]).toEqual([201, 'trainee']);
    expect((await team(user, id)).body.membership).toEqual({ role: 'assistant', status: 'invited' });
    expect((await withdraw(coach, id, beside.body.id)).status).toBe(204);
    expect((await noticesOf(server, user)).map(({ changes }) => changes[0].after)).toEqual(['assistant']);
    expect((await accept(user, id)).body.membership).toEqual({ role: 'assistant', status: 'active' });
  });

  it('can be replaced by a coach once the admin may no longer invite', async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const admin = await member(server, { team_id: id }, 'admin');
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    await invite(admin, id, { username: user.username, role: 'coach' });
    await db().updateTable('memberships').set({ status: 'left' }).where('person_id', '=', admin.id).execute();
    expect((await invite(coach, id, { username: user.username })).status).toBe(201);
    expect((await accept(user, id)).body.membership).toEqual({ role: 'trainee', status: 'active' });
  });

  it('can be changed by equal roles, and by admins above them', async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly' });
    const admin = await member(server, { team_id: id }, 'admin');
    const [one, other] = [
      await member(server, { team_id: id }, 'coach'),
      await member(server, { team_id: id }, 'coach'),
    ];
    const user = await buildUser(db());
    const first = await invite(one, id, { username: user.username });
    expect((await withdraw(other, id, first.body.id)).status).toBe(204);
    await invite(one, id, { username: user.username });
    expect((await invite(admin, id, { username: user.username, role: 'coach' })).status).toBe(201);
    expect((await accept(user, id)).body.membership?.role).toBe('coach');
  });
});

describe('a removed member', () => {
  it('cannot return with an earlier invitation from a person whom the remover may manage', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await member(server, { team_id: id });
    await invite(coach, id, { email: user.email });
    const removed = await (await signIn(server, coach)).call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id, userId: user.id },
      body: { version: 1, status: 'removed' },
    });
    expect(removed.status).toBe(200);
    expect((await accept(user, id)).status).toBe(409);
  });

  it('stays removed after declining an invitation', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await member(server, { team_id: id }, 'trainee', 'removed');
    await invite(coach, id, { username: user.username });
    const declined = await (await signIn(server, user)).call('DELETE /api/teams/{id}/membership', {
      params: { id },
    });
    expect(declined.body.membership?.status).toBe('removed');
    expect((await accept(user, id)).status).toBe(409);
  });
});
