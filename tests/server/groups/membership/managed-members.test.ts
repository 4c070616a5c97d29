// Members without an account: who adds and edits them, what others see of them, and which roles they can get.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../../src/contract/values/limits.ts';
import { createClient, signIn } from '../../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { auditedActions, member, stored, turnsDuring } from '../people.ts';

type Person = { id: string };

let server: TestServer;
let team: { id: string };
let coach: Person;
beforeEach(async () => {
  server = await startTestServer();
  team = await buildTeam(db());
  coach = await member(server, { team_id: team.id }, 'coach');
});
afterEach(() => server.close());

const db = () => server.database.db;
const add = async (people: unknown, viewer: Person = coach, id = team.id) =>
  (await signIn(server, viewer)).call('POST /api/teams/{id}/people', { params: { id }, body: { people } });
const edit = async (person: Person, body: object, viewer: Person = coach, id = team.id) =>
  (await signIn(server, viewer)).call('PATCH /api/teams/{id}/people/{personId}', {
    params: { id, personId: person.id },
    body,
  });
const members = async (viewer: Person = coach) =>
  (await (await signIn(server, viewer)).call('GET /api/teams/{id}/members', { params: { id: team.id } })).body
    .items;
/** A member without an account in the team. */
const managed = async (given: Parameters<typeof buildPerson>[1] = {}) => {
  const person = await buildPerson(db(), given);
  await buildMembership(db(), { team_id: team.id, person_id: person.id });
  return person;
};
const peopleCount = async () => (await db().selectFrom('people').select('id').execute()).length;

describe('POST /api/teams/{id}/people', () => {
  it('adds people as active trainees, in the given order, and records who added them', async () => {
    const id = uuid();
    const mia = { id, name: ' Mia Peters ', birthYear: 2014, guardianEmail: 'Ann@Example.com', jersey: '7' };
    const { status, body } = await add([mia, { name: 'Bo' }]);
    expect([status, body.items]).toEqual([
      201,
      [
        { id, name: 'Mia Peters' },
        { id: expect.any(String), name: 'Bo' },
      ],
    ]);
    expect(await stored(server, { team_id: team.id }, { id })).toEqual({ role: 'trainee', status: 'active' });
    const line = (await members()).find(({ user }) => user?.id === id);
    expect(line).toMatchObject({
      user: { id, name: 'Mia Peters', avatarSrc: null, hasAccount: false },
      jersey: '7',
      managed: { version: 1, birthYear: 2014, guardianEmail: 'ann@example.com' },
      email: null,
    });
    expect(await auditedActions(server)).toMatchObject([
      { actor_id: coach.id, action: 'membership.added', before: null },
      { actor_id: coach.id, action: 'membership.added', before: null },
    ]);
  });

  it('changes nothing when the same people are sent again', async () => {
    const people = [
      { id: uuid(), name: 'Mia' },
      { id: uuid(), name: 'Bo' },
    ];
    const first = await add(people);
    const again = await add([...people, { id: uuid(), name: 'Cem' }]);
    expect(again.status).toBe(201);
    expect(again.body.items.slice(0, 2)).toEqual(first.body.items);
    expect((await members()).map(({ user }) => user?.name).slice(0, 3)).toEqual(['Bo', 'Cem', 'Mia']);
  });

  it('rejects an id that another person has, and adds none of the others', async () => {
    const elsewhere = await buildTeam(db());
    const theirs = await buildPerson(db());
    await buildMembership(db(), { team_id: elsewhere.id, person_id: theirs.id });
    const removed = await managed();
    await db()
      .updateTable('memberships')
      .set({ status: 'removed' })
      .where('person_id', '=', removed.id)
      .execute();
    const before = await peopleCount();
    for (const id of [theirs.id, removed.id, coach.id]) {
      const { status, body } = await add([{ name: 'New' }, { id, name: 'Taken' }]);
      expect([status, body.code]).toEqual([409, 'not_permitted']);
    }
    expect(await peopleCount()).toBe(before);
  });

  it('reports each invalid field, and adds no one', async () => {
    const before = await peopleCount();
    const id = uuid();
    const { status, body } = await add([
      { id, name: 'Fine' },
      { id, name: '' },
      { name: 'See www.example.com', birthYear: 1850, guardianEmail: 'nowhere' },
    ]);
    expect(status).toBe(422);
    expect(body.errors?.map(({ path }) => path).sort()).toEqual([
      'people.1.id',
      'people.1.name',
      'people.2.birthYear',
      'people.2.guardianEmail',
      'people.2.name',
    ]);
    const ahead = await add([{ name: 'Fine' }, { name: 'Not born', birthYear: 2027 }]);
    expect(ahead.body.errors?.map(({ path }) => path)).toEqual(['people.1.birthYear']);
    for (const people of [[], Array.from({ length: 101 }, () => ({ name: 'Many' })), undefined])
      expect((await add(people)).body.errors?.map(({ path }) => path)).toEqual(['people']);
    expect(await peopleCount()).toBe(before);
  });

  it('stops at the member limit of a team, and reports how many can still be added', async () => {
    const many = Array.from({ length: limits.peopleAtOnce }, (_, index) => ({ name: `P ${index}` }));
    for (let added = 0; added + 100 < limits.teamMembersMax; added += 100)
      expect((await add(many)).status).toBe(201);
    // With the coach the team has 401 members.
    const over = await add(many);
    expect([over.status, over.body.errors?.[0]?.message]).toEqual([
      422,
      'A team can have 500 members at most. You can add 99 more',
    ]);
    expect((await add(many.slice(1))).status).toBe(201);
    expect((await add([{ name: 'One more' }])).status).toBe(422);
  });

  it('serves other requests while it adds many people', async () => {
    const people = Array.from({ length: limits.peopleAtOnce }, (_, index) => ({ name: `Person ${index}` }));
    const client = await signIn(server, coach);
    const turns = await turnsDuring(() =>
      client.call('POST /api/teams/{id}/people', { params: { id: team.id }, body: { people } }),
    );
    expect(await peopleCount()).toBe(1 + limits.peopleAtOnce);
    expect(turns).toBeGreaterThanOrEqual(limits.peopleAtOnce / 20);
  });

  it('requires a current role that manages the members', async () => {
    const club = await buildOrganization(db());
    await db().updateTable('teams').set({ organization_id: club.id }).where('id', '=', team.id).execute();
    const group = { team_id: team.id };
    for (const role of ['owner', 'admin', 'coach'] as const)
      expect((await add([{ name: 'New' }], await member(server, group, role))).status).toBe(201);
    const clubAdmin = await member(server, { organization_id: club.id }, 'admin');
    expect((await add([{ name: 'New' }], clubAdmin)).status).toBe(201);
    const before = await peopleCount();
    const former = await member(server, group, 'coach', 'removed');
    const formerAdmin = await member(server, { organization_id: club.id }, 'admin', 'left');
    for (const viewer of [
      former,
      formerAdmin,
      await member(server, group, 'assistant'),
      await member(server, group),
      await member(server, { organization_id: club.id }, 'coach'),
      await buildUser(db(), { is_coach: 1 }),
    ]) {
      expect((await add([{ name: 'New' }], viewer)).body.code).toBe('not_permitted');
    }
    // The viewers themselves.
    expect((await peopleCount()) - before).toBe(6);
  });
});

describe('PATCH /api/teams/{id}/people/{personId}', () => {
  it('changes the given fields and keeps the rest', async () => {
    const mia = await managed({ name: 'Mia', birth_year: 2013, guardian_email: 'ann@example.com' });
    const { status, body } = await edit(mia, { version: 1, name: 'Mia Peters', birthYear: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { name: 'Mia Peters' },
      managed: { version: 2, birthYear: null, guardianEmail: 'ann@example.com' },
    });
    expect((await members())[0]).toEqual(body);
    expect((await auditedActions(server)).map(({ action, after }) => [action, after])).toEqual([
      ['person.edited', '{"fields":["name","birthYear"]}'],
    ]);
  });

  it('returns the current state when the edited version is older', async () => {
    const mia = await managed({ name: 'Mia' });
    await edit(mia, { version: 1, name: 'Mia Peters' });
    const { status, body } = await edit(mia, { version: 1, name: 'Mia P' });
    expect([status, body.code]).toEqual([409, 'stale_version']);
    expect((body as { current?: object }).current).toMatchObject({ user: { name: 'Mia Peters' } });
  });

  it('answers 404 for people with an account, who have left or who are in another team', async () => {
    const withAccount = await member(server, { team_id: team.id });
    const removed = await managed();
    await db()
      .updateTable('memberships')
      .set({ status: 'removed' })
      .where('person_id', '=', removed.id)
      .execute();
    const other = await buildTeam(db());
    const theirs = await buildPerson(db());
    await buildMembership(db(), { team_id: other.id, person_id: theirs.id });
    for (const person of [withAccount, removed, theirs, { id: uuid() }])
      expect((await edit(person, { version: 1, name: 'Taken' })).status).toBe(404);
    const names = await db().selectFrom('people').select('name').where('name', '=', 'Taken').execute();
    expect(names).toEqual([]);
  });

  it('refuses former coaches of the team', async () => {
    const mia = await managed();
    const former = await member(server, { team_id: team.id }, 'coach', 'removed');
    expect((await edit(mia, { version: 1, name: 'New' }, former)).body.code).toBe('not_permitted');
  });
});

describe('a member without an account', () => {
  it('can only be a trainee: no role is offered, and the owner can give none', async () => {
    const mia = await managed({ name: 'A Mia' });
    const owner = await member(server, { team_id: team.id }, 'owner', 'active', { name: 'Z' });
    const [line] = await members(owner);
    expect(line?.can).toEqual({ decide: false, remove: true, edit: true, grant: [] });
    const { status, body } = await (await signIn(server, owner)).call(
      'PATCH /api/teams/{id}/members/{userId}',
      { params: { id: team.id, userId: mia.id }, body: { version: 1, role: 'coach' } },
    );
    expect([status, body.detail]).toEqual([409, 'Someone without an account can only be a trainee.']);
    expect(await stored(server, { team_id: team.id }, mia)).toMatchObject({ role: 'trainee' });
  });

  it('cannot be named as a leader of an event', async () => {
    const mia = await managed();
    await db().updateTable('users').set({ is_coach: 1 }).where('id', '=', coach.id).execute();
    const { body } = await (await signIn(server, coach)).call('POST /api/events', {
      body: {
        name: 'Training',
        kind: 'training',
        startsAt: '2026-12-01T17:00:00.000Z',
        endsAt: '2026-12-01T18:00:00.000Z',
        timeZone: 'Europe/Brussels',
        teamIds: [team.id],
        leaderIds: [coach.id, mia.id],
        publication: 'draft',
      },
    });
    expect(body.errors?.map(({ path }) => path)).toEqual(['leaderIds']);
  });

  it('loses places at future private events when removed, and keeps past ones', async () => {
    const mia = await managed();
    const given = { teams: [team.id], owner_team_id: team.id, visibility: 'team' as const };
    const ahead = await buildEvent(db(), given);
    const behind = await buildEvent(db(), {
      ...given,
      starts_at: '2026-11-10T10:00:00.000Z',
      ends_at: '2026-11-10T11:00:00.000Z',
    });
    for (const { id } of [ahead, behind])
      await buildRegistration(db(), { event_id: id, person_id: mia.id, responded_by: coach.id });
    const { status } = await (await signIn(server, coach)).call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: team.id, userId: mia.id },
      body: { version: 1, status: 'removed' },
    });
    expect(status).toBe(200);
    const states = await db().selectFrom('registrations').select(['event_id', 'state']).execute();
    expect(new Map(states.map((row) => [row.event_id, row.state]))).toEqual(
      new Map([
        [ahead.id, 'cancelledByOrganizer'],
        [behind.id, 'confirmed'],
      ]),
    );
    expect(await db().selectFrom('notifications').select('id').execute()).toEqual([]);
  });

  it('is in the roster without a page, birth year and guardian', async () => {
    const mia = await managed({ name: 'Mia', birth_year: 2014, guardian_email: 'ann@example.com' });
    const teammate = await member(server, { team_id: team.id });
    const client = await signIn(server, teammate);
    const { body } = await client.call('GET /api/teams/{id}', { params: { id: team.id } });
    expect(body.roster?.map(({ id, hasAccount }) => [id, hasAccount])).toContainEqual([mia.id, false]);
    expect(body.roster?.map(({ id, hasAccount }) => [id, hasAccount])).toContainEqual([teammate.id, true]);
    expect(JSON.stringify(body)).not.toMatch(/2014|ann@/);
    expect((await client.call('GET /api/users/{id}', { params: { id: mia.id } })).status).toBe(404);
  });

  it('is named in no public answer, and to no signed-in stranger', async () => {
    const club = await buildOrganization(db(), { name: 'Open club' });
    await db().updateTable('teams').set({ organization_id: club.id }).where('id', '=', team.id).execute();
    const mia = await managed({ name: 'Hidden Mia' });
    const event = await buildEvent(db(), {
      organizer_organization_id: club.id,
      teams: [team.id],
      owner_team_id: team.id,
      roster_visibility: 'participants',
      // No longer possible, but older rows may have it.
      leaders: [mia.id],
    });
    await buildRegistration(db(), { event_id: event.id, person_id: mia.id, responded_by: coach.id });
    const stranger = await signIn(server, await buildUser(db()));
    const kinds = ['events', 'members', 'organizations', 'organizers', 'teams'];
    const paths = [
      '/api/explore?q=hidden',
      ...kinds.flatMap((kind) => [`/api/explore/${kind}`, `/api/explore/${kind}?q=hidden`]),
      `/api/events/public/${event.id}`,
      `/api/events/public/${event.id}/calendar.ics`,
      `/api/events/${event.id}`,
      `/api/events/${event.id}/registrations`,
      `/api/events/${event.id}/reminders`,
      `/api/organizations/${club.id}`,
      `/api/organizations/${club.id}/members`,
      `/api/teams/${team.id}`,
      `/api/teams/${team.id}/members`,
      `/api/users/${mia.id}`,
    ];
    for (const client of [createClient(server), stranger])
      for (const path of paths) {
        const text = await (await client.request(path)).text();
        expect([path, text.includes('Hidden Mia'), text.includes(mia.id)]).toEqual([path, false, false]);
      }
  });
});
