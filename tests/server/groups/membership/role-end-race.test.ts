// Roles that end while people reply, over real connections. No place may outlive the role that made the event
// visible.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../../src/server/accounts/passwords.ts';
import { holdsOrWaits } from '../../../../src/server/events/can-rules.ts';
import { type Client, signIn } from '../../../support/client.ts';
import { buildMembership, buildTeam } from '../../../support/factories.ts';
import { listen } from '../../../support/product/listen.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { buildPrivateTeam, type Person, stateOf } from '../private-team.ts';

const isPostgres = process.env.TEST_ENGINE === 'postgres';

let server: TestServer;
let origin: string;
let stop: () => Promise<void>;
beforeEach(async () => {
  server = await startTestServer();
  ({ origin, stop } = await listen((request) => server.app.fetch(request)));
});
afterEach(async () => {
  await stop();
  await server.close();
});

const db = () => server.database.db;
async function send(client: Client, method: string, path: string, body?: object): Promise<number> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}
const attend = (client: Client, event: Person) =>
  send(client, 'PUT', `/api/events/${event.id}/registration`, { response: 'attending' });
const remove = (client: Client, team: Person, user: Person) =>
  send(client, 'PATCH', `/api/teams/${team.id}/members/${user.id}`, { version: 1, status: 'removed' });
const leave = (client: Client, team: Person) =>
  send(client, 'DELETE', `/api/teams/${team.id}/membership`, {});

/** Asserts that these people hold, await or request no place at these events. */
async function expectNoPlace(events: readonly Person[], people: readonly Person[]) {
  for (const event of events)
    for (const user of people) {
      const state = (await stateOf(server, event, user)) ?? null;
      expect([state, holdsOrWaits.has(state)]).toEqual([state, false]);
    }
}

/** Number of connections that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db(),
  );
  return Number(rows[0]?.count);
}

/** Resolves when this many connections wait; SQLite runs transactions one by one anyway. */
async function untilWaiting(count: number): Promise<void> {
  if (!isPostgres) return;
  for (let tries = 0; tries < 1000; tries += 1) if ((await waitingForLocks()) >= count) return;
  throw new Error(`Fewer than ${count} connections came to wait.`);
}

test('A reply is ended by a removal that committed between its role check and its insert', async () => {
  const world = await buildPrivateTeam(server);
  const event = await world.event();
  const player = await world.join('trainee');
  const client = await signIn(server, player);
  const owner = await signIn(server, world.owner);
  const pause = Promise.withResolvers<void>();
  const paused = Promise.withResolvers<void>();
  // A transaction that inserts a row with a reference to the player waits until this one ends.
  const holding = db()
    .transaction()
    .execute(async (transaction) => {
      const lock = sql.raw(isPostgres ? 'for update' : '');
      await sql`select id from users where id = ${player.id} ${lock}`.execute(transaction);
      paused.resolve();
      await pause.promise;
    });
  await paused.promise;
  const replied = attend(client, event);
  await untilWaiting(1);
  const removed = remove(owner, world.team, player);
  await untilWaiting(2);
  pause.resolve();
  await holding;
  expect([await replied, await removed]).toEqual([200, 200]);
  await expectNoPlace([event], [player]);
});

test('A concurrent removal ends or refuses the reply of the removed member', {
  timeout: 60_000,
}, async () => {
  const world = await buildPrivateTeam(server);
  const owner = await signIn(server, world.owner);
  for (let round = 0; round < 30; round += 1) {
    const event = await world.event();
    const player = await world.join('trainee');
    const client = await signIn(server, player);
    const removing = remove(owner, world.team, player);
    await new Promise((resolve) => setTimeout(resolve, round % 10));
    const [removed, replied] = await Promise.all([removing, attend(client, event)]);
    expect(removed).toBe(200);
    expect([200, 404]).toContain(replied);
    await expectNoPlace([event], [player]);
  }
});

test('A place at an event of two teams ends when both teams are left at the same moment', {
  timeout: 60_000,
}, async () => {
  const world = await buildPrivateTeam(server);
  const second = await buildTeam(db(), { visibility: 'private' });
  const event = await world.event({ teams: [world.team.id, second.id] });
  for (let round = 0; round < 20; round += 1) {
    const player = await world.join('trainee');
    await buildMembership(db(), { team_id: second.id, person_id: player.id });
    const client = await signIn(server, player);
    expect(await attend(client, event)).toBe(200);
    const answers = await Promise.all([leave(client, world.team), leave(client, second)]);
    expect(answers).toEqual([200, 200]);
    await expectNoPlace([event], [player]);
  }
});

test('Concurrent removals, replies, leaving and account deletion succeed without a deadlock', {
  timeout: 120_000,
}, async () => {
  const world = await buildPrivateTeam(server);
  const other = await buildTeam(db(), { organization_id: world.club.id, visibility: 'private' });
  const both = {
    teams: [world.team.id, other.id],
    maximum_attendee_capacity: 3,
    waitlist_enabled: 1 as const,
  };
  const password_hash = await hashPassword('four dry tennis balls');
  const owner = await signIn(server, world.owner);
  for (let round = 0; round < 6; round += 1) {
    const events = await Promise.all(Array.from({ length: 5 }, () => world.event(both)));
    const people = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const user = await world.join(index % 3 === 0 ? 'coach' : 'trainee');
        await db().updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
        for (const [position, { id }] of events.entries())
          if (index % 3 === 0)
            await db()
              .insertInto('event_leaders')
              .values({ event_id: id, person_id: user.id, position: position + index + 1 })
              .execute();
        return { user, client: await signIn(server, user) };
      }),
    );
    for (const { client } of people.slice(0, 6)) for (const event of events) await attend(client, event);
    const [removed, left, deleted] = [people.slice(0, 3), people.slice(3, 6), people.slice(6, 9)];
    const statuses = await Promise.all([
      ...people.flatMap(({ client }) => events.toReversed().map((event) => attend(client, event))),
      ...removed.map(({ user }) => remove(owner, world.team, user)),
      ...left.map(({ client }) => leave(client, world.team)),
      ...deleted.map(({ client }) =>
        send(client, 'DELETE', '/api/users/me', { password: 'four dry tennis balls' }),
      ),
    ]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.slice(-9)).toEqual([200, 200, 200, 200, 200, 200, 204, 204, 204]);
    await expectNoPlace(
      events,
      [...removed, ...left].map(({ user }) => user),
    );
    const leaders = await db()
      .selectFrom('event_leaders')
      .select('person_id')
      .where(
        'person_id',
        'in',
        people.map(({ user }) => user.id),
      )
      .execute();
    expect(leaders).toEqual([]);
  }
});

test.runIf(isPostgres).each([
  ['an edit of the member is answered with 404', 'PATCH', (id: string) => `members/${id}`, 404],
  ['the next season is refused and has no member without a name', 'POST', () => 'next-season', 422],
] as const)('While a member deletes the account, %s', async (_, method, path, status) => {
  const world = await buildPrivateTeam(server);
  const player = await world.join('trainee');
  const password_hash = await hashPassword('four dry tennis balls');
  await db().updateTable('users').set({ password_hash }).where('id', '=', player.id).execute();
  const [client, owner] = [await signIn(server, player), await signIn(server, world.owner)];
  const pause = Promise.withResolvers<void>();
  const paused = Promise.withResolvers<void>();
  // The deletion changes the profile after the memberships, so it waits with these removed and not committed.
  const holding = db()
    .transaction()
    .execute(async (transaction) => {
      await sql`select 1 from profiles where user_id = ${player.id} for update`.execute(transaction);
      paused.resolve();
      await pause.promise;
    });
  await paused.promise;
  const deleted = send(client, 'DELETE', '/api/users/me', { password: 'four dry tennis balls' });
  await untilWaiting(1);
  const body = method === 'PATCH' ? { version: 1, jersey: '7' } : { season: '2', memberIds: [player.id] };
  const changed = send(owner, method, `/api/teams/${world.team.id}/${path(player.id)}`, body);
  await Promise.race([changed, untilWaiting(2)]);
  pause.resolve();
  await holding;
  expect([await deleted, await changed]).toEqual([204, status]);
  expect(
    await db().selectFrom('memberships').select('id').where('person_id', '=', player.id).execute(),
  ).toEqual([]);
});
