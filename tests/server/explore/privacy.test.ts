import type { Insertable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from '../../../src/server/db/schema.ts';
import { createClient } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** People who must never be found in public; the clock stands at 21 November 2026, 10:00 UTC. */
const hiddenPeople: Record<string, Partial<Insertable<Tables['users']>> & { is_public?: 0 | 1 }> = {
  'a private profile': { is_public: 0 },
  'someone who is 18 tomorrow': { birth_date: '2008-11-22' },
  'someone who is 12': { birth_date: '2014-01-01' },
  'someone without a birth date': { birth_date: null },
  'someone who has not confirmed the address': { email_verified_at: null },
  'someone suspended': { suspended_at: '2026-11-20T10:00:00.000Z' },
};

const publicPaths = [
  '/api/explore',
  '/api/explore?q=hidden',
  '/api/explore/events',
  '/api/explore/events?sort=newest',
  '/api/explore/events?q=hidden',
  '/api/explore/events?organizer={id}',
  '/api/explore/members',
  '/api/explore/members?q=hidden',
  '/api/explore/members?type=coach',
  '/api/explore/members?type=coach&activity=judo&region=ghent&q=hidden',
  '/api/explore/members?activity=judo',
  '/api/explore/members?region=ghent',
  '/api/explore/organizations',
  '/api/explore/organizers',
  '/api/explore/organizers?kind=person',
  '/api/explore/organizers?kind=person&activity=judo&region=ghent&q=hidden',
  '/api/explore/teams',
  '/api/events/public/{event}',
  '/api/organizations/{organization}',
  '/api/users/{id}',
];

describe('people who may not be named in public', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function buildScene(given: (typeof hiddenPeople)[string]) {
    const { is_public = 1, ...columns } = given;
    const { db } = server.database;
    const user = await buildUser(db, {
      name: 'Hidden Person',
      is_coach: 1,
      ...columns,
      profile: { is_public, activities: '["judo"]', region: 'Ghent' },
    });
    const event = await buildEvent(db, {
      name: 'Open mat',
      organizer_user_id: user.id,
      leaders: [user.id],
      created_by: user.id,
    });
    const organization = await buildOrganization(db);
    await buildMembership(db, { organization_id: organization.id, person_id: user.id, role: 'owner' });
    const team = await buildTeam(db, { organization_id: organization.id });
    await buildMembership(db, { team_id: team.id, person_id: user.id, role: 'coach' });
    return { user, event, organization };
  }

  async function pathsThatName({ user, event, organization }: Awaited<ReturnType<typeof buildScene>>) {
    const client = createClient(server);
    const naming: string[] = [];
    for (const path of publicPaths) {
      const url = path
        .replace('{id}', user.id)
        .replace('{event}', event.id)
        .replace('{organization}', organization.id);
      const response = await client.request(url);
      const text = await response.text();
      // A refusal may repeat the id of the request; a name or id in a success is a leak.
      if (response.status === 200 && (text.includes(user.name) || text.includes(user.id))) naming.push(path);
      else expect([200, 404]).toContain(response.status);
    }
    return naming;
  }

  for (const [kind, given] of Object.entries(hiddenPeople))
    it(`never include ${kind}, in any list or event, by any filter`, async () => {
      const scene = await buildScene(given);
      expect(await pathsThatName(scene)).toEqual([]);
      const { body } = await createClient(server).call('GET /api/events/public/{id}', {
        params: { id: scene.event.id },
      });
      expect([body.organizer, body.leaders]).toEqual([null, []]);
    });

  it('include a listed adult everywhere, as a control for the tests above', async () => {
    const scene = await buildScene({ birth_date: '2008-11-21' });
    const expected = publicPaths.filter(
      (path) => !['/api/explore/organizations', '/api/explore/teams'].includes(path),
    );
    expect(await pathsThatName(scene)).toEqual(expected);
  });

  it('are not counted when hidden', async () => {
    for (const given of Object.values(hiddenPeople)) await buildScene(given);
    const { body } = await createClient(server).call('GET /api/explore');
    // The event of the suspended person is not listed at all.
    expect(body.counts).toEqual({ events: 5, members: 0, organizations: 6, organizers: 0, teams: 6 });
    const searched = await createClient(server).call('GET /api/explore', { query: { q: 'hidden' } });
    expect(searched.body.counts.members).toBe(0);
  });

  it('become listed on their 18th birthday', async () => {
    await buildScene({ birth_date: '2008-11-22' });
    server.advance(14 * 3_600_000 - 1);
    expect((await createClient(server).call('GET /api/explore/members')).body.items).toHaveLength(0);
    server.advance(1);
    expect((await createClient(server).call('GET /api/explore/members')).body.items).toHaveLength(1);
  });

  it('are neither shown nor found by their private fields when listed', async () => {
    await buildUser(server.database.db, {
      name: 'Ann',
      profile: {
        is_public: 1,
        activities: '["judo"]',
        region: 'Ghent',
        bio: 'Secretive',
        field_visibility: '{"activities":"team","region":"nobody"}',
      },
    });
    const client = createClient(server);
    const { body } = await client.call('GET /api/explore/members');
    expect(body.items).toMatchObject([{ name: 'Ann', activities: [], region: null }]);
    for (const query of [
      { activity: 'judo' },
      { region: 'ghent' },
      { q: 'secretive' },
      { q: 'judo' },
      { q: 'ghent' },
    ])
      expect((await client.call('GET /api/explore/members', { query })).body.items).toEqual([]);
  });
});
