import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('my account', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;

  it('requires a session', async () => {
    for (const path of [
      'profile',
      'settings',
      'events',
      'calendar?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z',
      'teams',
    ])
      expect([path, (await createClient(server).request(`/api/users/me/${path}`)).status]).toEqual([
        path,
        401,
      ]);
  });

  it('is a profile with name, email, isCoach and profile.filePath, and all that its editor needs', async () => {
    const user = await buildUser(db(), {
      name: 'Ann',
      username: 'ann',
      email: 'ann@example.com',
      is_coach: 1,
      profile: {
        file_path: '/a.webp',
        bio: 'Hi',
        activities: '["judo"]',
        level: 'elite',
        region: 'Ghent',
        languages: '["nl"]',
        qualifications: '["UEFA B"]',
        is_public: 1,
        field_visibility: '{"bio":"public"}',
      },
    });
    const { body } = await (await signIn(server, user)).call('GET /api/users/me/profile');
    expect(body).toEqual({
      name: 'Ann',
      email: 'ann@example.com',
      isCoach: true,
      profile: {
        filePath: '/a.webp',
        bio: 'Hi',
        activities: ['judo'],
        level: 'elite',
        region: 'Ghent',
        languages: ['nl'],
        qualifications: ['UEFA B'],
        isPublic: true,
        fieldVisibility: {
          email: 'nobody',
          phone: 'nobody',
          bio: 'public',
          level: 'team',
          languages: 'team',
          activities: 'public',
          region: 'public',
          qualifications: 'public',
        },
      },
      id: user.id,
      username: 'ann',
      emailVerifiedAt: '2026-11-01T10:00:00.000Z',
      phone: '+32470000000',
      countryCode: 'BE',
      birthDate: '1990-05-04',
      version: 1,
    });
  });

  it('returns settings with the signed-in devices, this one first', async () => {
    const user = await buildUser(db(), { time_zone: 'Europe/Brussels', locale: 'nl-BE' });
    const android =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
    const first = await signIn(server, user, android);
    server.advance(60_000);
    await signIn(server, user, '');
    await signIn(server, await buildUser(db()), 'other');
    const { body } = await first.call('GET /api/users/me/settings');
    expect(body).toMatchObject({
      isCoach: false,
      locale: 'nl-BE',
      timeZone: 'Europe/Brussels',
      email: user.email,
      version: 1,
    });
    expect(body.sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Chrome on Android', true],
      ['Unknown device', false],
    ]);
    await db()
      .updateTable('sessions')
      .set({ revoked_at: '2026-11-21T10:00:00.000Z' })
      .where('user_agent', '=', '')
      .execute();
    expect((await first.call('GET /api/users/me/settings')).body.sessions).toHaveLength(1);
  });

  it('returns my teams, with the next event and how many replies are due', async () => {
    const me = await buildUser(db());
    const organization = await buildOrganization(db(), { name: 'Secret', visibility: 'private' });
    const team = await buildTeam(db(), {
      name: 'A',
      organization_id: organization.id,
      visibility: 'private',
    });
    const invitedTo = await buildTeam(db(), {
      name: 'B',
      visibility: 'private',
      organization_id: (await buildOrganization(db(), { visibility: 'private' })).id,
    });
    const asked = await buildTeam(db(), { name: 'C' });
    const left = await buildTeam(db(), { name: 'D' });
    for (const [given, status] of [
      [team, 'active'],
      [invitedTo, 'invited'],
      [asked, 'requested'],
      [left, 'left'],
    ] as const)
      await buildMembership(db(), { team_id: given.id, person_id: me.id, status });
    await buildMembership(db(), { organization_id: organization.id, person_id: me.id });
    const ofTeams = { teams: [team.id, invitedTo.id] };
    for (const event_status of ['EventCancelled', 'EventPostponed'] as const)
      await buildEvent(db(), { ...ofTeams, starts_at: '2026-11-22T10:00:00.000Z', event_status });
    const replied = await buildEvent(db(), {
      ...ofTeams,
      name: 'Next',
      starts_at: '2026-11-23T10:00:00.000Z',
    });
    await buildRegistration(db(), { event_id: replied.id, person_id: me.id });
    await buildEvent(db(), { ...ofTeams, starts_at: '2026-11-24T10:00:00.000Z' });
    await buildEvent(db(), { ...ofTeams, starts_at: '2026-11-25T10:00:00.000Z', visibility: 'team' });
    const { body } = await (await signIn(server, me)).call('GET /api/users/me/teams');
    expect(
      body.items.map((item) => [
        item.name,
        item.organization?.name ?? null,
        item.membership.status,
        item.nextEvent?.name ?? null,
        item.repliesOwed,
      ]),
    ).toEqual([
      ['A', 'Secret', 'active', 'Next', 2],
      ['B', null, 'invited', null, 0],
      ['C', null, 'requested', null, 0],
    ]);
  });

  it('lists my teams by name, and by the numbers in it', async () => {
    const me = await buildUser(db());
    for (const name of ['U10', 'zebras', 'U9', 'Ants', 'U19 girls'])
      await buildMembership(db(), { team_id: (await buildTeam(db(), { name })).id, person_id: me.id });
    const { body } = await (await signIn(server, me)).call('GET /api/users/me/teams');
    expect(body.items.map(({ name }) => name)).toEqual(['Ants', 'U9', 'U10', 'U19 girls', 'zebras']);
  });
});
