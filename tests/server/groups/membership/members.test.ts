// The members of a group for those who run it: what they see and what they may change.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemberChange } from '../../../../src/contract/people/memberships.ts';
import { signIn } from '../../../support/client.ts';
import { buildOrganization, buildTeam, buildUser } from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { auditedActions, member, noticesOf, stored } from '../people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };
const list = async (viewer: Person, id: string, query: Record<string, string | number> = {}) =>
  (await signIn(server, viewer)).call('GET /api/teams/{id}/members', { params: { id }, query });
const change = async (viewer: Person, id: string, user: Person, body: MemberChange) =>
  (await signIn(server, viewer)).call('PATCH /api/teams/{id}/members/{userId}', {
    params: { id, userId: user.id },
    body,
  });

const isCoachNow = async (person: Person) =>
  (await (await signIn(server, person)).call('GET /api/users/me/profile')).body.isCoach;

describe('a role of coach, admin or owner', () => {
  it.each(['coach', 'admin', 'owner', 'assistant', 'trainee'] as const)(
    'turns coaching on or not: %s',
    async (role) => {
      const { id } = await buildTeam(db());
      const owner = await member(server, { team_id: id }, 'owner');
      const given = await member(server, { team_id: id });
      const invited = await member(server, { team_id: id }, role, 'invited');
      if (role !== 'trainee') expect((await change(owner, id, given, { version: 1, role })).status).toBe(200);
      const client = await signIn(server, invited);
      await client.call('PUT /api/teams/{id}/membership', { params: { id }, body: {} });
      const isCoaching = ['coach', 'admin', 'owner'].includes(role);
      expect([await isCoachNow(given), await isCoachNow(invited)]).toEqual([isCoaching, isCoaching]);
    },
  );

  it('leaves coaching off where its person has turned it off', async () => {
    const { id } = await buildTeam(db());
    const owner = await member(server, { team_id: id }, 'owner');
    const coach = await member(server, { team_id: id }, 'coach');
    expect((await change(owner, id, coach, { version: 1, title: 'Captain' })).status).toBe(200);
    expect((await change(owner, id, coach, { version: 2, role: 'admin' })).status).toBe(200);
    expect(await isCoachNow(coach)).toBe(false);
  });
});

describe('the members of a team', () => {
  it('are listed page by page, with the requests, for those who manage them', async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const coach = await member(server, group, 'coach', 'active', { name: 'Zoë' });
    for (const name of ['Ann', 'Bo', 'Cem']) await member(server, group, 'trainee', 'active', { name });
    await member(server, group, 'trainee', 'requested', { name: 'Dee' });
    await member(server, group, 'trainee', 'left', { name: 'Eve' });
    await member(server, group, 'trainee', 'removed', { name: 'Fay' });
    const names: (string | undefined)[][] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(coach, id, { limit: 2, ...(cursor !== null && { cursor }) });
      names.push(body.items.map(({ user }) => user?.name));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(names).toEqual([
      ['Ann', 'Bo'],
      ['Cem', 'Zoë'],
    ]);
    const { body } = await list(coach, id, { status: 'requested' });
    expect(body.items.map(({ user, can }) => [user?.name, can.decide])).toEqual([['Dee', true]]);
    const team = await (await signIn(server, coach)).call('GET /api/teams/{id}', { params: { id } });
    expect(team.body.requestCount).toBe(1);
  });

  it('are hidden from all others: 409 for those who see the team, 404 for those who do not', async () => {
    const { id } = await buildTeam(db());
    const hidden = await buildTeam(db(), { visibility: 'private' });
    const trainee = await member(server, { team_id: id });
    const assistant = await member(server, { team_id: id }, 'assistant');
    const stranger = await buildUser(db());
    for (const user of [trainee, assistant, stranger]) expect((await list(user, id)).status).toBe(409);
    expect((await list(stranger, hidden.id)).status).toBe(404);
  });

  it('include the permitted actions per viewer', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id });
    const group = { team_id: id };
    const people = {
      owner: await member(server, group, 'owner', 'active', { name: 'A owner' }),
      admin: await member(server, group, 'admin', 'active', { name: 'B admin' }),
      coach: await member(server, group, 'coach', 'active', { name: 'C coach' }),
      trainee: await member(server, group, 'trainee', 'active', { name: 'D trainee' }),
      organizationOwner: await member(server, { organization_id: organization.id }, 'owner'),
    };
    const seenBy = async (viewer: keyof typeof people) =>
      (await list(people[viewer], id)).body.items.map(({ role, can }) => [role, can.remove, can.grant]);
    const upToAdmin = ['admin', 'coach', 'assistant', 'trainee'];
    const others = (role: string) => upToAdmin.filter((one) => one !== role);
    expect(await seenBy('owner')).toEqual([
      ['owner', false, []],
      ['admin', true, ['owner', ...others('admin')]],
      ['coach', true, ['owner', ...others('coach')]],
      ['trainee', true, ['owner', ...others('trainee')]],
    ]);
    expect(await seenBy('admin')).toEqual([
      ['owner', false, []],
      ['admin', false, others('admin')],
      ['coach', true, others('coach')],
      ['trainee', true, others('trainee')],
    ]);
    expect(await seenBy('coach')).toEqual([
      ['owner', false, []],
      ['admin', false, []],
      ['coach', false, []],
      ['trainee', true, []],
    ]);
    expect((await seenBy('organizationOwner'))[1]).toEqual(['admin', true, ['owner', ...others('admin')]]);
  });

  it('show contact details on request: to coaches the shared ones, to those who run the organization all, with an audit entry', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id });
    const group = { team_id: id };
    const coach = await member(server, group, 'coach', 'active', { name: 'Z' });
    const admin = await member(server, { organization_id: organization.id }, 'admin');
    const sharing = (field_visibility: object) => ({
      profile: { field_visibility: JSON.stringify(field_visibility) },
    });
    const open = await member(server, group, 'trainee', 'active', {
      name: 'A',
      ...sharing({ email: 'coaches', phone: 'team' }),
    });
    const closed = await member(server, group, 'trainee', 'active', { name: 'B' });
    await member(server, group, 'trainee', 'requested', { name: 'C', ...sharing({ email: 'coaches' }) });
    const contacts = async (viewer: Person, query: Record<string, string>) =>
      (await list(viewer, id, query)).body.items.map(({ email, phone }) => [email, phone]);
    const nothing = [null, null];
    expect(await contacts(coach, {})).toEqual([nothing, nothing, nothing]);
    expect(await contacts(coach, { contacts: 'true' })).toEqual([
      [open.email, '+32470000000'],
      nothing,
      nothing,
    ]);
    expect(await contacts(coach, { contacts: 'true', status: 'requested' })).toEqual([nothing]);
    expect(await auditedActions(server)).toEqual([]);
    expect((await contacts(admin, { contacts: 'true' })).slice(0, 2)).toEqual([
      [open.email, '+32470000000'],
      [closed.email, '+32470000000'],
    ]);
    expect(await auditedActions(server)).toMatchObject([
      {
        actor_id: admin.id,
        action: 'contacts.read',
        after: JSON.stringify({ userIds: [open.id, closed.id, coach.id] }),
      },
    ]);
  });
});

describe('a request to join', () => {
  it('is accepted or rejected once, and the person is notified', async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const coach = await member(server, group, 'coach');
    for (const [status, kind] of [
      ['active', 'membershipAccepted'],
      ['rejected', 'membershipRejected'],
    ] as const) {
      const asking = await member(server, group, 'trainee', 'requested');
      const { status: code, body } = await change(coach, id, asking, { version: 1, status });
      expect([code, body.status, body.version]).toEqual([200, status, 2]);
      expect((await noticesOf(server, asking)).map((one) => one.kind)).toEqual([kind]);
      const again = await change(coach, id, asking, { version: 1, status });
      expect(again.status).toBe(status === 'active' ? 409 : 404);
    }
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual([
      'membership.accepted',
      'membership.rejected',
    ]);
  });

  it('that another person decided meanwhile is stale, and returns the current state', async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const [one, other] = [await member(server, group, 'coach'), await member(server, group, 'coach')];
    const asking = await member(server, group, 'trainee', 'requested');
    await change(one, id, asking, { version: 1, status: 'active' });
    const { status, body } = await change(other, id, asking, { version: 1, status: 'rejected' });
    expect([status, body.code]).toEqual([409, 'stale_version']);
    expect(body.current).toMatchObject({ user: { id: asking.id }, status: 'active', version: 2 });
    expect(await stored(server, group, asking)).toEqual({ role: 'trainee', status: 'active' });
  });
});

describe('changing a member', () => {
  it('sets title and jersey, and clears them', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const trainee = await member(server, { team_id: id });
    const named = await change(coach, id, trainee, { version: 1, title: 'Captain', jersey: '10' });
    expect(named.body).toMatchObject({ title: 'Captain', jersey: '10', version: 2 });
    const cleared = await change(coach, id, trainee, { version: 2, jersey: null });
    expect(cleared.body).toMatchObject({ title: 'Captain', jersey: null, version: 3 });
    expect(await noticesOf(server, trainee)).toEqual([]);
  });

  it('raises and lowers roles that the viewer may assign, and notifies the person of the new role', async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const owner = await member(server, group, 'owner');
    const admin = await member(server, group, 'admin');
    const coach = await member(server, group, 'coach');
    const trainee = await member(server, group);
    expect((await change(coach, id, trainee, { version: 1, role: 'assistant' })).status).toBe(409);
    expect((await change(admin, id, trainee, { version: 1, role: 'owner' })).status).toBe(409);
    expect((await change(admin, id, owner, { version: 1, role: 'admin' })).status).toBe(409);
    expect((await change(admin, id, trainee, { version: 1, role: 'coach' })).body.role).toBe('coach');
    expect((await change(owner, id, trainee, { version: 2, role: 'owner' })).body.role).toBe('owner');
    expect((await noticesOf(server, trainee)).map((one) => one.changes)).toEqual([
      [{ field: 'role', before: 'trainee', after: 'coach' }],
      [{ field: 'role', before: 'coach', after: 'owner' }],
    ]);
  });

  it('removes members, who then lose access to a private team', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const group = { team_id: id };
    const coach = await member(server, group, 'coach');
    const trainee = await member(server, group);
    const assistant = await member(server, group, 'assistant');
    expect((await change(coach, id, assistant, { version: 1, status: 'removed' })).status).toBe(409);
    expect((await change(coach, id, coach, { version: 1, status: 'removed' })).status).toBe(409);
    expect((await change(coach, id, trainee, { version: 1, status: 'removed' })).body.status).toBe('removed');
    const own = await (await signIn(server, trainee)).call('GET /api/teams/{id}', { params: { id } });
    expect(own.status).toBe(404);
    expect((await noticesOf(server, trainee)).map((one) => one.kind)).toEqual(['membershipRemoved']);
    expect((await change(coach, id, trainee, { version: 2, status: 'active' })).status).toBe(404);
  });

  it('removes a suspended member, whom only the list for managers shows', async () => {
    const { id } = await buildTeam(db());
    const group = { team_id: id };
    const coach = await member(server, group, 'coach', 'active', { name: 'Ann' });
    const suspended = { suspended_at: '2026-11-01T00:00:00.000Z' };
    const gone = await member(server, group, 'trainee', 'active', {
      name: 'Bo',
      profile: { field_visibility: JSON.stringify({ email: 'coaches' }) },
      ...suspended,
    });
    const asking = await member(server, group, 'trainee', 'requested', { name: 'Cem', ...suspended });
    const shown = async () =>
      (await list(coach, id)).body.items.map(({ user, can }) => [user?.name, can.remove]);
    expect(await shown()).toEqual([
      ['Ann', false],
      ['Bo', true],
    ]);
    expect((await list(coach, id, { status: 'requested' })).body.items).toEqual([]);
    expect((await list(coach, id, { contacts: 'true' })).body.items[1]?.email).toBeNull();
    const { body: team } = await (await signIn(server, coach)).call('GET /api/teams/{id}', {
      params: { id },
    });
    expect([team.roster?.map(({ name }) => name), team.requestCount]).toEqual([['Ann'], 0]);
    expect((await change(coach, id, asking, { version: 1, status: 'active' })).status).toBe(404);
    expect((await change(coach, id, gone, { version: 1, status: 'removed' })).body.status).toBe('removed');
    expect(await stored(server, group, gone)).toEqual({ role: 'trainee', status: 'removed' });
    expect(await shown()).toEqual([['Ann', false]]);
  });

  it('removes a suspended owner beside one who is not, and keeps the last stored one', async () => {
    const organization = await buildOrganization(db());
    const by = await member(server, { organization_id: organization.id }, 'owner');
    const { id } = await buildTeam(db(), { organization_id: organization.id });
    const group = { team_id: id };
    const suspended = { suspended_at: '2026-11-01T00:00:00.000Z' };
    const gone = await member(server, group, 'owner', 'active', suspended);
    const heir = await member(server, group, 'coach');
    const remove = () => change(by, id, gone, { version: 1, status: 'removed' });
    const refused = await remove();
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This is the only owner. Make someone else an owner first.',
    ]);
    await change(by, id, heir, { version: 1, role: 'owner' });
    expect((await remove()).body.status).toBe('removed');
    expect((await change(by, id, heir, { version: 2, status: 'removed' })).status).toBe(409);
  });

  it('never lowers or removes the last owner, even when two owners lower each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await buildTeam(db());
      const group = { team_id: id };
      const [ann, bo] = [await member(server, group, 'owner'), await member(server, group, 'owner')];
      const answers = await Promise.all([
        change(ann, id, bo, { version: 1, role: 'trainee' }),
        change(bo, id, ann, { version: 1, status: 'removed' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const owners = [await stored(server, group, ann), await stored(server, group, bo)].filter(
        (one) => one?.role === 'owner' && one.status === 'active',
      );
      expect(owners).toHaveLength(1);
    }
    const { id } = await buildTeam(db());
    const only = await member(server, { team_id: id }, 'owner');
    const { status, body } = await change(only, id, only, { version: 1, role: 'admin' });
    expect([status, body.detail]).toEqual([409, 'This is the only owner. Make someone else an owner first.']);
  });

  it('is limited to members of this team, and to those who manage them', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const elsewhere = await member(server, { team_id: (await buildTeam(db())).id });
    expect((await change(coach, id, elsewhere, { version: 1, jersey: '1' })).status).toBe(404);
    const trainee = await member(server, { team_id: id });
    expect((await change(trainee, id, trainee, { version: 1, role: 'owner' })).status).toBe(409);
    const outside = await member(server, { team_id: (await buildTeam(db())).id }, 'owner');
    expect((await change(outside, id, trainee, { version: 1, status: 'removed' })).status).toBe(409);
  });

  it('works in an organization for those who run it, not for its coaches', async () => {
    const { id } = await buildOrganization(db());
    const group = { organization_id: id };
    const admin = await member(server, group, 'admin');
    const coach = await member(server, group, 'coach');
    const asking = await member(server, group, 'trainee', 'requested');
    const params = { id, userId: asking.id };
    const body = { version: 1, status: 'active' };
    const call = 'PATCH /api/organizations/{id}/members/{userId}';
    expect((await (await signIn(server, coach)).call(call, { params, body })).status).toBe(409);
    expect((await (await signIn(server, admin)).call(call, { params, body })).body.status).toBe('active');
    const listed = await (await signIn(server, admin)).call('GET /api/organizations/{id}/members', {
      params: { id },
      query: { contacts: 'true' },
    });
    expect(listed.body.items.find(({ user }) => user?.id === asking.id)?.email).toBe(asking.email);
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual([
      'membership.accepted',
      'contacts.read',
    ]);
  });
});
