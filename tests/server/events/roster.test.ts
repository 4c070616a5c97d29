import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('the roster and marks of an event', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;

  async function buildScene(given: Parameters<typeof buildEvent>[1] = {}) {
    const team = await buildTeam(db());
    const coach = await buildUser(db());
    const assistant = await buildUser(db());
    const participant = await buildUser(db(), { name: 'Ann', profile: { file_path: '/ann.webp' } });
    const waiting = await buildUser(db(), { name: 'Bo' });
    const stranger = await buildUser(db());
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
    await buildMembership(db(), { team_id: team.id, person_id: assistant.id, role: 'assistant' });
    const event = await buildEvent(db(), { teams: [team.id], ...given });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: participant.id,
      note: 'Sore knee',
      responded_at: '2026-11-03T10:00:00.000Z',
    });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: waiting.id,
      state: 'waitlisted',
      position: 5,
      note: 'Please',
      responded_at: '2026-11-02T10:00:00.000Z',
    });
    return { event, coach, assistant, participant, waiting, stranger };
  }
  const roster = async (user: { id: string }, id: string, query = {}) =>
    (await signIn(server, user)).call('GET /api/events/{id}/registrations', { params: { id }, query });

  it('are shown to those whom rosterVisibility names; other viewers of the event get not_permitted', async () => {
    const allowed = {
      coaches: ['coach', 'assistant'],
      participants: ['coach', 'assistant', 'participant'],
      countOnly: ['coach', 'assistant'],
    } as const;
    for (const roster_visibility of ['coaches', 'participants', 'countOnly'] as const) {
      const { event, ...people } = await buildScene({ roster_visibility });
      for (const [name, user] of Object.entries(people)) {
        const { status, body } = await roster(user, event.id);
        const may = allowed[roster_visibility].some((one) => one === name);
        expect([roster_visibility, name, status, status === 200 ? undefined : body.code]).toEqual([
          roster_visibility,
          name,
          may ? 200 : 409,
          may ? undefined : 'not_permitted',
        ]);
      }
    }
    const { event, stranger } = await buildScene({ visibility: 'team' });
    expect((await roster(stranger, event.id)).status).toBe(404);
  });

  it('name people of unknown age, minors and people without an account only to the teams of the event', async () => {
    const club = await buildOrganization(db());
    const team = await buildTeam(db(), { organization_id: club.id });
    const otherTeam = await buildTeam(db(), { organization_id: club.id });
    const visiting = await buildTeam(db());
    const people = {
      'stranger with a place': await buildUser(db()),
      'minor with a place': await buildUser(db(), { birth_date: '2015-05-04' }),
      'former coach with a place': await buildUser(db()),
      'member of another team of the club': await buildUser(db()),
      member: await buildUser(db()),
      'visiting member': await buildUser(db()),
      coach: await buildUser(db()),
    };
    const join = (
      name: keyof typeof people,
      team_id = team.id,
      given: Pick<Parameters<typeof buildMembership>[1], 'role' | 'status'> = {},
    ) => buildMembership(db(), { ...given, team_id, person_id: people[name].id });
    await join('former coach with a place', team.id, { role: 'coach', status: 'removed' });
    await join('member of another team of the club', otherTeam.id);
    await join('member');
    await join('visiting member', visiting.id);
    await join('coach', team.id, { role: 'coach' });
    const event = await buildEvent(db(), {
      organizer_organization_id: club.id,
      owner_team_id: team.id,
      teams: [team.id, visiting.id],
      visibility: 'public',
      roster_visibility: 'participants',
    });
    const hidden = [
      await buildPerson(db(), { name: 'No account' }),
      await buildUser(db(), { name: 'Minor', birth_date: '2008-11-22' }),
      await buildUser(db(), { name: 'Of unknown age', birth_date: null }),
    ];
    const adult = await buildUser(db(), { name: 'Adult', birth_date: '2008-11-21' });
    for (const { id: person_id } of [...hidden, adult, ...Object.values(people)])
      await buildRegistration(db(), { event_id: event.id, person_id, responded_by: people.coach.id });
    for (const [name, user] of Object.entries(people)) {
      const { body } = await roster(user, event.id, { limit: 100 });
      const named = new Set(body.items.map((item) => item.user.id));
      const isOfTeams = ['member', 'visiting member', 'coach'].includes(name);
      expect([name, named.has(user.id), named.has(adult.id)]).toEqual([name, true, true]);
      expect([name, hidden.map(({ id }) => named.has(id))]).toEqual([name, hidden.map(() => isOfTeams)]);
      const page = await (await signIn(server, user)).call('GET /api/events/{id}', {
        params: { id: event.id },
      });
      expect([name, page.body.confirmedCount]).toEqual([name, 11]);
    }
  });

  it('include every reply with its note for a coach, and for a participant those with a place', async () => {
    const { event, coach, assistant, participant, waiting } = await buildScene();
    expect((await roster(coach, event.id)).body.items).toEqual([
      {
        state: 'waitlisted',
        position: 1,
        holdExpiresAt: null,
        version: 1,
        reconfirmAskedAt: null,
        answeredFor: null,
        user: { id: waiting.id, name: 'Bo', avatarSrc: null, hasAccount: true },
        answeredBy: null,
        note: 'Please',
        respondedAt: '2026-11-02T10:00:00.000Z',
        away: null,
        wasGoing: false,
      },
      {
        state: 'confirmed',
        position: null,
        holdExpiresAt: null,
        version: 1,
        reconfirmAskedAt: null,
        answeredFor: null,
        user: { id: participant.id, name: 'Ann', avatarSrc: '/ann.webp', hasAccount: true },
        answeredBy: null,
        note: 'Sore knee',
        respondedAt: '2026-11-03T10:00:00.000Z',
        away: null,
        wasGoing: false,
      },
    ]);
    expect((await roster(assistant, event.id)).body.items.map((item) => [item.user.name, item.note])).toEqual(
      [
        ['Bo', null],
        ['Ann', null],
      ],
    );
    expect(
      (await roster(participant, event.id)).body.items.map((item) => [item.user.name, item.note]),
    ).toEqual([['Ann', null]]);
  });

  it('page through each reply once, while many replied at the same instant', async () => {
    const { event, coach } = await buildScene();
    for (let index = 0; index < 9; index += 1)
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: (await buildUser(db())).id,
        responded_at: '2026-11-02T10:00:00.000Z',
      });
    const whole = (await roster(coach, event.id, { limit: 100 })).body.items.map((item) => item.user.id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await roster(coach, event.id, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...body.items.map((item) => item.user.id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(whole).toHaveLength(11);
    expect(seen).toEqual(whole);
    expect((await roster(coach, event.id, { cursor: 'x' })).status).toBe(422);
  });

  it('show the newest mark of each person to those who mark attendance', async () => {
    const { event, coach, assistant, participant, waiting, stranger } = await buildScene();
    const mark = { event_id: event.id, person_id: participant.id };
    await buildAttendance(db(), {
      ...mark,
      status: 'late',
      minutes_late: 10,
      occurred_at: '2026-11-28T10:10:00.000Z',
      received_at: '2026-11-28T10:11:00.000Z',
    });
    await buildAttendance(db(), {
      ...mark,
      status: 'absent',
      occurred_at: '2026-11-28T10:05:00.000Z',
      received_at: '2026-11-28T12:00:00.000Z',
    });
    await buildAttendance(db(), { ...mark, person_id: waiting.id });
    const attendance = async (user: { id: string }) =>
      (await signIn(server, user)).call('GET /api/events/{id}/attendance', { params: { id: event.id } });
    for (const user of [coach, assistant]) {
      const { body } = await attendance(user);
      const marked = body.items.filter(({ status }) => status !== null);
      expect(
        marked.map(({ user: { name, avatarSrc }, ...mark }) => ({ name, avatarSrc, ...mark })),
      ).toMatchObject([
        {
          name: 'Ann',
          avatarSrc: '/ann.webp',
          status: 'late',
          minutesLate: 10,
          occurredAt: '2026-11-28T10:10:00.000Z',
        },
        {
          name: 'Bo',
          avatarSrc: null,
          status: 'present',
          minutesLate: null,
          occurredAt: '2026-11-01T10:00:00.000Z',
        },
      ]);
    }
    for (const user of [participant, stranger]) expect((await attendance(user)).status).toBe(409);
  });
});

test('a roster numbers the waitlist in order over its pages, and puts those without a place last', async () => {
  const server = await startTestServer();
  const { db } = server.database;
  const coach = await buildUser(db);
  const event = await buildEvent(db, { organizer_user_id: coach.id, maximum_attendee_capacity: 1 });
  const expected = new Map<string, number | null>();
  for (let index = 0; index < 25; index += 1) {
    const { id: person_id } = await buildUser(db);
    const isWaiting = index % 5 !== 0;
    // Replied in one order, waiting in the reverse one.
    await buildRegistration(db, {
      event_id: event.id,
      person_id,
      state: isWaiting ? 'waitlisted' : 'declined',
      position: isWaiting && index !== 1 ? 100 - index : null,
      responded_at: `2026-11-10T10:00:${10 + index}.000Z`,
    });
    expected.set(person_id, null);
  }
  const order = Array.from(expected.keys())
    .map((id, index) => ({ id, index }))
    .filter(({ index }) => index % 5 !== 0 && index !== 1);
  for (const [position, { id }] of order.toReversed().entries()) expected.set(id, position + 1);
  expected.set([...expected.keys()][1] ?? '', 20);
  const client = await signIn(server, coach);
  const shown = new Map<string, number | null>();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await client.call('GET /api/events/{id}/registrations', {
      params: { id: event.id },
      query: { limit: '7', ...(cursor && { cursor }) },
    });
    for (const { user, position } of body.items) shown.set(user.id, position);
    cursor = body.nextCursor;
  }
  await server.close();
  expect(shown).toEqual(expected);
});
