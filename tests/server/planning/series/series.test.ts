// Creating series: all dates or none, who is asked, what is rejected, and dates that the job adds.
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { anonymise } from '../../../../src/server/accounts/account-deletion-queries.ts';
import { signIn } from '../../../support/client.ts';
import { buildMembership, buildTeam, buildUser } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { plan } from '../club.ts';
import { setUpPlanning } from '../setup.ts';

const setup = setUpPlanning();
const { db } = setup;
const dayMs = 86_400_000;
const weekly = { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' };

const call = async (who: { id: string }, body: object, headers = {}) =>
  (await signIn(setup.server, who)).call('POST /api/events', { body, headers });
const series = (more: object = {}) =>
  plan({ teamIds: [setup.club.team.id], recurrence: weekly, ...more } as Parameters<typeof plan>[0]);
const datesOf = (seriesId: string | undefined) =>
  db()
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', seriesId ?? null)
    .orderBy('recurrence_id')
    .execute();
const publish = async (id: string, body: object) =>
  (await signIn(setup.server, setup.club.coach)).call('POST /api/events/{id}/publish', {
    params: { id },
    body,
  });
const noticeCount = async () => (await db().selectFrom('notifications').select('id').execute()).length;
const members = () => setup.club.members.map(({ id }) => id).sort();

describe('POST /api/events with a recurrence', () => {
  it('creates every date with its own place, teams, leaders, prices and deadline', async () => {
    const { status, body } = await call(
      setup.club.admin,
      series({
        place: { id: setup.club.place.id },
        leaderIds: [setup.club.coach.id],
        maximumAttendeeCapacity: 8,
        repliesDueAt: '2026-11-30T17:00:00.000Z',
        offers: [{ name: 'Adult', price: { amountMinor: 500, currency: 'EUR' }, refundUntil: 'P1D' }],
      }),
    );
    expect(status).toBe(201);
    expect(body.series).toEqual({
      id: expect.any(String),
      rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6',
      count: 6,
      askedAgain: 0,
    });
    const dates = await datesOf(body.series?.id);
    expect(dates[0]?.id).toBe(body.id);
    expect(dates.map((date) => date.recurrence_id)).toEqual(
      ['01', '03', '08', '10', '15', '17'].map((day) => `2026-12-${day}T18:00`),
    );
    const read = async (id: string) =>
      (await (await signIn(setup.server, setup.club.coach)).call('GET /api/events/{id}', { params: { id } }))
        .body;
    const last = await read(dates[5]?.id ?? '');
    expect(last).toMatchObject({
      name: 'Evening row',
      startsAt: '2026-12-17T17:00:00.000Z',
      endsAt: '2026-12-17T18:30:00.000Z',
      repliesDueAt: '2026-12-16T17:00:00.000Z',
      place: { id: setup.club.place.id },
      teams: [{ id: setup.club.team.id }],
      leaders: [{ id: setup.club.coach.id }],
      maximumAttendeeCapacity: 8,
      offers: [{ name: 'Adult', price: { amountMinor: 500, currency: 'EUR' }, refundBefore: 'P1D' }],
      publication: 'draft',
      series: body.series,
    });
    expect(new Set(dates.map(({ id }) => id)).size).toBe(6);
    const offers = await db().selectFrom('offers').select('id').execute();
    expect(offers).toHaveLength(6);
  });

  it('keeps 18:00 at 18:00 over the clock change, and skips the excluded days', async () => {
    const { body } = await call(
      setup.club.coach,
      series({
        startsAt: '2027-03-16T17:00:00.000Z',
        endsAt: '2027-03-16T18:30:00.000Z',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exceptDates: ['2027-03-23', '2027-03-23'] },
      }),
    );
    const dates = await datesOf(body.series?.id);
    expect(dates.map((date) => [date.recurrence_id, date.starts_at, date.ends_at])).toEqual([
      ['2027-03-16T18:00', '2027-03-16T17:00:00.000Z', '2027-03-16T18:30:00.000Z'],
      ['2027-03-30T18:00', '2027-03-30T16:00:00.000Z', '2027-03-30T17:30:00.000Z'],
      ['2027-04-06T18:00', '2027-04-06T16:00:00.000Z', '2027-04-06T17:30:00.000Z'],
    ]);
  });

  it('returns the first date that is not skipped, under the id of the request', async () => {
    const id = uuid();
    const { body } = await call(
      setup.club.coach,
      series({ id, recurrence: { ...weekly, exceptDates: ['2026-12-01'] } }),
    );
    expect(body).toMatchObject({ id, startsAt: '2026-12-03T17:00:00.000Z', series: { count: 5 } });
  });

  it('asks each member once for all dates, when it is published at once', async () => {
    const { body } = await call(setup.club.coach, series({ publication: 'published' }));
    expect((await datesOf(body.series?.id)).map((date) => date.publication)).toEqual(
      Array(6).fill('published'),
    );
    const notices = await db()
      .selectFrom('notifications')
      .select(['user_id', 'kind', 'event_id', 'changes'])
      .execute();
    expect(JSON.parse(notices[0]?.changes ?? '')).toEqual([
      { field: 'eventCount', before: null, after: '6' },
    ]);
    expect(notices.map((notice) => notice.user_id).sort()).toEqual(members());
    expect(new Set(notices.map(({ kind, event_id }) => `${kind} ${event_id}`))).toEqual(
      new Set([`replyOwed ${body.id}`]),
    );
  });

  it('creates one series from a repeated request, by its key and by its id', async () => {
    const id = uuid();
    const once = await call(setup.club.coach, series({ id }), { 'Idempotency-Key': 'series-1' });
    const again = await call(setup.club.coach, series({ id }), { 'Idempotency-Key': 'series-1' });
    const other = await call(setup.club.coach, series({ id }), { 'Idempotency-Key': 'series-2' });
    expect([again.body, other.body]).toEqual([once.body, once.body]);
    expect(await db().selectFrom('events').select('id').execute()).toHaveLength(6);
    expect(await db().selectFrom('event_series').select('id').execute()).toHaveLength(1);
  });

  it("creates nothing under the id of another user's event", async () => {
    const { id } = await setup.teamEvent();
    const { status, body } = await call(setup.club.coach, series({ id }));
    expect([status, body]).toMatchObject([409, { code: 'not_permitted' }]);
    expect(await db().selectFrom('event_series').select('id').execute()).toEqual([]);
  });

  it.each([
    [{ rrule: 'FREQ=YEARLY' }, 'recurrence.rrule', 'unsupported'],
    [{ rrule: 'every Tuesday' }, 'recurrence.rrule', 'malformed'],
    [{ rrule: 'FREQ=WEEKLY;UNTIL=20261130' }, 'recurrence.rrule', 'too_early'],
    [{ rrule: 'FREQ=WEEKLY;UNTIL=20401130' }, 'recurrence.rrule', 'too_late'],
    [{ rrule: 'FREQ=MONTHLY;COUNT=100' }, 'recurrence.rrule', 'too_late'],
    [{ rrule: 'FREQ=DAILY;COUNT=367' }, 'recurrence.rrule', 'too_many'],
    [{ rrule: 'FREQ=DAILY;COUNT=999' }, 'recurrence.rrule', 'too_many'],
    [{ rrule: 'FREQ=DAILY;UNTIL=20291201' }, 'recurrence.rrule', 'too_many'],
    [{ rrule: 'FREQ=DAILY;COUNT=1', exceptDates: ['2026-12-01'] }, 'recurrence.exceptDates', 'no_dates'],
  ])('rejects %j at its field, and creates nothing', async (recurrence, path, code) => {
    const { status, body } = await call(setup.club.coach, series({ recurrence }));
    expect([status, body]).toMatchObject([422, { errors: [{ path, code }] }]);
    expect(await db().selectFrom('events').select('id').execute()).toEqual([]);
    expect(await db().selectFrom('event_series').select('id').execute()).toEqual([]);
  });

  it('accepts 366 dates, and rejects a start that is not on a full minute', async () => {
    const { body } = await call(
      setup.club.coach,
      series({ recurrence: { rrule: 'FREQ=DAILY;COUNT=367', exceptDates: ['2027-01-01'] } }),
    );
    expect(body.series?.count).toBe(366);
    const odd = await call(setup.club.coach, series({ startsAt: '2026-12-01T17:00:30.000Z' }));
    expect([odd.status, odd.body]).toMatchObject([
      422,
      { errors: [{ path: 'startsAt', code: 'not_on_minute' }] },
    ]);
  });

  it('requires a planning role in the owner', async () => {
    const [member = setup.club.coach] = setup.club.members;
    expect((await call(member, series())).status).toBe(409);
    expect((await call(setup.club.otherCoach, series())).status).toBe(409);
  });

  it('is limited apart from single events, to forty a day', async () => {
    const limited = setup.server.config as { rateLimit: boolean };
    limited.rateLimit = true;
    const day = new Date(setup.server.now()).toISOString().slice(0, 10);
    const user_id = setup.club.coach.id;
    await db().insertInto('daily_uses').values({ user_id, action: 'createSeries', day, uses: 40 }).execute();
    const { status, body } = await call(setup.club.coach, series());
    expect([status, body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect((await call(setup.club.coach, series({ recurrence: null }))).status).toBe(201);
  });

  it('is limited by its dates, to two thousand a day, also where an event is repeated', async () => {
    const limited = setup.server.config as { rateLimit: boolean };
    limited.rateLimit = true;
    const day = new Date(setup.server.now()).toISOString().slice(0, 10);
    const user_id = setup.club.coach.id;
    const single = await call(setup.club.coach, series({ recurrence: null }));
    await db().insertInto('daily_uses').values({ user_id, action: 'createDate', day, uses: 1989 }).execute();
    expect((await call(setup.club.coach, series())).status).toBe(201);
    const { status, body } = await call(setup.club.coach, series());
    expect([status, body]).toMatchObject([
      429,
      {
        detail: 'You can create 2000 dates in series a day, and these would be more. You can go on tomorrow.',
      },
    ]);
    const repeated = await (await signIn(setup.server, setup.club.coach)).call('PATCH /api/events/{id}', {
      params: { id: single.body.id },
      body: { version: single.body.version, recurrence: weekly },
    });
    expect(repeated.status).toBe(429);
    const uses = db().selectFrom('daily_uses').select(['action', 'uses']).where('user_id', '=', user_id);
    expect(
      await uses.where('action', 'in', ['createSeries', 'createDate']).orderBy('action').execute(),
    ).toEqual([
      { action: 'createDate', uses: 1995 },
      { action: 'createSeries', uses: 1 },
    ]);
  });
});

it('GET /api/users/me/events returns the series of each date, and null for a single event', async () => {
  const { body } = await call(setup.club.coach, series());
  await call(
    setup.club.coach,
    plan({ startsAt: '2026-11-30T17:00:00.000Z', endsAt: '2026-11-30T18:00:00.000Z' }),
  );
  const list = await (await signIn(setup.server, setup.club.coach)).call('GET /api/users/me/events', {
    query: { tab: 'coaching' },
  });
  expect(list.body.items.map((item) => item.series)).toEqual([null, ...Array(6).fill(body.series)]);
});

describe('previews of a series', () => {
  it('POST /api/events/preview counts dates, those in the past, and places that are taken', async () => {
    await setup.teamEvent({ starts_at: '2026-12-03T17:30:00.000Z' });
    await setup.teamEvent({ starts_at: '2026-12-10T17:30:00.000Z' });
    const preview = await (await signIn(setup.server, setup.club.coach)).call('POST /api/events/preview', {
      body: series({
        startsAt: '2026-11-19T17:00:00.000Z',
        endsAt: '2026-11-19T18:30:00.000Z',
        place: { id: setup.club.place.id },
      }),
    });
    expect(preview.body).toMatchObject({
      dates: 6,
      kept: 0,
      notified: members().length,
      warnings: [
        { code: 'startsInPast', count: 1 },
        { code: 'placeTaken', count: 1 },
      ],
    });
    expect(await db().selectFrom('event_series').select('id').execute()).toEqual([]);
    expect(await noticeCount()).toBe(0);
  });

  it('of publishing agree with publishing, for each scope', async () => {
    for (const [scope, count] of [
      ['this', 1],
      ['following', 4],
      ['all', 6],
    ] as const) {
      const { body } = await call(setup.club.coach, series());
      const dates = await datesOf(body.series?.id);
      const id = dates[2]?.id ?? '';
      const preview = await setup.preview(setup.club.coach, id, { action: 'publish', scope });
      expect(preview.body).toMatchObject({ dates: count, notified: members().length });
      const before = await noticeCount();
      expect((await publish(id, { version: 1, scope })).body.publication).toBe('published');
      const published = (await datesOf(body.series?.id)).filter((date) => date.publication === 'published');
      expect(published).toHaveLength(count);
      expect((await noticeCount()) - before).toBe(members().length);
    }
  });
});

describe('POST /api/events/{id}/publish of a date of a draft series', () => {
  it('publishes all of its dates without a scope, and asks each member once', async () => {
    const { body } = await call(setup.club.coach, series());
    const [, second] = await datesOf(body.series?.id);
    await publish(second?.id ?? '', { version: 1 });
    expect((await datesOf(body.series?.id)).map(({ publication }) => publication)).toEqual(
      Array(6).fill('published'),
    );
    expect((await setup.notices(body.id)).map(({ user_id }) => user_id).sort()).toEqual(members());
    expect(await noticeCount()).toBe(members().length);
  });

  it('asks about the next date when the first is past', async () => {
    const { body } = await call(
      setup.club.coach,
      series({ startsAt: '2026-11-17T17:00:00.000Z', endsAt: '2026-11-17T18:30:00.000Z' }),
    );
    await publish(body.id, { version: 1 });
    const [, , next] = await datesOf(body.series?.id);
    expect(next?.starts_at).toBe('2026-11-24T17:00:00.000Z');
    expect((await setup.notices(next?.id ?? '')).map(({ user_id }) => user_id).sort()).toEqual(members());
  });

  it('skips a date that was given to another owner', async () => {
    const { body } = await call(setup.club.coach, series());
    const [, second] = await datesOf(body.series?.id);
    await db()
      .updateTable('events')
      .set({ owner_team_id: null })
      .where('id', '=', second?.id ?? '')
      .execute();
    await publish(body.id, { version: 1 });
    expect((await datesOf(body.series?.id)).map(({ publication }) => publication)).toEqual([
      'published',
      'draft',
      ...Array(4).fill('published'),
    ]);
  });

  it('happens once when two coaches publish different dates at the same time', async () => {
    const { body } = await call(setup.club.coach, series());
    const dates = await datesOf(body.series?.id);
    const client = await signIn(setup.server, setup.club.admin);
    const other = await signIn(setup.server, setup.club.coach);
    const answers = await Promise.all([
      client.call('POST /api/events/{id}/publish', {
        params: { id: dates[4]?.id ?? '' },
        body: { version: 1 },
      }),
      other.call('POST /api/events/{id}/publish', {
        params: { id: dates[1]?.id ?? '' },
        body: { version: 1 },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await datesOf(body.series?.id)).map(({ version }) => version)).toEqual(Array(6).fill(2));
  });
});

describe('the job extendSeries', () => {
  const open = { rrule: 'FREQ=WEEKLY;BYDAY=TU' };
  const slotsOf = async (id: string | undefined) => (await datesOf(id)).map((date) => date.recurrence_id);

  it('keeps six months of dates for a rule without an end, and no duplicates with four processes', async () => {
    const { body } = await call(setup.club.coach, series({ recurrence: open, publication: 'published' }));
    // Six months from the first date, which is later than today.
    expect(await slotsOf(body.series?.id)).toHaveLength(27);
    expect((await slotsOf(body.series?.id)).at(-1)).toBe('2027-06-01T18:00');
    const notices = await noticeCount();
    setup.server.advance(60 * dayMs);
    await Promise.all(Array.from({ length: 4 }, () => runJob(setup.server, 'extendSeries')));
    const slots = await slotsOf(body.series?.id);
    expect(slots.at(-1)).toBe('2027-07-20T18:00');
    expect(new Set(slots).size).toBe(slots.length);
    expect(slots).toHaveLength(34);
    const added = (await datesOf(body.series?.id)).at(-1);
    expect(added).toMatchObject({
      publication: 'published',
      starts_at: '2027-07-20T16:00:00.000Z',
      name: 'Evening row',
    });
    expect(await noticeCount()).toBe(notices);
    await runJob(setup.server, 'extendSeries');
    expect(await slotsOf(body.series?.id)).toEqual(slots);
  });

  describe('of a postponed series', () => {
    const openings = async () => {
      const { coach } = setup.club;
      const { body } = await call(coach, series({ recurrence: open, publication: 'published' }));
      const change = (id: string | undefined, more: object) => setup.change(coach, id ?? '', more);
      const { body: postponed } = await change(body.id, {
        version: 1,
        scope: 'all',
        eventStatus: 'EventPostponed',
      });
      expect(postponed.eventStatus).toBe('EventPostponed');
      return { body, change };
    };

    it('adds no dates until they are on again, and none for the time between', async () => {
      const { body, change } = await openings();
      const before = await slotsOf(body.series?.id);
      setup.server.advance(40 * dayMs);
      await runJob(setup.server, 'extendSeries');
      expect(await slotsOf(body.series?.id)).toEqual(before);
      const untilOf = () => db().selectFrom('event_series').select('extended_until').executeTakeFirst();
      expect(await untilOf()).toEqual({ extended_until: '2027-06-01' });

      // To the end of July: the dates are over, and some between them and today were never made.
      setup.server.advance(210 * dayMs);
      await runJob(setup.server, 'extendSeries');
      const { version } = (await datesOf(body.series?.id))[0] ?? {};
      await change(body.id, { version, scope: 'all', eventStatus: 'EventScheduled' });
      await runJob(setup.server, 'extendSeries');
      const added = (await slotsOf(body.series?.id)).slice(before.length);
      expect([added[0], added.at(-1)]).toEqual(['2027-08-03T18:00', '2028-01-25T18:00']);
    });

    it('adds no dates while only the later ones are postponed', async () => {
      const { coach } = setup.club;
      const { body } = await call(coach, series({ recurrence: open, publication: 'published' }));
      const [, second] = await datesOf(body.series?.id);
      await setup.change(coach, second?.id ?? '', {
        version: 1,
        scope: 'following',
        eventStatus: 'EventPostponed',
      });
      const countOf = async () => (await db().selectFrom('events').select('id').execute()).length;
      const before = await countOf();
      setup.server.advance(40 * dayMs);
      await runJob(setup.server, 'extendSeries');
      expect(await countOf()).toBe(before);
    });

    it('adds dates to series that come after a hundred postponed ones', async () => {
      const { body } = await openings();
      const part = await db().selectFrom('event_series').selectAll().executeTakeFirstOrThrow();
      const [date] = await datesOf(part.id);
      if (!date) throw new Error('no date');
      const ids = Array.from({ length: 100 }, () => uuid());
      const parts = ids.map((id) => ({ ...part, id, root_series_id: id, extended_until: '2027-05-01' }));
      await db().insertInto('event_series').values(parts).execute();
      for (const series_id of ids)
        await db()
          .insertInto('events')
          .values({ ...date, id: uuid(), series_id })
          .execute();
      const other = await call(setup.club.coach, series({ recurrence: open, publication: 'published' }));
      const before = await slotsOf(other.body.series?.id);
      setup.server.advance(40 * dayMs);
      await runJob(setup.server, 'extendSeries');
      expect((await slotsOf(other.body.series?.id)).length).toBeGreaterThan(before.length);
      expect(await slotsOf(body.series?.id)).toHaveLength(before.length);
    });
  });

  it('adds no date to a series of a team that has a next season, until an edit gives it a rule', async () => {
    const { team, coach } = setup.club;
    const { body } = await call(coach, series({ recurrence: open, publication: 'published' }));
    const before = await slotsOf(body.series?.id);
    await buildTeam(db(), { organization_id: setup.club.organization.id, previous_team_id: team.id });
    setup.server.advance(60 * dayMs);
    await runJob(setup.server, 'extendSeries');
    expect(await slotsOf(body.series?.id)).toEqual(before);
    const next = (await datesOf(body.series?.id)).at(-1);
    const { status } = await (await signIn(setup.server, coach)).call('PATCH /api/events/{id}', {
      params: { id: next?.id ?? '' },
      body: { version: 1, scope: 'all', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR' } },
    });
    expect(status).toBe(200);
    // The dates that are over stay in the first part of the series.
    const all = await db().selectFrom('events').select('id').execute();
    expect(all.length).toBeGreaterThan(before.length);
  });

  it('creates no date after the end, none on a skipped day, and none that was deleted', async () => {
    const ended = await call(setup.club.coach, series({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=30' } }));
    const { body } = await call(
      setup.club.coach,
      series({ recurrence: { ...open, exceptDates: ['2027-06-15'] } }),
    );
    const last = (await datesOf(body.series?.id)).at(-1);
    const deleted = await (await signIn(setup.server, setup.club.coach)).call('DELETE /api/events/{id}', {
      params: { id: last?.id ?? '' },
    });
    expect(deleted.status).toBe(204);
    setup.server.advance(30 * dayMs);
    await runJob(setup.server, 'extendSeries');
    expect(await slotsOf(ended.body.series?.id)).toHaveLength(30);
    expect((await slotsOf(body.series?.id)).slice(-3)).toEqual([
      '2027-05-18T18:00',
      '2027-05-25T18:00',
      '2027-06-08T18:00',
    ]);
  });

  it('names leaders that still coach or assist the team, and keeps drafts as drafts', async () => {
    const team_id = setup.club.team.id;
    const leaver = await buildUser(db(), { is_coach: 1 });
    const lowered = await buildUser(db(), { is_coach: 1 });
    const assistant = await buildUser(db());
    for (const { id: person_id } of [leaver, lowered, assistant])
      await buildMembership(db(), { team_id, person_id, role: 'coach' });
    const { body } = await call(
      setup.club.coach,
      series({ recurrence: open, leaderIds: [leaver.id, assistant.id, lowered.id, setup.club.coach.id] }),
    );
    await db()
      .updateTable('memberships')
      .set({ status: 'left' })
      .where('person_id', '=', leaver.id)
      .execute();
    for (const [{ id }, role] of [
      [lowered, 'trainee'],
      [assistant, 'assistant'],
    ] as const)
      await db().updateTable('memberships').set({ role }).where('person_id', '=', id).execute();
    setup.server.advance(60 * dayMs);
    await runJob(setup.server, 'extendSeries');
    const added = (await datesOf(body.series?.id)).at(-1);
    expect(added?.publication).toBe('draft');
    const leaders = await db()
      .selectFrom('event_leaders')
      .select('person_id')
      .where('event_id', '=', added?.id ?? '')
      .orderBy('position')
      .execute();
    expect(leaders.map(({ person_id }) => person_id)).toEqual([assistant.id, setup.club.coach.id]);
  });

  it('ends when its owner deletes the account, or when every date was deleted', async () => {
    const own = await call(setup.club.coach, plan({ recurrence: { ...open, exceptDates: [] } }));
    const team = await call(setup.club.coach, series({ recurrence: open }));
    await anonymise(db(), setup.club.coach.id, '2026-12-01T10:00:00.000Z');
    await db()
      .deleteFrom('events')
      .where('series_id', '=', team.body.series?.id ?? '')
      .execute();
    setup.server.advance(60 * dayMs);
    await runJob(setup.server, 'extendSeries');
    expect(await slotsOf(own.body.series?.id)).toHaveLength(27);
    expect(await slotsOf(team.body.series?.id)).toEqual([]);
    const rows = await db().selectFrom('event_series').select('extended_until').execute();
    expect(rows).toEqual([{ extended_until: null }, { extended_until: null }]);
  });

  it('gets no dates while its owner is suspended, and goes on after that', async () => {
    const { body } = await call(setup.club.coach, plan({ recurrence: open, publication: 'published' }));
    const suspend = (suspended_at: string | null) =>
      db().updateTable('users').set({ suspended_at }).where('id', '=', setup.club.coach.id).execute();
    await suspend('2026-12-01T10:00:00.000Z');
    setup.server.advance(60 * dayMs);
    await runJob(setup.server, 'extendSeries');
    expect(await slotsOf(body.series?.id)).toHaveLength(27);
    await suspend(null);
    await runJob(setup.server, 'extendSeries');
    expect((await slotsOf(body.series?.id)).slice(26, 28)).toEqual(['2027-06-01T18:00', '2027-06-08T18:00']);
  });
});
