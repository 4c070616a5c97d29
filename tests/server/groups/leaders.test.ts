// Who stays named as leader of future events when a role ends or is lowered, and who is notified.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildRegistration, buildTeam } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { auditedActions, noticesOf } from './people.ts';
import { buildPrivateTeam, changeIn, changeInTeam, leadersOf, type Person, stateOf } from './private-team.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof buildPrivateTeam>>;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildPrivateTeam(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const past = '2026-11-14T10:00:00.000Z';
const leave = async (user: Person) =>
  (await signIn(server, user)).call('DELETE /api/teams/{id}/membership', { params: { id: world.team.id } });

describe('the leaders of future events', () => {
  it('Removing a coach removes them from the leaders of future events, audits it and notifies the other owners', async () => {
    const { owner, team, coach } = world;
    const second = await world.join('owner');
    const [first, later, over] = [
      await world.event({ leaders: [coach.id, owner.id] }),
      await world.event(),
      await world.event({ starts_at: past }),
    ];
    await changeInTeam(server, { by: owner, team, user: coach }, { status: 'removed' });
    expect([await leadersOf(server, first), await leadersOf(server, later)]).toEqual([[owner.id], []]);
    expect(await leadersOf(server, over)).toEqual([coach.id]);
    const audited = (await auditedActions(server)).filter(({ action }) => action === 'event.leaderRemoved');
    expect(audited).toEqual(
      [first, later].map(() => ({
        actor_id: owner.id,
        action: 'event.leaderRemoved',
        before: JSON.stringify({ leaderId: coach.id }),
        after: null,
      })),
    );
    expect(await noticesOf(server, second)).toEqual([
      {
        kind: 'leaderRemoved',
        team_id: team.id,
        organization_id: null,
        changes: [{ field: 'eventCount', before: null, after: 2 }],
      },
    ]);
    expect((await noticesOf(server, owner)).length).toBe(0);
    const versions = await db().selectFrom('events').select('version').where('id', '=', first.id).execute();
    expect(versions).toEqual([{ version: 2 }]);
    const shown = await (await signIn(server, second)).call('GET /api/users/me/notifications');
    expect(shown.body.items).toMatchObject([{ kind: 'leaderRemoved', group: { id: team.id } }]);
  });

  it('Leaving removes a coach from the leaders of future events, and notifies the owner', async () => {
    const { coach, owner } = world;
    const event = await world.event();
    expect((await leave(coach)).status).toBe(200);
    expect(await leadersOf(server, event)).toEqual([]);
    expect((await noticesOf(server, owner)).map(({ kind }) => kind)).toEqual(['leaderRemoved']);
  });

  it('A coach who becomes a trainee is no longer named as leader, one who becomes an assistant is; both keep their places', async () => {
    const { owner, team, coach } = world;
    const other = await world.join('coach');
    const event = await world.event({ leaders: [coach.id, other.id] });
    for (const user of [coach, other])
      await buildRegistration(db(), { event_id: event.id, person_id: user.id });
    await changeInTeam(server, { by: owner, team, user: coach }, { role: 'trainee' });
    await changeInTeam(server, { by: owner, team, user: other }, { role: 'assistant' });
    expect(await leadersOf(server, event)).toEqual([other.id]);
    for (const user of [coach, other]) expect(await stateOf(server, event, user)).toBe('confirmed');
  });

  it('A removed coach stays leader of events in which another team they coach takes part, or of an organization they run', async () => {
    const { owner, team, coach, club } = world;
    const second = await buildTeam(db(), { organization_id: club.id });
    await buildMembership(db(), { team_id: second.id, person_id: coach.id, role: 'coach' });
    const admin = await world.join('admin', { organization_id: club.id });
    await buildMembership(db(), { team_id: team.id, person_id: admin.id, role: 'coach' });
    const [shared, own] = [await world.event({ teams: [team.id, second.id] }), await world.event()];
    const adminLeads = await world.event({ leaders: [admin.id] });
    for (const user of [coach, admin])
      await changeInTeam(server, { by: owner, team, user }, { status: 'removed' });
    expect(await leadersOf(server, shared)).toEqual([coach.id]);
    expect(await leadersOf(server, own)).toEqual([]);
    expect(await leadersOf(server, adminLeads)).toEqual([admin.id]);
  });

  it('Removal by an organization removes a leader from events of its teams, except where they coach the team', async () => {
    const { club, team } = world;
    const by = await world.join('owner', { organization_id: club.id });
    const admin = await world.join('admin', { organization_id: club.id });
    const second = await buildTeam(db(), { organization_id: club.id });
    await buildMembership(db(), { team_id: second.id, person_id: admin.id, role: 'coach' });
    const led = { leaders: [admin.id] };
    const ofTeam = await world.event(led);
    const ofClub = await world.event({ ...led, teams: [] });
    const ofSecond = await world.event({ ...led, teams: [second.id] });
    const coached = await world.event({ leaders: [world.coach.id], teams: [team.id] });
    await changeIn(server, 'organization', { by, group: club, user: admin }, { status: 'removed' });
    expect(await leadersOf(server, ofTeam)).toEqual([]);
    expect(await leadersOf(server, ofClub)).toEqual([]);
    expect(await leadersOf(server, ofSecond)).toEqual([admin.id]);
    expect(await leadersOf(server, coached)).toEqual([world.coach.id]);
  });

  it('Deleting an account removes the leader from future events, and notifies the owners without a name', async () => {
    const { coach, owner, player } = world;
    const event = await world.event();
    await buildRegistration(db(), { event_id: event.id, person_id: player.id });
    const { hashPassword } = await import('../../../src/server/accounts/passwords.ts');
    await db()
      .updateTable('users')
      .set({ password_hash: await hashPassword('four dry tennis balls') })
      .where('id', '=', coach.id)
      .execute();
    const client = await signIn(server, coach);
    const { status } = await client.call('DELETE /api/users/me', {
      body: { password: 'four dry tennis balls' },
    });
    expect(status).toBe(204);
    expect(await leadersOf(server, event)).toEqual([]);
    const [notice, ...others] = await noticesOf(server, owner);
    expect([notice?.kind, others]).toEqual(['leaderRemoved', []]);
    // The notification outlives the account, so it contains no name.
    expect(JSON.stringify(notice)).not.toContain(coach.name);
    expect(await stateOf(server, event, player)).toBe('confirmed');
  });
});
