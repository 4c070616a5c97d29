// Founding and editing teams and organizations.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexEventsOf } from '../../../src/server/planning/search-queries.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { auditedActions, member, turnsDuring } from './people.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Person = { id: string };
const create = async (viewer: Person, body: object) =>
  (await signIn(server, viewer)).call('POST /api/teams', { body });
const edit = async (viewer: Person, id: string, body: object) =>
  (await signIn(server, viewer)).call('PATCH /api/teams/{id}', { params: { id }, body });
const coachAccount = (given: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(db(), { is_coach: 1, ...given });
/** The names that a search finds. */
const found = async (kind: 'teams' | 'organizations' | 'events', q: string) =>
  (await createClient(server).call(`GET /api/explore/${kind}`, { query: { q } })).body.items.map(
    ({ name }) => name,
  );

describe('a new team', () => {
  it('belongs to its founder, and is found by search at once', async () => {
    const coach = await coachAccount();
    const { status, body } = await create(coach, {
      name: '  Águeda Rowers ',
      activity: 'rowing',
      region: 'Porto',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Águeda Rowers',
      slug: 'agueda-rowers',
      activity: 'rowing',
      region: 'Porto',
      visibility: 'public',
      openness: 'moderated',
      rosterVisibility: 'members',
      memberCount: 1,
      membership: { role: 'owner', status: 'active' },
      can: { edit: true, invite: true, leave: false },
    });
    expect(body.inviteCode).toMatch(/^[\w-]{12}$/);
    expect(await found('teams', 'agueda')).toEqual(['Águeda Rowers']);
    expect(await found('teams', 'rowing')).toEqual(['Águeda Rowers']);
    const filtered = await createClient(server).call('GET /api/explore/teams', {
      query: { region: 'porto' },
    });
    expect(filtered.body.items).toHaveLength(1);
    expect((await auditedActions(server)).map(({ action }) => action)).toEqual([
      'membership.founded',
      'team.created',
    ]);
  });

  it('gets its own address, even when many with one name are founded at once', async () => {
    const client = await signIn(server, await coachAccount());
    const answers = await Promise.all(
      Array.from({ length: 7 }, () =>
        client.call('POST /api/teams', { body: { name: 'The Five', activity: 'futsal' } }),
      ),
    );
    const slugs = answers.map(({ body }) => body.slug);
    expect(new Set(slugs).size).toBe(7);
    expect(slugs).toEqual(expect.arrayContaining(['the-five', 'the-five-2']));
    const nameless = await client.call('POST /api/teams', { body: { name: '足球', activity: 'football' } });
    expect(nameless.body.slug).toBe('team');
  });

  it('requires a coach with a confirmed address', async () => {
    const body = { name: 'Hopeful', activity: 'football' };
    for (const person of [await buildUser(db()), await coachAccount({ email_verified_at: null })]) {
      const answer = await create(person, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'not_permitted']);
    }
    expect(await found('teams', 'hopeful')).toEqual([]);
  });

  it('joins an organization only when someone who runs it founds it', async () => {
    const { id } = await buildOrganization(db(), { name: 'Harbour' });
    const hidden = await buildOrganization(db(), { visibility: 'private' });
    const group = { organization_id: id };
    const admin = await member(server, group, 'admin', 'active', { is_coach: 1 });
    const coach = await member(server, group, 'coach', 'active', { is_coach: 1 });
    const body = { name: 'Squad', activity: 'sailing', organizationId: id };
    expect((await create(admin, body)).body.organization).toEqual({ id, name: 'Harbour' });
    expect((await create(coach, body)).status).toBe(409);
    expect((await create(coach, { ...body, organizationId: hidden.id })).status).toBe(404);
    expect(await found('teams', 'harbour')).toEqual(['Squad']);
  });

  it('reports invalid fields', async () => {
    const coach = await coachAccount();
    const fields = async (body: object) =>
      (await create(coach, { name: 'A', activity: 'football', ...body })).body.errors?.map(
        ({ path }) => path,
      );
    expect(await fields({ ageMin: 12, ageMax: 10 })).toEqual(['ageMax']);
    expect(await fields({ name: 'a\u202eb' })).toEqual(['name']);
    expect(await fields({ activity: 'nonsense' })).toEqual(['activity']);
    expect(await fields({ description: 'x'.repeat(10_001) })).toEqual(['description']);
    expect(await fields({ inviteCode: 'mine', version: 3 })).toEqual(['inviteCode', 'version']);
  });
});

describe('editing a team', () => {
  it('changes the given fields and keeps the rest, and updates lists and search', async () => {
    const organization = await buildOrganization(db(), { name: 'Quay' });
    const { id } = await buildTeam(db(), {
      name: 'Old Name',
      region: 'Ghent',
      organization_id: organization.id,
    });
    const coach = await member(server, { team_id: id }, 'coach');
    const { status, body } = await edit(coach, id, {
      version: 1,
      name: 'New Name',
      description: 'First line\r\n\r\n- one\n- two',
      region: null,
      ageMin: 12,
    });
    expect([status, body.version, body.name, body.region, body.ageMin, body.activity]).toEqual([
      200,
      2,
      'New Name',
      null,
      12,
      'football',
    ]);
    expect(body.description).toBe('First line\n\n- one\n- two');
    expect(await found('teams', 'old')).toEqual([]);
    expect(await found('teams', 'new')).toEqual(['New Name']);
    expect(await found('teams', 'quay')).toEqual(['New Name']);
    expect((await edit(coach, id, { version: 2, ageMax: 11 })).body.errors?.[0]?.path).toBe('ageMax');
    expect((await auditedActions(server)).map(({ action, after }) => [action, after])).toEqual([
      ['team.edited', '{"fields":["name","description","region","ageMin"]}'],
    ]);
  });

  it('from an older version is rejected with the current state', async () => {
    const { id } = await buildTeam(db());
    const [ann, bo] = [
      await member(server, { team_id: id }, 'coach'),
      await member(server, { team_id: id }, 'coach'),
    ];
    const answers = await Promise.all([
      edit(ann, id, { version: 1, name: 'Of Ann' }),
      edit(bo, id, { version: 1, name: 'Of Bo' }),
    ]);
    const won = answers.find(({ status }) => status === 200);
    const lost = answers.find(({ status }) => status === 409);
    expect([lost?.body.code, lost?.body.current]).toEqual([
      'stale_version',
      expect.objectContaining({ version: 2, name: won?.body.name }),
    ]);
  });

  it('requires a leading role in the team or running its organization', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id });
    for (const role of ['assistant', 'trainee'] as const)
      expect((await edit(await member(server, { team_id: id }, role), id, { version: 1 })).status).toBe(409);
    const elsewhere = await member(server, { team_id: (await buildTeam(db())).id }, 'owner');
    expect((await edit(elsewhere, id, { version: 1 })).status).toBe(409);
    const admin = await member(server, { organization_id: organization.id }, 'admin');
    expect((await edit(admin, id, { version: 1, season: '2026/27' })).body.season).toBe('2026/27');
  });
});

describe('an organization', () => {
  it('with many teams is renamed while other requests are served', async () => {
    const { id } = await buildOrganization(db());
    for (let count = 0; count < 100; count += 1) await buildTeam(db(), { organization_id: id });
    const client = await signIn(server, await member(server, { organization_id: id }, 'owner'));
    const turns = await turnsDuring(() =>
      client.call('PATCH /api/organizations/{id}', { params: { id }, body: { version: 1, name: 'Harbour' } }),
    );
    expect(turns).toBeGreaterThanOrEqual(100 / 20);
    expect(await found('teams', 'harbour')).toHaveLength(20);
  });

  it('is founded by a coach and edited by those who run it; its teams are found by its name while it is not private', async () => {
    const coach = await coachAccount();
    const client = await signIn(server, coach);
    const founded = await client.call('POST /api/organizations', {
      body: {
        name: 'Lys Club',
        url: 'https://lys.example',
        activities: ['rowing', 'rowing', 'swimming'],
        email: ' Info@Lys.Example ',
      },
    });
    expect(founded.status).toBe(201);
    expect(founded.body).toMatchObject({
      slug: 'lys-club',
      url: 'https://lys.example/',
      email: 'info@lys.example',
      activities: ['rowing', 'swimming'],
      membership: { role: 'owner', status: 'active' },
      version: 1,
    });
    const { id } = founded.body;
    await client.call('POST /api/teams', {
      body: { name: 'Eights', activity: 'rowing', organizationId: id },
    });
    const change = (body: object) => client.call('PATCH /api/organizations/{id}', { params: { id }, body });
    expect((await change({ version: 1, name: 'Leie Club' })).body.name).toBe('Leie Club');
    expect([await found('organizations', 'leie'), await found('teams', 'leie')]).toEqual([
      ['Leie Club'],
      ['Eights'],
    ]);
    expect(await found('teams', 'lys')).toEqual([]);
    expect((await change({ version: 1 })).body.code).toBe('stale_version');
    await buildEvent(db(), { name: 'Regatta', organizer_organization_id: id });
    await indexEventsOf(db(), id);
    expect(await found('events', 'leie')).toEqual(['Regatta']);
    await change({ version: 2, visibility: 'private' });
    expect(await found('teams', 'leie')).toEqual([]);
    // It would reveal who organizes the event.
    expect(await found('events', 'leie')).toEqual([]);
    for (const url of ['http://lys.example', 'javascript:alert(1)', 'https://a:b@lys.example', 'lys.example'])
      expect((await change({ version: 3, url })).body.errors?.map(({ path }) => path)).toEqual(['url']);
    const organizationCoach = await member(server, { organization_id: id }, 'coach');
    const refused = await (await signIn(server, organizationCoach)).call('PATCH /api/organizations/{id}', {
      params: { id },
      body: { version: 3, name: 'Mine' },
    });
    expect(refused.status).toBe(409);
  });
});
