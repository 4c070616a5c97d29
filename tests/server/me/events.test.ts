import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MyEventList } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildEvent,
  buildMembership,
  buildOffer,
  buildOrganization,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('my events', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const past = '2026-11-14T10:00:00.000Z';

  const tab = async (user: { id: string }, name: MyEventList, query = {}) =>
    (await signIn(server, user)).call('GET /api/users/me/events', { query: { tab: name, ...query } });
  const names = async (user: { id: string }, name: MyEventList) =>
    (await tab(user, name)).body.items.map((event) => event.name);
  const expectPages = async (user: { id: string }, name: MyEventList, all: readonly string[]) => {
    for (const limit of [1, 3, 5, 20]) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await tab(user, name, { limit, ...(cursor && { cursor }) });
        seen.push(...body.items.map((event) => event.name));
        cursor = body.nextCursor;
      }
      expect([limit, seen]).toEqual([limit, all]);
    }
  };

  it('are due for a reply while they are in the future, in a team of mine and without my reply', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db(), { visibility: 'private' });
    const invitedTo = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id });
    await buildMembership(db(), { team_id: invitedTo.id, person_id: me.id, status: 'invited' });
    const mine = { teams: [team.id] };
    await buildEvent(db(), { ...mine, name: 'Open' });
    await buildEvent(db(), {
      ...mine,
      name: 'Kept in the team',
      visibility: 'team',
      starts_at: '2026-11-29T10:00:00.000Z',
    });
    await buildEvent(db(), { ...mine, name: 'Cancelled', event_status: 'EventCancelled' });
    await buildEvent(db(), { ...mine, name: 'Draft', publication: 'draft' });
    await buildEvent(db(), { ...mine, name: 'Removed', removed_at: past });
    await buildEvent(db(), { ...mine, name: 'Over', starts_at: past });
    await buildEvent(db(), { ...mine, name: 'Led by me', leaders: [me.id] });
    await buildEvent(db(), { name: 'Another team', teams: [invitedTo.id] });
    for (const state of ['declined', 'confirmed', 'cancelledByAttendee'] as const) {
      const event = await buildEvent(db(), { ...mine, name: state });
      await buildRegistration(db(), { event_id: event.id, person_id: me.id, state });
    }
    expect(await names(me, 'needsReply')).toEqual(['Open', 'Kept in the team']);
    const asking = async (name: MyEventList) =>
      (await tab(me, name)).body.items.map((event) => event.askingTeams);
    const own = [{ id: team.id, name: team.name }];
    expect(await asking('needsReply')).toEqual([own, own]);
    const hidden = await buildTeam(db(), { visibility: 'private' });
    await buildEvent(db(), {
      name: 'Of two teams',
      teams: [team.id, invitedTo.id, hidden.id],
      starts_at: '2026-11-30T10:00:00.000Z',
    });
    // Not those of other people.
    expect(await asking('needsReply')).toEqual([own, own, own]);
    expect(await asking('upcoming')).toEqual([undefined]);
    expect(await names(await buildUser(db()), 'needsReply')).toEqual([]);
  });

  it('are listed under the tab of their status', async () => {
    const me = await buildUser(db());
    const states = [
      'tentative',
      'declined',
      'pendingApproval',
      'rejected',
      'pendingPayment',
      'confirmed',
      'waitlisted',
      'offered',
      'offerExpired',
      'holdExpired',
      'cancelledByAttendee',
      'cancelledByOrganizer',
    ] as const;
    for (const [index, state] of states.entries()) {
      const day = String(index + 1).padStart(2, '0');
      const coming = await buildEvent(db(), { name: state, starts_at: `2026-12-${day}T10:00:00.000Z` });
      const over = await buildEvent(db(), {
        name: `past ${state}`,
        starts_at: `2026-10-${day}T10:00:00.000Z`,
      });
      for (const event of [coming, over])
        await buildRegistration(db(), { event_id: event.id, person_id: me.id, state });
    }
    const draft = await buildEvent(db(), { publication: 'draft' });
    await buildRegistration(db(), { event_id: draft.id, person_id: me.id });
    expect(await names(me, 'upcoming')).toEqual([
      'tentative',
      'pendingApproval',
      'pendingPayment',
      'confirmed',
      'offered',
    ]);
    expect(await names(me, 'waitlisted')).toEqual(['waitlisted', 'offered']);
    expect(await names(me, 'past')).toEqual(states.map((state) => `past ${state}`).toReversed());
    expect(await names(me, 'coaching')).toEqual([]);
  });

  it('to act on now are held places, and what was cancelled, postponed or moved this week', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db());
    const coached = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id });
    await buildMembership(db(), { team_id: coached.id, person_id: me.id, role: 'coach' });
    const day = (count: number) => new Date(server.now().getTime() + count * 86_400_000).toISOString();
    const mine = async (
      name: string,
      registration: Partial<Parameters<typeof buildRegistration>[1]>,
      event: Partial<Parameters<typeof buildEvent>[1]> = {},
    ) => {
      const { id } = await buildEvent(db(), { name, starts_at: day(3), ...event });
      await buildRegistration(db(), { event_id: id, person_id: me.id, ...registration });
    };
    await mine('To pay', { state: 'pendingPayment', hold_expires_at: day(1) }, { starts_at: day(40) });
    await mine('To accept', { state: 'offered', hold_expires_at: day(1) }, { starts_at: day(20) });
    await mine('Lapsed', { state: 'offered', hold_expires_at: day(-1) });
    await mine('Going', { state: 'confirmed' });
    const cancelled = { event_status: 'EventCancelled' } as const;
    await mine('Called off', { state: 'cancelledByOrganizer' }, cancelled);
    await mine('Called off later', { state: 'cancelledByOrganizer' }, { ...cancelled, starts_at: day(8) });
    await mine('Called off, declined', { state: 'declined' }, cancelled);
    await mine('Removed before', { state: 'cancelledByOrganizer', must_ask: 1 }, cancelled);
    await mine('Postponed', { state: 'confirmed' }, { event_status: 'EventPostponed' });
    await mine('Moved', { state: 'confirmed', reconfirm_asked_at: day(0) });
    await buildEvent(db(), { ...cancelled, name: 'Of my team', teams: [team.id], starts_at: day(2) });
    await buildEvent(db(), { ...cancelled, name: 'Run by me', teams: [coached.id], starts_at: day(2) });
    expect((await names(me, 'doNow')).toSorted()).toEqual([
      'Called off',
      'Moved',
      'Of my team',
      'Postponed',
      'To accept',
      'To pay',
    ]);
    expect(await names(await buildUser(db()), 'doNow')).toEqual([]);
  });

  it('an offered place leads to a payment or not by its own price, whatever the cheapest one is', async () => {
    const me = await buildUser(db());
    const until = new Date(server.now().getTime() + 86_400_000).toISOString();
    const offered = async (own: number, other: number) => {
      const { id } = await buildEvent(db(), { name: `${own} beside ${other}` });
      await buildOffer(db(), { event_id: id, price_minor: other });
      const offer = await buildOffer(db(), { event_id: id, price_minor: own });
      await buildRegistration(db(), {
        ...{ event_id: id, person_id: me.id, offer_id: offer.id },
        ...{ state: 'offered', hold_expires_at: until },
      });
    };
    await offered(1200, 0);
    await offered(0, 1200);
    const { items } = (await tab(me, 'doNow')).body;
    expect(Object.fromEntries(items.map((item) => [item.name, item.attendingLeadsTo]))).toEqual({
      '1200 beside 0': 'payment',
      '0 beside 1200': 'place',
    });
  });

  it('The coaching tab lists events that I run and lead, created or organize, or whose team I coach, with drafts', async () => {
    const me = await buildUser(db());
    const coached = await buildTeam(db());
    const trainedIn = await buildTeam(db());
    await buildMembership(db(), { team_id: coached.id, person_id: me.id, role: 'coach' });
    await buildMembership(db(), { team_id: trainedIn.id, person_id: me.id, role: 'assistant' });
    const club = await buildOrganization(db());
    await buildMembership(db(), { organization_id: club.id, person_id: me.id, role: 'admin' });
    const ofClub = { organizer_organization_id: club.id };
    await buildEvent(db(), {
      ...ofClub,
      name: 'Led',
      leaders: [me.id],
      starts_at: '2026-12-01T10:00:00.000Z',
    });
    await buildEvent(db(), { ...ofClub, name: 'Of the club' });
    await buildEvent(db(), { name: 'Led without a role', leaders: [me.id], created_by: me.id });
    await buildEvent(db(), {
      ...ofClub,
      name: 'Created',
      created_by: me.id,
      publication: 'draft',
      starts_at: '2026-12-02T10:00:00.000Z',
    });
    await buildEvent(db(), {
      name: 'Of my team',
      teams: [coached.id],
      starts_at: '2026-12-03T10:00:00.000Z',
    });
    await buildEvent(db(), {
      name: 'Organized',
      organizer_user_id: me.id,
      starts_at: '2026-12-04T10:00:00.000Z',
    });
    const ofTheClub = await buildTeam(db(), { organization_id: club.id });
    await buildEvent(db(), {
      name: "Of the club's team",
      owner_team_id: ofTheClub.id,
      teams: [ofTheClub.id],
      created_by: me.id,
      starts_at: '2026-12-05T10:00:00.000Z',
    });
    await buildEvent(db(), { name: 'Trained in', teams: [trainedIn.id] });
    await buildEvent(db(), { ...ofClub, name: 'Over', leaders: [me.id], starts_at: past });
    const { items } = (await tab(me, 'coaching')).body;
    expect(items.map((event) => [event.name, event.can.edit])).toEqual([
      ['Led', true],
      ['Created', true],
      ['Of my team', true],
      ['Organized', true],
      ["Of the club's team", true],
    ]);
  });

  describe('past events that I run', () => {
    async function pastTraining() {
      const team = await buildTeam(db());
      const join = async (role: 'coach' | 'assistant' | 'trainee') => {
        const person = await buildUser(db());
        await buildMembership(db(), { team_id: team.id, person_id: person.id, role });
        return person;
      };
      const coach = await join('coach');
      const players = [await join('trainee'), await join('trainee'), await join('trainee')];
      const event = await buildEvent(db(), { teams: [team.id], starts_at: past, name: 'Over' });
      for (const [index, state] of (['confirmed', 'confirmed', 'declined'] as const).entries())
        await buildRegistration(db(), { event_id: event.id, person_id: players[index]?.id ?? '', state });
      return { team, join, coach, players, event };
    }
    const first = async (user: { id: string }) => (await tab(user, 'past')).body.items[0];

    it('are listed with the number of attendees, and no attendance while no one is marked', async () => {
      const { coach } = await pastTraining();
      expect(await first(coach)).toMatchObject({
        name: 'Over',
        replies: { going: 2, cannot: 1, noAnswer: 0, askedAgain: 0 },
        attendance: null,
      });
    });

    it('count the newest mark of each person, in the list and on the page', async () => {
      const { coach, players, event } = await pastTraining();
      const mark = (index: number, status: 'present' | 'late' | 'absent', occurred_at: string) =>
        buildAttendance(db(), {
          event_id: event.id,
          person_id: players[index]?.id ?? '',
          marked_by: coach.id,
          status,
          occurred_at,
        });
      await mark(0, 'absent', '2026-11-14T10:00:00.000Z');
      await mark(0, 'present', '2026-11-14T10:05:00.000Z');
      await mark(1, 'late', '2026-11-14T10:05:00.000Z');
      await mark(2, 'absent', '2026-11-14T10:05:00.000Z');
      const attendance = { present: 1, late: 1, excused: 0, absent: 1, noShows: 0 };
      expect((await first(coach))?.attendance).toEqual(attendance);
      const page = await (await signIn(server, coach)).call('GET /api/events/{id}', {
        params: { id: event.id },
      });
      expect(page.body.attendance).toEqual(attendance);
    });

    it('count the absent people who had a place as no-shows, unless the event was postponed or cancelled', async () => {
      const { coach, players, event } = await pastTraining();
      for (const { id } of players)
        await buildAttendance(db(), {
          event_id: event.id,
          person_id: id,
          marked_by: coach.id,
          status: 'absent',
        });
      const counts = { present: 0, late: 0, excused: 0, absent: players.length };
      const user = await signIn(server, coach);
      const onPage = async () =>
        (await user.call('GET /api/events/{id}', { params: { id: event.id } })).body.attendance;
      expect((await first(coach))?.attendance).toEqual({ ...counts, noShows: 2 });
      expect(await onPage()).toEqual({ ...counts, noShows: 2 });
      for (const event_status of ['EventPostponed', 'EventCancelled'] as const) {
        await db().updateTable('events').set({ event_status }).where('id', '=', event.id).execute();
        expect(await onPage()).toEqual({ ...counts, noShows: 0 });
      }
    });

    it('show neither to members, assistants and former coaches', async () => {
      const { coach, join, players, event, team } = await pastTraining();
      const assistant = await join('assistant');
      for (const person of [coach, assistant])
        await buildRegistration(db(), { event_id: event.id, person_id: person.id });
      await buildAttendance(db(), {
        event_id: event.id,
        person_id: players[0]?.id ?? '',
        marked_by: coach.id,
      });
      await db()
        .updateTable('memberships')
        .set({ status: 'removed', ended_at: past })
        .where('team_id', '=', team.id)
        .where('person_id', '=', coach.id)
        .execute();
      for (const person of [players[0], assistant, coach])
        expect(await first(person ?? coach)).toMatchObject({ name: 'Over', replies: null, attendance: null });
      const page = await (await signIn(server, assistant)).call('GET /api/events/{id}', {
        params: { id: event.id },
      });
      expect(page.body).toMatchObject({ replies: null, attendance: null });
    });
  });

  it('include my registration, my permissions, and everyone named', async () => {
    const me = await buildUser(db());
    const leader = await buildUser(db(), { name: 'Private leader' });
    const organization = await buildOrganization(db(), { name: 'Private club', visibility: 'private' });
    const event = await buildEvent(db(), {
      leaders: [leader.id],
      organizer_organization_id: organization.id,
      roster_visibility: 'participants',
    });
    await buildRegistration(db(), { event_id: event.id, person_id: me.id, version: 4 });
    expect((await tab(me, 'upcoming')).body.items).toMatchObject([
      {
        organizer: { kind: 'organization', name: 'Private club' },
        leaders: [{ name: 'Private leader' }],
        registration: {
          state: 'confirmed',
          position: null,
          holdExpiresAt: null,
          version: 4,
          reconfirmAskedAt: null,
          answeredFor: null,
        },
        can: {
          see: true,
          register: false,
          pay: false,
          seeRoster: true,
          edit: false,
          cancel: false,
          manageRegistrations: false,
          markAttendance: false,
        },
      },
    ]);
  });

  it('that are past are paged through years, with few and with many in a page', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'coach' });
    const all: string[] = [];
    for (const days of [1, 2, 3, 50, 89, 90, 91, 400, 401, 402, 900]) {
      const starts_at = new Date(Date.parse('2026-11-21T08:00:00.000Z') - days * 86_400_000).toISOString();
      await buildEvent(db(), { teams: [team.id], name: `${days} days ago`, starts_at });
      all.push(`${days} days ago`);
    }
    await expectPages(me, 'past', all);
  });

  it('that I coach and that are ahead are paged through two years, a postponed one first', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'coach' });
    const all = ['Postponed'];
    await buildEvent(db(), {
      name: 'Postponed',
      teams: [team.id],
      starts_at: '2026-03-01T10:00:00.000Z',
      event_status: 'EventPostponed',
    });
    for (const days of [1, 2, 3, 29, 31, 32, 90, 400, 730]) {
      const starts_at = new Date(server.now().getTime() + days * 86_400_000).toISOString();
      await buildEvent(db(), { name: `In ${days} days`, teams: [team.id], starts_at });
      all.push(`In ${days} days`);
    }
    await expectPages(me, 'coaching', all);
  });

  it('that I coach and that were postponed stay ahead, however long ago they would have been', async () => {
    const me = await buildUser(db());
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'coach' });
    const long = '2026-03-01T10:00:00.000Z';
    const of = { teams: [team.id], starts_at: long };
    await buildEvent(db(), { ...of, name: 'Postponed', event_status: 'EventPostponed' });
    await buildEvent(db(), { ...of, name: 'Over' });
    expect(await names(me, 'coaching')).toEqual(['Postponed']);
    expect(await names(me, 'past')).toEqual(['Over']);
  });

  it('are paged through once each, while many start at the same instant', async () => {
    const me = await buildUser(db());
    for (let index = 0; index < 7; index += 1)
      for (const starts_at of [past, '2026-12-01T10:00:00.000Z']) {
        const event = await buildEvent(db(), { starts_at });
        await buildRegistration(db(), { event_id: event.id, person_id: me.id });
      }
    for (const name of ['upcoming', 'past'] as const) {
      const whole = (await tab(me, name, { limit: 100 })).body.items.map((event) => event.id);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await tab(me, name, { limit: 2, ...(cursor && { cursor }) });
        seen.push(...body.items.map((event) => event.id));
        cursor = body.nextCursor ?? undefined;
      } while (cursor);
      expect(whole).toHaveLength(7);
      expect(seen).toEqual(whole);
      expect((await tab(me, name, { cursor: 'x' })).status).toBe(422);
    }
  });
});
