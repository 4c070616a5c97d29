// The invite link of a team after someone who could read it lost that power: it would let them in again, or a friend of theirs.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../../src/server/accounts/passwords.ts';
import { signIn } from '../../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { auditedActions } from '../people.ts';
import { buildPrivateTeam, changeIn, changeInTeam, type Person } from '../private-team.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof buildPrivateTeam>>;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildPrivateTeam(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const codeOf = async (team: Person) =>
  (await db().selectFrom('teams').select('invite_code').where('id', '=', team.id).executeTakeFirstOrThrow())
    .invite_code;
const linkSeenBy = async (user: Person, team: Person = world.team) =>
  (await (await signIn(server, user)).call('GET /api/teams/{id}', { params: { id: team.id } })).body
    .inviteCode;
const joinBy = async (user: Person, team: Person, code: string) =>
  (await signIn(server, user)).call('PUT /api/teams/{id}/membership', {
    params: { id: team.id },
    body: { code },
  });
const leave = async (user: Person, scope: 'teams' | 'organizations', group: Person) => {
  const call = `DELETE /api/${scope}/{id}/membership` as const;
  const { status } = await (await signIn(server, user)).call(call, { params: { id: group.id } });
  expect(status).toBe(200);
};
/** Whether the links of these teams are other ones after `end`. */
async function renewedBy(teams: readonly Person[], end: () => Promise<unknown>): Promise<boolean[]> {
  const before = await Promise.all(teams.map(codeOf));
  await end();
  const after = await Promise.all(teams.map(codeOf));
  return after.map((code, index) => code !== before[index]);
}
const changeCoach = async (change: Parameters<typeof changeInTeam>[2], user: Person = world.coach) => {
  const { owner: by, team } = world;
  expect((await changeInTeam(server, { by, team, user }, change)).status).toBe(200);
};

describe('the invite link of a team', () => {
  it('A link that a removed coach knows lets no one in, and the managers see the new one', async () => {
    const { coach, owner, team } = world;
    const known = (await linkSeenBy(coach)) ?? '';
    expect((await joinBy(await buildUser(db()), team, known)).status).toBe(200);
    await changeCoach({ status: 'removed' });
    expect((await joinBy(await buildUser(db()), team, known)).status).toBe(404);
    const renewed = await linkSeenBy(owner);
    expect(renewed).toMatch(/^[\w-]{12}$/);
    expect(renewed).not.toBe(known);
    expect((await joinBy(await buildUser(db()), team, renewed ?? '')).status).toBe(200);
    const audited = (await auditedActions(server)).filter(
      ({ action }) => action === 'team.inviteCodeRenewed',
    );
    expect(audited).toEqual([
      { actor_id: owner.id, action: 'team.inviteCodeRenewed', before: null, after: null },
    ]);
  });

  it.each(['trainee', 'assistant'] as const)('It changes when a coach becomes %s', async (role) => {
    expect(await renewedBy([world.team], () => changeCoach({ role }))).toEqual([true]);
    expect(await linkSeenBy(world.coach)).toBeNull();
  });

  it('It changes when a coach leaves, who could come back by it', async () => {
    const { coach, team } = world;
    const known = await codeOf(team);
    expect(await renewedBy([team], () => leave(coach, 'teams', team))).toEqual([true]);
    expect((await joinBy(coach, team, known)).status).toBe(404);
  });

  it('It changes when a coach deletes the account', async () => {
    const { coach, team } = world;
    const other = await buildTeam(db());
    await buildMembership(db(), { team_id: other.id, person_id: coach.id });
    const password = 'four dry tennis balls';
    const password_hash = await hashPassword(password);
    await db().updateTable('users').set({ password_hash }).where('id', '=', coach.id).execute();
    const client = await signIn(server, coach);
    const renewed = await renewedBy([team, other], async () =>
      expect((await client.call('DELETE /api/users/me', { body: { password } })).status).toBe(204),
    );
    expect(renewed).toEqual([true, false]);
  });

  it('It stays when someone goes who could not read it, or who still can', async () => {
    const { club, coach, team } = world;
    const [assistant, trainee] = [await world.join('assistant'), await world.join('trainee')];
    const admin = await world.join('admin', { organization_id: club.id });
    await buildMembership(db(), { team_id: team.id, person_id: admin.id, role: 'coach' });
    const renewed = await renewedBy([team], async () => {
      await changeCoach({ status: 'removed' }, trainee);
      await leave(assistant, 'teams', team);
      await changeCoach({ role: 'admin' });
      await changeCoach({ role: 'coach' }, coach);
      await changeCoach({ status: 'removed' }, admin);
    });
    expect(renewed).toEqual([false]);
  });
});

describe('the invite links of the teams of an organization', () => {
  it.each([
    ['is removed', { status: 'removed' }],
    ['becomes a coach of it', { role: 'coach' }],
    ['leaves', null],
  ] as const)('They change when an admin of it %s, except where the admin coaches', async (_, change) => {
    const { club, team } = world;
    const by = await world.join('owner', { organization_id: club.id });
    const admin = await world.join('admin', { organization_id: club.id });
    const [second, coached] = [
      await buildTeam(db(), { organization_id: club.id }),
      await buildTeam(db(), { organization_id: club.id }),
    ];
    const elsewhere = await buildTeam(db());
    await buildMembership(db(), { team_id: coached.id, person_id: admin.id, role: 'coach' });
    const known = await linkSeenBy(admin, team);
    const renewed = await renewedBy([team, second, coached, elsewhere], async () => {
      if (change === null) await leave(admin, 'organizations', club);
      else
        expect(
          (await changeIn(server, 'organization', { by, group: club, user: admin }, change)).status,
        ).toBe(200);
    });
    expect(renewed).toEqual([true, true, false, false]);
    expect((await joinBy(admin, team, known ?? '')).status).toBe(404);
    expect(await linkSeenBy(by, team)).toBe(await codeOf(team));
  });

  it('They stay when an owner becomes an admin, or a coach of the organization goes', async () => {
    const { club, team } = world;
    const by = await world.join('owner', { organization_id: club.id });
    const owner = await world.join('owner', { organization_id: club.id });
    const coach = await world.join('coach', { organization_id: club.id });
    const renewed = await renewedBy([team], async () => {
      await changeIn(server, 'organization', { by, group: club, user: owner }, { role: 'admin' });
      await changeIn(server, 'organization', { by, group: club, user: coach }, { status: 'removed' });
    });
    expect(renewed).toEqual([false]);
  });
});
