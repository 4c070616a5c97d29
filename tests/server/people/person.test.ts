import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MembershipRole, MembershipStatus } from '../../../src/contract/values/enums.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from '../groups/people.ts';

const fields = [
  'activities',
  'region',
  'qualifications',
  'bio',
  'level',
  'languages',
  'email',
  'phone',
] as const;
const everyField = {
  activities: '["judo"]',
  region: 'Ghent',
  qualifications: '["UEFA B"]',
  bio: 'Hello',
  level: 'elite' as const,
  languages: '["nl"]',
};

describe('GET /api/users/{id}', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const seen = async (viewer: { id: string } | null, id: string) =>
    (viewer ? await signIn(server, viewer) : createClient(server)).call('GET /api/users/{id}', {
      params: { id },
    });
  const shown = async (viewer: { id: string } | null, id: string) => {
    const { body } = await seen(viewer, id);
    return fields.filter((field) => body[field] !== null);
  };

  /** A person with every field filled, and one viewer for each relation to them. */
  async function buildCircle(given: Parameters<typeof buildUser>[1] = {}) {
    const { profile, ...columns } = given;
    const person = await buildUser(db(), { is_coach: 1, ...columns, profile: { ...everyField, ...profile } });
    const team = await buildTeam(db());
    const inTeam = async (
      person_id: string,
      role: 'coach' | 'assistant' | 'trainee',
      status: 'active' | 'left' = 'active',
    ) => void (await buildMembership(db(), { team_id: team.id, person_id, role, status }));
    await inTeam(person.id, 'trainee');
    const viewers = {
      stranger: await buildUser(db()),
      teammate: await buildUser(db()),
      assistant: await buildUser(db()),
      coach: await buildUser(db()),
      former: await buildUser(db()),
    };
    await inTeam(viewers.teammate.id, 'trainee');
    await inTeam(viewers.assistant.id, 'assistant');
    await inTeam(viewers.coach.id, 'coach');
    await inTeam(viewers.former.id, 'coach', 'left');
    return { person, team, ...viewers };
  }

  it('shows each field to its audience', async () => {
    for (const [audience, expected] of Object.entries({
      nobody: ['self'],
      coaches: ['self', 'coach'],
      team: ['self', 'coach', 'assistant', 'teammate'],
      signedIn: ['self', 'coach', 'assistant', 'teammate', 'former', 'stranger'],
      public: ['self', 'coach', 'assistant', 'teammate', 'former', 'stranger'],
    })) {
      const visibility = Object.fromEntries(fields.map((field) => [field, audience]));
      const {
        person,
        team: _team,
        ...viewers
      } = await buildCircle({ profile: { is_public: 1, field_visibility: JSON.stringify(visibility) } });
      for (const [name, viewer] of Object.entries({ self: person, ...viewers }))
        expect([audience, name, await shown(viewer, person.id)]).toEqual([
          audience,
          name,
          expected.includes(name) ? [...fields] : [],
        ]);
      // A visitor sees three fields at most, whatever their audience.
      expect([audience, await shown(null, person.id)]).toEqual([
        audience,
        audience === 'public' ? ['activities', 'region', 'qualifications'] : [],
      ]);
    }
  });

  it("shows a public profile's public fields by default, and little more to the team", async () => {
    const { person, stranger, teammate, coach } = await buildCircle({ profile: { is_public: 1 } });
    const forAll = ['activities', 'region', 'qualifications'];
    const forTeam = [...forAll, 'bio', 'level', 'languages'];
    expect(await shown(null, person.id)).toEqual(forAll);
    expect(await shown(stranger, person.id)).toEqual(forAll);
    expect(await shown(teammate, person.id)).toEqual(forTeam);
    expect(await shown(coach, person.id)).toEqual(forTeam);
    expect(await shown(person, person.id)).toEqual([...fields]);
  });

  it('shows a private profile only to people who share a team', async () => {
    const { person, stranger, teammate, assistant, coach, former } = await buildCircle();
    for (const viewer of [null, stranger, former]) expect((await seen(viewer, person.id)).status).toBe(404);
    for (const viewer of [teammate, assistant, coach, person])
      expect((await seen(viewer, person.id)).status).toBe(200);
    expect((await seen(person, person.id)).body.isMe).toBe(true);
    expect((await seen(coach, person.id)).body.isMe).toBe(false);
  });

  it('shows members to those who run the organization of their team, and those to the members', async () => {
    const club = await buildOrganization(db());
    const team = await buildTeam(db(), { organization_id: club.id });
    const visibility = { bio: 'coaches', level: 'team', languages: 'signedIn', email: 'nobody' };
    const person = await buildUser(db(), {
      profile: { ...everyField, field_visibility: JSON.stringify(visibility) },
    });
    await buildMembership(db(), { team_id: team.id, person_id: person.id });
    const inClub = (...[role, status]: [MembershipRole?, MembershipStatus?]) =>
      member(server, { organization_id: club.id }, role, status, { profile: everyField });
    const owner = await inClub('owner');
    const clubMember = await inClub();
    const others = [
      await inClub('coach'),
      await inClub('admin', 'removed'),
      await member(server, { organization_id: (await buildOrganization(db())).id }, 'owner'),
      clubMember,
    ];
    expect((await seen(owner, person.id)).status).toBe(200);
    expect(await shown(owner, person.id)).toEqual(fields.filter((field) => !/email|phone/.test(field)));
    for (const viewer of others) expect((await seen(viewer, person.id)).status).toBe(404);
    for (const viewer of [person, clubMember]) expect((await seen(viewer, owner.id)).status).toBe(200);
    // A member of the organization alone shares no team, so what is for a team or its coaches stays hidden.
    expect((await seen(owner, clubMember.id)).status).toBe(200);
    expect(await shown(owner, clubMember.id)).toEqual(['activities', 'region', 'qualifications']);
    for (const other of others.slice(0, 3)) expect((await seen(person, other.id)).status).toBe(404);
  });

  it('hides people from the public while under age, unconfirmed or suspended', async () => {
    for (const given of [{ birth_date: '2014-01-01' }, { birth_date: null }, { email_verified_at: null }]) {
      const { person, stranger, teammate } = await buildCircle({ ...given, profile: { is_public: 1 } });
      expect([given, (await seen(null, person.id)).status, (await seen(stranger, person.id)).status]).toEqual(
        [given, 404, 404],
      );
      expect((await seen(teammate, person.id)).status).toBe(200);
    }
    const { person, teammate } = await buildCircle({
      suspended_at: '2026-11-20T10:00:00.000Z',
      profile: { is_public: 1 },
    });
    for (const viewer of [null, teammate]) expect((await seen(viewer, person.id)).status).toBe(404);
  });

  it('shows a participant to the organizer of their event, and an organizer to the participants', async () => {
    const person = await buildUser(db(), { profile: everyField });
    const leader = await buildUser(db());
    const team = await buildTeam(db());
    const coach = await buildUser(db());
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
    const participant = await buildUser(db());
    const declined = await buildUser(db());
    const event = await buildEvent(db(), { leaders: [leader.id], teams: [team.id] });
    for (const user of [person, participant])
      await buildRegistration(db(), { event_id: event.id, person_id: user.id });
    await buildRegistration(db(), { event_id: event.id, person_id: declined.id, state: 'declined' });
    for (const [viewer, id, status] of [
      [leader, person.id, 404],
      [coach, person.id, 200],
      [person, leader.id, 200],
      [person, coach.id, 200],
      [participant, person.id, 404],
      [coach, declined.id, 404],
    ] as const)
      expect((await seen(viewer, id)).status).toBe(status);
    expect(await shown(coach, person.id)).toEqual(['activities', 'region', 'qualifications']);
  });

  it('includes qualifications and next events only for coaches', async () => {
    const coach = await buildListedUser(db(), { is_coach: 1, profile: everyField });
    const trainee = await buildListedUser(db(), { profile: everyField });
    for (const { id } of [coach, trainee])
      for (let index = 1; index < 5; index += 1) {
        await buildEvent(db(), {
          name: `Led ${index}`,
          leaders: [id],
          starts_at: `2026-12-0${index}T10:00:00.000Z`,
        });
        await buildEvent(db(), {
          name: `Run ${index}`,
          organizer_user_id: id,
          starts_at: `2026-12-0${index}T12:00:00.000Z`,
        });
        await buildEvent(db(), { name: 'Hidden', organizer_user_id: id, visibility: 'unlisted' });
      }
    const { body } = await seen(null, coach.id);
    expect(body).toMatchObject({ type: 'coach', qualifications: ['UEFA B'], name: coach.name });
    expect(body.upcomingEvents.map((event) => event.name)).toEqual([
      'Led 1',
      'Run 1',
      'Led 2',
      'Run 2',
      'Led 3',
    ]);
    expect((await seen(null, trainee.id)).body).toMatchObject({
      type: 'trainee',
      qualifications: [],
      upcomingEvents: [],
    });
  });
});
