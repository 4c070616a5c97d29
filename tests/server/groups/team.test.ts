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

describe('a team', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const teamFor = async (user: { id: string }, id: string) =>
    (await signIn(server, user)).call('GET /api/teams/{id}', { params: { id } });
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

  it('shows its coaches always, and its roster to those whom rosterVisibility names', async () => {
    for (const roster_visibility of ['coaches', 'members'] as const) {
      const organization = await buildOrganization(db());
      const { id } = await buildTeam(db(), { roster_visibility, organization_id: organization.id });
      const listedCoach = await buildListedUser(db(), { name: 'Ann' });
      await buildMembership(db(), {
        team_id: id,
        person_id: listedCoach.id,
        role: 'coach',
        title: 'Head coach',
      });
      const people = {
        coach: await member({ team_id: id }, 'coach', 'active', { name: 'Bo' }),
        assistant: await member({ team_id: id }, 'assistant', 'active', { name: 'Cleo' }),
        trainee: await member({ team_id: id }, 'trainee', 'active', { name: 'Dan' }),
        invited: await member({ team_id: id }, 'trainee', 'invited', { name: 'Eve' }),
        organizationAdmin: await member({ organization_id: organization.id }, 'admin'),
        organizationTrainee: await member({ organization_id: organization.id }),
        stranger: await buildUser(db()),
      };
      const seeing: string[] = [];
      for (const [name, user] of Object.entries(people)) {
        const { body } = await teamFor(user, id);
        if (body.roster) {
          seeing.push(name);
          expect(body.roster.map((one) => one.name)).toEqual(['Ann', 'Bo', 'Cleo', 'Dan']);
        }
        const isInside = ['coach', 'assistant', 'trainee', 'organizationAdmin'].includes(name);
        expect([name, body.coaches.map((one) => one.name)]).toEqual([
          name,
          isInside ? ['Ann', 'Bo'] : ['Ann'],
        ]);
      }
      expect(seeing).toEqual([
        'coach',
        'assistant',
        ...(roster_visibility === 'members' ? ['trainee'] : []),
        'organizationAdmin',
      ]);
    }
  });

  it('is visible to every signed-in user when public or unlisted, and to its own people when private', async () => {
    const organization = await buildOrganization(db(), { name: 'Secret', visibility: 'private' });
    for (const visibility of ['public', 'unlisted', 'private'] as const) {
      const { id } = await buildTeam(db(), { visibility, organization_id: organization.id });
      const others = visibility === 'private' ? 404 : 200;
      expect((await createClient(server).request(`/api/teams/${id}`)).status).toBe(401);
      for (const user of [
        await buildUser(db()),
        await member({ organization_id: organization.id }),
        await member({ team_id: id }, 'coach', 'left'),
      ])
        expect((await teamFor(user, id)).status).toBe(others);
      for (const user of [
        await member({ team_id: id }),
        await member({ organization_id: organization.id }, 'owner'),
      ]) {
        const { status, body } = await teamFor(user, id);
        expect([status, body.organization?.name]).toEqual([200, 'Secret']);
      }
      if (others === 200) expect((await teamFor(await buildUser(db()), id)).body.organization).toBeNull();
    }
  });

  it('names the last event of each kind that it owns, past or planned, to those who plan for it', async () => {
    const { id: clubId } = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: clubId });
    const own = (kind: 'training' | 'match' | 'camp', starts_at: string, given = {}) =>
      buildEvent(db(), { teams: [id], owner_team_id: id, kind, starts_at, ...given });
    await own('training', '2026-11-10T10:00:00.000Z');
    const training = await own('training', '2026-12-10T10:00:00.000Z');
    await own('training', '2026-12-17T10:00:00.000Z', { event_status: 'EventCancelled' });
    await own('training', '2026-12-24T10:00:00.000Z', { publication: 'draft' });
    await own('training', '2026-12-31T10:00:00.000Z', { removed_at: '2026-11-20T10:00:00.000Z' });
    const match = await own('match', '2026-03-01T10:00:00.000Z', { publication: 'archived' });
    await own('camp', '2024-07-01T10:00:00.000Z');
    // The team takes part in this one, and others run it.
    const host = await buildTeam(db());
    await own('match', '2026-12-20T10:00:00.000Z', { teams: [id, host.id], owner_team_id: host.id });
    const last = [
      { kind: 'match', id: match.id },
      { kind: 'training', id: training.id },
    ];
    const read = async (user: { id: string }) => (await teamFor(user, id)).body.lastEvents;
    const coach = { is_coach: 1 } as const;
    expect(await read(await member({ team_id: id }, 'coach', 'active', coach))).toEqual(last);
    expect(await read(await member({ organization_id: clubId }, 'admin', 'active', coach))).toEqual(last);
    expect(await read(await member({ team_id: id }))).toBeNull();
  });

  it('shows the next events that this viewer may find', async () => {
    const { id } = await buildTeam(db());
    const trainee = await member({ team_id: id });
    for (let index = 0; index < 9; index += 1)
      await buildEvent(db(), {
        name: `Public ${index}`,
        teams: [id],
        starts_at: `2026-12-0${index + 1}T10:00:00.000Z`,
      });
    await buildEvent(db(), { name: 'Team', teams: [id], visibility: 'team' });
    await buildEvent(db(), {
      name: 'Unlisted',
      teams: [id],
      visibility: 'unlisted',
      starts_at: '2026-11-29T10:00:00.000Z',
    });
    await buildEvent(db(), { name: 'Draft', teams: [id], publication: 'draft' });
    await buildEvent(db(), { name: 'Over', teams: [id], starts_at: '2026-11-20T10:00:00.000Z' });
    await buildEvent(db(), { name: 'Other' });
    const names = async (user: { id: string }) =>
      (await teamFor(user, id)).body.upcomingEvents.map((event) => event.name);
    expect(await names(trainee)).toEqual([
      'Team',
      'Unlisted',
      'Public 0',
      'Public 1',
      'Public 2',
      'Public 3',
      'Public 4',
      'Public 5',
    ]);
    expect(await names(await buildUser(db()))).toEqual(
      Array.from({ length: 8 }, (_, index) => `Public ${index}`),
    );
  });

  it('includes the permissions of each viewer', async () => {
    const organization = await buildOrganization(db());
    const { id } = await buildTeam(db(), { organization_id: organization.id, openness: 'inviteOnly' });
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
      startNextSeason: true,
    };
    const onlyOwner = await member({ team_id: id }, 'owner');
    expect((await teamFor(onlyOwner, id)).body.can).toEqual({ ...all, leave: false });
    const cases = [
      ['admin', 'active', all],
      ['coach', 'active', { ...all, startNextSeason: false }],
      ['assistant', 'active', { ...none, leave: true }],
      ['trainee', 'active', { ...none, leave: true }],
      ['trainee', 'invited', { ...none, join: true, leave: true }],
      ['trainee', 'requested', { ...none, leave: true }],
      ['trainee', 'left', none],
    ] as const;
    for (const [role, status, can] of cases)
      expect([
        role,
        status,
        (await teamFor(await member({ team_id: id }, role, status), id)).body.can,
      ]).toEqual([role, status, can]);
    expect((await teamFor(await buildUser(db()), id)).body.can).toEqual(none);
    expect((await teamFor(await member({ organization_id: organization.id }, 'admin'), id)).body.can).toEqual(
      { ...all, leave: false },
    );
    expect((await teamFor(await member({ organization_id: organization.id }, 'coach'), id)).body.can).toEqual(
      none,
    );
    await member({ team_id: id }, 'owner');
    expect((await teamFor(onlyOwner, id)).body.can.leave).toBe(true);
  });

  it('lets a coach plan events only after confirming their address', async () => {
    const { id } = await buildTeam(db());
    const coach = await member({ team_id: id }, 'coach', 'active', { email_verified_at: null });
    expect((await teamFor(coach, id)).body.can).toMatchObject({ edit: true, createEvent: false });
  });
});
