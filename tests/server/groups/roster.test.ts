// The paged roster of a team: who sees it, its order, and its cursors.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole } from '../../../src/contract/values/enums.ts';
import { fold } from '../../../src/server/db/search-words.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  buildAbsence,
  buildAttendance,
  buildEvent,
  buildMembership,
  buildPerson,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const add = (team: { id: string }, name: string, role: MembershipRole = 'trainee') =>
  member(server, { team_id: team.id }, role, 'active', { name });
const page = (client: Client, { id }: { id: string }, query: { cursor?: string; limit?: number } = {}) =>
  client.call('GET /api/teams/{id}/roster', { params: { id }, query });
const teamFor = async (client: Client, { id }: { id: string }) =>
  (await client.call('GET /api/teams/{id}', { params: { id } })).body;
const cursorOf = (body: { nextCursor: string | null }) => ({ cursor: body.nextCursor ?? '' });
const end = (team: { id: string }, person: { id: string }) =>
  db()
    .updateTable('memberships')
    .set({ status: 'removed', ended_at: '2026-11-20T10:00:00.000Z' })
    .where('team_id', '=', team.id)
    .where('person_id', '=', person.id)
    .execute();

/** All pages after the first one, by names. */
async function restOf(client: Client, team: { id: string }, first: string | null, limit: number) {
  const names: string[] = [];
  for (let cursor = first; cursor !== null; ) {
    const { status, body } = await page(client, team, { cursor, limit });
    expect(status).toBe(200);
    names.push(...body.items.map(({ name }) => name));
    cursor = body.nextCursor;
  }
  return names;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `Person ${String(index).padStart(3, '0')}`);

describe('GET /api/teams/{id}', () => {
  it('returns the first 100 people of a larger roster by name, the total, and a cursor for the rest', async () => {
    const team = await buildTeam(db());
    const coach = await add(team, 'Ada', 'coach');
    for (const name of numbered(104)) {
      const { id } = await buildPerson(db(), { name, sort_name: fold(name) });
      await buildMembership(db(), { team_id: team.id, person_id: id });
    }
    const client = await signIn(server, coach);
    const { roster, rosterCount, rosterCursor } = await teamFor(client, team);
    expect(roster?.map(({ name }) => name)).toEqual(['Ada', ...numbered(99)]);
    expect(rosterCount).toBe(105);
    expect(await restOf(client, team, rosterCursor, 2)).toEqual(numbered(104).slice(99));
  });

  it('returns a small roster whole, without a cursor and without suspended people', async () => {
    const team = await buildTeam(db());
    const ada = await add(team, 'Ada');
    const bo = await add(team, 'Bo');
    await db()
      .updateTable('users')
      .set({ suspended_at: '2026-11-01T10:00:00.000Z' })
      .where('id', '=', bo.id)
      .execute();
    const { roster, rosterCount, rosterCursor } = await teamFor(await signIn(server, ada), team);
    expect([roster?.map(({ name }) => name), rosterCount, rosterCursor]).toEqual([['Ada'], 1, null]);
  });

  it('returns neither roster, count nor cursor to someone who may not see the roster', async () => {
    const team = await buildTeam(db(), { roster_visibility: 'coaches' });
    const trainee = await signIn(server, await add(team, 'Ada'));
    expect(await teamFor(trainee, team)).toMatchObject({
      roster: null,
      rosterCount: null,
      rosterCursor: null,
    });
  });
});

describe('GET /api/teams/{id}/roster', () => {
  it('pages through everyone in one order when names are equal or differ in case and accents', async () => {
    const team = await buildTeam(db());
    const client = await signIn(server, await add(team, 'Ann'));
    for (const name of ['ann', 'Ann', 'Änn', 'Bo', 'bo', 'Bo_b', '_', 'Zoë']) await add(team, name);
    const whole = (await page(client, team, { limit: 100 })).body.items.map(({ id }) => id);
    expect(new Set(whole).size).toBe(9);
    const byPages: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await page(client, team, { limit: 2, ...(cursor && { cursor }) });
      byPages.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(byPages).toEqual(whole);
  });

  it('repeats no one and skips no one who stays, while people join and leave between two pages', async () => {
    const team = await buildTeam(db());
    const client = await signIn(server, await add(team, 'Ann'));
    const bo = await add(team, 'Bo');
    const dan = await add(team, 'Dan');
    for (const name of ['Cleo', 'Eve', 'Fay']) await add(team, name);
    const { body: first } = await page(client, team, { limit: 3 });
    expect(first.items.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Cleo']);
    await add(team, 'Abe');
    await add(team, 'Dora');
    // The last person of the page has left, too.
    for (const person of [bo, dan, first.items[2] ?? bo]) await end(team, person);
    expect(await restOf(client, team, first.nextCursor, 2)).toEqual(['Dora', 'Eve', 'Fay']);
  });

  it('returns 404 or 409 to people who may not see the roster, also with an earlier cursor', async () => {
    const open = await buildTeam(db());
    const hidden = await buildTeam(db(), { visibility: 'private' });
    for (const team of [open, hidden]) {
      const status = team === open ? 409 : 404;
      const coach = await add(team, 'Ann', 'coach');
      await add(team, 'Bo');
      await add(team, 'Cleo');
      const client = await signIn(server, coach);
      const { body } = await page(client, team, { limit: 1 });
      expect(body.items.map(({ name }) => name)).toEqual(['Ann']);
      await end(team, coach);
      const refused = await page(client, team, cursorOf(body));
      expect([refused.status, JSON.stringify(refused.body).includes('Bo')]).toEqual([status, false]);
      expect((await page(await signIn(server, await buildUser(db())), team)).status).toBe(status);
    }
    expect(
      (await page(await signIn(server, await buildUser(db())), { id: (await buildPerson(db())).id })).status,
    ).toBe(404);
  });

  it('follows rosterVisibility at the moment of the request', async () => {
    const team = await buildTeam(db());
    const trainee = await signIn(server, await add(team, 'Ann'));
    await add(team, 'Bo');
    const { body } = await page(trainee, team, { limit: 1 });
    await db().updateTable('teams').set({ roster_visibility: 'coaches' }).where('id', '=', team.id).execute();
    const refused = await page(trainee, team, cursorOf(body));
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect((await page(await signIn(server, await add(team, 'Cleo', 'assistant')), team)).status).toBe(200);
  });

  it('rejects cursors of another team or list, and invalid ones', async () => {
    const team = await buildTeam(db());
    const other = await buildTeam(db());
    const owner = await add(team, 'Ann', 'owner');
    await buildMembership(db(), { team_id: other.id, person_id: owner.id, role: 'owner' });
    for (const one of [team, other]) await add(one, 'Bo');
    const client = await signIn(server, owner);
    const { nextCursor } = (await page(client, team, { limit: 1 })).body;
    const ofMembers = await client.call('GET /api/teams/{id}/members', {
      params: { id: team.id },
      query: { limit: 1 },
    });
    expect((await page(client, team, { cursor: nextCursor ?? '' })).status).toBe(200);
    const refused = [
      [other, nextCursor ?? ''],
      [team, ofMembers.body.nextCursor ?? ''],
      [team, 'nonsense'],
      [team, `${owner.id}_`],
      [team, `${owner.id}_${team.id}`],
      [team, `${owner.id}_${team.id}_\u0000`],
      [team, `nobody_${team.id}_ann`],
      [team, 'x'.repeat(600)],
      [team, ''],
    ] as const;
    for (const [one, cursor] of refused) {
      const { status, body } = await page(client, one, { cursor });
      expect([cursor, status, body.errors?.[0]?.path]).toEqual([cursor, 422, 'cursor']);
    }
    for (const limit of [0, 101]) expect((await page(client, team, { limit })).status).toBe(422);
  });

  it('returns rates of attendance and absences on each page to coaches alone', async () => {
    const team = await buildTeam(db());
    const coach = await add(team, 'Ann', 'coach');
    const bo = await add(team, 'Bo');
    const cleo = await add(team, 'Cleo');
    const event = await buildEvent(db(), { teams: [team.id], starts_at: '2026-11-10T10:00:00.000Z' });
    const elsewhere = await buildEvent(db(), { starts_at: '2026-11-11T10:00:00.000Z' });
    await buildAttendance(db(), { event_id: event.id, person_id: cleo.id });
    await buildAttendance(db(), { event_id: elsewhere.id, person_id: cleo.id });
    await buildAbsence(db(), { person_id: cleo.id, from_day: '2026-12-05', to_day: '2026-12-12' });
    await buildAbsence(db(), { person_id: cleo.id, from_day: '2026-12-01', to_day: '2026-12-02' });
    const seenBy = async (user: { id: string }) => {
      const client = await signIn(server, user);
      const first = (await page(client, team, { limit: 1 })).body;
      const { items } = (await page(client, team, cursorOf(first))).body;
      return items.map(({ name, attendance, away }) => [name, attendance, away]);
    };
    expect(await seenBy(coach)).toEqual([
      ['Bo', { attended: 0, counted: 0 }, null],
      ['Cleo', { attended: 1, counted: 1 }, { from: '2026-12-01', to: '2026-12-02' }],
    ]);
    expect(await seenBy(bo)).toEqual([
      ['Bo', null, null],
      ['Cleo', null, null],
    ]);
  });
});
