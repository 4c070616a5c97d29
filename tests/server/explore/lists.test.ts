import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildPlace,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

type List = 'members' | 'organizations' | 'organizers' | 'teams';
type Given = Record<string, string | number | undefined>;
const lists: List[] = ['members', 'organizations', 'organizers', 'teams'];

describe('the public lists by name', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const list = <K extends List>(kind: K, query: Given = {}) =>
    createClient(server).call<`GET /api/explore/${K}`>(`GET /api/explore/${kind}`, { query });
  const names = async (kind: List, query: Given = {}) =>
    (await list(kind, query)).body.items.map((item) => item.name);

  it('go on after a name whose letters become many', async () => {
    // Folded, each of these letters is eighteen.
    const name = '\ufdfa'.repeat(80);
    for (let index = 0; index < 3; index += 1) {
      const person = await buildListedUser(db(), { name });
      const organization = await buildOrganization(db(), { name });
      await buildTeam(db(), { name });
      await buildEvent(db(), { organizer_user_id: person.id });
      await buildEvent(db(), { organizer_organization_id: organization.id });
    }
    for (const kind of lists) {
      const first = (await list(kind, { limit: 2 })).body;
      const second = await list(kind, { limit: 100, cursor: first.nextCursor ?? '' });
      expect([kind, second.status]).toEqual([kind, 200]);
      expect(second.body.items).toHaveLength(kind === 'organizers' ? 4 : 1);
    }
  });

  it('return each row once, page by page, while many have the same name', async () => {
    for (let index = 0; index < 13; index += 1) {
      const name = index < 7 ? 'Éva' : index < 10 ? 'Zoë 𝒵' : 'Ann';
      const person = await buildListedUser(db(), { name });
      const organization = await buildOrganization(db(), { name });
      await buildTeam(db(), { name });
      await buildEvent(db(), { organizer_user_id: person.id });
      await buildEvent(db(), { organizer_organization_id: organization.id });
    }
    for (const kind of lists) {
      const whole = (await list(kind, { limit: 100 })).body.items;
      expect(whole).toHaveLength(kind === 'organizers' ? 26 : 13);
      expect(whole.map((item) => item.name)).toEqual(
        whole
          .map((item) => item.name)
          .toSorted((a, b) => ['A', 'É', 'Z'].indexOf(a.charAt(0)) - ['A', 'É', 'Z'].indexOf(b.charAt(0))),
      );
      for (const limit of [1, 3, 13]) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { body } = await list(kind, { limit, cursor });
          seen.push(...body.items.map((item) => item.id));
          cursor = body.nextCursor ?? undefined;
        } while (cursor);
        expect([kind, seen]).toEqual([kind, whole.map((item) => item.id)]);
      }
    }
  });

  it('reject foreign cursors and unknown queries', async () => {
    for (const kind of lists) {
      for (const cursor of ['x', 'a_b', '_a', '01a140d2-1327-7122-8027-c54abfbc913f_a\u0000'])
        expect((await list(kind, { cursor })).status).toBe(422);
      expect((await list(kind, { colour: 'red' })).status).toBe(422);
      expect((await list(kind, { limit: 101 })).status).toBe(422);
    }
  });

  it('answer 304 to a matching ETag', async () => {
    for (const path of ['', '/members', '/organizations', '/organizers', '/teams']) {
      const client = createClient(server);
      const first = await client.request(`/api/explore${path}`);
      const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
      expect((await client.request(`/api/explore${path}`, { headers })).status).toBe(304);
    }
  });

  it('find members by type, activity and region', async () => {
    await buildListedUser(db(), {
      name: 'Coach',
      is_coach: 1,
      profile: { activities: '["judo"]', region: 'Águeda' },
    });
    await buildListedUser(db(), { name: 'Trainee', profile: { activities: '["yoga","judo"]' } });
    expect(await names('members')).toEqual(['Coach', 'Trainee']);
    expect(await names('members', { type: 'coach' })).toEqual(['Coach']);
    expect(await names('members', { type: 'trainee' })).toEqual(['Trainee']);
    expect(await names('members', { activity: 'judo' })).toEqual(['Coach', 'Trainee']);
    expect(await names('members', { activity: 'yoga' })).toEqual(['Trainee']);
    expect(await names('members', { region: 'AGUEDA' })).toEqual(['Coach']);
    expect((await list('members', { q: 'coa' })).body.items).toMatchObject([
      { type: 'coach', activities: ['judo'], region: 'Águeda', avatarSrc: null },
    ]);
  });

  it('show public organizations with their public teams and next public event', async () => {
    const club = await buildOrganization(db(), {
      name: 'Club',
      region: 'Ghent',
      activities: '["judo"]',
      logo: '/logo.webp',
    });
    await buildOrganization(db(), { name: 'Unlisted', visibility: 'unlisted' });
    await buildOrganization(db(), { name: 'Private', visibility: 'private' });
    await buildTeam(db(), { organization_id: club.id });
    await buildTeam(db(), { organization_id: club.id, visibility: 'private' });
    const ofClub = { organizer_organization_id: club.id };
    await buildEvent(db(), { ...ofClub, starts_at: '2026-11-20T10:00:00.000Z' });
    await buildEvent(db(), { ...ofClub, starts_at: '2026-11-22T10:00:00.000Z', visibility: 'organization' });
    for (const event_status of ['EventCancelled', 'EventPostponed'] as const)
      await buildEvent(db(), { ...ofClub, starts_at: '2026-11-23T10:00:00.000Z', event_status });
    const next = await buildEvent(db(), { ...ofClub, starts_at: '2026-11-24T10:00:00.000Z' });
    await buildEvent(db(), { ...ofClub, starts_at: '2026-11-25T10:00:00.000Z' });
    const { items } = (await list('organizations')).body;
    expect(items).toMatchObject([
      {
        name: 'Club',
        logo: '/logo.webp',
        activities: ['judo'],
        region: 'Ghent',
        teamCount: 1,
        nextEvent: { id: next.id, startsAt: next.startsAt },
      },
    ]);
    expect(await names('organizations', { activity: 'judo', region: 'ghent', q: 'cl' })).toEqual(['Club']);
    expect(await names('organizations', { activity: 'yoga' })).toEqual([]);
  });

  it('show organizers with an upcoming public event, and how many', async () => {
    const person = await buildListedUser(db(), {
      name: 'Person',
      profile: { activities: '["judo"]', region: 'Ghent' },
    });
    const club = await buildOrganization(db(), { name: 'Club', activities: '["yoga"]' });
    const idle = await buildListedUser(db(), { name: 'Idle' });
    const hidden = await buildOrganization(db(), { visibility: 'private' });
    await buildEvent(db(), { organizer_user_id: person.id });
    await buildEvent(db(), { organizer_user_id: person.id });
    await buildEvent(db(), { organizer_user_id: person.id, visibility: 'unlisted' });
    await buildEvent(db(), { organizer_organization_id: club.id });
    await buildEvent(db(), { organizer_user_id: idle.id, starts_at: '2026-11-01T10:00:00.000Z' });
    await buildEvent(db(), { organizer_user_id: idle.id, publication: 'draft' });
    await buildEvent(db(), { organizer_user_id: idle.id, event_status: 'EventCancelled' });
    await buildEvent(db(), { organizer_user_id: person.id, event_status: 'EventCancelled' });
    await buildEvent(db(), { organizer_organization_id: hidden.id });
    const { items } = (await list('organizers')).body;
    expect(items.map((item) => [item.kind, item.name, item.upcomingCount])).toEqual([
      ['organization', 'Club', 1],
      ['person', 'Person', 2],
    ]);
    expect(await names('organizers', { kind: 'person' })).toEqual(['Person']);
    expect(await names('organizers', { kind: 'organization' })).toEqual(['Club']);
    expect(await names('organizers', { activity: 'judo', region: 'ghent' })).toEqual(['Person']);
    expect(await names('organizers', { q: 'club' })).toEqual(['Club']);
  });

  it('show public teams without their private organization', async () => {
    const club = await buildOrganization(db(), { name: 'Club' });
    const secret = await buildOrganization(db(), { name: 'Secret', visibility: 'private' });
    const team = await buildTeam(db(), {
      name: 'U12',
      organization_id: club.id,
      level: 'beginner',
      age_min: 10,
      age_max: 12,
      region: 'Ghent',
      openness: 'moderated',
    });
    await buildTeam(db(), {
      name: 'Open',
      activity: 'judo',
      organization_id: secret.id,
      openness: 'inviteOnly',
    });
    await buildTeam(db(), { name: 'Unlisted', visibility: 'unlisted' });
    await buildTeam(db(), { name: 'Private', visibility: 'private' });
    await buildMembership(db(), { team_id: team.id, person_id: (await buildUser(db())).id });
    await buildMembership(db(), {
      team_id: team.id,
      person_id: (await buildUser(db())).id,
      status: 'requested',
    });
    const { items } = (await list('teams')).body;
    expect(items.map((item) => [item.name, item.organization?.name ?? null, item.memberCount])).toEqual([
      ['Open', null, 0],
      ['U12', 'Club', 1],
    ]);
    expect(await names('teams', { organization: club.id })).toEqual(['U12']);
    expect(await names('teams', { organization: secret.id })).toEqual([]);
    expect(await names('teams', { accepting: 'true' })).toEqual(['U12']);
    expect(await names('teams', { activity: 'judo' })).toEqual(['Open']);
    expect(await names('teams', { level: 'beginner', region: 'GHENT', q: 'u12' })).toEqual(['U12']);
  });

  it('combine on /explore as six of each, with counts and facets at most a minute old', async () => {
    const ghent = await buildPlace(db(), { region: 'Ghent' });
    const bruges = await buildPlace(db(), { region: 'Bruges' });
    const alsoGhent = await buildPlace(db(), { region: 'Ghent' });
    const { id: organizer } = await buildOrganization(db(), { name: 'Club' });
    const ofClub = { organizer_organization_id: organizer };
    for (let index = 0; index < 7; index += 1)
      await buildEvent(db(), { ...ofClub, place_id: index % 2 === 0 ? ghent.id : alsoGhent.id });
    await buildEvent(db(), { ...ofClub, place_id: bruges.id, activities: '["judo","yoga"]' });
    await buildEvent(db(), { ...ofClub, attendance_mode: 'online', activities: '["judo"]' });
    await buildEvent(db(), { ...ofClub, place_id: bruges.id, starts_at: '2026-11-01T10:00:00.000Z' });
    const explore = async () => (await createClient(server).call('GET /api/explore')).body;
    const body = await explore();
    expect(body.events).toHaveLength(6);
    expect(body.organizers.map((one) => one.name)).toEqual(['Club']);
    expect(body.counts).toEqual({ events: 9, members: 0, organizations: 1, organizers: 1, teams: 0 });
    expect(body.facets).toEqual({
      regions: [
        { region: 'Ghent', count: 7 },
        { region: 'Bruges', count: 1 },
      ],
      activities: [
        { activity: 'football', count: 7 },
        { activity: 'judo', count: 2 },
        { activity: 'yoga', count: 1 },
      ],
    });
    await buildTeam(db(), { name: 'New' });
    expect((await explore()).teams).toHaveLength(1);
    expect((await explore()).counts.teams).toBe(0);
    server.advance(60_000);
    expect((await explore()).counts.teams).toBe(1);
  });
});
