// Creating events: defaults, permissions, validation, and idempotency by id.

import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { plan } from './club.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db } = setup;
const create = async (who: { id: string }, body: object, headers = {}) =>
  (await signIn(setup.server, who)).call('POST /api/events', { body, headers });
const countEvents = async () => (await db().selectFrom('events').select('id').execute()).length;
const noticesOf = async (eventId: string) =>
  (
    await db()
      .selectFrom('notifications')
      .select(['user_id', 'kind'])
      .where('event_id', '=', eventId)
      .execute()
  )
    .map(({ user_id, kind }) => `${kind} ${user_id}`)
    .sort();

describe('a new event', () => {
  it('takes activity, visibility, organizer and leader from its team and its coach', async () => {
    const { status, body } = await create(setup.club.coach, plan({ teamIds: [setup.club.team.id] }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      publication: 'draft',
      publishedAt: null,
      visibility: 'team',
      activities: ['rowing'],
      organizer: { kind: 'organization', id: setup.club.organization.id },
      owner: { kind: 'team', id: setup.club.team.id },
      teams: [{ id: setup.club.team.id }],
      leaders: [{ id: setup.club.coach.id }],
      version: 1,
      can: { edit: true, cancel: false },
    });
  });

  it('of an organization is for the organization, and of a person unlisted', async () => {
    const ofClub = await create(
      setup.club.admin,
      plan({ owner: { kind: 'organization', id: setup.club.organization.id } }),
    );
    expect(ofClub.body).toMatchObject({ visibility: 'organization', owner: { kind: 'organization' } });
    const own = await create(setup.club.coach, plan());
    expect(own.body).toMatchObject({
      visibility: 'unlisted',
      owner: { kind: 'person', id: setup.club.coach.id },
      organizer: { kind: 'person', id: setup.club.coach.id },
    });
  });

  it('shows names to coaches only where the roster of one of its teams is for coaches, unless it says otherwise', async () => {
    const { coach, team } = setup.club;
    const ofCoach = await buildTeam(db(), { roster_visibility: 'coaches' });
    await buildMembership(db(), { team_id: ofCoach.id, person_id: coach.id, role: 'coach' });
    const shown = async (given: Partial<Parameters<typeof plan>[0]>) =>
      (await create(coach, plan(given))).body.rosterVisibility;
    expect(await shown({})).toBe('participants');
    expect(await shown({ teamIds: [team.id] })).toBe('participants');
    expect(await shown({ teamIds: [team.id, ofCoach.id] })).toBe('coaches');
    expect(await shown({ owner: { kind: 'team', id: ofCoach.id } })).toBe('coaches');
    expect(await shown({ teamIds: [ofCoach.id], rosterVisibility: 'participants' })).toBe('participants');
  });

  it('as a draft is visible only to those who run its owner, and notifies no one', async () => {
    const { body } = await create(
      setup.club.coach,
      plan({ teamIds: [setup.club.team.id], visibility: 'public' }),
    );
    const see = async (who: { id: string } | null) =>
      (
        await (who ? await signIn(setup.server, who) : createClient(setup.server)).call(
          who ? 'GET /api/events/{id}' : 'GET /api/events/public/{id}',
          { params: { id: body.id } },
        )
      ).status;
    expect(await see(setup.club.admin)).toBe(200);
    expect(await see(setup.club.members[0] ?? null)).toBe(404);
    expect(await see(setup.club.otherCoach)).toBe(404);
    expect(await see(null)).toBe(404);
    expect(await noticesOf(body.id)).toEqual([]);
    const list = await createClient(setup.server).call('GET /api/explore/events', {
      query: { q: 'Evening' },
    });
    expect(list.body.items).toEqual([]);
  });

  it('is published once: members of its team are asked, its planner is not, and search finds it', async () => {
    const draft = await create(
      setup.club.coach,
      plan({ teamIds: [setup.club.team.id], visibility: 'public' }),
    );
    const client = await signIn(setup.server, setup.club.coach);
    const publish = () =>
      client.call('POST /api/events/{id}/publish', { params: { id: draft.body.id }, body: { version: 1 } });
    expect((await publish()).body).toMatchObject({ publication: 'published', version: 2 });
    expect((await publish()).status).toBe(200);
    expect(await noticesOf(draft.body.id)).toEqual(
      setup.club.members.map(({ id }) => `replyOwed ${id}`).sort(),
    );
    const list = await createClient(setup.server).call('GET /api/explore/events', {
      query: { q: 'evening row' },
    });
    expect(list.body.items.map(({ id }) => id)).toEqual([draft.body.id]);
  });

  it('with the same id is the same event for the person who created it, and refused to others', async () => {
    const id = uuid();
    const first = await create(setup.club.coach, plan({ id, teamIds: [setup.club.team.id] }));
    const again = await create(setup.club.coach, plan({ id, teamIds: [setup.club.team.id] }));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(id);
    expect(await countEvents()).toBe(1);
    expect((await create(setup.club.admin, plan({ id }))).body.code).toBe('not_permitted');
  });

  it('sent twice at once under one key is created once', async () => {
    const body = plan({ teamIds: [setup.club.team.id] });
    const headers = { 'Idempotency-Key': 'evening-row' };
    const answers = await Promise.all([
      create(setup.club.coach, body, headers),
      create(setup.club.coach, body, headers),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await countEvents()).toBe(1);
  });

  it('can create a place of the organization, in one transaction', async () => {
    const place = {
      name: 'Watersportbaan',
      address: 'Yachtdreef 1',
      region: 'Ghent',
      countryCode: 'BE',
      timeZone: 'Europe/Brussels',
    };
    const { body } = await create(setup.club.coach, plan({ teamIds: [setup.club.team.id], place }));
    expect(body.place).toMatchObject({ name: 'Watersportbaan', region: 'Ghent' });
    const places = await (await signIn(setup.server, setup.club.otherCoach)).call('GET /api/places');
    expect(
      places.body.items.map(({ name, owner, upcomingCount }) => [name, owner.kind, upcomingCount]),
    ).toEqual([
      ['Boathouse', 'organization', 0],
      ['Watersportbaan', 'organization', 1],
    ]);
    const refused = await create(
      setup.club.coach,
      plan({
        teamIds: [setup.club.team.id],
        place: { ...place, name: 'Elsewhere' },
        timeZone: 'Europe/Lisbon',
      }),
    );
    expect(refused.body.errors).toMatchObject([{ path: 'timeZone' }]);
    expect(await db().selectFrom('places').select('name').where('name', '=', 'Elsewhere').execute()).toEqual(
      [],
    );
  });
});

describe('creating an event is refused', () => {
  it.each([
    ['someone who does not coach', { is_coach: 0 as const }],
    ['someone whose address is not confirmed', { is_coach: 1 as const, email_verified_at: null }],
  ])('to %s, even with a role', async (_, given) => {
    const person = await buildUser(db(), given);
    await buildMembership(db(), { team_id: setup.club.team.id, person_id: person.id, role: 'coach' });
    expect((await create(person, plan({ teamIds: [setup.club.team.id] }))).body.code).toBe('not_permitted');
  });

  it('to a coach whose role ended a moment ago', async () => {
    const former = await buildUser(db(), { is_coach: 1 });
    await buildMembership(db(), {
      team_id: setup.club.team.id,
      person_id: former.id,
      role: 'coach',
      status: 'removed',
    });
    expect((await create(former, plan({ teamIds: [setup.club.team.id] }))).status).toBe(409);
    expect(await countEvents()).toBe(0);
  });

  it('the same for members and strangers of a team that the planner may not add', async () => {
    const hidden = await buildTeam(db(), { visibility: 'private' });
    const inside = await buildUser(db());
    await buildMembership(db(), { team_id: hidden.id, person_id: inside.id });
    const outside = await buildUser(db());
    const owner = { kind: 'team' as const, id: setup.club.team.id };
    const errorsFor = async (leader: { id: string }) =>
      (
        await create(
          setup.club.coach,
          plan({ owner, teamIds: [setup.club.team.id, hidden.id], leaderIds: [leader.id] }),
        )
      ).body.errors?.map(({ code }) => code);
    expect(await errorsFor(inside)).toEqual(['not_yours', 'not_member']);
    expect(await errorsFor(outside)).toEqual(['not_yours', 'not_member']);
    const [member = inside] = setup.club.members;
    expect(await errorsFor(member)).toEqual(['not_yours']);
  });

  it('for an organization to a coach of only one of its teams', async () => {
    const owner = { kind: 'organization' as const, id: setup.club.organization.id };
    expect((await create(setup.club.coach, plan({ owner }))).body.code).toBe('not_permitted');
  });

  it.each([
    ['endsAt', { endsAt: '2026-12-01T16:00:00.000Z' }],
    ['endsAt', { endsAt: '2027-01-02T17:00:00.000Z' }],
    ['startsAt', { startsAt: '2036-12-01T17:00:00.000Z', endsAt: '2036-12-01T18:00:00.000Z' }],
    ['ageMax', { ageMin: 16, ageMax: 12 }],
    ['registrationClosesAt', { registrationClosesAt: '2026-12-02T17:00:00.000Z' }],
    ['registrationOpensAt', { registrationOpensAt: '2026-12-01T18:30:00.000Z' }],
    ['leaderIds', { leaderIds: Array.from({ length: 400 }, () => uuid()) }],
    ['leaderIds', { leaderIds: ['01902b6e-0000-7000-8000-000000000000'] }],
    ['teamIds', { teamIds: ['01902b6e-0000-7000-8000-000000000000'], owner: 'team' }],
    ['maximumAttendeeCapacity', { maximumAttendeeCapacity: 0 }],
    ['place', { place: { id: '01902b6e-0000-7000-8000-000000000000' } }],
    ['name', { name: '   ' }],
    ['name', { name: 'Win at evil.example/now' }],
    ['onlineUrl', { onlineUrl: 'javascript:alert(1)' }],
    [
      'offers.0.price.currency',
      { offers: [{ name: 'Adult', price: { amountMinor: 500, currency: 'XYZ' } }] },
    ],
  ])('%s: %j', async (path, wrong) => {
    const team = { kind: 'team' as const, id: setup.club.team.id };
    const body = { ...plan({ teamIds: [setup.club.team.id] }), ...wrong, owner: team };
    const refused = await create(setup.club.coach, body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map((error) => error.path)).toEqual([path]);
    expect(await countEvents()).toBe(0);
  });

  it('with a price to coaches of a club that sells, but not to those who run it or coach an independent team', async () => {
    const offers = [{ name: 'Adult', price: { amountMinor: 500, currency: 'EUR' }, refundUntil: 'P2D' }];
    const teamIds = [setup.club.team.id];
    expect((await create(setup.club.coach, plan({ teamIds, offers }))).body.errors).toMatchObject([
      { path: 'offers' },
    ]);
    const sold = await create(setup.club.admin, plan({ teamIds, offers }));
    expect(sold.body.offers).toMatchObject([
      { price: { amountMinor: 500 }, refundBefore: 'P2D', refundUntil: '2026-11-29T17:00:00.000Z' },
    ]);
    const alone = await buildTeam(db());
    await buildMembership(db(), { team_id: alone.id, person_id: setup.club.coach.id, role: 'coach' });
    expect((await create(setup.club.coach, plan({ teamIds: [alone.id], offers }))).status).toBe(201);
  });
});

describe('a copied event', () => {
  it('is a draft at another time; fields relative to the start move with it across a clock change', async () => {
    const { body } = await create(
      setup.club.coach,
      plan({
        teamIds: [setup.club.team.id],
        registrationClosesAt: '2026-11-30T17:00:00.000Z',
        publication: 'published',
      }),
    );
    const client = await signIn(setup.server, setup.club.coach);
    const copy = await client.call('POST /api/events/{id}/duplicate', {
      params: { id: body.id },
      body: { startsAt: '2027-06-01T16:00:00.000Z', name: 'Summer row' },
    });
    expect(copy.body).toMatchObject({
      name: 'Summer row',
      publication: 'draft',
      startsAt: '2027-06-01T16:00:00.000Z',
      endsAt: '2027-06-01T17:30:00.000Z',
      registrationClosesAt: '2027-05-31T16:00:00.000Z',
      leaders: [{ id: setup.club.coach.id }],
    });
    expect(copy.body.id).not.toBe(body.id);
  });

  const copyOf = async (who: { id: string }, id: string, startsAt: string) =>
    (await signIn(setup.server, who)).call('POST /api/events/{id}/duplicate', {
      params: { id },
      body: { startsAt },
    });

  it('keeps the teams that its planner may add: those of the club, and those that they coach', async () => {
    const { coach, team, otherTeam, organization } = setup.club;
    const hidden = await buildTeam(db(), { organization_id: organization.id, visibility: 'private' });
    const event = await setup.teamEvent({ teams: [team.id, otherTeam.id, hidden.id], visibility: 'team' });
    const { body } = await copyOf(coach, event.id, '2027-06-01T16:00:00.000Z');
    expect(body.teams.map(({ id }) => id).sort()).toEqual([team.id, otherTeam.id].sort());
    expect(body.visibility).toBe('team');
  });

  it('without a team that its planner may add is for the organization that owns it', async () => {
    const { admin, organization } = setup.club;
    const foreign = await buildTeam(db());
    const event = await setup.teamEvent({
      organizer_organization_id: organization.id,
      owner_team_id: null,
      teams: [foreign.id],
      visibility: 'team',
    });
    const { status, body } = await copyOf(admin, event.id, '2027-06-01T16:00:00.000Z');
    expect([status, body.teams, body.visibility]).toEqual([201, [], 'organization']);
  });

  it('at the second 02:30 of a clock change keeps the length of its original', async () => {
    const event = await setup.teamEvent({
      starts_at: '2026-11-28T10:00:00.000Z',
      ends_at: '2026-11-28T10:15:00.000Z',
      replies_due_at: '2026-11-28T09:50:00.000Z',
    });
    const { status, body } = await copyOf(setup.club.coach, event.id, '2026-10-25T01:30:00.000Z');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      startsAt: '2026-10-25T01:30:00.000Z',
      endsAt: '2026-10-25T01:45:00.000Z',
      repliesDueAt: '2026-10-25T01:20:00.000Z',
    });
  });

  it('is deleted without a trace, unless someone has replied', async () => {
    const { body } = await create(
      setup.club.coach,
      plan({ teamIds: [setup.club.team.id], publication: 'published' }),
    );
    const params = { id: body.id };
    const [member = setup.club.admin] = setup.club.members;
    const coach = await signIn(setup.server, setup.club.coach);
    await (await signIn(setup.server, member)).call('PUT /api/events/{id}/registration', {
      params,
      body: { response: 'declined' },
    });
    expect((await coach.call('DELETE /api/events/{id}', { params })).body.code).toBe('not_permitted');
    const other = await create(
      setup.club.coach,
      plan({ teamIds: [setup.club.team.id], publication: 'published' }),
    );
    expect((await coach.call('DELETE /api/events/{id}', { params: { id: other.body.id } })).status).toBe(204);
    expect((await coach.call('GET /api/events/{id}', { params: { id: other.body.id } })).status).toBe(404);
    const documents = await db()
      .selectFrom('search_documents')
      .select('object_id')
      .where('kind', '=', 'event')
      .execute();
    expect(documents.map((row) => row.object_id)).toEqual([body.id]);
  });
});
