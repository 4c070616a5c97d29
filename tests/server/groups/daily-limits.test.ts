// Daily limits of a person: founded groups, sent invitations and added people.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import { buildApi } from '../../../src/server/api.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildTeam, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterEach(() => server.close());

const db = () => server.database.db;
const foundTeam = (client: Client, name: string) =>
  client.call('POST /api/teams', { body: { name, activity: 'rowing' } });
const foundOrganization = (client: Client, name: string) =>
  client.call('POST /api/organizations', { body: { name } });
/** Inserts today's usage of a person directly, because using it up takes long. */
const use = (user: { id: string }, action: string, uses: number) =>
  db().insertInto('daily_uses').values({ user_id: user.id, action, day: '2026-11-21', uses }).execute();
const coachAccount = () => buildUser(db(), { is_coach: 1 });

describe('founding groups', () => {
  it('is limited to ten a day, organizations and teams together, and answers 429 with Retry-After', async () => {
    const client = await signIn(server, await coachAccount());
    for (let count = 0; count < limits.groupsFoundedPerDay / 2; count += 1) {
      expect((await foundTeam(client, `Team ${count}`)).status).toBe(201);
      expect((await foundOrganization(client, `Club ${count}`)).status).toBe(201);
    }
    for (const found of [foundTeam, foundOrganization]) {
      const { status, body, headers } = await found(client, 'One more');
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(body.detail).toBe('You created 10 groups today. You can create more tomorrow.');
      // From 10:00 to midnight in UTC.
      expect([headers.get('retry-after'), body.retryAfterSeconds]).toEqual(['50400', 50_400]);
    }
    const other = await signIn(server, await coachAccount());
    expect((await foundTeam(other, 'Of another person')).status).toBe(201);
  });

  it('is possible again the next day, when the counts are reset', async () => {
    const user = await coachAccount();
    await use(user, 'foundGroup', limits.groupsFoundedPerDay);
    server.advance(14 * 3_600_000 - 1);
    expect((await foundTeam(await signIn(server, user), 'Too early')).status).toBe(429);
    server.advance(1);
    expect((await foundTeam(await signIn(server, user), 'Next day')).status).toBe(201);
    await runJob(server, 'prune');
    expect(await db().selectFrom('daily_uses').select(['day', 'uses']).execute()).toEqual([
      { day: '2026-11-22', uses: 1 },
    ]);
  });

  it('stays within the limit when many are founded at once', async () => {
    const user = await coachAccount();
    await use(user, 'foundGroup', limits.groupsFoundedPerDay - 2);
    const client = await signIn(server, user);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => foundTeam(client, `Team ${index}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429]);
  });

  it('is counted in the database, so a second server process shares the count', async () => {
    const user = await coachAccount();
    const client = await signIn(server, user);
    for (let count = 0; count < limits.groupsFoundedPerDay; count += 1)
      await foundTeam(client, `Team ${count}`);
    const second = { ...server, app: buildApi(server) };
    expect((await foundTeam(await signIn(second, user), 'Elsewhere')).status).toBe(429);
  });

  it('does not count refused requests', async () => {
    const user = await coachAccount();
    const client = await signIn(server, user);
    const refused = await client.call('POST /api/teams', {
      body: { name: 'Team', activity: 'rowing', organizationId: '0197a000-0000-7000-8000-000000000000' },
    });
    expect(refused.status).toBe(404);
    expect(await db().selectFrom('daily_uses').selectAll().execute()).toEqual([]);
  });
});

describe('adding people without an account', () => {
  it('is limited by person and day, counts each person, and removing them does not lower the count', async () => {
    const team = await buildTeam(db());
    const coach = await member(server, { team_id: team.id }, 'coach');
    await use(coach, 'addPerson', limits.peoplePerDay - 3);
    const client = await signIn(server, coach);
    const add = (...names: string[]) =>
      client.call('POST /api/teams/{id}/people', {
        params: { id: team.id },
        body: { people: names.map((name) => ({ name })) },
      });
    const { status, body } = await add('Ann', 'Bo');
    expect(status).toBe(201);
    await client.call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: team.id, userId: body.items[0]?.id ?? '' },
      body: { version: 1, status: 'removed' },
    });
    const over = await add('Cem', 'Dee');
    expect([over.status, over.body.code]).toEqual([429, 'rate_limited']);
    expect((await add('Cem')).status).toBe(201);
    expect((await add('Dee')).status).toBe(429);
    server.advance(14 * 3_600_000);
    expect(
      (
        await (
          await signIn(server, coach)
        ).call('POST /api/teams/{id}/people', {
          params: { id: team.id },
          body: { people: [{ name: 'Dee' }] },
        })
      ).status,
    ).toBe(201);
  });
});

describe('inviting', () => {
  it('is limited by person and day, by name and by e-mail, and withdrawing does not lower the count', async () => {
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach');
    const user = await buildUser(db());
    const client = await signIn(server, coach);
    const invite = (body: object) =>
      client.call('POST /api/teams/{id}/invitations', { params: { id }, body });
    await use(coach, 'invite', limits.invitationsPerDay - 2);
    const byName = await invite({ username: user.username });
    expect(byName.status).toBe(201);
    await client.call('DELETE /api/teams/{id}/invitations/{invitationId}', {
      params: { id, invitationId: byName.body.id },
    });
    expect((await invite({ email: 'a@example.com' })).status).toBe(201);
    for (const body of [{ username: user.username }, { email: 'b@example.com' }]) {
      const refused = await invite(body);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        429,
        'rate_limited',
        '50400',
      ]);
      expect(refused.body.detail).toMatch(/^You sent 100 invitations today/);
    }
  });

  it('is not limited when the setting turns the limit off', async () => {
    await server.close();
    server = await startTestServer();
    const { id } = await buildTeam(db());
    const coach = await member(server, { team_id: id }, 'coach', 'active', { is_coach: 1 });
    for (const action of ['invite', 'foundGroup']) await use(coach, action, 1000);
    const client = await signIn(server, coach);
    const body = { email: 'a@example.com' };
    expect((await client.call('POST /api/teams/{id}/invitations', { params: { id }, body })).status).toBe(
      201,
    );
    expect((await foundTeam(client, 'Free')).status).toBe(201);
  });
});

describe('previewing descriptions', () => {
  it('is limited to twenty a minute for each person', async () => {
    const preview = (client: Client) =>
      client.call('POST /api/descriptions/preview', { body: { description: '*Rowing*' } });
    const client = await signIn(server, await coachAccount());
    for (let count = 0; count < limits.descriptionPreviewsPerMinute; count += 1) {
      expect((await preview(client)).status).toBe(200);
      server.advance(1_000);
    }
    const refused = await preview(client);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '40',
    ]);
    expect((await preview(await signIn(server, await coachAccount()))).status).toBe(200);
    server.advance(40_001);
    expect((await preview(client)).status).toBe(200);
  });
});
