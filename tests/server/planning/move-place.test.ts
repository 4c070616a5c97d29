// Moving a place to another time zone: the effect on the times of its future events.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildPlace, buildTeam } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { plan } from './club.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, see, notices } = setup;
const isPostgres = process.env.TEST_ENGINE === 'postgres';
const idsOf = async (seriesId: string) => {
  const dates = db().selectFrom('events').select('id').where('series_id', '=', seriesId);
  return (await dates.orderBy('recurrence_id').execute()).map(({ id }) => id);
};
/** Resolves once so many transactions wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db(),
      );
      return rows.length;
    })
    .toBe(count);

const move = async (body: object, who: { id: string } = setup.club.coach) =>
  (await signIn(setup.server, who)).call('PATCH /api/places/{id}', {
    params: { id: setup.club.place.id },
    body: { version: 1, timeZone: 'Europe/Lisbon', ...body },
  });
const sequenceOf = async (id: string) =>
  (await db().selectFrom('events').select('sequence').where('id', '=', id).executeTakeFirstOrThrow())
    .sequence;

describe('PATCH /api/places/{id} with another time zone', () => {
  it('asks how to move the times of future events, with their number', async () => {
    const event = await teamEvent();
    await teamEvent({ publication: 'draft', published_at: null });
    await teamEvent({ event_status: 'EventCancelled' });
    await teamEvent({ starts_at: '2026-11-01T10:00:00.000Z' });
    const { status, body } = await move({ name: 'Elsewhere' });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          path: 'timeZone',
          code: 'event_times_needed',
          message: '2 upcoming events take place here. Choose whether the clock times stay.',
        },
      ],
    ]);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      version: 1,
      timeZone: 'Europe/Brussels',
      place: { name: 'Boathouse' },
    });
  });

  it('keeps the local times with keepLocalTime, and notifies those concerned of old and new', async () => {
    const event = await teamEvent({
      registration_closes_at: '2026-11-27T17:00:00.000Z',
      replies_due_at: '2026-11-26T17:00:00.000Z',
    });
    const { status, body } = await move({ eventTimes: 'keepLocalTime', name: 'Cais' });
    expect([status, body.timeZone, body.version]).toEqual([200, 'Europe/Lisbon', 2]);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      startsAt: '2026-11-28T11:00:00.000Z',
      endsAt: '2026-11-28T12:30:00.000Z',
      registrationClosesAt: '2026-11-27T18:00:00.000Z',
      repliesDueAt: '2026-11-26T18:00:00.000Z',
      timeZone: 'Europe/Lisbon',
      eventStatus: 'EventRescheduled',
      previousStartDates: ['2026-11-28T10:00:00.000Z'],
      version: 2,
    });
    const sent = await notices(event.id);
    expect(sent.map(({ user_id }) => user_id).sort()).toEqual(setup.club.members.map(({ id }) => id).sort());
    expect(JSON.parse(sent[0]?.changes ?? '')).toEqual([
      { field: 'startsAt', before: '2026-11-28T10:00:00.000Z', after: '2026-11-28T11:00:00.000Z' },
      { field: 'endsAt', before: '2026-11-28T11:30:00.000Z', after: '2026-11-28T12:30:00.000Z' },
      { field: 'timeZone', before: 'Europe/Brussels', after: 'Europe/Lisbon' },
      { field: 'eventStatus', before: 'EventScheduled', after: 'EventRescheduled' },
    ]);
    expect(await sequenceOf(event.id)).toBe(1);
  });

  it('keeps the instants with keepInstant: only the zone changes, with a notification', async () => {
    const event = await teamEvent();
    expect((await move({ eventTimes: 'keepInstant' })).status).toBe(200);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      startsAt: '2026-11-28T10:00:00.000Z',
      timeZone: 'Europe/Lisbon',
      eventStatus: 'EventScheduled',
      previousStartDates: [],
    });
    const [notice] = await notices(event.id);
    expect(JSON.parse(notice?.changes ?? '')).toEqual([
      { field: 'timeZone', before: 'Europe/Brussels', after: 'Europe/Lisbon' },
    ]);
    expect(await sequenceOf(event.id)).toBe(1);
  });

  it('keeps 18:00 at 18:00 on both sides of a clock change', async () => {
    await db()
      .updateTable('places')
      .set({ time_zone: 'Africa/Lagos' })
      .where('id', '=', setup.club.place.id)
      .execute();
    const at = (starts_at: string) => teamEvent({ starts_at, time_zone: 'Africa/Lagos' });
    const winter = await at('2026-12-01T17:00:00.000Z');
    const summer = await at('2027-06-01T17:00:00.000Z');
    await move({ timeZone: 'Europe/Brussels', eventTimes: 'keepLocalTime' });
    const startOf = async ({ id }: { id: string }) => (await see(setup.club.coach, id)).body.startsAt;
    expect([await startOf(winter), await startOf(summer)]).toEqual([
      '2026-12-01T17:00:00.000Z',
      '2027-06-01T16:00:00.000Z',
    ]);
  });

  it('moves all times together when a local time does not exist and the end would be before the start', async () => {
    const event = await teamEvent({
      time_zone: 'Africa/Lagos',
      // 02:30 to 03:15: in Brussels the clock goes from 02:00 to 03:00 that night.
      starts_at: '2027-03-28T01:30:00.000Z',
      ends_at: '2027-03-28T02:15:00.000Z',
      replies_due_at: '2027-03-28T01:15:00.000Z',
    });
    const { status } = await move({ timeZone: 'Europe/Paris', eventTimes: 'keepLocalTime' });
    expect(status).toBe(200);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      startsAt: '2027-03-28T01:30:00.000Z',
      endsAt: '2027-03-28T02:15:00.000Z',
      repliesDueAt: '2027-03-28T01:15:00.000Z',
      timeZone: 'Europe/Paris',
    });
  });

  it('needs no choice without future events, and changes none that has ended or is cancelled', async () => {
    const over = await teamEvent({ starts_at: '2026-11-01T10:00:00.000Z' });
    const cancelled = await teamEvent({ event_status: 'EventCancelled' });
    expect((await move({})).body.timeZone).toBe('Europe/Lisbon');
    for (const { id } of [over, cancelled])
      expect((await see(setup.club.coach, id)).body.timeZone).toBe('Europe/Brussels');
  });

  it('moves a postponed event too, whose old date is past', async () => {
    const event = await teamEvent({ starts_at: '2026-11-01T10:00:00.000Z', event_status: 'EventPostponed' });
    expect((await move({})).status).toBe(422);
    await move({ eventTimes: 'keepInstant' });
    expect((await see(setup.club.coach, event.id)).body.timeZone).toBe('Europe/Lisbon');
  });

  it('keeps a postponed event postponed when its start moves', async () => {
    const event = await teamEvent({ event_status: 'EventPostponed' });
    await move({ eventTimes: 'keepLocalTime' });
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      startsAt: '2026-11-28T11:00:00.000Z',
      eventStatus: 'EventPostponed',
      previousStartDates: [],
    });
  });

  it('is refused to a coach who does not run all of these events, and allowed to those who run the club', async () => {
    const mine = await teamEvent();
    const { otherTeam, organization, place } = setup.club;
    await buildEvent(db(), {
      organizer_organization_id: organization.id,
      teams: [otherTeam.id],
      place_id: place.id,
    });
    const refused = await move({ eventTimes: 'keepLocalTime' });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect((await see(setup.club.coach, mine.id)).body.timeZone).toBe('Europe/Brussels');
    expect((await move({ eventTimes: 'keepLocalTime' }, setup.club.admin)).status).toBe(200);
  });

  it('sent again from the same version is stale, and moves nothing twice', async () => {
    const event = await teamEvent();
    await move({ eventTimes: 'keepLocalTime' });
    expect((await move({ eventTimes: 'keepLocalTime' })).body.code).toBe('stale_version');
    expect((await see(setup.club.coach, event.id)).body.startsAt).toBe('2026-11-28T11:00:00.000Z');
  });

  it('applies one of two concurrent moves, and rejects the other as stale', async () => {
    const event = await teamEvent();
    const answers = await Promise.all([
      move({ eventTimes: 'keepLocalTime' }),
      move({ eventTimes: 'keepLocalTime' }, setup.club.admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await see(setup.club.coach, event.id)).body).toMatchObject({
      startsAt: '2026-11-28T11:00:00.000Z',
      version: 2,
    });
  });
});

it("GET /api/places returns the place's next event of the person's own teams, and no one else’s", async () => {
  await teamEvent({ name: 'Later', starts_at: '2026-12-05T10:00:00.000Z' });
  await teamEvent({ name: 'Next' });
  const foreign = await buildTeam(db(), { organization_id: setup.club.organization.id });
  await buildEvent(db(), {
    name: 'Secret',
    organizer_organization_id: setup.club.organization.id,
    teams: [foreign.id],
    place_id: setup.club.place.id,
    starts_at: '2026-11-25T10:00:00.000Z',
  });
  const { id: unused } = await buildPlace(db(), { owner_organization_id: setup.club.organization.id });
  const nextOf = async (who: { id: string }, id: string) =>
    (await (await signIn(setup.server, who)).call('GET /api/places')).body.items.find(
      (place) => place.id === id,
    )?.nextEvent;
  const next = { name: 'Next', startsAt: '2026-11-28T10:00:00.000Z', timeZone: 'Europe/Brussels' };
  expect(await nextOf(setup.club.coach, setup.club.place.id)).toEqual(next);
  expect(await nextOf(setup.club.otherCoach, setup.club.place.id)).toBeNull();
  expect((await nextOf(setup.club.admin, setup.club.place.id))?.name).toBe('Secret');
  expect(await nextOf(setup.club.coach, unused)).toBeNull();
});

describe('a series at a place that moves to another time zone', () => {
  const makeSeries = async () => {
    const body = plan({
      teamIds: [setup.club.team.id],
      place: { id: setup.club.place.id },
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' },
      publication: 'published',
    } as Parameters<typeof plan>[0]);
    const made = await (await signIn(setup.server, setup.club.coach)).call('POST /api/events', { body });
    expect(made.status).toBe(201);
    return made.body.series?.id ?? '';
  };
  const datesOf = (seriesId: string) =>
    db()
      .selectFrom('events')
      .select(['recurrence_id', 'starts_at', 'time_zone'])
      .where('series_id', '=', seriesId)
      .orderBy('recurrence_id')
      .execute();

  it('keeps its local time in the new zone, also on dates that are added later', async () => {
    const id = await makeSeries();
    const before = await datesOf(id);
    expect((await move({ eventTimes: 'keepLocalTime' })).status).toBe(200);
    const moved = await datesOf(id);
    expect(moved.map((date) => date.recurrence_id)).toEqual(before.map((date) => date.recurrence_id));
    expect(moved[0]).toEqual({
      recurrence_id: '2026-12-01T18:00',
      starts_at: '2026-12-01T18:00:00.000Z',
      time_zone: 'Europe/Lisbon',
    });
    setup.server.advance(60 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    const all = await datesOf(id);
    expect(all.length).toBeGreaterThan(before.length);
    // Summer time in Lisbon.
    expect(all.at(-1)).toEqual({
      recurrence_id: '2027-07-20T18:00',
      starts_at: '2027-07-20T17:00:00.000Z',
      time_zone: 'Europe/Lisbon',
    });
  });

  it('keeps its local times, and refuses keepInstant', async () => {
    const id = await makeSeries();
    const before = await datesOf(id);
    const { status, body } = await move({ eventTimes: 'keepInstant' });
    expect([status, body.errors?.[0]?.code]).toEqual([422, 'series_keeps_clock']);
    expect(await datesOf(id)).toEqual(before);
  });

  it.runIf(isPostgres)('reaches the part that someone splits off at this moment', async () => {
    const id = await makeSeries();
    const dates = await idsOf(id);
    const holding = await db().startTransaction().execute();
    await holding
      .selectFrom('events')
      .select('id')
      .where('id', '=', dates[9] ?? '')
      .forNoKeyUpdate()
      .execute();
    const splitting = setup.change(setup.club.coach, dates[4] ?? '', {
      scope: 'following',
      name: 'Late row',
    });
    await untilWaiting(1);
    const moving = move({ eventTimes: 'keepLocalTime' });
    await untilWaiting(2);
    await holding.commit().execute();
    expect((await splitting).status).toBe(200);
    expect((await moving).status).toBe(200);
    const parts = await db().selectFrom('event_series').select('time_zone').execute();
    expect(parts).toEqual([{ time_zone: 'Europe/Lisbon' }, { time_zone: 'Europe/Lisbon' }]);
  });

  it.runIf(isPostgres)('reaches a date that the job is adding at this moment', async () => {
    const id = await makeSeries();
    const [first = ''] = await idsOf(id);
    const adding = await db().startTransaction().execute();
    await adding.selectFrom('event_series').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const row = await adding
      .selectFrom('events')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const added = uuid();
    await adding
      .insertInto('events')
      .values({
        ...row,
        id: added,
        recurrence_id: '2027-06-08T18:00',
        starts_at: '2027-06-08T16:00:00.000Z',
        ends_at: '2027-06-08T17:30:00.000Z',
        starts_on: '2027-06-08',
      })
      .execute();
    const moving = move({ eventTimes: 'keepLocalTime' });
    await untilWaiting(1);
    await adding.commit().execute();
    expect((await moving).status).toBe(200);
    const zone = await db()
      .selectFrom('events')
      .select(['time_zone', 'starts_at'])
      .where('id', '=', added)
      .executeTakeFirst();
    expect(zone).toEqual({ time_zone: 'Europe/Lisbon', starts_at: '2027-06-08T17:00:00.000Z' });
  });
});
