// A removed coach is still named as creator and leader of events, and has no power over them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { buildEvent, buildMembership, buildRegistration, buildUser } from '../../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../../support/server.ts';
import { buildPrivateTeam, changeInTeam, type Person } from '../private-team.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof buildPrivateTeam>>;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildPrivateTeam(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const removeCoach = async () => {
  const { owner: by, team, coach: user } = world;
  expect((await changeInTeam(server, { by, team, user }, { status: 'removed' })).status).toBe(200);
};
/** Names a person as leader, as if the removal had not cleared it. */
const nameLeader = (event: Person, user: Person) =>
  db().insertInto('event_leaders').values({ event_id: event.id, person_id: user.id, position: 9 }).execute();

describe('a coach who was removed', () => {
  it('A removed coach gets 404 for every read and write of an event that names them as creator and leader', async () => {
    const { coach, player } = world;
    const event = await world.paid();
    const { payment } = await world.place(event, player, 'Allergic to nuts');
    const client = await signIn(server, coach);
    const params = { id: event.id };
    const tries = () =>
      Promise.all([
        client.call('GET /api/events/{id}', { params }),
        client.call('GET /api/events/{id}/registrations', { params }),
        client.call('GET /api/events/{id}/attendance', { params }),
        client.call('GET /api/events/{id}/payments', { params }),
        client.call('GET /api/events/{id}/calendar.ics', { params }),
        client.call('GET /api/users/{id}', { params: { id: player.id } }),
      ]);
    expect((await tries()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    await removeCoach();
    await nameLeader(event, coach);
    expect((await tries()).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const writes = [
      await client.call('PUT /api/events/{id}/registration', { params, body: { response: 'attending' } }),
      await client.call('PATCH /api/events/{id}/registrations/{userId}', {
        params: { ...params, userId: player.id },
        body: { version: 1, action: 'remove' },
      }),
      await client.call('POST /api/events/{id}/cancel', { params, body: {} }),
      await client.call('POST /api/payments/{id}/refund', { params: { id: payment }, body: {} }),
      await client.call('POST /api/payments/{id}/cash', {
        params: { id: payment },
        body: { outcome: 'received' },
      }),
    ];
    expect(writes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await db().selectFrom('refunds').selectAll().execute()).toEqual([]);
  });

  it('A removed coach finds no event of the team in lists, calendar, feed or export', async () => {
    const { coach } = world;
    await world.event({ name: 'Ahead' });
    await world.event({ name: 'Draft', publication: 'draft' });
    await world.event({ name: 'Behind', starts_at: '2026-11-14T10:00:00.000Z' });
    const client = await signIn(server, coach);
    const feed = await client.call('POST /api/users/me/calendar-feed', { body: {} });
    const everywhere = async () => {
      const coaching = await client.call('GET /api/users/me/events', { query: { tab: 'coaching' } });
      const calendar = await client.call('GET /api/users/me/calendar', {
        query: { from: '2026-11-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
      });
      const text = await (await client.request(new URL(feed.body.url).pathname)).text();
      const { data } = (await client.call('GET /api/users/me/export')).body;
      return [
        coaching.body.items.map(({ name }) => name),
        calendar.body.items.map(({ name }) => name),
        [...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, name]) => name),
        data.events?.map(({ name }) => name),
      ];
    };
    const all = ['Behind', 'Ahead', 'Draft'];
    const [coaching, calendar, ofFeed, exported] = await everywhere();
    expect(coaching).toEqual(['Ahead', 'Draft']);
    expect(calendar).toEqual(['Behind', 'Ahead']);
    expect(ofFeed).toEqual(['Behind', 'Ahead']);
    expect(exported).toEqual(expect.arrayContaining(all));
    await removeCoach();
    expect(await everywhere()).toEqual([[], [], [], []]);
  });

  it('A removed coach receives no organizer notification, not even one whose mail was queued', async () => {
    const { coach, team } = world;
    const event = await world.event({ join_policy: 'approval' });
    const ask = async () => {
      const user = await world.join('trainee');
      const client = await signIn(server, user);
      const answer = await client.call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response: 'attending' },
      });
      expect(answer.body.registration?.state).toBe('pendingApproval');
    };
    const noticesTo = async (user: Person) => {
      const { body } = await (await signIn(server, user)).call('GET /api/users/me/notifications');
      expect(body.unreadCount).toBe(body.items.length);
      return body.items.map(({ kind }) => kind).toSorted();
    };
    await ask();
    expect(await noticesTo(coach)).toEqual(['approvalOwed']);
    await removeCoach();
    // The notification was written, and its daily mail not yet sent.
    expect(await noticesTo(coach)).toEqual(['membershipRemoved']);
    server.advance(24 * 3_600_000);
    await runJob(server, 'deliverNotifications');
    const mails = server.mails.filter(({ to }) => to === coach.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`You're no longer a member of ${team.name}`]);
    // No leader runs it now, so the notification goes to those who run the team.
    await nameLeader(event, coach);
    await ask();
    expect(await noticesTo(coach)).toEqual(['membershipRemoved']);
    expect(await noticesTo(world.owner)).toEqual(['approvalOwed']);
  });

  it('GET /api/users/{id} returns 404 to a removed coach for a participant of an event that they led', async () => {
    const { coach } = world;
    const outsider = await buildUser(db());
    const past = await world.event({ visibility: 'public', starts_at: '2026-11-14T10:00:00.000Z' });
    await buildRegistration(db(), { event_id: past.id, person_id: outsider.id });
    const look = async () =>
      (await (await signIn(server, coach)).call('GET /api/users/{id}', { params: { id: outsider.id } }))
        .status;
    expect(await look()).toBe(200);
    await removeCoach();
    expect(await look()).toBe(404);
  });

  it('A removed coach can turn coaching off while future events name them as creator', async () => {
    const { coach } = world;
    await world.event();
    await removeCoach();
    const client = await signIn(server, coach);
    const stopped = await client.call('PATCH /api/users/me/settings', {
      body: { version: 1, isCoach: false },
    });
    expect(stopped.status).toBe(200);
  });
});

describe('permissions at an event', () => {
  const rights = async (user: Person, event: Person) => {
    const { status, body } = await (await signIn(server, user)).call('GET /api/events/{id}', {
      params: { id: event.id },
    });
    return status === 200 ? { edit: body.can.edit, marks: body.can.markAttendance } : status;
  };

  it('A named leader has the permissions of their role at the event, and none without a role', async () => {
    const { club, team } = world;
    const roles = {
      coach: { edit: true, marks: true },
      assistant: { edit: false, marks: true },
      trainee: { edit: false, marks: false },
    } as const;
    for (const [role, expected] of Object.entries(roles)) {
      const user = await world.join(role as keyof typeof roles);
      const event = await world.event({ leaders: [user.id], created_by: user.id });
      expect([role, await rights(user, event)]).toEqual([role, expected]);
    }
    const admin = await world.join('admin', { organization_id: club.id });
    const outsider = await buildUser(db());
    const event = await world.event({ leaders: [admin.id, outsider.id], teams: [team.id] });
    expect(await rights(admin, event)).toEqual({ edit: true, marks: true });
    expect(await rights(outsider, event)).toBe(404);
  });

  it('The organizing person runs an event without a team, and the team runs one with a team', async () => {
    const { team } = world;
    const person = await buildUser(db(), { is_coach: 1 });
    const own = await buildEvent(db(), { organizer_user_id: person.id, visibility: 'team' });
    const ofTeam = await buildEvent(db(), {
      organizer_user_id: person.id,
      teams: [team.id],
      visibility: 'team',
    });
    expect(await rights(person, own)).toEqual({ edit: true, marks: true });
    expect(await rights(person, ofTeam)).toBe(404);
    expect(await rights(world.coach, ofTeam)).toEqual({ edit: true, marks: true });
    const refused = await (await signIn(server, person)).call('PATCH /api/users/me/settings', {
      body: { version: 1, isCoach: false },
    });
    expect(refused.status).toBe(409);
  });

  it('Coaches of an organization run its events without a team, and none with a team', async () => {
    const { club } = world;
    const coach = await world.join('coach', { organization_id: club.id });
    const member = await world.join('trainee', { organization_id: club.id });
    const ofClub = await world.event({ teams: [], visibility: 'organization' });
    const ofTeam = await world.event({ visibility: 'organization' });
    expect(await rights(coach, ofClub)).toEqual({ edit: true, marks: true });
    expect(await rights(coach, ofTeam)).toEqual({ edit: false, marks: false });
    expect(await rights(member, ofClub)).toEqual({ edit: false, marks: false });
  });

  it('Permissions at an event return with the role, at the next request', async () => {
    const { coach, team } = world;
    const event = await world.event();
    await removeCoach();
    expect(await rights(coach, event)).toBe(404);
    await db().deleteFrom('memberships').where('person_id', '=', coach.id).execute();
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
    expect(await rights(coach, event)).toEqual({ edit: true, marks: true });
  });
});
