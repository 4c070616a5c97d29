// Events of other owners that a team visits, after the last coach whom both have has lost the role.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Body } from '../../../../src/contract/api.ts';
import { type Client, signIn } from '../../../support/client.ts';
import { buildMembership, buildOffer, buildTeam } from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { plan } from '../../planning/club.ts';
import { auditedActions, noticesOf } from '../people.ts';
import { buildPrivateTeam, changeInTeam, leadersOf, type Person, stateOf } from '../private-team.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof buildPrivateTeam>>;
/** The coach's own team, which anyone may found. */
let own: Person;
let client: Client;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildPrivateTeam(server);
  own = await buildTeam(server.database.db, { name: 'Own' });
  await buildMembership(server.database.db, { team_id: own.id, person_id: world.coach.id, role: 'owner' });
  client = await signIn(server, world.coach);
});
afterEach(() => server.close());

const db = () => server.database.db;
const isPostgres = process.env.TEST_ENGINE === 'postgres';
const waitingForLock = sql`
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const planFor = async (more: Partial<Body<'POST /api/events'>> = {}) => {
  const { status, body } = await client.call('POST /api/events', {
    body: plan({
      owner: { kind: 'team', id: own.id },
      teamIds: [own.id, world.team.id],
      publication: 'published',
      ...more,
    }),
  });
  expect(status).toBe(201);
  return body;
};
const teamsOf = async (event: Person) =>
  (await db().selectFrom('event_teams').select('team_id').where('event_id', '=', event.id).execute())
    .map(({ team_id }) => team_id)
    .toSorted();
const both = () => [own.id, world.team.id].toSorted();
const change = (given: Parameters<typeof changeInTeam>[2]) => {
  const { owner: by, team, coach: user } = world;
  return changeInTeam(server, { by, team, user }, given);
};

test('A removed coach reads no one of the team at an event of their own, and its places there end with a refund', async () => {
  const { player, owner } = world;
  const event = await planFor();
  const offer = await buildOffer(db(), { event_id: event.id });
  await world.place({ id: event.id, offer: offer.id }, player);
  const params = { id: event.id };
  const names = async () =>
    (await client.call('GET /api/events/{id}/people', { params })).body.items.map((item) => item.id);
  expect(await names()).toEqual(expect.arrayContaining([player.id, owner.id]));
  expect((await change({ status: 'removed' })).status).toBe(200);
  expect(await names()).toEqual([world.coach.id]);
  expect(await teamsOf(event)).toEqual([own.id]);
  expect(await stateOf(server, event, player)).toBe('cancelledByOrganizer');
  expect(await noticesOf(server, player)).toMatchObject([
    { kind: 'replyOwed' },
    { kind: 'registrationCancelled' },
  ]);
  expect(await db().selectFrom('refunds').select('amount_minor').execute()).toEqual([{ amount_minor: 1250 }]);
  const attendance = await client.call('GET /api/events/{id}/attendance', { params });
  expect(attendance.body.items.map(({ user }) => user.id)).not.toContain(owner.id);
  expect((await (await signIn(server, player)).call('GET /api/events/{id}', { params })).status).toBe(404);
});

test('A visit ends with the role of the coach when they leave or are lowered', async () => {
  const lowered = await planFor();
  expect((await change({ role: 'trainee' })).status).toBe(200);
  expect(await teamsOf(lowered)).toEqual([own.id]);

  const back = async () =>
    db()
      .updateTable('memberships')
      .set({ role: 'coach', status: 'active', ended_at: null })
      .where('team_id', '=', world.team.id)
      .where('person_id', '=', world.coach.id)
      .execute();
  await back();
  const left = await planFor();
  await client.call('DELETE /api/teams/{id}/membership', { params: { id: world.team.id } });
  expect(await teamsOf(left)).toEqual([own.id]);
});

test('A visit goes on while someone plans for team and owner, at events of the club, and in the past', async () => {
  const shared = await planFor();
  const second = await world.join('coach');
  await buildMembership(db(), { team_id: own.id, person_id: second.id, role: 'coach' });
  const ofClub = await world.event({ teams: [world.team.id] });
  const twin = await buildTeam(db(), { organization_id: world.club.id });
  const withTwin = await world.event({ teams: [twin.id, world.team.id] });
  const past = await world.event({
    teams: [own.id, world.team.id],
    starts_at: '2026-11-14T10:00:00.000Z',
  });
  expect((await change({ status: 'removed' })).status).toBe(200);
  expect(await teamsOf(shared)).toEqual(both());
  expect(await teamsOf(ofClub)).toEqual([world.team.id]);
  expect(await teamsOf(withTwin)).toEqual([twin.id, world.team.id].toSorted());
  const { owner: by, team } = world;
  expect((await changeInTeam(server, { by, team, user: second }, { status: 'removed' })).status).toBe(200);
  expect(await teamsOf(shared)).toEqual([own.id]);
  expect(await teamsOf(past)).toEqual(both());
});

test('The dates of a series lose a team whose visit has ended, and its later dates come without it', async () => {
  await planFor({ recurrence: { rrule: 'FREQ=WEEKLY' } });
  expect((await change({ status: 'removed' })).status).toBe(200);
  const dates = await db().selectFrom('event_teams').select('team_id').distinct().execute();
  expect(dates).toEqual([{ team_id: own.id }]);
  const series = await db().selectFrom('event_series').select('template').executeTakeFirstOrThrow();
  expect(JSON.parse(series.template).teamIds).toEqual([own.id]);
});

test.runIf(isPostgres)('A date that the job adds while the visit ends comes without the team', async () => {
  const { id, series } = await planFor({ recurrence: { rrule: 'FREQ=WEEKLY' } });
  const adding = await db().startTransaction().execute();
  const part = adding
    .selectFrom('event_series')
    .select('id')
    .where('id', '=', series?.id ?? '');
  await part.forNoKeyUpdate().execute();
  const row = await adding.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const added = { ...row, id: uuid(), recurrence_id: '2027-06-08T18:00' };
  await adding.insertInto('events').values(added).execute();
  const teams = both().map((team_id) => ({ event_id: added.id, team_id }));
  await adding.insertInto('event_teams').values(teams).execute();
  const ending = change({ status: 'removed' });
  await expect.poll(async () => (await waitingForLock.execute(db())).rows).toHaveLength(1);
  await adding.commit().execute();
  expect((await ending).status).toBe(200);
  expect(await teamsOf(added)).toEqual([own.id]);
});

test('The leaders of a team whose visit has ended no longer lead, and are notified, also once for a series', async () => {
  const visiting = await world.join('coach');
  const event = await planFor({ visibility: 'team', leaderIds: [world.coach.id, visiting.id] });
  const draft = await planFor({ publication: 'draft', leaderIds: [visiting.id] });
  await planFor({ recurrence: { rrule: 'FREQ=WEEKLY' }, leaderIds: [visiting.id] });
  await db().deleteFrom('notifications').execute();
  expect((await change({ status: 'removed' })).status).toBe(200);
  expect(await leadersOf(server, event)).toEqual([world.coach.id]);
  expect(await leadersOf(server, draft)).toEqual([]);
  expect(await db().selectFrom('event_leaders').select('person_id').distinct().execute()).toEqual([
    { person_id: world.coach.id },
  ]);
  const series = await db().selectFrom('event_series').select('template').executeTakeFirstOrThrow();
  expect(JSON.parse(series.template).leaderIds).toEqual([]);
  expect(await noticesOf(server, visiting)).toMatchObject([{ kind: 'leaderRemoved', team_id: null }]);
  const audited = await auditedActions(server);
  expect(audited).toContainEqual({
    actor_id: world.owner.id,
    action: 'event.leaderRemoved',
    before: JSON.stringify({ leaderId: visiting.id }),
    after: null,
  });
});

test('A visit does not end with a plain coach of the club, who never planned for its teams', async () => {
  const event = await planFor();
  const { team, club } = world;
  const other = await world.join('coach', { organization_id: club.id });
  await buildMembership(db(), { team_id: own.id, person_id: other.id, role: 'coach' });
  // The coach of both leaves the host: no one plans for both any more.
  await db()
    .deleteFrom('memberships')
    .where('team_id', '=', own.id)
    .where('person_id', '=', world.coach.id)
    .execute();
  const left = await (await signIn(server, other)).call('DELETE /api/organizations/{id}/membership', {
    params: { id: club.id },
  });
  expect(left.status).toBeLessThan(300);
  expect(await teamsOf(event)).toEqual([own.id, team.id].toSorted());
});
