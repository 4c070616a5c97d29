// Adding a recurrence to an existing event: what it keeps, which dates are created, who is asked, and where
// it is refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registrationStates } from '../../../../src/contract/values/enums.ts';
import { signIn } from '../../../support/client.ts';
import { buildOffer, buildPayment, buildRegistration } from '../../../support/factories.ts';
import { runJob } from '../../../support/server.ts';
import { setUpPlanning } from '../setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, see } = setup;
const start = { starts_at: '2026-12-01T17:00:00.000Z', ends_at: '2026-12-01T18:30:00.000Z' };
const member = (index = 0) => setup.club.members[index] ?? setup.club.coach;
const weekly = (count: number) => ({ rrule: `FREQ=WEEKLY;BYDAY=TU;COUNT=${count}` });

/** Edits an event from its current version. Requires its preview first, which must change nothing. */
async function edit(id: string, body: object, who: { id: string } = setup.club.coach) {
  const { body: event } = await see(who, id);
  const before = await dates();
  const preview = await setup.preview(who, id, body);
  expect(await dates()).toEqual(before);
  const answer = await setup.change(who, id, { version: event.version, ...body });
  return { ...answer, preview: preview.body };
}
const dates = () => db().selectFrom('events').selectAll().orderBy('starts_at').orderBy('id').execute();
const errorsOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);

describe('PATCH with a recurrence on an event without a series', () => {
  it('makes it the unchanged first date of a series, with new dates like it', async () => {
    const { id } = await teamEvent({ ...start, name: 'Row', maximum_attendee_capacity: 8 });
    const offer = await buildOffer(db(), { event_id: id, price_minor: 700 });
    const place = await buildRegistration(db(), { event_id: id, person_id: member().id, offer_id: offer.id });
    await buildPayment(db(), { registration_id: place.id, amount_minor: 700, state: 'succeeded' });
    const before = await db().selectFrom('registrations').selectAll().execute();
    const { status, body, preview } = await edit(id, { recurrence: weekly(4), name: 'Evening row' });
    expect(status).toBe(200);
    expect(preview).toMatchObject({ dates: 4, warnings: [{ code: 'datesAdded', count: 3 }] });
    expect(body).toMatchObject({ id, name: 'Evening row', series: { count: 4 } });
    const made = await dates();
    expect(made.map((date) => [date.starts_at, date.recurrence_id, date.publication, date.name])).toEqual(
      ['01', '08', '15', '22'].map((day) => [
        `2026-12-${day}T17:00:00.000Z`,
        `2026-12-${day}T18:00`,
        'published',
        'Evening row',
      ]),
    );
    expect(made[0]?.id).toBe(id);
    expect(await db().selectFrom('registrations').selectAll().execute()).toEqual(before);
    expect(await db().selectFrom('payments').selectAll().execute()).toHaveLength(1);
    const offers = await db().selectFrom('offers').select(['id', 'event_id']).execute();
    expect(offers).toHaveLength(4);
    expect(offers).toContainEqual({ id: offer.id, event_id: id });
  });

  it('accepts its unchanged start without milliseconds', async () => {
    const { id } = await teamEvent(start);
    const { status, body } = await edit(id, {
      startsAt: '2026-12-01T17:00:00Z',
      endsAt: '2026-12-01T18:30:00Z',
      recurrence: weekly(2),
    });
    expect([status, body]).toMatchObject([200, { eventStatus: 'EventScheduled', series: { count: 2 } }]);
  });

  it('asks each member once, for the next new date, as its preview says', async () => {
    const { id } = await teamEvent(start);
    await buildRegistration(db(), { event_id: id, person_id: member().id });
    const { preview } = await edit(id, { recurrence: weekly(3) });
    const [, next] = await dates();
    const sent = await db().selectFrom('notifications').select(['user_id', 'kind', 'event_id']).execute();
    expect(preview.notified).toBe(3);
    expect(sent.map(({ user_id }) => user_id).sort()).toEqual(setup.club.members.map((one) => one.id).sort());
    expect(new Set(sent.map((one) => `${one.kind} ${one.event_id}`))).toEqual(
      new Set([`replyOwed ${next?.id}`]),
    );
  });

  it('makes dates of a draft drafts, and publishes all of them when the edit publishes it', async () => {
    const draft = await teamEvent({ ...start, publication: 'draft' });
    await edit(draft.id, { recurrence: weekly(2) });
    expect((await dates()).map(({ publication }) => publication)).toEqual(['draft', 'draft']);
    expect(await db().selectFrom('notifications').selectAll().execute()).toEqual([]);
    const other = await teamEvent({ ...start, publication: 'draft' });
    const client = await signIn(setup.server, setup.club.coach);
    const body = { recurrence: weekly(2) };
    const { body: said } = await client.call('POST /api/events/{id}/preview', {
      params: { id: other.id },
      body: { ...body, action: 'publish' },
    });
    expect(said).toMatchObject({ dates: 2, notified: 3 });
    await setup.change(setup.club.coach, other.id, { ...body, publication: 'published' });
    const { series } = (await see(setup.club.coach, other.id)).body;
    const published = (await dates()).filter(({ series_id }) => series_id === series?.id);
    expect(published.map(({ publication }) => publication)).toEqual(['published', 'published']);
  });

  it('gets more dates by the job when its rule has no end, and can be edited like any series', async () => {
    const { id } = await teamEvent(start);
    await edit(id, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' } });
    const made = (await dates()).length;
    setup.server.advance(35 * 86_400_000);
    await runJob(setup.server, 'extendSeries');
    expect((await dates()).length).toBeGreaterThan(made);
    const last = (await dates()).at(-1)?.id ?? '';
    expect((await edit(last, { name: 'Last row', scope: 'this' })).status).toBe(200);
  });

  it('is rejected at the field of an invalid value', async () => {
    const over = await teamEvent({
      starts_at: '2026-11-20T17:00:00.000Z',
      ends_at: '2026-11-20T18:30:00.000Z',
    });
    const open = await teamEvent(start);
    const postponed = await teamEvent({ ...start, event_status: 'EventPostponed' });
    const refused = async (id: string, recurrence: object) => errorsOf(await edit(id, { recurrence }));
    expect(await refused(over.id, { rrule: 'FREQ=DAILY;COUNT=2' })).toEqual([
      ['recurrence.rrule', 'in_past'],
    ]);
    expect(await refused(postponed.id, weekly(2))).toEqual([['recurrence.rrule', 'no_date']]);
    expect(await refused(open.id, { ...weekly(3), exceptDates: ['2026-12-01'] })).toEqual([
      ['recurrence.rrule', 'first_left_out'],
    ]);
    expect(await refused(open.id, { rrule: 'FREQ=YEARLY' })).toMatchObject([
      ['recurrence.rrule', expect.any(String)],
    ]);
    expect((await dates()).map(({ series_id }) => series_id)).toEqual([null, null, null]);
    expect((await edit(open.id, { recurrence: weekly(2) }, setup.club.coach)).status).toBe(200);
    expect(errorsOf(await edit(open.id, { recurrence: weekly(3) }))).toEqual([['scope', 'needed']]);
  });

  it('is refused for a match whose time comes from a followed calendar', async () => {
    const { id } = await teamEvent(start);
    const base = { created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' };
    await db()
      .insertInto('fixture_sources')
      .values({
        ...base,
        id: '0197a000-0000-7000-8000-00000000000a',
        team_id: setup.club.team.id,
        url: 'https://league.example/u12.ics',
        time_zone: 'Europe/Brussels',
        publication: 'published',
        created_by: setup.club.coach.id,
        etag: null,
        last_modified: null,
        checked_at: null,
        next_check_at: null,
        failure: null,
      })
      .execute();
    await db()
      .insertInto('fixtures')
      .values({
        ...base,
        id: '0197a000-0000-7000-8000-00000000000b',
        team_id: setup.club.team.id,
        source_id: '0197a000-0000-7000-8000-00000000000a',
        import_id: null,
        uid: 'match-1',
        event_id: id,
        name: 'Row',
        ...start,
        place: null,
        gone_at: null,
      })
      .execute();
    expect(errorsOf(await edit(id, { recurrence: weekly(2) }))).toEqual([
      ['recurrence.rrule', 'from_source'],
    ]);
    expect((await see(setup.club.coach, id)).body.goneFrom).toBeNull();
    await db().updateTable('fixtures').set({ gone_at: base.created_at }).execute();
    expect((await see(setup.club.coach, id)).body.goneFrom).toBe('league.example');
    for (const person of [member(), setup.club.otherCoach])
      expect((await see(person, id)).body.goneFrom).toBeNull();
  });

  it('requires running the event', async () => {
    const { id, version = 1 } = { ...(await teamEvent(start)), version: 1 };
    const { status, body } = await setup.change(member(), id, { version, recurrence: weekly(2) });
    expect([status, body]).toMatchObject([409, { code: 'not_permitted' }]);
  });
});

it('PATCH with a recurrence keeps every reply and payment, for any rule', async () => {
  const states = fc.array(fc.option(fc.constantFrom(...registrationStates)), { minLength: 3, maxLength: 3 });
  const rules = fc.constantFrom(
    'FREQ=DAILY;COUNT=3',
    'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
    'FREQ=MONTHLY;COUNT=2',
  );
  await fc.assert(
    fc.asyncProperty(states, rules, fc.constantFrom(0, 30, 1440), async (replies, rrule, minutes) => {
      const { id } = await teamEvent(start);
      const answers = [];
      for (const [index, state] of replies.entries())
        if (state !== null)
          answers.push(
            await buildRegistration(db(), {
              event_id: id,
              person_id: member(index).id,
              state,
              position: state === 'waitlisted' ? index + 1 : null,
              hold_expires_at:
                state === 'offered' || state === 'pendingPayment' ? '2026-11-22T10:00:00.000Z' : null,
            }),
          );
      const moved = (at: string) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
      const times = { startsAt: moved(start.starts_at), endsAt: moved(start.ends_at) };
      const rows = () =>
        db()
          .selectFrom('registrations')
          .select(['id', 'event_id', 'person_id', 'responded_at'])
          .where('event_id', '=', id)
          .orderBy('id')
          .execute();
      const before = await rows();
      const { status } = await edit(id, {
        ...times,
        recurrence: { rrule: rrule.replace('TU,TH', minutes === 1440 ? 'WE,TH' : 'TU,TH') },
      });
      expect(status).toBe(200);
      expect(await rows()).toEqual(before);
      expect(before).toHaveLength(answers.length);
      const { body } = await see(setup.club.coach, id);
      expect(body.series?.count).toBe(Number(/COUNT=(\d)/.exec(rrule)?.[1]));
    }),
    { numRuns: 25 },
  );
});
