import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole, membershipStatuses } from '../../../src/contract/values/enums.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

type Status = (typeof membershipStatuses)[number];

describe('an organization', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const client = (user: { id: string } | null) => (user ? signIn(server, user) : createClient(server));
  const organizationFor = async (user: { id: string } | null, id: string) =>
    (await client(user)).call('GET /api/organizations/{id}', { params: { id } });
  const member = async (
    group: { team_id: string } | { organization_id: string },
    role: MembershipRole = 'trainee',
    status: Status = 'active',
    given: Parameters<typeof buildUser>[1] = {},
  ) => {
    const user = await buildUser(db(), given);
    await buildMembership(db(), { ...group, person_id: user.id, role, status });
    return user;
  };

  it('shows visitors its public fields, and its listed people', async () => {
    const { id } = await buildOrganization(db(), {
      name: 'Club',
      description: '# Hello',
      url: 'https://club.example',
      email: 'club@example.com',
      telephone: '+3291234567',
      address: 'Gent',
      activities: '["judo"]',
    });
    const owner = await buildListedUser(db(), { name: 'Ann' });
    await buildMembership(db(), { organization_id: id, person_id: owner.id, role: 'owner', title: 'Chair' });
    const admin = await member({ organization_id: id }, 'admin');
    const listedTrainee = await buildListedUser(db());
    await buildMembership(db(), { organization_id: id, person_id: listedTrainee.id });
    const team = await buildTeam(db(), { name: 'A', organization_id: id });
    await buildTeam(db(), { name: 'B', organization_id: id, visibility: 'private' });
    await buildTeam(db(), { name: 'C', organization_id: id, visibility: 'unlisted' });
    const event = await buildEvent(db(), { organizer_organization_id: id, leaders: [admin.id] });
    await buildEvent(db(), { organizer_organization_id: id, visibility: 'organization' });
    const { status, body } = await organizationFor(null, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Club',
      descriptionBlocks: [{ type: 'heading', children: [{ text: 'Hello' }] }],
      url: 'https://club.example',
      email: 'club@example.com',
      telephone: '+3291234567',
      address: 'Gent',
      activities: ['judo'],
      teamCount: 1,
      teams: [{ id: team.id, organization: { id, name: 'Club' } }],
      people: [{ id: owner.id, name: 'Ann', avatarSrc: null, role: 'owner', title: 'Chair', jersey: null }],
      upcomingEvents: [{ id: event.id, leaders: [] }],
      nextEvent: { id: event.id },
      membership: null,
      can: { join: true, leave: false, edit: false, manageMembers: false, createEvent: false },
    });
    expect(body.people).toHaveLength(1);
    expect(body.teams).toHaveLength(1);
    expect(body.upcomingEvents).toHaveLength(1);
  });

  it('shows its members also the fields limited to members', async () => {
    const { id } = await buildOrganization(db());
    const admin = await member({ organization_id: id }, 'admin');
    const trainee = await member({ organization_id: id });
    const secretTeam = await buildTeam(db(), { name: 'B', organization_id: id, visibility: 'private' });
    await buildTeam(db(), { name: 'D', organization_id: id, visibility: 'private' });
    const teamMember = await member({ team_id: secretTeam.id });
    await buildEvent(db(), { organizer_organization_id: id, leaders: [admin.id] });
    await buildEvent(db(), { organizer_organization_id: id, visibility: 'organization' });
    await buildEvent(db(), { organizer_organization_id: id, visibility: 'team' });
    await buildEvent(db(), { organizer_organization_id: id, publication: 'draft' });
    const { body } = await organizationFor(trainee, id);
    expect(body.teams.map((team) => team.name)).toEqual(['B', 'D']);
    expect(body.people.map((person) => person.id)).toEqual([admin.id]);
    expect(body.upcomingEvents.map((event) => event.leaders.length)).toEqual([1, 0]);
    expect(body.membership).toEqual({ role: 'trainee', status: 'active' });
    // Someone who is only in one of its teams sees that team.
    expect((await organizationFor(teamMember, id)).body.teams.map((team) => team.name)).toEqual(['B']);
  });

  it('is visible to everyone when public or unlisted, and to its own people when private', async () => {
    for (const visibility of ['public', 'unlisted', 'private'] as const) {
      const { id } = await buildOrganization(db(), { visibility });
      const team = await buildTeam(db(), { organization_id: id });
      const others = visibility === 'private' ? 404 : 200;
      expect((await organizationFor(null, id)).status).toBe(others);
      expect((await organizationFor(await buildUser(db()), id)).status).toBe(others);
      // People with an invitation or a request see it like a stranger, to decide.
      for (const status of ['invited', 'requested'] as const) {
        const { body } = await organizationFor(await member({ organization_id: id }, 'trainee', status), id);
        expect([body.id, body.people]).toEqual([id, []]);
      }
      for (const status of ['left', 'removed', 'rejected'] as const)
        expect([
          visibility,
          status,
          (await organizationFor(await member({ organization_id: id }, 'trainee', status), id)).status,
        ]).toEqual([visibility, status, others]);
      expect((await organizationFor(await member({ organization_id: id }), id)).status).toBe(200);
      expect((await organizationFor(await member({ team_id: team.id }), id)).status).toBe(200);
    }
    expect((await organizationFor(null, '0197a000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('includes the permissions of each viewer', async () => {
    const { id } = await buildOrganization(db());
    const group = { organization_id: id };
    await member(group, 'owner');
    const none = {
      join: false,
      leave: false,
      edit: false,
      invite: false,
      manageMembers: false,
      createEvent: false,
      startNextSeason: false,
    };
    const all = {
      join: false,
      leave: true,
      edit: true,
      invite: true,
      manageMembers: true,
      createEvent: true,
      startNextSeason: false,
    };
    const cases = [
      ['owner', 'active', all],
      ['admin', 'active', all],
      ['coach', 'active', { ...none, leave: true, createEvent: true }],
      ['assistant', 'active', { ...none, leave: true }],
      ['trainee', 'active', { ...none, leave: true }],
      ['owner', 'left', { ...none, join: true }],
      ['trainee', 'invited', { ...none, join: true, leave: true }],
      ['trainee', 'requested', { ...none, leave: true }],
      ['trainee', 'removed', none],
    ] as const;
    for (const [role, status, can] of cases) {
      const { body } = await organizationFor(await member(group, role, status), id);
      expect([role, status, body.can]).toEqual([role, status, can]);
    }
  });

  it('differs by viewer, so no shared cache stores it', async () => {
    const { id } = await buildOrganization(db());
    const anonymous = await createClient(server).request(`/api/organizations/${id}`);
    expect([anonymous.headers.get('vary'), anonymous.headers.get('cache-control')]).toEqual([
      'Accept-Encoding, Cookie',
      'public, no-cache',
    ]);
    const mine = await (await signIn(server, await buildUser(db()))).request(`/api/organizations/${id}`);
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
  });
});
