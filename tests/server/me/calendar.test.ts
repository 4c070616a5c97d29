import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildEvent,
  buildMembership,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('my calendar', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;

  const november = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };
  const calendar = async (user: { id: string }, query: Record<string, string> = november) =>
    (await signIn(server, user)).call('GET /api/users/me/calendar', { query });

  it('contains what I replied to, what my teams have and what I coach, by start', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db());
    const coached = await buildTeam(db());
    const secret = await buildTeam(db(), { visibility: 'private' });
    await buildMembership(db(), { team_id: team.id, person_id: me.id });
    await buildMembership(db(), { team_id: coached.id, person_id: me.id, role: 'coach' });
    const place = await buildPlace(db(), { name: 'Hall', region: 'Ghent' });
    const confirmed = await buildEvent(db(), {
      name: 'Confirmed',
      place_id: place.id,
      teams: [team.id, secret.id],
      starts_at: '2026-11-02T10:00:00.000Z',
    });
    await buildRegistration(db(), { event_id: confirmed.id, person_id: me.id });
    await buildEvent(db(), {
      name: 'Of my team',
      teams: [team.id],
      visibility: 'team',
      starts_at: '2026-11-03T10:00:00.000Z',
    });
    await buildEvent(db(), { name: 'Coached', teams: [coached.id], starts_at: '2026-11-04T10:00:00.000Z' });
    const declined = await buildEvent(db(), { name: 'Declined', starts_at: '2026-11-05T10:00:00.000Z' });
    await buildRegistration(db(), { event_id: declined.id, person_id: me.id, state: 'declined' });
    await buildEvent(db(), {
      name: 'Draft',
      teams: [team.id],
      publication: 'draft',
      starts_at: '2026-11-05T10:00:00.000Z',
    });
    await buildEvent(db(), { name: 'Not mine', starts_at: '2026-11-06T10:00:00.000Z' });
    const { body } = await calendar(me);
    expect(body.items.map((entry) => [entry.name, entry.state, entry.isCoaching])).toEqual([
      ['Confirmed', 'confirmed', false],
      ['Of my team', null, false],
      ['Coached', null, true],
    ]);
    expect(body.items[0]).toEqual({
      id: confirmed.id,
      eventId: confirmed.id,
      name: 'Confirmed',
      startsAt: '2026-11-02T10:00:00.000Z',
      endsAt: '2026-11-02T11:30:00.000Z',
      timeZone: 'Europe/Brussels',
      place: { id: place.id, name: 'Hall', region: 'Ghent' },
      teamIds: [team.id],
      leaderIds: [],
      activities: ['football'],
      eventStatus: 'EventScheduled',
      previousStartDates: [],
      state: 'confirmed',
      reconfirmAskedAt: null,
      isCoaching: false,
      canEdit: false,
    });
  });

  it('marks the events that I run, and names leaders to those who run the event and to themselves', async () => {
    const [me, other] = [await buildUser(db()), await buildUser(db())];
    const [mine, visited] = [await buildTeam(db()), await buildTeam(db())];
    await buildMembership(db(), { team_id: mine.id, person_id: me.id, role: 'coach' });
    await buildMembership(db(), { team_id: visited.id, person_id: me.id });
    const named = async (name: string, teamId: string, day: number, leaderIds: string[]) => {
      const event = await buildEvent(db(), {
        name,
        teams: [teamId],
        owner_team_id: teamId,
        visibility: 'team',
        starts_at: `2026-11-0${day}T10:00:00.000Z`,
      });
      const leaders = leaderIds.map((person_id, position) => ({ event_id: event.id, person_id, position }));
      await db().insertInto('event_leaders').values(leaders).execute();
    };
    const both = [me.id, other.id].sort();
    await named('Of my team', mine.id, 2, both);
    await named('Led by both', visited.id, 3, both);
    await named('Led by another', visited.id, 4, [other.id]);
    const { body } = await calendar(me);
    expect(
      body.items.map(({ name, canEdit, leaderIds, isLeading }) => [name, canEdit, leaderIds, isLeading]),
    ).toEqual([
      ['Of my team', true, both, true],
      ['Led by both', false, [me.id], true],
      ['Led by another', false, [], undefined],
    ]);
  });

  it('omits declined, cancelled and rejected replies', async () => {
    const me = await buildUser(db());
    const states = [
      'declined',
      'rejected',
      'offerExpired',
      'holdExpired',
      'cancelledByAttendee',
      'cancelledByOrganizer',
      'tentative',
      'pendingApproval',
      'pendingPayment',
      'waitlisted',
      'offered',
    ] as const;
    for (const state of states) {
      const event = await buildEvent(db());
      await buildRegistration(db(), { event_id: event.id, person_id: me.id, state });
    }
    expect((await calendar(me)).body.items.map((entry) => entry.state).toSorted()).toEqual([
      'offered',
      'pendingApproval',
      'pendingPayment',
      'tentative',
      'waitlisted',
    ]);
  });

  it('keeps a booked event that its organizer cancels, but not for a removed person', async () => {
    const { coach, event } = await buildCoachedEvent(db());
    const entries = async (user: { id: string }) =>
      (await calendar(user)).body.items.map((entry) => [entry.id, entry.eventStatus, entry.state]);
    const [booked, removed] = [await buildUser(db()), await buildUser(db())];
    for (const user of [booked, removed])
      await (await signIn(server, user)).call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response: 'attending' },
      });
    const client = await signIn(server, coach);
    await client.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId: removed.id },
      body: { version: 1, action: 'remove' },
    });
    expect([await entries(booked), await entries(removed)]).toEqual([
      [[event.id, 'EventScheduled', 'confirmed']],
      [],
    ]);
    await client.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
    expect(await entries(booked)).toEqual([[event.id, 'EventCancelled', 'cancelledByOrganizer']]);
    expect(await entries(removed)).toEqual([]);
  });

  it('contains events that overlap its span, not those that only touch its edge', async () => {
    const me = await buildUser(db());
    const mine = { organizer_user_id: me.id };
    await buildEvent(db(), { ...mine, name: 'Ends at the start', starts_at: '2026-10-31T22:30:00.000Z' });
    await buildEvent(db(), { ...mine, name: 'Runs into it', starts_at: '2026-10-31T23:00:00.000Z' });
    await buildEvent(db(), {
      ...mine,
      name: 'Long camp',
      starts_at: '2026-10-05T10:00:00.000Z',
      durationMinutes: 28 * 1440,
    });
    await buildEvent(db(), { ...mine, name: 'Last', starts_at: '2026-11-30T23:59:59.999Z' });
    await buildEvent(db(), { ...mine, name: 'Starts at the end', starts_at: '2026-12-01T00:00:00.000Z' });
    expect((await calendar(me)).body.items.map((entry) => entry.name)).toEqual([
      'Long camp',
      'Runs into it',
      'Last',
    ]);
  });

  it('rejects spans that are empty, too long or not instants', async () => {
    const me = await buildUser(db());
    for (const query of [
      { from: november.to, to: november.from },
      { from: november.from, to: november.from },
      { from: '2026-01-01T00:00:00Z', to: '2027-02-05T00:00:00.001Z' },
      { from: '2026-01-01', to: '2026-02-01' },
      { from: november.from },
      { ...november, extra: '1' },
    ])
      expect([query, (await calendar(me, query as Record<string, string>)).status]).toEqual([query, 422]);
    for (const query of [
      { from: '2026-01-01T00:00:00Z', to: '2027-02-05T00:00:00Z' },
      { from: '0000-01-01T00:00:00Z', to: '1000-01-02T00:00:00Z' },
      { from: '9999-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' },
    ])
      expect([query, (await calendar(me, query)).status]).toEqual([query, 200]);
  });
});
