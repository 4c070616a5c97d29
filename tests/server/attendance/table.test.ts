// The attendance of a team over time, as an answer and as a file.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club } from './club.ts';

let server: TestServer;
let world: Club;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildClub(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const daysAgo = (days: number) => world.startsAt(-24 * days);
const table = (client: Client, query: object = {}) =>
  client.call('GET /api/teams/{id}/attendance', {
    params: { id: world.team.id },
    query: query as Record<string, string>,
  });
/** Who is away for long, as a coach sees it, by name. */
const isLongAway = async (coach = world.coach) =>
  Object.fromEntries((await table(coach)).body.people.map((one) => [one.user.name, one.isLongAway]));

/** Three trainings and a match, of which one training and the match were marked; two people have a place everywhere. */
async function buildSeason() {
  const { ada, ben, cas } = world.people;
  const first = await world.event({ name: 'First', starts_at: daysAgo(30) });
  const match = await world.event({ name: 'Match', kind: 'match', starts_at: daysAgo(10) });
  const last = await world.event({ name: '=Last', starts_at: daysAgo(2) });
  await world.event({ name: 'Cancelled', event_status: 'EventCancelled', starts_at: daysAgo(5) });
  await world.event({ name: 'Draft', publication: 'draft', starts_at: daysAgo(5) });
  await world.event({ name: 'Ahead', starts_at: daysAgo(-3) });
  for (const { id: event_id } of [first, match, last])
    for (const { id: person_id } of [ada, ben]) await buildRegistration(db(), { event_id, person_id });
  const marked = (
    event: { id: string },
    person: { id: string },
    status: 'present' | 'absent' | 'excused' | 'late',
  ) => buildAttendance(db(), { event_id: event.id, person_id: person.id, status });
  for (const event of [first, match, last]) await marked(event, ada, 'present');
  await marked(first, ben, 'present');
  await marked(match, ben, 'absent');
  await marked(last, ben, 'excused');
  await marked(first, cas, 'absent');
  await marked(match, cas, 'late');
  // Taken back, and the corrected mark arrived first.
  await buildAttendance(db(), {
    event_id: match.id,
    person_id: cas.id,
    status: null,
    occurred_at: '2026-11-01T11:00:00.000Z',
  });
  await marked(last, cas, 'absent');
  await buildAttendance(db(), {
    event_id: last.id,
    person_id: cas.id,
    status: 'late',
    occurred_at: '2026-10-01T11:00:00.000Z',
    received_at: '2026-11-02T10:00:00.000Z',
  });
  return { first, match, last };
}

describe('the attendance table of a team', () => {
  it('has its past dates and a row for each trainee, with training and match apart', async () => {
    const { match } = await buildSeason();
    const { status, body } = await table(world.coach);
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2025-11-21', to: '2026-11-21', hasEarlier: false });
    expect(body.dates.map(({ name }) => name)).toEqual(['First', 'Match', '=Last']);
    expect(body.dates[1]).toEqual({
      eventId: match.id,
      name: 'Match',
      kind: 'match',
      startsAt: daysAgo(10),
      timeZone: 'Europe/Brussels',
    });
    expect(body.people.map(({ user, cells }) => [user.name, ...cells])).toEqual([
      ['Ada', 'present', 'present', 'present'],
      ['Ben', 'present', 'noShow', 'excused'],
      ['Cas', 'absent', null, 'absent'],
    ]);
    expect(body.people.map(({ training, match, noShows }) => [training, match, noShows])).toEqual([
      [{ attended: 2, counted: 2 }, { attended: 1, counted: 1 }, 0],
      [{ attended: 1, counted: 1 }, { attended: 0, counted: 1 }, 1],
      [{ attended: 0, counted: 2 }, { attended: 0, counted: 0 }, 0],
    ]);
    expect(body.people.map(({ lastCameAt }) => lastCameAt)).toEqual([daysAgo(2), daysAgo(30), null]);
  });

  it('says who has not come for three weeks, but not of new members', async () => {
    await buildSeason();
    // Everyone in this test joined on 1 November, less than three weeks ago.
    expect(await isLongAway()).toEqual({ Ada: false, Ben: false, Cas: false });
    await db().updateTable('memberships').set({ created_at: '2026-09-01T10:00:00.000Z' }).execute();
    expect(await isLongAway()).toEqual({ Ada: false, Ben: true, Cas: true });
  });

  it('does not say it of a former member who has come back, until three weeks later', async () => {
    await buildSeason();
    const { ada, ben } = world.people;
    const params = { id: world.team.id };
    await db().updateTable('teams').set({ openness: 'open', visibility: 'public' }).execute();
    await db().updateTable('memberships').set({ created_at: '2026-09-01T10:00:00.000Z' }).execute();
    const client = await signIn(server, ben);
    expect((await client.call('DELETE /api/teams/{id}/membership', { params })).status).toBe(200);
    const back = await client.call('PUT /api/teams/{id}/membership', { params, body: {} });
    expect(back.body.membership).toEqual({ role: 'trainee', status: 'active' });
    expect(await isLongAway()).toMatchObject({ Ben: false, Cas: true });
    server.advance(22 * 86_400_000);
    const { id: event_id } = await world.event({ starts_at: daysAgo(1) });
    await buildAttendance(db(), { event_id, person_id: ada.id, status: 'present' });
    expect(await isLongAway(await signIn(server, world.people.coach))).toMatchObject({ Ben: true });
  });

  it('does not say it of someone whose earlier request has just been accepted', async () => {
    await buildSeason();
    const dan = await buildUser(db(), { name: 'Dan' });
    await buildMembership(db(), {
      team_id: world.team.id,
      person_id: dan.id,
      status: 'requested',
      created_at: '2026-09-01T10:00:00.000Z',
    });
    const { status } = await world.coach.call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: world.team.id, userId: dan.id },
      body: { status: 'active', version: 1 },
    });
    expect(status).toBe(200);
    expect(await isLongAway()).toMatchObject({ Dan: false });
  });

  it('does not say it where no one of the team was marked: only people of another team, or by mistake', async () => {
    await db().updateTable('memberships').set({ created_at: '2026-09-01T10:00:00.000Z' }).execute();
    const other = await buildTeam(db(), { organization_id: world.club.id });
    const teams = [other.id, world.team.id];
    const { id: event_id } = await world.event({ owner_team_id: other.id, teams, starts_at: daysAgo(3) });
    const dan = await world.join('trainee', 'Dan', { team_id: other.id });
    await buildAttendance(db(), { event_id, person_id: dan.id, status: 'present' });
    const marked = { event_id, person_id: world.people.ada.id };
    await buildAttendance(db(), { ...marked, status: 'present', occurred_at: daysAgo(3) });
    await buildAttendance(db(), { ...marked, status: null, occurred_at: daysAgo(2) });
    expect(await isLongAway()).toEqual({ Ada: false, Ben: false, Cas: false });
  });

  it('does not say it of a coach who was marked once: coaches are not on the list of those to be marked', async () => {
    await db().updateTable('memberships').set({ created_at: '2026-09-01T10:00:00.000Z' }).execute();
    for (const [days, person] of [
      [40, world.people.coach],
      [3, world.people.ada],
    ] as const) {
      const { id: event_id } = await world.event({ starts_at: daysAgo(days) });
      await buildAttendance(db(), { event_id, person_id: person.id, status: 'present' });
    }
    expect(await isLongAway()).toEqual({ Ada: false, Ben: true, Cas: true, Coach: false });
  });

  it('covers the requested period, and refuses one that is empty or too long', async () => {
    await buildSeason();
    const day = (days: number) => daysAgo(days).slice(0, 10);
    const { body } = await table(world.coach, { from: day(10), to: day(10) });
    expect(body.dates.map(({ name }) => name)).toEqual(['Match']);
    expect(body.people.map(({ cells }) => cells)).toEqual([['present'], ['noShow'], [null]]);
    for (const query of [
      { from: day(1), to: day(2) },
      { from: '2020-01-01', to: '2022-01-01' },
    ])
      expect((await table(world.coach, query)).body.errors).toMatchObject([{ path: 'to' }]);
  });

  it('leaves out a postponed event and its marks', async () => {
    await buildSeason();
    const { ben } = world.people;
    const postponed = await world.event({
      name: 'Postponed',
      event_status: 'EventPostponed',
      starts_at: daysAgo(4),
    });
    await buildRegistration(db(), { event_id: postponed.id, person_id: ben.id });
    await buildAttendance(db(), { event_id: postponed.id, person_id: ben.id, status: 'absent' });
    const { body } = await table(world.coach);
    expect(body.dates.map(({ name }) => name)).toEqual(['First', 'Match', '=Last']);
    expect(body.people.find(({ user }) => user.id === ben.id)).toMatchObject({
      cells: ['present', 'noShow', 'excused'],
      training: { attended: 1, counted: 1 },
      noShows: 1,
    });
  });

  it('shows a member their own row only, without no-shows', async () => {
    await buildSeason();
    const { body } = await table(await signIn(server, world.people.ben));
    expect(body.people.map(({ user, cells }) => [user.name, ...cells])).toEqual([
      ['Ben', 'present', 'absent', 'excused'],
    ]);
    expect(body.people[0]).toMatchObject({ noShows: null, isLongAway: null });
    const asAssistant = await table(world.assistant);
    expect(asAssistant.body.people.map(({ user }) => user.name)).toEqual(['Assistant']);
  });
});

describe('the attendance table as a file', () => {
  const file = async (client: Client, language = 'en', query = '') => {
    const response = await client.request(`/api/teams/${world.team.id}/attendance.csv${query}`, {
      headers: { 'Accept-Language': language },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { response, bytes, lines: new TextDecoder().decode(bytes).trimEnd().split('\r\n') };
  };

  it('is UTF-8 with a byte order mark, escapes formulas, and is audited', async () => {
    await db().updateTable('people').set({ name: '@Cas "C", =1+1' }).where('name', '=', 'Cas').execute();
    await buildSeason();
    const { response, bytes, lines } = await file(world.coach);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="attendance.csv"');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(lines).toEqual([
      `Name,2026-10-22 First,2026-11-11 Match,2026-11-19 =Last,Trainings attended,Trainings marked,Matches attended,Matches marked,Other events attended,Other events marked,Said yes and did not come`,
      'Ada,here,here,here,2,2,1,1,0,0,0',
      'Ben,here,"absent, had said yes",excused,1,1,0,1,0,0,1',
      `"'@Cas ""C"", '=1+1",absent,,absent,0,2,0,0,0,0,0`,
    ]);
    const entries = await db().selectFrom('audit_log').selectAll().execute();
    expect(entries).toMatchObject([
      { action: 'attendance.exported', actor_id: world.people.coach.id, object_id: world.team.id },
    ]);
  });

  it('has the sums of meetings and socials, too', async () => {
    const { ada, ben } = world.people;
    for (const [days, kind] of [
      [9, 'social'],
      [8, 'camp'],
      [7, 'meeting'],
    ] as const) {
      const { id: event_id } = await world.event({ name: kind, kind, starts_at: daysAgo(days) });
      await buildAttendance(db(), { event_id, person_id: ada.id, status: 'present' });
      const status = kind === 'social' ? 'late' : 'absent';
      await buildAttendance(db(), { event_id, person_id: ben.id, status });
    }
    const { lines } = await file(world.coach);
    expect(lines.slice(1, 3)).toEqual([
      'Ada,here,here,here,1,1,0,0,2,2,0',
      'Ben,late,absent,absent,0,1,0,0,1,2,0',
    ]);
  });

  it('leaves out a postponed event', async () => {
    await buildSeason();
    await world.event({ name: 'Postponed', event_status: 'EventPostponed', starts_at: daysAgo(4) });
    const { lines } = await file(world.coach);
    expect(lines[0]).toMatch(/^Name,2026-10-22 First,2026-11-11 Match,2026-11-19 =Last,Trainings/);
  });

  it('is in the language of the reader, with the separator that spreadsheets expect there', async () => {
    await buildSeason();
    const { lines } = await file(world.coach, 'de');
    expect(lines[1]).toBe('Ada;da;da;da;2;2;1;1;0;0;0');
    // The link that downloads it names the language of the page.
    expect((await file(world.coach, 'en', '?lang=de')).lines).toEqual(lines);
  });

  it('is refused to assistants and members', async () => {
    for (const client of [world.assistant, await signIn(server, world.people.ada)])
      expect((await file(client)).response.status).toBe(409);
    expect(await db().selectFrom('audit_log').selectAll().execute()).toEqual([]);
  });
});
