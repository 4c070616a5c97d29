// Who marks attendance and who reads marks, beyond the access matrix: visiting teams, people with a past, and what others see.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildGuest, buildMembership, buildTeam } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club, mark, statusesAt } from './club.ts';

let server: TestServer;
let world: Club;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildClub(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const ago = (minutes: number) => new Date(server.now().getTime() - minutes * 60_000).toISOString();

test('a visiting coach marks and lists only the members of their own team, also those who left since', async () => {
  const visitors = await buildTeam(db(), { visibility: 'private' });
  const ofVisitors = { team_id: visitors.id };
  const event = await world.event({ teams: [world.team.id, visitors.id] });
  const own = await world.join('trainee', 'Own', ofVisitors);
  const left = await world.join('trainee', 'Left', ofVisitors);
  await db()
    .updateTable('memberships')
    .set({ status: 'left', ended_at: server.now().toISOString() })
    .where('person_id', '=', left.id)
    .execute();
  for (const role of ['coach', 'assistant'] as const) {
    const visiting = await signIn(server, await world.join(role, `Visiting ${role}`, ofVisitors));
    expect((await mark(visiting, event.id, own.id, { status: 'present' })).status).toBe(200);
    expect((await mark(visiting, event.id, left.id, { status: 'present' })).status).toBe(200);
    expect((await mark(visiting, event.id, world.people.ada.id, { status: 'present' })).body).toMatchObject({
      status: 422,
      errors: [{ path: 'personId' }],
    });
  }
  await mark(world.coach, event.id, world.people.ada.id, { status: 'present' });
  const visiting = await signIn(server, await world.join('owner', 'Visiting owner', ofVisitors));
  const seen = await statusesAt(visiting, event.id);
  expect(seen).toMatchObject({ Own: 'present', 'Visiting coach': null });
  for (const name of ['Ada', 'Ben', 'Left']) expect(seen).not.toHaveProperty(name);
  expect(await statusesAt(world.coach, event.id)).toMatchObject({
    Ada: 'present',
    Own: 'present',
    Left: 'present',
  });
});

test('a mark that arrives after the role of its coach or assistant has ended is answered with 409', async () => {
  const event = await world.event();
  const open = await world.event({ visibility: 'public' });
  for (const role of ['coach', 'assistant', 'owner'] as const)
    for (const status of ['removed', 'left'] as const) {
      const user = await world.join(role, `${role} ${status}`);
      const client = await signIn(server, user);
      const marking = (id: string) =>
        mark(client, id, world.people.ada.id, { status: 'present', occurredAt: ago(5) });
      expect((await marking(event.id)).status).toBe(200);
      const ended = { status, ended_at: server.now().toISOString() };
      await db().updateTable('memberships').set(ended).where('person_id', '=', user.id).execute();
      for (const { id } of [event, open])
        expect((await marking(id)).body).toMatchObject({ status: 409, code: 'not_permitted' });
      const list = await client.call('GET /api/events/{id}/attendance', { params: { id: event.id } });
      expect(list.status).toBe(404);
    }
});

test('a mark of someone who left the team and is still in its club is answered with 409, of others there with 404', async () => {
  const event = await world.event();
  const [other, third] = [
    await buildTeam(db(), { organization_id: world.club.id }),
    await buildTeam(db(), { organization_id: world.club.id }),
  ];
  const ended = { status: 'left', ended_at: server.now().toISOString() } as const;
  const leave = (user: { id: string }) =>
    db().updateTable('memberships').set(ended).where('person_id', '=', user.id).execute();
  const marking = async (user: { id: string }) => {
    const given = { status: 'present', occurredAt: ago(5) };
    return (await mark(await signIn(server, user), event.id, world.people.ada.id, given)).body;
  };
  const stays = { 'in a team': { team_id: other.id }, 'in the club': { organization_id: world.club.id } };
  for (const [where, group] of Object.entries(stays)) {
    const former = await world.join('coach', `Former ${where}`);
    await leave(former);
    await buildMembership(db(), { ...group, person_id: former.id });
    expect([where, await marking(former)]).toMatchObject([where, { status: 409, code: 'not_permitted' }]);
    // Someone who left another team never marked here, and does not learn that this event exists.
    const stranger = await world.join('coach', `Stranger ${where}`, { team_id: third.id });
    await leave(stranger);
    expect([where, await marking(stranger)]).toMatchObject([where, { status: 404 }]);
    await buildMembership(db(), { ...group, person_id: stranger.id });
    expect([where, await marking(stranger)]).toMatchObject([where, { status: 404 }]);
  }
});

test('an assistant and a visiting coach mark an archived event; a member and a former assistant cannot see it', async () => {
  const visitors = await buildTeam(db(), { visibility: 'private' });
  const ofVisitors = { team_id: visitors.id };
  const event = await world.event({
    teams: [world.team.id, visitors.id],
    visibility: 'public',
    publication: 'archived',
    starts_at: world.startsAt(-3),
    ends_at: world.startsAt(-2),
  });
  const own = await world.join('trainee', 'Own', ofVisitors);
  const visiting = await signIn(server, await world.join('coach', 'Visiting coach', ofVisitors));
  const former = await world.join('assistant', 'Former assistant');
  await db()
    .updateTable('memberships')
    .set({ status: 'left', ended_at: server.now().toISOString() })
    .where('person_id', '=', former.id)
    .execute();
  const late = { status: 'present', occurredAt: ago(150) };
  expect((await mark(world.assistant, event.id, world.people.ada.id, late)).status).toBe(200);
  expect((await mark(visiting, event.id, own.id, late)).status).toBe(200);
  expect((await mark(await signIn(server, former), event.id, own.id, late)).body.code).toBe('not_permitted');
  const params = { id: event.id };
  for (const person of [world.people.ben, former]) {
    const client = await signIn(server, person);
    expect((await client.call('GET /api/events/{id}', { params })).status).toBe(404);
  }
  const { body } = await world.assistant.call('GET /api/events/{id}', { params });
  expect(body.can).toMatchObject({ markAttendance: true, respond: false, edit: false });
});

test('marks and guests are in no public answer, no answer to a member and no feed', async () => {
  const event = await world.event({ visibility: 'public', starts_at: world.startsAt(1) });
  const guest = await buildGuest(db(), { event_id: event.id, name: 'Guest of the day' });
  const reason = 'Hurt at school';
  await mark(world.coach, event.id, world.people.ada.id, { status: 'excused', reason });
  const secrets = [guest.id, guest.name, reason, 'excused'];
  const visitor = createClient(server);
  const ben = await signIn(server, world.people.ben);
  const feed = await ben.call('POST /api/users/me/calendar-feed', { body: {} });
  const paths = [
    `/api/events/public/${event.id}`,
    '/api/explore/events',
    `/api/events/${event.id}`,
    `/api/events/${event.id}/registrations`,
    `/api/events/${event.id}/attendance`,
    `/api/events/${event.id}/attendance/${world.people.ada.id}`,
    `/api/teams/${world.team.id}`,
    `/api/teams/${world.team.id}/roster`,
    '/api/users/me/events?tab=upcoming',
    '/api/users/me/export',
  ];
  for (const client of [visitor, ben])
    for (const path of paths) {
      const text = await (await client.request(path)).text();
      expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    }
  const { pathname } = new URL(feed.body.url);
  const calendar = await (await visitor.request(pathname)).text();
  expect(calendar).toContain('BEGIN:VCALENDAR');
  expect(secrets.filter((secret) => calendar.includes(secret))).toEqual([]);
});
