// Who can be marked at an event, when and by whom.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildRegistration, buildTeam, buildUser } from '../../support/factories.ts';
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
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const marksIn = async (eventId: string) =>
  (await db().selectFrom('attendance').selectAll().where('event_id', '=', eventId).execute()).length;

describe('people who can be marked', () => {
  it('a person of another team of the club can be marked, and no one else', async () => {
    const event = await world.event();
    const other = await buildTeam(db(), { organization_id: world.club.id });
    const child = await world.join('trainee', 'Child', { team_id: other.id });
    expect((await mark(world.coach, event.id, child.id, { status: 'present' })).status).toBe(200);
    const asked = await buildUser(db());
    await buildMembership(db(), { team_id: world.team.id, person_id: asked.id, status: 'requested' });
    for (const id of [asked.id, uuid()])
      expect((await mark(world.coach, event.id, id, { status: 'present' })).body).toMatchObject({
        status: 422,
        errors: [{ path: 'personId', code: 'unknown_person' }],
      });
  });

  it('the members of the teams and of the club are found, each once, with the team of the event first', async () => {
    const event = await world.event();
    const other = await buildTeam(db(), { organization_id: world.club.id, name: 'Another team' });
    const child = await world.join('trainee', 'Child', { team_id: other.id });
    await buildMembership(db(), { team_id: other.id, person_id: world.people.ada.id });
    await buildMembership(db(), { organization_id: world.club.id, person_id: world.people.ada.id });
    const gone = await buildUser(db(), { name: 'Gone' });
    await buildMembership(db(), { team_id: other.id, person_id: gone.id, status: 'left' });
    const suspended = await buildUser(db(), { suspended_at: '2026-11-20T10:00:00.000Z' });
    await buildMembership(db(), { team_id: world.team.id, person_id: suspended.id, role: 'coach' });
    const stranger = await buildTeam(db());
    await buildMembership(db(), { team_id: stranger.id, person_id: (await buildUser(db())).id });
    const { body } = await world.coach.call('GET /api/events/{id}/people', { params: { id: event.id } });
    expect(body.canAddGuests).toBe(true);
    const groups = new Map(body.items.map(({ id, group }) => [id, group]));
    expect(groups.size).toBe(body.items.length);
    expect(groups.get(child.id)).toBe('Another team');
    expect(groups.get(world.people.ada.id)).toBe(world.team.name);
    const members = await db()
      .selectFrom('memberships')
      .select('person_id')
      .distinct()
      .where('status', '=', 'active')
      .where('person_id', '<>', suspended.id)
      .where((where) => where.or([where('team_id', 'is', null), where('team_id', '<>', stranger.id)]))
      .execute();
    expect(new Set(groups.keys())).toEqual(new Set(members.map(({ person_id: id }) => id)));
  });

  it('suspended members without a reply and without a mark are not on the list, nor in its file', async () => {
    const event = await world.event();
    const join = (name: string) => world.join('trainee', name);
    const suspended = [await join('Silent'), await join('Replied'), await join('Marked')];
    const [, replied = world.people.ada, marked = world.people.ada] = suspended;
    await buildRegistration(db(), { event_id: event.id, person_id: replied.id });
    await mark(world.coach, event.id, marked.id, { status: 'present' });
    const ids = suspended.map(({ id }) => id);
    await db()
      .updateTable('users')
      .set({ suspended_at: ago(5) })
      .where('id', 'in', ids)
      .execute();
    const names = ['Ada', 'Assistant', 'Ben', 'Cas', 'Marked', 'Replied'];
    expect(Object.keys(await statusesAt(world.coach, event.id))).toEqual(names);
    const file = await (await world.coach.request(`/api/events/${event.id}/roster.csv`)).text();
    const lines = file.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(names);
  });

  it('a visiting team brings its own members alone: others of its club are neither found nor marked', async () => {
    const hosts = await buildTeam(db());
    const host = await signIn(server, await world.join('coach', 'Host', { team_id: hosts.id }));
    const event = await world.event({
      organizer_organization_id: null,
      organizer_user_id: world.people.coach.id,
      owner_team_id: hosts.id,
      teams: [hosts.id, world.team.id],
    });
    const other = await buildTeam(db(), { organization_id: world.club.id });
    const child = await world.join('trainee', 'Child', { team_id: other.id });
    const ofClub = await world.join('trainee', 'Of the club', { organization_id: world.club.id });
    const { body } = await host.call('GET /api/events/{id}/people', { params: { id: event.id } });
    expect(body.items.map(({ name }) => name)).toEqual(['Ada', 'Assistant', 'Ben', 'Cas', 'Coach', 'Host']);
    const { ada } = world.people;
    expect((await mark(host, event.id, ada.id, { status: 'present' })).status).toBe(200);
    for (const { id } of [child, ofClub])
      expect((await mark(host, event.id, id, { status: 'present' })).body).toMatchObject({
        status: 422,
        errors: [{ path: 'personId', code: 'unknown_person' }],
      });
  });

  it('a person who left after the start can be marked, because the coach may have decided before without signal', async () => {
    const event = await world.event();
    const leaving = (hours: number) => ({
      status: 'left' as const,
      ended_at: new Date(server.now().getTime() + hours * 60 * minuteMs).toISOString(),
    });
    const now = await buildUser(db());
    await buildMembership(db(), { team_id: world.team.id, person_id: now.id, ...leaving(0) });
    const lastYear = await buildUser(db());
    await buildMembership(db(), { team_id: world.team.id, person_id: lastYear.id, ...leaving(-9000) });
    expect((await mark(world.coach, event.id, now.id, { status: 'present' })).status).toBe(200);
    expect((await mark(world.coach, event.id, lastYear.id, { status: 'present' })).status).toBe(422);
  });

  it('an event that is full, cancelled, postponed or over accepts marks, and they change no reply', async () => {
    const { ada } = world.people;
    for (const given of [
      { maximum_attendee_capacity: 0 },
      { event_status: 'EventCancelled' },
      { event_status: 'EventPostponed' },
      { starts_at: world.startsAt(-48) },
    ] as const) {
      const event = await world.event(given);
      expect([given, (await mark(world.coach, event.id, ada.id, { status: 'present' })).status]).toEqual([
        given,
        200,
      ]);
      const replies = await db()
        .selectFrom('registrations')
        .selectAll()
        .where('event_id', '=', event.id)
        .execute();
      expect(replies).toEqual([]);
    }
  });

  it('people can be marked from the day before, and not in a draft', async () => {
    const { ada } = world.people;
    const tomorrow = await world.event({ starts_at: world.startsAt(23) });
    const later = await world.event({ starts_at: world.startsAt(25) });
    const moved = await world.event({
      starts_at: world.startsAt(200),
      previous_start_dates: JSON.stringify([world.startsAt(-0.5)]),
    });
    const draft = await world.event({ publication: 'draft' });
    const marked = async (id: string) => (await mark(world.coach, id, ada.id, { status: 'excused' })).body;
    expect((await marked(tomorrow.id)).status).toBe('excused');
    expect((await marked(moved.id)).status).toBe('excused');
    expect(await marked(later.id)).toMatchObject({ status: 409, code: 'not_permitted' });
    expect(await marked(draft.id)).toMatchObject({ status: 409, code: 'not_permitted' });
  });

  it('from seven days after the end a mark needs a reason, and is audited', async () => {
    const event = await world.event();
    const { ada, ben } = world.people;
    server.advance(8 * dayMs);
    const coach = await signIn(server, world.people.coach);
    expect((await mark(coach, event.id, ada.id, { status: 'present' })).body).toMatchObject({
      status: 422,
      errors: [{ path: 'reason', code: 'required' }],
    });
    const given = await mark(coach, event.id, ada.id, { status: 'present', reason: 'On the photo' });
    expect(given.body).toMatchObject({ outcome: 'applied', reason: 'On the photo' });
    // Decided in time by a phone that was without signal until now.
    expect(
      (await mark(coach, event.id, ben.id, { status: 'late', occurredAt: ago(7 * 24 * 60) })).status,
    ).toBe(200);
    const entries = await db()
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'attendance.marked')
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(entries.map(({ object_id, after }) => [object_id, JSON.parse(after ?? '')])).toEqual([
      [event.id, expect.objectContaining({ personId: ada.id, reason: 'On the photo' })],
      [event.id, expect.objectContaining({ personId: ben.id, status: 'late', reason: null })],
    ]);
  });

  it('minutes are refused for anyone who is not late', async () => {
    const event = await world.event();
    const { body } = await mark(world.coach, event.id, world.people.ada.id, {
      status: 'present',
      minutesLate: 5,
    });
    expect(body).toMatchObject({ status: 422, errors: [{ path: 'minutesLate' }] });
  });
});

describe('people who can mark', () => {
  it('a coach whose role has ended gets not_permitted, and nothing is marked', async () => {
    const event = await world.event();
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: server.now().toISOString() })
      .where('person_id', '=', world.people.coach.id)
      .execute();
    const { body } = await mark(world.coach, event.id, world.people.ada.id, {
      status: 'present',
      occurredAt: ago(5),
    });
    expect(body).toMatchObject({ status: 409, code: 'not_permitted' });
    expect(await marksIn(event.id)).toBe(0);
  });

  it('a trainee can mark no one, and reads only their own marks', async () => {
    const event = await world.event();
    const { ada, ben } = world.people;
    await mark(world.coach, event.id, ada.id, { status: 'present' });
    const trainee = await signIn(server, ada);
    expect((await mark(trainee, event.id, ada.id, { status: 'present' })).status).toBe(409);
    const marksOf = (personId: string) =>
      trainee.call('GET /api/events/{id}/attendance/{personId}', { params: { id: event.id, personId } });
    expect((await marksOf(ada.id)).body.items).toMatchObject([
      { status: 'present', markedBy: { name: 'Coach' } },
    ]);
    expect((await marksOf(ben.id)).status).toBe(409);
  });
});
