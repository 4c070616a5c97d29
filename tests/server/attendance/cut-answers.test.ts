// Statistics of more dates and people than fit in one answer: the answer and the file say so.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
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
const fileOf = async (path: string) =>
  (await (await world.coach.request(path)).text()).trimEnd().split('\r\n');

/** Inserts rows in batches, because a statement takes a limited number of values. */
async function insert(table: keyof Tables, rows: readonly object[]) {
  for (let from = 0; from < rows.length; from += 100)
    await db()
      .insertInto(table)
      .values(rows.slice(from, from + 100) as never)
      .execute();
}

/** This many past trainings of the coach with the team: one, and copies of it. */
async function trainings(count: number) {
  const { id } = await world.event({ name: 'Training', starts_at: world.startsAt(-24) });
  const row = await db().selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count - 1 }, () => ({ ...row, id: uuid() }));
  await insert('events', copies);
  const [team_id, person_id] = [world.team.id, world.people.coach.id];
  await insert(
    'event_teams',
    copies.map((event) => ({ event_id: event.id, team_id })),
  );
  await insert(
    'event_leaders',
    copies.map((event) => ({ event_id: event.id, person_id, position: 0 })),
  );
}

/** This many more people in the team, by name after the others: copies of Cas. */
async function members(count: number) {
  const { id } = world.people.cas;
  const person = await db().selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const membership = await db()
    .selectFrom('memberships')
    .selectAll()
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, () => ({ ...person, id: uuid(), sort_name: 'zoe' }));
  await insert('people', copies);
  await insert(
    'memberships',
    copies.map((copy) => ({ ...membership, id: uuid(), person_id: copy.id })),
  );
}

it('coaching hours: the file says that it has not all events, as the answer does', async () => {
  const hours = async () => (await world.coach.call('GET /api/users/me/coaching-hours')).body;
  const last = async () => (await fileOf('/api/users/me/coaching-hours.csv')).at(-1);
  await trainings(limits.hoursDatesMax);
  expect((await hours()).hasEarlier).toBe(false);
  expect(await last()).toContain('Training');
  await trainings(1);
  expect((await hours()).hasEarlier).toBe(true);
  expect(await last()).toBe(
    '"These are 1000 events, and the period has more. Choose earlier days to see the rest."',
  );
});

it("a team's attendance: the file says that dates are missing, as the answer does", async () => {
  const path = `/api/teams/${world.team.id}/attendance.csv`;
  await trainings(limits.tableDatesMax);
  expect((await fileOf(path)).at(-1)).toMatch(/^Cas/);
  await trainings(1);
  const lines = await fileOf(path);
  expect(lines.at(-2)).toMatch(/^Cas/);
  expect(lines.at(-1)).toBe('These are the last 400 dates. Choose earlier days to see more.');
});

it('the roster of an event: the file says that people are missing', async () => {
  const event = await world.event();
  const path = `/api/events/${event.id}/roster.csv`;
  // The assistant and three trainees are asked.
  await members(limits.unmarkedShown - 4);
  const whole = await fileOf(path);
  expect(whole).toHaveLength(1 + limits.unmarkedShown);
  expect(whole.at(-1)).toMatch(/^Cas/);
  await members(1);
  const lines = await fileOf(path);
  expect(lines).toHaveLength(2 + limits.unmarkedShown);
  expect(lines.at(-1)).toBe('These are 500 people. The event has more than fit here.');
});

it("a team's attendance: answer and file say that people are missing", async () => {
  const path = `/api/teams/${world.team.id}/attendance.csv`;
  const table = async () =>
    (await world.coach.call('GET /api/teams/{id}/attendance', { params: { id: world.team.id } })).body;
  await trainings(1);
  // The club has five people in the team.
  await members(limits.teamMembersMax - 5);
  expect((await table()).hasMorePeople).toBe(false);
  expect((await fileOf(path)).at(-1)).toMatch(/^Cas/);
  await members(1);
  const { people, hasMorePeople } = await table();
  // Without the coach and the assistant, who were not marked.
  expect([people.length, hasMorePeople]).toEqual([498, true]);
  expect((await fileOf(path)).at(-1)).toBe(
    'These are the first 498 people by name. The team has more than fit here.',
  );
});
