// A series as visitors and people with each role read it: exactly the dates that they could open one by one.
import { describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import {
  buildMembership,
  buildOffer,
  buildOrganization,
  buildRegistration,
  buildSeries,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { setUpPlanning } from '../planning/setup.ts';

const setup = setUpPlanning();
const { db } = setup;
type Given = NonNullable<Parameters<typeof setup.teamEvent>[0]>;

/** A series of Saturdays from 28 November on, one date per entry; the server's day is 21 November 2026. */
async function saturdays(given: Given[], more: Parameters<typeof buildSeries>[1] = {}) {
  const series = await buildSeries(db(), { rrule: 'FREQ=WEEKLY;BYDAY=SA', ...more });
  const dates = [];
  for (const [week, one] of given.entries()) {
    const day = Temporal.PlainDate.from('2026-11-28').add({ weeks: week }).toString();
    dates.push(
      await setup.teamEvent({
        series_id: series.id,
        recurrence_id: `${day}T11:00`,
        starts_at: `${day}T10:00:00.000Z`,
        name: 'Rowing',
        ...one,
      }),
    );
  }
  return { id: series.id, dates: dates.map(({ id }) => id) };
}

const read = (client: Client, id: string) => client.call('GET /api/series/{id}', { params: { id } });
const list = (client: Client, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.call('GET /api/series/{id}/dates', { params: { id }, query });
const visitor = () => createClient(setup.server);
const idsFor = async (client: Client, id: string) => {
  const { status, body } = await read(client, id);
  return status === 200 ? body.dates.map((date) => date.id) : status;
};

describe('GET /api/series/{id}', () => {
  it("returns the series' name, time, place and next dates in order", async () => {
    const series = await saturdays(Array(10).fill({}), { exceptions: '["2026-11-14","2027-02-13"]' });
    const { status, body } = await read(visitor(), series.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: series.id,
      name: 'Rowing',
      rrule: 'FREQ=WEEKLY;BYDAY=SA',
      timeZone: 'Europe/Brussels',
      startsAt: '2026-11-28T10:00:00.000Z',
      place: { name: 'Boathouse' },
      organizer: { name: 'Rowing club' },
      teams: [{ id: setup.club.team.id }],
      exceptDates: ['2027-02-13'],
      count: 10,
      lastStartsAt: '2027-01-30T10:00:00.000Z',
    });
    expect(body).not.toHaveProperty('cancelled');
    expect(body.dates.map((date) => date.id)).toEqual(series.dates.slice(0, 8));
    const rest = await list(visitor(), series.id, { cursor: body.nextCursor ?? '' });
    expect(rest.body.items.map((date) => date.id)).toEqual(series.dates.slice(8));
    expect(rest.body.nextCursor).toBeNull();
  });

  it('names the rules of the parts with dates that the viewer may open, and their owner to those who may edit them', async () => {
    const until = 'FREQ=WEEKLY;BYDAY=SA;UNTIL=20261205';
    const { id: ownerId } = setup.club.team;
    const times = { timeZone: 'Europe/Brussels', owner: { kind: 'team', id: ownerId } };
    const templateAt = (startsAt: string) => JSON.stringify({ startsAt, ...times });
    const first = await saturdays([{}, {}], {
      rrule: until,
      template: templateAt('2026-11-28T10:00:00.000Z'),
    });
    const template = templateAt('2026-12-13T23:30:00.000Z');
    const given = { root_series_id: first.id, rrule: 'FREQ=WEEKLY;BYDAY=MO', template };
    const later = await buildSeries(db(), given);
    // A part without dates was replaced by another.
    await buildSeries(db(), { ...given, rrule: 'FREQ=WEEKLY;BYDAY=SU' });
    const date = {
      series_id: later.id,
      recurrence_id: '2026-12-14T00:30',
      starts_at: '2026-12-13T23:30:00.000Z',
    };
    await setup.teamEvent({ ...date, visibility: 'team' });
    const partsFor = async (client: Client) => (await read(client, later.id)).body.parts;
    const own = {
      ...{ rrule: until, startsOn: '2026-11-28', ownerId },
      ...{ startsAt: '2026-11-28T10:00:00.000Z', endsAt: '2026-11-28T11:30:00.000Z' },
      ...{ timeZone: 'Europe/Brussels', lastStartsAt: '2026-12-05T10:00:00.000Z' },
    };
    expect(await partsFor(await signIn(setup.server, setup.club.coach))).toEqual([
      own,
      {
        ...{ rrule: 'FREQ=WEEKLY;BYDAY=MO', startsOn: '2026-12-14', ownerId },
        ...{ startsAt: '2026-12-13T23:30:00.000Z', endsAt: '2026-12-14T01:00:00.000Z' },
        ...{ timeZone: 'Europe/Brussels', lastStartsAt: null },
      },
    ]);
    expect(await partsFor(visitor())).toEqual([{ ...own, ownerId: null }]);
    const [member] = setup.club.members;
    expect(
      (await partsFor(await signIn(setup.server, member ?? setup.club.coach))).map((part) => part.ownerId),
    ).toEqual([null, null]);
  });

  it('copies the next date that is neither moved nor cancelled', async () => {
    const series = await saturdays([
      { event_status: 'EventCancelled' },
      { event_status: 'EventRescheduled', starts_at: '2026-12-06T16:00:00.000Z' },
      { name: 'Rowing on the lake' },
    ]);
    const { body } = await read(visitor(), series.id);
    expect(body).toMatchObject({
      name: 'Rowing on the lake',
      startsAt: '2026-12-12T10:00:00.000Z',
      count: 3,
      cancelled: 1,
    });
    expect(body.dates.map((date) => date.eventStatus)).toEqual([
      'EventCancelled',
      'EventRescheduled',
      'EventScheduled',
    ]);
  });

  it('shows each viewer the dates that they could open', async () => {
    const series = await saturdays([
      { visibility: 'public' },
      { visibility: 'unlisted' },
      { visibility: 'organization' },
      { visibility: 'team' },
      { publication: 'draft', published_at: null },
      { publication: 'archived' },
      { removed_at: '2026-11-20T10:00:00.000Z' },
    ]);
    const [open = '', unlisted = '', organization = '', team = '', draft = ''] = series.dates;
    const { coach, admin, otherCoach, members } = setup.club;
    const stranger = await buildUser(db());
    const former = await buildUser(db());
    await buildMembership(db(), { team_id: setup.club.team.id, person_id: former.id, status: 'removed' });
    const clientOf = (person: { id: string }) => signIn(setup.server, person);
    const all = [open, unlisted, organization, team];
    expect(await idsFor(visitor(), series.id)).toEqual([open, unlisted]);
    expect(await idsFor(await clientOf(stranger), series.id)).toEqual([open, unlisted]);
    expect(await idsFor(await clientOf(former), series.id)).toEqual([open, unlisted]);
    expect(await idsFor(await clientOf(otherCoach), series.id)).toEqual([open, unlisted, organization]);
    expect(await idsFor(await clientOf(members[0] ?? coach), series.id)).toEqual(all);
    expect(await idsFor(await clientOf(coach), series.id)).toEqual([...all, draft]);
    expect(await idsFor(await clientOf(admin), series.id)).toEqual([...all, draft]);
  });

  it('hides the series and its dates once the role that showed them has ended, regardless of the reply', async () => {
    const series = await saturdays([{ visibility: 'team' }, { visibility: 'team' }]);
    const [member = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: series.dates[0] ?? '', person_id: member.id });
    const client = await signIn(setup.server, member);
    expect(await idsFor(client, series.id)).toEqual(series.dates);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: '2026-11-20T10:00:00.000Z' })
      .where('person_id', '=', member.id)
      .execute();
    expect(await idsFor(client, series.id)).toBe(404);
    expect((await list(client, series.id)).status).toBe(404);
    expect(await idsFor(visitor(), series.id)).toBe(404);
  });

  it("returns the viewer's reply and permissions, and counts replies for those who run it", async () => {
    const series = await saturdays([{}, { maximum_attendee_capacity: 1, waitlist_enabled: 1 }]);
    const [member = setup.club.coach, other = setup.club.coach] = setup.club.members;
    await buildRegistration(db(), { event_id: series.dates[0] ?? '', person_id: member.id });
    await buildRegistration(db(), { event_id: series.dates[1] ?? '', person_id: other.id });
    const mine = (await read(await signIn(setup.server, member), series.id)).body.dates;
    expect(mine.map((date) => [date.registration?.state, date.attendingLeadsTo, date.replies])).toEqual([
      ['confirmed', null, null],
      [undefined, 'waitlist', null],
    ]);
    const coached = (await read(await signIn(setup.server, setup.club.coach), series.id)).body.dates;
    expect(coached[0]).toMatchObject({ can: { edit: true }, replies: { going: 1, noAnswer: 2 } });
    const seen = (await read(visitor(), series.id)).body.dates[0];
    expect(seen).toMatchObject({ registration: null, replies: null, can: { see: true, edit: false } });
  });

  it('names no organizer, leader or team that the viewer may not see', async () => {
    const team = await buildTeam(db(), { visibility: 'private' });
    const leader = await buildUser(db());
    const organization = await buildOrganization(db(), { visibility: 'private' });
    await buildMembership(db(), { team_id: team.id, person_id: setup.club.coach.id });
    const series = await saturdays([
      { teams: [team.id], leaders: [leader.id], organizer_organization_id: organization.id },
    ]);
    const { body } = await read(visitor(), series.id);
    expect([body.organizer, body.teams, body.dates[0]?.leaders, body.dates[0]?.organizer]).toEqual([
      null,
      [],
      [],
      null,
    ]);
    const known = (await read(await signIn(setup.server, setup.club.coach), series.id)).body;
    expect([known.teams, known.dates[0]?.leaders.length]).toEqual([[{ id: team.id, name: team.name }], 1]);
  });

  it('omits past dates, and shows the last one when all are past', async () => {
    const series = await saturdays([{}, {}]);
    setup.server.advance(8 * 86_400_000);
    expect((await read(visitor(), series.id)).body).toMatchObject({ count: 1, nextCursor: null });
    setup.server.advance(8 * 86_400_000);
    const { body } = await read(visitor(), series.id);
    expect(body).toMatchObject({
      count: 0,
      dates: [],
      lastStartsAt: null,
      startsAt: '2026-12-05T10:00:00.000Z',
    });
    expect((await list(visitor(), series.id)).body).toEqual({ items: [], nextCursor: null });
  });

  it('joins all parts of a split series', async () => {
    const first = await saturdays([{}]);
    const second = await saturdays([{ starts_at: '2026-12-05T12:00:00.000Z' }], {
      root_series_id: first.id,
      rrule: 'FREQ=WEEKLY;BYDAY=SA;COUNT=1',
    });
    for (const id of [first.id, second.id]) {
      const { body } = await read(visitor(), id);
      expect([body.id, body.rrule, body.dates.map((date) => date.id)]).toEqual([
        first.id,
        'FREQ=WEEKLY;BYDAY=SA',
        [...first.dates, ...second.dates],
      ]);
    }
  });

  it('answers 404 for an unknown series, and for one without dates', async () => {
    expect(await idsFor(visitor(), (await buildSeries(db())).id)).toBe(404);
    expect(await idsFor(visitor(), '01990000-0000-7000-8000-000000000000')).toBe(404);
  });
});

describe('GET /api/series/{id}/dates', () => {
  it('pages through the dates by start and id without repeating or skipping one', async () => {
    const series = await saturdays([
      ...Array(3).fill({}),
      ...Array(2).fill({ starts_at: '2026-12-12T10:00:00.000Z' }),
    ]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body } = await list(visitor(), series.id, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...body.items.map((date) => date.id));
      cursor = body.nextCursor;
    } while (cursor);
    const sameStart = series.dates.slice(2).toSorted();
    expect(seen).toEqual([...series.dates.slice(0, 2), ...sameStart]);
    expect((await list(visitor(), series.id, { cursor: 'x' })).status).toBe(422);
  });
});

describe('the series of a date', () => {
  it('is shown to a visitor with the dates that are open to everyone, and only if there are others', async () => {
    const open = await saturdays([{}, { visibility: 'unlisted' }, { visibility: 'team' }]);
    const seriesOf = async (id = '') =>
      (await visitor().call('GET /api/events/public/{id}', { params: { id } })).body.series;
    expect(await seriesOf(open.dates[0])).toEqual({
      id: open.id,
      rrule: 'FREQ=WEEKLY;BYDAY=SA',
      count: 2,
      askedAgain: 0,
    });
    const closed = await saturdays([{}, { visibility: 'team' }]);
    expect(await seriesOf(closed.dates[0])).toBeNull();
    expect(await seriesOf((await setup.teamEvent()).id)).toBeNull();
  });

  it('includes the price of a priced date', async () => {
    const series = await saturdays([{}]);
    await buildOffer(db(), { event_id: series.dates[0] ?? '' });
    expect((await read(visitor(), series.id)).body.dates[0]?.price).toEqual({
      amountMinor: 1250,
      currency: 'EUR',
    });
  });
});
