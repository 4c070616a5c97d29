// One reply to the dates of a series: the outcome per date, for a range of days, idempotent, and its
// permissions.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { buildOffer, buildRegistration, buildUser } from '../../support/factories.ts';
import { plan } from '../planning/club.ts';
import { setUpPlanning } from '../planning/setup.ts';

const isPostgres = process.env.TEST_ENGINE === 'postgres';
const setup = setUpPlanning();
const { db } = setup;
const member = (index = 0) => setup.club.members[index] ?? setup.club.coach;

const waitingForLock = sql`
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Six dates: 1, 3, 8, 10, 15 and 17 December, published. */
async function weeks(more: object = {}) {
  const client = await signIn(setup.server, setup.club.admin);
  const { body } = await client.call('POST /api/events', {
    body: plan({
      teamIds: [setup.club.team.id],
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6' },
      publication: 'published',
      ...more,
    }),
  });
  const id = body.series?.id ?? '';
  const dates = await db()
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', id)
    .orderBy('recurrence_id')
    .execute();
  return { id, dates: dates.map((date) => date.id) };
}

const answer = (client: Client, id: string, body: object, headers = {}) =>
  client.call('PUT /api/series/{id}/registration', {
    params: { id },
    body: body as { response: 'attending' },
    headers,
  });
const statesOf = async ({ dates }: { dates: string[] }, person = member()) =>
  Promise.all(dates.map((id) => setup.stateOf(person, id)));

describe('PUT /api/series/{id}/registration', () => {
  it('replies to every future date, and returns the outcome of each', async () => {
    const series = await weeks();
    setup.server.advance(11 * 86_400_000);
    const client = await signIn(setup.server, member());
    const { status, body } = await answer(client, series.id, { response: 'attending', note: 'All of them' });
    expect(status).toBe(200);
    expect(body.items.map(({ eventId, startsAt, outcome }) => [eventId, startsAt, outcome])).toEqual(
      ['03', '08', '10', '15', '17'].map((day, index) => [
        series.dates[index + 1],
        `2026-12-${day}T17:00:00.000Z`,
        'applied',
      ]),
    );
    expect(body.items[0]?.registration).toMatchObject({ state: 'confirmed' });
    expect(await statesOf(series)).toEqual([undefined, ...Array(5).fill('confirmed')]);
    const again = await answer(client, series.id, { response: 'attending' });
    expect(again.body.items.map(({ outcome }) => outcome)).toEqual(Array(5).fill('duplicate'));
  });

  it('replies to the days of a range alone, both ends included, using the day that a date was moved to', async () => {
    const series = await weeks();
    await setup.change(setup.club.coach, series.dates[4] ?? '', {
      startsAt: '2026-12-09T23:30:00.000Z',
      endsAt: '2026-12-10T00:30:00.000Z',
    });
    const client = await signIn(setup.server, member());
    await answer(client, series.id, { response: 'declined', from: '2026-12-03', to: '2026-12-10' });
    expect(await statesOf(series)).toEqual([
      undefined,
      'declined',
      'declined',
      'declined',
      'declined',
      undefined,
    ]);
    const none = await answer(client, series.id, { response: 'declined', from: '2027-01-01' });
    expect([none.status, none.body.items]).toEqual([200, []]);
    const turned = await answer(client, series.id, {
      response: 'declined',
      from: '2026-12-10',
      to: '2026-12-09',
    });
    expect([turned.status, turned.body]).toMatchObject([422, { errors: [{ path: 'to' }] }]);
  });

  it('takes places or waits date by date, depending on capacity', async () => {
    const series = await weeks({ maximumAttendeeCapacity: 1 });
    await buildRegistration(db(), { event_id: series.dates[2] ?? '', person_id: member(1).id });
    const client = await signIn(setup.server, member());
    await answer(client, series.id, { response: 'attending' });
    expect(await statesOf(series)).toEqual([
      'confirmed',
      'confirmed',
      'waitlisted',
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    const other = await signIn(setup.server, member(2));
    const { body } = await answer(other, series.id, { response: 'attending', ifFull: 'ask' });
    expect(body.items.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      Array(6).fill(['refused', 'event_full']),
    );
  });

  it('refuses cancelled and priced dates, and replies to the rest', async () => {
    const series = await weeks();
    const [first = '', second = '', third = ''] = series.dates;
    await (await signIn(setup.server, setup.club.admin)).call('POST /api/events/{id}/cancel', {
      params: { id: first },
      body: {},
    });
    for (const event_id of [second, third])
      await buildOffer(db(), { event_id, price_minor: 500, currency: 'EUR' });
    const client = await signIn(setup.server, member());
    const { body } = await answer(client, series.id, { response: 'attending' });
    expect(body.items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'event_cancelled'],
      ['refused', 'paid_one_by_one'],
      ['refused', 'paid_one_by_one'],
      ...Array(3).fill(['applied', undefined]),
    ]);
    expect(await statesOf(series)).toEqual([undefined, undefined, undefined, ...Array(3).fill('confirmed')]);
  });

  it('does not accept an offered place that has to be paid, and accepts a free one', async () => {
    const series = await weeks();
    const [first = '', second = '', third = ''] = series.dates;
    const until = '2026-11-22T20:00:00.000Z';
    const held = { person_id: member().id, state: 'offered' as const, hold_expires_at: until };
    const paid = await buildOffer(db(), { event_id: first, price_minor: 500, currency: 'EUR' });
    await buildOffer(db(), { event_id: first, name: 'Helper', price_minor: 0, currency: 'EUR' });
    await buildOffer(db(), { event_id: second, price_minor: 500, currency: 'EUR' });
    // With an offer of its own, which is not the lowest; without one; and on a free date.
    await buildRegistration(db(), { ...held, event_id: first, offer_id: paid.id });
    await buildRegistration(db(), { ...held, event_id: second });
    await buildRegistration(db(), { ...held, event_id: third });
    const client = await signIn(setup.server, member());
    const { body } = await answer(client, series.id, { response: 'attending', to: '2026-12-08' });
    expect(body.items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'paid_one_by_one'],
      ['refused', 'paid_one_by_one'],
      ['applied', undefined],
    ]);
    expect((await statesOf(series)).slice(0, 3)).toEqual(['offered', 'offered', 'confirmed']);
    const ends = await db()
      .selectFrom('registrations')
      .select('hold_expires_at')
      .where('event_id', 'in', [first, second])
      .execute();
    expect(ends.map(({ hold_expires_at }) => hold_expires_at)).toEqual([until, until]);
  });

  it('does not give up a priced place, and declines a priced date without one', async () => {
    const series = await weeks();
    const [first = '', second = '', third = ''] = series.dates;
    const offers = [];
    for (const event_id of [first, second])
      offers.push(await buildOffer(db(), { event_id, price_minor: 500, currency: 'EUR' }));
    const free = await buildOffer(db(), { event_id: third, price_minor: 0, currency: 'EUR' });
    await buildRegistration(db(), {
      event_id: first,
      person_id: member().id,
      offer_id: offers[0]?.id ?? null,
    });
    await buildRegistration(db(), { event_id: third, person_id: member().id, offer_id: free.id });
    const client = await signIn(setup.server, member());
    const going = await answer(client, series.id, { response: 'attending', to: '2026-12-01' });
    expect(going.body.items.map(({ outcome }) => outcome)).toEqual(['duplicate']);
    const { body } = await answer(client, series.id, { response: 'declined', to: '2026-12-08' });
    expect(body.items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'paid_one_by_one'],
      ['applied', undefined],
      ['applied', undefined],
    ]);
    expect((await statesOf(series)).slice(0, 3)).toEqual(['confirmed', 'declined', 'declined']);
  });

  it("keeps a date's reply that the person decided later", async () => {
    const series = await weeks();
    const client = await signIn(setup.server, member());
    await client.call('PUT /api/events/{id}/registration', {
      params: { id: series.dates[1] ?? '' },
      body: { response: 'declined' },
    });
    const { body } = await answer(client, series.id, {
      response: 'attending',
      occurredAt: '2026-11-21T09:00:00.000Z',
      sentAt: '2026-11-21T10:00:00.000Z',
    });
    expect(body.items.map(({ outcome }) => outcome)).toEqual([
      'applied',
      'superseded',
      ...Array(4).fill('applied'),
    ]);
  });

  it('with `unanswered` replies only to the dates that ask the person and have no reply of theirs', async () => {
    const series = await weeks();
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = series.dates;
    const client = await signIn(setup.server, member());
    await client.call('PUT /api/events/{id}/registration', {
      params: { id: first },
      body: { response: 'declined' },
    });
    await (await signIn(setup.server, setup.club.admin)).call('POST /api/events/{id}/cancel', {
      params: { id: second },
      body: {},
    });
    await buildOffer(db(), { event_id: third, price_minor: 500, currency: 'EUR' });
    // Its leader is not asked.
    await db()
      .insertInto('event_leaders')
      .values({ event_id: fourth, person_id: member().id, position: 9 })
      .execute();
    const { body } = await answer(client, series.id, { response: 'attending', unanswered: true });
    expect(body.items.map(({ eventId, outcome, reason }) => [eventId, outcome, reason])).toEqual([
      [third, 'refused', 'paid_one_by_one'],
      [fifth, 'applied', undefined],
      [series.dates[5], 'applied', undefined],
    ]);
    expect((await statesOf(series))[0]).toBe('declined');
    const again = await answer(client, series.id, { response: 'attending', unanswered: true });
    expect(again.body.items.map(({ eventId }) => eventId)).toEqual([third]);
    const stranger = await signIn(setup.server, await buildUser(db()));
    expect((await answer(stranger, series.id, { response: 'attending', unanswered: true })).status).toBe(404);
  });

  it('is applied once under one key', async () => {
    const series = await weeks();
    const client = await signIn(setup.server, member());
    const key = { 'Idempotency-Key': 'season-1' };
    const once = await answer(client, series.id, { response: 'attending' }, key);
    const again = await answer(client, series.id, { response: 'attending' }, key);
    expect(again.body).toEqual(once.body);
    const other = await answer(client, series.id, { response: 'declined' }, key);
    expect(other.status).toBe(409);
  });

  it('fills each place once when two people reply at the same time', async () => {
    const series = await weeks({ maximumAttendeeCapacity: 1 });
    const clients = await Promise.all([signIn(setup.server, member(0)), signIn(setup.server, member(1))]);
    await Promise.all(clients.map((client) => answer(client, series.id, { response: 'attending' })));
    const held = await db()
      .selectFrom('registrations')
      .select(['event_id', 'state'])
      .where('event_id', 'in', series.dates)
      .execute();
    expect(
      held
        .filter(({ state }) => state === 'confirmed')
        .map(({ event_id }) => event_id)
        .sort(),
    ).toEqual(series.dates.toSorted());
    expect(held.filter(({ state }) => state === 'waitlisted')).toHaveLength(6);
  });

  it.runIf(isPostgres)('is not found by strangers without waiting for a locked past date', async () => {
    const series = await weeks();
    setup.server.advance(11 * 86_400_000);
    const stranger = await signIn(setup.server, await buildUser(db()));
    const other = await db().startTransaction().execute();
    await other
      .selectFrom('events')
      .select('id')
      .where('id', '=', series.dates[0] ?? '')
      .forUpdate()
      .execute();
    const { status } = await answer(stranger, series.id, { response: 'attending' });
    await other.rollback().execute();
    expect(status).toBe(404);
  });

  it.runIf(isPostgres)('leaves out a date that is moved out of its days while it waits', async () => {
    const series = await weeks();
    const moved = series.dates[5] ?? '';
    const client = await signIn(setup.server, member());
    const other = await db().startTransaction().execute();
    await other
      .updateTable('events')
      .set({
        starts_at: '2027-01-12T17:00:00.000Z',
        ends_at: '2027-01-12T18:30:00.000Z',
        starts_on: '2027-01-12',
      })
      .where('id', '=', moved)
      .execute();
    const december = { response: 'attending', from: '2026-12-01', to: '2026-12-31' };
    const answering = answer(client, series.id, december);
    await expect.poll(async () => (await waitingForLock.execute(db())).rows).toHaveLength(1);
    await other.commit().execute();
    const { body } = await answering;
    expect(body.items.map(({ eventId }) => eventId)).not.toContain(moved);
    expect(await statesOf(series)).toEqual([...Array(5).fill('confirmed'), undefined]);
  });

  it('is not found by visitors to the team, and skips drafts', async () => {
    const series = await weeks();
    const stranger = await signIn(setup.server, await buildUser(db()));
    expect((await answer(stranger, series.id, { response: 'attending' })).status).toBe(404);
    expect((await answer(createClient(setup.server), series.id, { response: 'attending' })).status).toBe(401);
    const drafts = await weeks({ publication: 'draft' });
    const client = await signIn(setup.server, member());
    expect((await answer(client, drafts.id, { response: 'attending' })).status).toBe(404);
    expect(await statesOf(drafts)).toEqual(Array(6).fill(undefined));
  });
});
