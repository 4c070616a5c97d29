// Logos of teams and organizations: who may set one, accepted formats, and where it is shown.
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };
type Kind = 'teams' | 'organizations';

const picture = (colour = '#0a7f3f', width = 30) =>
  sharp({ create: { width, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();

async function put(viewer: Person, kind: Kind, id: string, bytes: Uint8Array | null = null) {
  const client = await signIn(server, viewer);
  const response = await client.request(`/api/${kind}/${id}/logo`, {
    method: 'PUT',
    body: new Uint8Array(bytes ?? (await picture())),
    headers: { 'content-type': 'image/png' },
  });
  const body = (await response.json()) as { logo: string; code?: string; detail?: string };
  return { status: response.status, ...body };
}
const remove = async (viewer: Person, id: string) =>
  (await signIn(server, viewer)).call('DELETE /api/teams/{id}/logo', { params: { id } });
const stored = () => db().selectFrom('logos').select(['name', 'team_id', 'organization_id']).execute();

describe('a logo', () => {
  it.each(['teams', 'organizations'] as const)(
    'of %s is returned by its page and lists as a square picture',
    async (kind) => {
      const isTeam = kind === 'teams';
      const { id } = isTeam ? await buildTeam(db()) : await buildOrganization(db());
      const owner = await member(server, isTeam ? { team_id: id } : { organization_id: id }, 'owner');
      const { status, logo } = await put(owner, kind, id);
      expect([status, logo]).toEqual([200, expect.stringMatching(/^\/api\/pictures\/[\w-]{43}\.webp$/)]);
      const answer = await createClient(server).request(logo);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 512,
      });
      const client = await signIn(server, owner);
      const call = isTeam ? 'GET /api/teams/{id}' : 'GET /api/organizations/{id}';
      expect((await client.call(call, { params: { id } })).body).toMatchObject({ logo, version: 1 });
      const list = await createClient(server).request(`/api/explore/${kind}`);
      expect(await list.json()).toMatchObject({ items: [{ id, logo }] });
    },
  );

  it('can be set and removed by those who may edit the group, and not after their role has ended', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const group = { team_id: id };
    const coach = await member(server, group, 'coach');
    const trainee = await member(server, group);
    const former = await member(server, group, 'owner', 'removed');
    const stranger = await buildUser(db());
    expect((await put(coach, 'teams', id)).status).toBe(200);
    expect((await put(trainee, 'teams', id)).code).toBe('not_permitted');
    for (const person of [former, stranger]) {
      expect((await put(person, 'teams', id)).status).toBe(404);
      expect((await remove(person, id)).status).toBe(404);
    }
    expect((await remove(trainee, id)).status).toBe(409);
    expect(await stored()).toHaveLength(1);
    expect((await remove(coach, id)).status).toBe(204);
    expect((await remove(coach, id)).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('is stored once per group, under an address that reveals neither the picture nor the group', async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    const owner = await member(server, { team_id: id }, 'owner');
    const first = await put(owner, 'teams', id);
    const second = await put(owner, 'teams', id);
    expect(second.logo).not.toBe(first.logo);
    expect((await createClient(server).request(first.logo)).status).toBe(404);
    expect(await stored()).toHaveLength(1);
    await Promise.all([put(owner, 'teams', id), put(owner, 'teams', id)]);
    const [only, ...others] = await stored();
    const client = await signIn(server, owner);
    const { logo } = (await client.call('GET /api/teams/{id}', { params: { id } })).body;
    expect([logo, others]).toEqual([`/api/pictures/${only?.name}.webp`, []]);
  });

  it('is rejected with a message beyond 5 MB and when it is not an image', async () => {
    const { id } = await buildTeam(db());
    const owner = await member(server, { team_id: id }, 'owner');
    const large = await put(owner, 'teams', id, new Uint8Array(10 * 1024 * 1024));
    expect([large.status, large.detail]).toEqual([413, 'This is too large: 5 MB at most.']);
    expect((await put(owner, 'teams', id, Buffer.from('<svg/>'))).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('is copied to the next season under a new address', async () => {
    const { id } = await buildTeam(db(), { season: '2025/26' });
    const owner = await member(server, { team_id: id }, 'owner');
    const { logo } = await put(owner, 'teams', id);
    const client = await signIn(server, owner);
    const { body } = await client.call('POST /api/teams/{id}/next-season', {
      params: { id },
      body: { season: '2026/27', memberIds: [] },
    });
    expect(body.logo).not.toBe(logo);
    await remove(owner, id);
    expect((await createClient(server).request(body.logo ?? '')).status).toBe(200);
  });
});
