// The hours that coaches have led, as an answer and as a file; those of others only for owners and admins.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, signIn } from '../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
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
const hours = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call('GET /api/users/me/coaching-hours', { query })).body;
const fileOf = async (client: Client) =>
  (await (await client.request('/api/users/me/coaching-hours.csv')).text()).trimEnd().split('\r\n');

/** Two trainings by the coach, and one by both the coach and the assistant. */
async function buildWeeks() {
  const { coach, assistant } = world.people;
  await world.event({ name: 'First', starts_at: daysAgo(30), durationMinutes: 60 });
  const both = await world.event({
    name: '=Both',
    starts_at: daysAgo(10),
    leaders: [coach.id, assistant.id],
  });
  await world.event({ name: 'Last', kind: 'match', starts_at: daysAgo(2) });
  return { both };
}

/** Someone with a role in the club or in its team. */
async function runner(role: 'owner' | 'admin' | 'coach', group: object = { organization_id: world.club.id }) {
  return signIn(server, await world.join(role, `The ${role}`, group));
}

const summary = (months: { month: string; events: number; minutes: number }[]) =>
  months.map(({ month, events, minutes }) => ({ month, events, minutes }));

it('a training of this morning counts where it is tomorrow already, also without a given period', async () => {
  // 22 November, one o'clock in Auckland.
  server.advance(4 * 3_600_000);
  await world.event({
    starts_at: '2026-11-21T12:00:00.000Z',
    time_zone: 'Pacific/Auckland',
    durationMinutes: 60,
    name: 'Dawn',
  });
  const coach = await signIn(server, world.people.coach);
  const { months, to } = await hours(coach);
  expect(months.flatMap(({ dates }) => dates.map(({ name }) => name))).toEqual(['Dawn']);
  expect(to).toBe('2026-11-21');
  await server.database.db.updateTable('users').set({ time_zone: 'Pacific/Auckland' }).execute();
  expect((await hours(coach)).to).toBe('2026-11-22');
});

it('own hours are of past events that took place, by month in the zone of the event', async () => {
  const { coach, assistant } = world.people;
  await buildWeeks();
  // On 31 October in Brussels, and in November in Auckland.
  await world.event({
    starts_at: '2026-10-31T18:00:00.000Z',
    time_zone: 'Pacific/Auckland',
    durationMinutes: 60,
  });
  await world.event({ starts_at: daysAgo(1), leaders: [assistant.id] });
  await world.event({ starts_at: daysAgo(1), event_status: 'EventPostponed', leaders: [coach.id] });
  await world.event({ starts_at: daysAgo(1), event_status: 'EventCancelled', leaders: [coach.id] });
  await world.event({ starts_at: daysAgo(1), publication: 'draft', leaders: [coach.id] });
  await world.event({ starts_at: daysAgo(0.03), leaders: [coach.id], name: 'Going on' });
  const { months, others, hasEarlier } = await hours(world.coach);
  expect(summary(months)).toEqual([
    { month: '2026-10', events: 1, minutes: 60 },
    { month: '2026-11', events: 3, minutes: 240 },
  ]);
  expect(months.flatMap(({ dates }) => dates.map(({ name }) => name))).toEqual([
    'First',
    expect.any(String),
    '=Both',
    'Last',
  ]);
  expect(others).toEqual([]);
  expect(hasEarlier).toBe(false);
});

it('each date has its start, its end and its minutes', async () => {
  const { both } = await buildWeeks();
  const { months } = await hours(world.assistant);
  expect(months).toEqual([
    {
      month: '2026-11',
      events: 1,
      minutes: 90,
      dates: [
        {
          eventId: both.id,
          name: '=Both',
          kind: 'training',
          startsAt: daysAgo(10),
          endsAt: world.startsAt(-24 * 10 + 1.5),
          timeZone: 'Europe/Brussels',
          minutes: 90,
        },
      ],
    },
  ]);
});

it('hours cover the requested period, and one that ends before it starts is refused', async () => {
  await buildWeeks();
  const day = daysAgo(10).slice(0, 10);
  expect(summary((await hours(world.coach, { from: day, to: day })).months)).toEqual([
    { month: '2026-11', events: 1, minutes: 90 },
  ]);
  const refused = await world.coach.call('GET /api/users/me/coaching-hours', {
    query: { from: day, to: '2026-01-01' },
  });
  expect(refused.body.errors).toMatchObject([{ path: 'to' }]);
});

it('hours of a period include an event that starts on its last day and lasts for days', async () => {
  await world.event({ name: 'Camp', starts_at: daysAgo(20), durationMinutes: 4 * 24 * 60 });
  await world.event({ name: 'Not over', starts_at: daysAgo(2), durationMinutes: 4 * 24 * 60 });
  const namesOn = async (daysBefore: number) => {
    const day = daysAgo(daysBefore).slice(0, 10);
    const { months } = await hours(world.coach, { from: day, to: day });
    return months.flatMap(({ dates }) => dates.map(({ name }) => name));
  };
  expect(await namesOn(20)).toEqual(['Camp']);
  expect(await namesOn(2)).toEqual([]);
});

it('owners and admins of the organization or the team see the hours of others there, by name', async () => {
  await buildWeeks();
  const expected = [
    ['Assistant', [{ month: '2026-11', events: 1, minutes: 90 }]],
    [
      'Coach',
      [
        { month: '2026-10', events: 1, minutes: 60 },
        { month: '2026-11', events: 2, minutes: 180 },
      ],
    ],
  ];
  for (const client of [
    await runner('owner'),
    await runner('admin'),
    await runner('admin', { team_id: world.team.id }),
  ]) {
    const { months, others } = await hours(client);
    expect(months).toEqual([]);
    expect(others.map(({ user, months: led }) => [user.name, summary(led)])).toEqual(expected);
  }
});

it('owners see the hours at events of the organization itself, and none of another club', async () => {
  const { coach } = world.people;
  await world.event({ name: 'Camp', owner_team_id: null, teams: [], starts_at: daysAgo(3) });
  const elsewhere = await buildTeam(db(), {});
  await world.event({
    name: 'Elsewhere',
    owner_team_id: elsewhere.id,
    organizer_organization_id: null,
    organizer_user_id: coach.id,
    teams: [elsewhere.id],
    starts_at: daysAgo(3),
  });
  const { others } = await hours(await runner('owner'));
  expect(others.map(({ months }) => months.flatMap(({ dates }) => dates.map(({ name }) => name)))).toEqual([
    ['Camp'],
  ]);
});

it('coaches, members and former admins see no hours of others', async () => {
  await buildWeeks();
  const former = await buildUser(db(), {});
  await buildMembership(db(), {
    organization_id: world.club.id,
    person_id: former.id,
    role: 'admin',
    status: 'left',
  });
  for (const client of [
    world.assistant,
    await runner('coach'),
    await runner('coach', { team_id: world.team.id }),
    await signIn(server, world.people.ada),
    await signIn(server, former),
  ])
    expect((await hours(client)).others).toEqual([]);
});

it('the file has a row for each coach and event, escapes formulas, and is audited if it has hours of others', async () => {
  await buildWeeks();
  expect(await fileOf(world.coach)).toEqual([
    'Coach,Day,Event,Starts,Ends,Minutes',
    'Coach,2026-10-22,First,2026-10-22 12:00,2026-10-22 13:00,60',
    "Coach,2026-11-11,'=Both,2026-11-11 11:00,2026-11-11 12:30,90",
    'Coach,2026-11-19,Last,2026-11-19 11:00,2026-11-19 12:30,90',
  ]);
  expect(await db().selectFrom('audit_log').selectAll().execute()).toEqual([]);
  const lines = await fileOf(await runner('owner'));
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Coach', 'Assistant', 'Coach', 'Coach', 'Coach']);
  expect(await db().selectFrom('audit_log').selectAll().execute()).toMatchObject([
    { action: 'coachingHours.exported' },
  ]);
});
