// The paged teams of an organization, and the people who run a group beyond the first hundred.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fold } from '../../../src/server/db/search-words.ts';
import { type Client, createClient, signIn } from '../../support/client.ts';
import {
  buildListedUser,
  buildMembership,
  buildOrganization,
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
const nameOf = (index: number) => `Team ${String(index).padStart(3, '0')}`;
const organizationFor = async (client: Client, id: string) =>
  (await client.call('GET /api/organizations/{id}', { params: { id } })).body;
const page = (client: Client, id: string, query: { cursor?: string; limit?: number } = {}) =>
  client.call('GET /api/organizations/{id}/teams', { params: { id }, query });

/** Every third team is private. */
async function buildClub(count: number) {
  const { id } = await buildOrganization(db());
  const teams = [];
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index);
    const visibility = index % 3 === 0 ? 'private' : 'public';
    teams.push(await buildTeam(db(), { name, sort_name: fold(name), organization_id: id, visibility }));
  }
  return { id, teams };
}

/** The names of the teams of an organization's answer and of all pages after it. */
async function allNames(client: Client, id: string, limit: number) {
  const { teams, teamsCursor, visibleTeamCount } = await organizationFor(client, id);
  const names = teams.map(({ name }) => name);
  for (let cursor = teamsCursor; cursor !== null; ) {
    const { status, body } = await page(client, id, { cursor, limit });
    expect(status).toBe(200);
    names.push(...body.items.map(({ name }) => name));
    cursor = body.nextCursor;
  }
  return { first: teams.length, count: visibleTeamCount, names };
}

describe('GET /api/organizations/{id}', () => {
  it('returns the first 50 teams by name, the number of all, and a cursor for the rest', async () => {
    const { id } = await buildClub(120);
    const own = await signIn(server, await member(server, { organization_id: id }));
    const all = Array.from({ length: 120 }, (_, index) => nameOf(index));
    expect(await allNames(own, id, 30)).toEqual({ first: 50, count: 120, names: all });
  });

  it('pages only the teams that the viewer may see', async () => {
    const { id, teams } = await buildClub(120);
    const open = Array.from({ length: 120 }, (_, index) => index).filter((index) => index % 3 !== 0);
    expect(await allNames(createClient(server), id, 7)).toEqual({
      first: 50,
      count: 80,
      names: open.map(nameOf),
    });
    const hidden = teams[99]?.id ?? '';
    const player = await signIn(server, await member(server, { team_id: hidden }));
    const seen = [...open, 99].toSorted((a, b) => a - b);
    expect(await allNames(player, id, 7)).toEqual({ first: 50, count: 81, names: seen.map(nameOf) });
  });

  it('has no cursor where all teams are shown', async () => {
    const { id } = await buildClub(50);
    const own = await signIn(server, await member(server, { organization_id: id }));
    const { teams, teamsCursor, visibleTeamCount } = await organizationFor(own, id);
    expect([teams.length, teamsCursor, visibleTeamCount]).toEqual([50, null, 50]);
  });

  it('returns the first 100 people who run it, and the number of all that the viewer may see', async () => {
    const { id } = await buildOrganization(db());
    for (let index = 0; index < 103; index += 1) {
      const { id: person_id } = await buildListedUser(db());
      await buildMembership(db(), { organization_id: id, person_id, role: 'admin' });
    }
    const hidden = await member(server, { organization_id: id }, 'admin');
    const forVisitor = await organizationFor(createClient(server), id);
    expect([forVisitor.people.length, forVisitor.peopleCount]).toEqual([100, 103]);
    const forAdmin = await organizationFor(await signIn(server, hidden), id);
    expect([forAdmin.people.length, forAdmin.peopleCount]).toEqual([100, 104]);
  });
});

describe('GET /api/organizations/{id}/teams', () => {
  it('starts at the first team without a cursor', async () => {
    const { id } = await buildClub(4);
    const { body } = await page(createClient(server), id, { limit: 1 });
    expect(body.items.map(({ name }) => name)).toEqual([nameOf(1)]);
  });

  it('returns 422 for a cursor of another organization, and 404 where the viewer may not see it', async () => {
    const { id } = await buildClub(60);
    const other = await buildOrganization(db(), { visibility: 'private' });
    const own = await signIn(server, await member(server, { organization_id: id }));
    const { teamsCursor } = await organizationFor(own, id);
    const cursor = teamsCursor ?? '';
    expect((await page(own, id, { cursor })).status).toBe(200);
    expect((await page(own, other.id)).status).toBe(404);
    const admin = await signIn(server, await member(server, { organization_id: other.id }, 'admin'));
    expect((await page(admin, other.id, { cursor })).status).toBe(422);
    expect((await page(await signIn(server, await buildUser(db())), other.id)).status).toBe(404);
  });
});
