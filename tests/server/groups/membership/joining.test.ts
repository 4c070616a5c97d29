// Joining and leaving: a person's own membership of a team or an organization.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../../support/client.ts';
import { buildOrganization, buildTeam, buildUser } from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { auditedActions, member, noticesOf, stored } from '../people.ts';
import { changeInTeam } from '../private-team.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const join = async (user: { id: string }, id: string, body: unknown = {}) =>
  (await signIn(server, user)).call('PUT /api/teams/{id}/membership', { params: { id }, body });
const leave = async (user: { id: string }, id: string) =>
  (await signIn(server, user)).call('DELETE /api/teams/{id}/membership', { params: { id } });

describe('joining', () => {
  it('an open team is immediate, and a second time changes nothing', async () => {
    const { id } = await buildTeam(db());
    const user = await buildUser(db());
    const { status, body } = await join(user, id);
    expect([status, body.membership]).toEqual([200, { role: 'trainee', status: 'active' }]);
    expect(body.can).toMatchObject({ join: false, leave: true });
    const { body: again } = await join(user, id);
    expect(again).toEqual(body);
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual(['membership.joined']);
  });

  it('a moderated team creates a request, and notifies those who decide once until they read it', async () => {
    const { id } = await buildTeam(db(), { openness: 'moderated' });
    const owner = await member(server, { team_id: id }, 'owner');
    const coach = await member(server, { team_id: id }, 'coach');
    const assistant = await member(server, { team_id: id }, 'assistant');
    const trainee = await member(server, { team_id: id });
    for (const user of [await buildUser(db()), await buildUser(db())]) {
      const { body } = await join(user, id);
      expect(body.membership).toEqual({ role: 'trainee', status: 'requested' });
      expect(body.can).toMatchObject({ join: false, leave: true });
    }
    for (const user of [owner, coach])
      expect(await noticesOf(server, user)).toEqual([
        { kind: 'membershipRequested', team_id: id, organization_id: null, changes: [] },
      ]);
    for (const user of [assistant, trainee]) expect(await noticesOf(server, user)).toEqual([]);
    await db().updateTable('notifications').set({ read_at: '2026-11-21T10:00:00.000Z' }).execute();
    await join(await buildUser(db()), id);
    expect(await noticesOf(server, coach)).toHaveLength(2);
  });

  it.each(['decided', 'withdrawn'])(
    'a moderated team notifies again after every earlier request was %s',
    async (end) => {
      const { id } = await buildTeam(db(), { openness: 'moderated' });
      const coach = await member(server, { team_id: id }, 'coach');
      const client = await signIn(server, coach);
      const idsOfNotices = async () =>
        (await db().selectFrom('notifications').select('id').where('user_id', '=', coach.id).execute()).map(
          (row) => row.id,
        );
      const finish = async (user: { id: string }) =>
        end === 'withdrawn'
          ? leave(user, id)
          : client.call('PATCH /api/teams/{id}/members/{userId}', {
              params: { id, userId: user.id },
              body: { version: 1, status: 'active' },
            });
      const [ann, bo] = [await buildUser(db()), await buildUser(db())];
      await join(ann, id);
      await join(bo, id);
      expect((await finish(ann)).status).toBe(200);
      // Bo's request is still open, so the notification is still visible and unread.
      await join(await buildUser(db()), id);
      expect(await noticesOf(server, coach)).toHaveLength(1);
      await db()
        .updateTable('memberships')
        .set({ status: 'rejected' })
        .where('status', '=', 'requested')
        .where('person_id', '<>', bo.id)
        .execute();
      expect((await finish(bo)).status).toBe(200);
      const [earlier] = await idsOfNotices();
      await join(await buildUser(db()), id);
      // The new one takes the place of the unread one.
      const [later, ...others] = await idsOfNotices();
      expect(others).toEqual([]);
      expect(later).not.toBe(earlier);
      const { body } = await client.call('GET /api/users/me/notifications');
      expect([body.items.length, body.unreadCount]).toEqual([1, 1]);
    },
  );

  it("by invitation gives the invitation's role", async () => {
    const { id } = await buildTeam(db(), { openness: 'inviteOnly', visibility: 'private' });
    const invited = await member(server, { team_id: id }, 'coach', 'invited');
    expect((await join(invited, id)).body.membership).toEqual({ role: 'coach', status: 'active' });
  });

  it('by code works in any team, but not for removed members', async () => {
    const { id } = await buildTeam(db(), {
      openness: 'inviteOnly',
      visibility: 'private',
      invite_code: 'the-code-1',
    });
    const code = 'the-code-1';
    for (const status of [null, 'left', 'rejected', 'requested'] as const) {
      const user = status ? await member(server, { team_id: id }, 'owner', status) : await buildUser(db());
      expect((await join(user, id, { code })).body.membership).toEqual({ role: 'trainee', status: 'active' });
    }
    const removed = await member(server, { team_id: id }, 'trainee', 'removed');
    const { status, body } = await join(removed, id, { code });
    expect([status, body.code]).toEqual([409, 'not_permitted']);
    expect((await join(await buildUser(db()), id, { code: 'wrong-code' })).status).toBe(404);
  });

  it('with an expired code reports it only to someone who sees the team', async () => {
    const { id } = await buildTeam(db(), { openness: 'open' });
    const { status, body } = await join(await buildUser(db()), id, { code: 'wrong-code' });
    expect([status, body.code]).toEqual([400, 'invalid_token']);
  });

  it('is refused in invitation-only teams, to removed members, and to people who cannot see the team', async () => {
    const closed = await buildTeam(db(), { openness: 'inviteOnly' });
    expect((await join(await buildUser(db()), closed.id)).status).toBe(409);
    const open = await buildTeam(db());
    const removed = await member(server, { team_id: open.id }, 'trainee', 'removed');
    expect((await join(removed, open.id)).status).toBe(409);
    const hidden = await buildTeam(db(), { visibility: 'private' });
    expect((await join(await buildUser(db()), hidden.id)).status).toBe(404);
  });

  it('again does not restore the role someone left with, nor its title', async () => {
    const { id } = await buildTeam(db());
    await member(server, { team_id: id }, 'owner');
    const former = await member(server, { team_id: id }, 'owner', 'left');
    await db()
      .updateTable('memberships')
      .set({ title: 'Head coach' })
      .where('person_id', '=', former.id)
      .execute();
    expect((await join(former, id)).body.membership).toEqual({ role: 'trainee', status: 'active' });
    const { body } = await (await signIn(server, former)).call('GET /api/teams/{id}/roster', {
      params: { id },
    });
    expect(body.items.find((item) => item.id === former.id)).toMatchObject({
      role: 'trainee',
      title: null,
    });
  });

  it('counts from the day someone became a member, through changes, until they come back', async () => {
    const { id } = await buildTeam(db());
    const owner = await member(server, { team_id: id }, 'owner');
    const user = await buildUser(db());
    const since = async () =>
      (
        await db()
          .selectFrom('memberships')
          .select('active_since')
          .where('person_id', '=', user.id)
          .executeTakeFirst()
      )?.active_since;
    const first = server.now().toISOString();
    await join(user, id);
    expect(await since()).toBe(first);
    server.advance(60_000);
    const change = { by: owner, team: { id }, user };
    expect((await changeInTeam(server, change, { role: 'assistant' })).status).toBe(200);
    await leave(user, id);
    expect(await since()).toBe(first);
    server.advance(60_000);
    const second = server.now().toISOString();
    await join(user, id);
    expect(await since()).toBe(second);
  });

  it('an organization follows the same rules, and notifies those who run it', async () => {
    const { id } = await buildOrganization(db(), { openness: 'moderated' });
    const admin = await member(server, { organization_id: id }, 'admin');
    const coach = await member(server, { organization_id: id }, 'coach');
    const client = await signIn(server, await buildUser(db()));
    const { body } = await client.call('PUT /api/organizations/{id}/membership', {
      params: { id },
      body: {},
    });
    expect(body.membership).toEqual({ role: 'trainee', status: 'requested' });
    expect((await noticesOf(server, admin)).map((one) => one.organization_id)).toEqual([id]);
    expect(await noticesOf(server, coach)).toEqual([]);
    const withdrawn = await client.call('DELETE /api/organizations/{id}/membership', { params: { id } });
    expect(withdrawn.body.membership?.status).toBe('left');
  });

  it('creates one membership from many concurrent requests', async () => {
    const { id } = await buildTeam(db());
    const client = await signIn(server, await buildUser(db()));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.call('PUT /api/teams/{id}/membership', { params: { id }, body: {} }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual(['membership.joined']);
  });
});

describe('leaving', () => {
  it('ends a membership, a request and an invitation; a second time changes nothing', async () => {
    const { id } = await buildTeam(db());
    for (const [status, action] of [
      ['active', 'membership.left'],
      ['requested', 'membership.requestWithdrawn'],
      ['invited', 'membership.invitationDeclined'],
    ] as const) {
      const user = await member(server, { team_id: id }, 'trainee', status);
      for (const _ of [1, 2]) {
        const { body } = await leave(user, id);
        expect(body.membership).toEqual({ role: 'trainee', status: 'left' });
        expect(body.can).toMatchObject({ join: true, leave: false });
      }
      expect((await auditedActions(server)).at(-1)?.action).toBe(action);
    }
    expect(await auditedActions(server)).toHaveLength(3);
  });

  it('a private team requires an invitation to come back', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const user = await member(server, { team_id: id });
    expect((await leave(user, id)).body.can).toMatchObject({ join: false, leave: false });
    expect((await leave(user, id)).status).toBe(404);
  });

  it('does not allow a removed member to join again', async () => {
    const { id } = await buildTeam(db());
    const removed = await member(server, { team_id: id }, 'trainee', 'removed');
    expect((await leave(removed, id)).body.membership?.status).toBe('removed');
  });

  it('is refused to the last owner of a team or an organization', async () => {
    const team = await buildTeam(db());
    const owner = await member(server, { team_id: team.id }, 'owner');
    await member(server, { team_id: team.id }, 'owner', 'active', {
      suspended_at: '2026-11-01T00:00:00.000Z',
    });
    const { status, body } = await leave(owner, team.id);
    expect([status, body.code, body.detail]).toEqual([
      409,
      'not_permitted',
      'You are the only owner. Make someone else an owner first, then you can leave.',
    ]);
    const organization = await buildOrganization(db());
    const founder = await member(server, { organization_id: organization.id }, 'owner');
    const client = await signIn(server, founder);
    const params = { id: organization.id };
    expect((await client.call('DELETE /api/organizations/{id}/membership', { params })).status).toBe(409);
  });

  it('keeps one of two owners who leave at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await buildTeam(db());
      const owners = [
        await member(server, { team_id: id }, 'owner'),
        await member(server, { team_id: id }, 'owner'),
      ];
      const clients = await Promise.all(owners.map((owner) => signIn(server, owner)));
      const answers = await Promise.all(
        clients.map((client) => client.call('DELETE /api/teams/{id}/membership', { params: { id } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const left = await Promise.all(owners.map((owner) => stored(server, { team_id: id }, owner)));
      expect(left.map((one) => one?.status).sort()).toEqual(['active', 'left']);
    }
  });
});

describe('an invite link', () => {
  it('shows exactly what one needs to know before joining', async () => {
    const organization = await buildOrganization(db(), { name: 'Harbour Rowers' });
    const { id, name } = await buildTeam(db(), {
      organization_id: organization.id,
      activity: 'rowing',
      visibility: 'private',
      invite_code: 'row-with-us',
    });
    await member(server, { team_id: id }, 'owner');
    const expected = {
      id,
      name,
      activity: 'rowing',
      organization: { id: organization.id, name: 'Harbour Rowers' },
      memberCount: 1,
    };
    for (const client of [createClient(server), await signIn(server, await buildUser(db()))]) {
      const answer = await client.call('GET /api/teams/join/{code}', { params: { code: 'row-with-us' } });
      expect([answer.status, answer.body]).toEqual([200, expected]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    const unknown = await createClient(server).call('GET /api/teams/join/{code}', {
      params: { code: 'row-with-them' },
    });
    expect(unknown.status).toBe(404);
  });

  it('shows its code only to those who may invite, and stops working when renewed', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id, invite_code: 'first-code' });
    const group = { team_id: id };
    const seen: [string, string | null][] = [];
    for (const role of ['owner', 'admin', 'coach', 'assistant', 'trainee'] as const) {
      const client = await signIn(server, await member(server, group, role));
      seen.push([role, (await client.call('GET /api/teams/{id}', { params: { id } })).body.inviteCode]);
    }
    expect(seen).toEqual([
      ['owner', 'first-code'],
      ['admin', 'first-code'],
      ['coach', 'first-code'],
      ['assistant', null],
      ['trainee', null],
    ]);
    const coach = await signIn(server, await member(server, group, 'coach'));
    const renewed = await coach.call('POST /api/teams/{id}/invite-code', { params: { id } });
    expect(renewed.body.inviteCode).toMatch(/^[\w-]{12}$/);
    expect((await coach.call('GET /api/teams/{id}', { params: { id } })).body.inviteCode).toBe(
      renewed.body.inviteCode,
    );
    expect((await join(await buildUser(db()), id, { code: 'first-code' })).status).toBe(400);
    const trainee = await signIn(server, await member(server, group));
    expect((await trainee.call('POST /api/teams/{id}/invite-code', { params: { id } })).status).toBe(409);
    expect(JSON.stringify(await auditedActions(server))).not.toContain(renewed.body.inviteCode);
  });

  it('does not change the role of an existing member', async () => {
    const { id } = await buildTeam(db(), { invite_code: 'code-of-two' });
    const assistant = await member(server, { team_id: id }, 'assistant');
    expect((await join(assistant, id, { code: 'code-of-two' })).body.membership).toEqual({
      role: 'assistant',
      status: 'active',
    });
  });
});
