// "Still coming?": after the times of an event changed, those who had replied are asked again, and keep their
// replies until then.
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { buildMembership, buildOffer, buildPerson, buildRegistration } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { setUpAbsences } from '../absences/setup.ts';
import { calendar, match } from '../fixtures/files.ts';
import { plan } from '../planning/club.ts';

const setup = setUpAbsences();
const { db, member, as, eventOn, reply, rowOf, see, addAbsence, notices } = setup;
const other = () => setup.club.members[1] ?? member();
const third = () => setup.club.members[2] ?? member();
type Person = { id: string };

const now = '2026-11-21T10:00:00.000Z';
/** 18:00 in Brussels on a day of December, 90 minutes long, moved by minutes. */
const times = (day: number, minutes = 0) => {
  const start = Date.UTC(2026, 11, day, 17) + minutes * 60_000;
  return { startsAt: new Date(start).toISOString(), endsAt: new Date(start + 5_400_000).toISOString() };
};
/** Edits an event from its current version. Its preview must return whom the edit then asks. */
async function edit(id: string, body: object, who: Person = setup.club.coach) {
  const { body: event } = await see(who, id);
  const preview = await setup.preview(who, id, body);
  const answer = await setup.change(who, id, { version: event.version, ...body });
  expect(answer.status).toBe(200);
  return { ...answer.body, askedAgain: preview.body.askedAgain };
}
const asked = async (id: string, person: Person = member()) =>
  (await see(person, id)).body.registration?.reconfirmAskedAt ?? null;
const owed = async (person: Person = member()) =>
  (await (await as(person)).call('GET /api/users/me/events', { query: { tab: 'needsReply' } })).body.items;
const unanswered = async (id: string) =>
  (await (await as(setup.club.coach)).call('GET /api/events/{id}/reminders', { params: { id } })).body.items;
const remind = async (id: string) =>
  (await (await as(setup.club.coach)).call('POST /api/events/{id}/reminders', { params: { id }, body: {} }))
    .body;

/** An event on 1 December: one member attends, one replied maybe, and one declined. */
async function answered() {
  const event = await eventOn(1, { ends_at: times(1).endsAt });
  await reply(event.id, 'attending');
  await reply(event.id, 'tentative', other());
  await reply(event.id, 'declined', third());
  return event;
}

describe("a change of an event's times", () => {
  it('asks those who replied yes or maybe, keeps their replies, and previews them', async () => {
    const { id } = await answered();
    const { askedAgain, replies } = await edit(id, times(1, 30));
    expect(askedAgain).toBe(2);
    expect(replies).toMatchObject({ going: 1, cannot: 1, noAnswer: 0, askedAgain: 2 });
    expect((await see(member(), id)).body.registration).toMatchObject({
      state: 'confirmed',
      reconfirmAskedAt: now,
      answeredFor: times(1),
    });
    expect(await asked(id, other())).toBe(now);
    expect(await asked(id, third())).toBeNull();
    expect((await notices(id)).filter(({ user_id }) => user_id === member().id)).toMatchObject([
      { kind: 'eventChanged' },
    ]);
  });

  it('asks about another end, and not about another place', async () => {
    const { id } = await answered();
    expect((await edit(id, { place: null })).askedAgain).toBe(0);
    expect(await asked(id)).toBeNull();
    expect((await edit(id, { endsAt: times(1, 60).endsAt })).askedAgain).toBe(2);
    expect((await see(member(), id)).body.registration?.answeredFor).toEqual(times(1));
  });

  it('does not ask the person who makes it', async () => {
    const { id } = await answered();
    await buildRegistration(db(), { event_id: id, person_id: setup.club.coach.id });
    expect((await edit(id, times(1, 30))).askedAgain).toBe(2);
    expect(await asked(id, setup.club.coach)).toBeNull();
    await edit(id, times(1, 60), setup.club.admin);
    expect(await asked(id, setup.club.coach)).toBe(now);
  });

  it('asks about the times of the reply, and withdraws the question when they return', async () => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    setup.server.advance(60_000);
    await edit(id, times(2));
    const { registration } = (await see(member(), id)).body;
    expect(registration).toMatchObject({
      reconfirmAskedAt: '2026-11-21T10:01:00.000Z',
      answeredFor: times(1),
    });
    expect((await edit(id, times(1))).askedAgain).toBe(0);
    expect(await asked(id)).toBeNull();
    expect(await rowOf(id)).toMatchObject({ answered_starts_at: null, answered_ends_at: null });
  });

  it('asks no one about an event that has begun, and stops asking once it has', async () => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    setup.server.advance(Date.parse(times(1, 31).startsAt) - Date.parse(now));
    expect(await asked(id)).toBeNull();
    expect((await see(setup.club.coach, id)).body.replies?.askedAgain).toBe(0);
    expect((await edit(id, { startsAt: times(1).startsAt })).askedAgain).toBe(0);
    expect((await rowOf(id))?.reconfirm_asked_at).toBeNull();
  });

  it('asks with the new date of a postponed event, also those interested in it', async () => {
    const { id } = await answered();
    await edit(id, { eventStatus: 'EventPostponed' });
    expect(await asked(id)).toBeNull();
    expect((await reply(id, 'tentative', third())).body.outcome).toBe('applied');
    expect((await edit(id, { ...times(8), eventStatus: 'EventScheduled' })).askedAgain).toBe(3);
    expect(await asked(id, third())).toBe(now);
  });

  it('asks when the event takes place again after a move while postponed', async () => {
    const { id } = await answered();
    await edit(id, { ...times(8), eventStatus: 'EventPostponed' });
    expect(await asked(id)).toBeNull();
    expect((await edit(id, { eventStatus: 'EventScheduled' })).askedAgain).toBe(2);
    expect((await see(member(), id)).body.registration?.answeredFor).toEqual(times(1));
  });

  it('asks attendees of an imported match that moved', async () => {
    const client = await as(setup.club.coach);
    const bring = (ics: string) =>
      client.call('POST /api/teams/{id}/fixtures', {
        params: { id: setup.club.team.id },
        body: { timeZone: 'Europe/Brussels', id: uuid(), publication: 'published', ics },
      });
    await bring(calendar(match()));
    const { id } = await db().selectFrom('events').select('id').executeTakeFirstOrThrow();
    await reply(id, 'attending');
    await bring(
      calendar(
        match({
          'DTSTART;TZID=Europe/Brussels': '20261213T143000',
          'DTEND;TZID=Europe/Brussels': '20261213T163000',
        }),
      ),
    );
    expect(await asked(id)).toBe(now);
  });

  it("does not ask about an absence's reply, or someone who was removed", async () => {
    const { id } = await eventOn(10, { ends_at: times(10).endsAt, visibility: 'team' });
    await addAbsence();
    for (const person of [other(), third()]) await reply(id, 'attending', person);
    const client = await as(setup.club.coach);
    const { status } = await client.call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: setup.club.team.id, userId: third().id },
      body: { version: 1, status: 'removed' },
    });
    expect(status).toBe(200);
    expect((await edit(id, times(10, 30))).askedAgain).toBe(1);
    expect([(await rowOf(id))?.state, await asked(id)]).toEqual(['declined', null]);
    expect((await rowOf(id, third()))?.reconfirm_asked_at).toBeNull();
    expect(await owed(third())).toEqual([]);
  });
});

describe('the question "Still coming?"', () => {
  it.each([
    ['attending', 'duplicate', 'confirmed'],
    ['tentative', 'applied', 'tentative'],
    ['declined', 'applied', 'declined'],
  ])('is answered by %s', async (response, outcome, state) => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    expect((await owed()).map((event) => event.id)).toEqual([id]);
    setup.server.advance(1000);
    const { body } = await reply(id, response);
    expect(body).toMatchObject({ outcome, registration: { state, reconfirmAskedAt: null } });
    expect(await rowOf(id)).toMatchObject({ state, reconfirm_asked_at: null, answered_starts_at: null });
    expect(await owed()).toEqual([]);
  });

  it('can be answered by those who run the event too', async () => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    const client = await as(setup.club.coach);
    const { body } = await client.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id, userId: member().id },
      body: { version: 1, action: 'reply', response: 'attending' },
    });
    expect(body.outcome).toBe('duplicate');
    expect(await asked(id)).toBeNull();
  });

  it('is not asked of a member without an account', async () => {
    const zoe = await buildPerson(db(), { name: 'Zoe' });
    await buildMembership(db(), { team_id: setup.club.team.id, person_id: zoe.id });
    const { id } = await answered();
    await buildRegistration(db(), {
      event_id: id,
      person_id: zoe.id,
      responded_by: setup.club.coach.id,
    });
    const { askedAgain, replies } = await edit(id, times(1, 30));
    expect([askedAgain, replies?.askedAgain, replies?.going]).toEqual([2, 2, 2]);
  });

  it('stays when a reply arrives that was given before the change', async () => {
    const { id } = await eventOn(1, { ends_at: times(1).endsAt });
    setup.server.advance(3_600_000);
    await edit(id, times(1, 30));
    const early = { response: 'attending' as const, occurredAt: '2026-11-21T10:30:00.000Z' };
    const client = await as(member());
    const { body } = await client.call('PUT /api/events/{id}/registration', { params: { id }, body: early });
    expect(body.registration).toMatchObject({
      state: 'confirmed',
      reconfirmAskedAt: '2026-11-21T11:00:00.000Z',
      answeredFor: times(1),
    });
    const later = { response: 'attending' as const, occurredAt: '2026-11-21T11:00:01.000Z' };
    setup.server.advance(2000);
    await client.call('PUT /api/events/{id}/registration', { params: { id }, body: later });
    expect(await asked(id)).toBeNull();
  });

  it('ends when the person is removed, and when the event is cancelled', async () => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    const client = await as(setup.club.coach);
    await client.call('POST /api/events/{id}/cancel', { params: { id }, body: {} });
    expect(await asked(id)).toBeNull();
    expect(await asked(id, other())).toBeNull();
    expect(await owed()).toEqual([]);
  });

  it('is in the calendar of the person, and in the roster for those who run the event alone', async () => {
    const { id } = await answered();
    await edit(id, times(1, 30));
    const mine = await as(member());
    const span = { from: '2026-12-01T00:00:00.000Z', to: '2026-12-02T00:00:00.000Z' };
    const { body: entries } = await mine.call('GET /api/users/me/calendar', { query: span });
    expect(entries.items).toMatchObject([{ eventId: id, reconfirmAskedAt: now }]);
    const roster = async (who: Person) =>
      (await (await as(who)).call('GET /api/events/{id}/registrations', { params: { id } })).body.items;
    const questions = (items: Awaited<ReturnType<typeof roster>>) =>
      items.map(({ reconfirmAskedAt }) => reconfirmAskedAt);
    expect(questions(await roster(setup.club.coach))).toEqual([now, now, null]);
    await db().insertInto('event_teams').values({ event_id: id, team_id: setup.club.otherTeam.id }).execute();
    await buildMembership(db(), { team_id: setup.club.otherTeam.id, person_id: member().id });
    const visiting = await roster(setup.club.otherCoach);
    expect(visiting.map(({ user }) => user.id)).toContain(member().id);
    expect(questions(visiting)).toEqual(visiting.map(() => null));
    expect((await see(setup.club.otherCoach, id)).body.replies).toBeNull();
  });

  it('allows a reminder, once in twelve hours', async () => {
    const { id } = await answered();
    expect((await remind(id)).reminded).toBe(0);
    await edit(id, times(1, 30));
    expect(await unanswered(id)).toMatchObject([
      { isAskedAgain: true, canRemind: true },
      { isAskedAgain: true, canRemind: true },
    ]);
    expect((await remind(id)).reminded).toBe(2);
    expect((await remind(id)).reminded).toBe(0);
    setup.server.advance(13 * 3_600_000);
    await reply(id, 'attending');
    expect((await remind(id)).reminded).toBe(1);
  });
});

it('causes no automatic reminder within a day of the notification of the change', async () => {
  const { id } = await answered();
  setup.server.advance(Date.parse(times(1).startsAt) - 40 * 3_600_000 - Date.parse(now));
  await edit(id, times(1, 30));
  await runJob(setup.server, 'remindOfReplies');
  const sent = await notices(id);
  expect(sent.filter(({ kind }) => kind === 'replyOwed')).toEqual([]);
  expect(sent.filter(({ kind }) => kind === 'eventChanged').length).toBeGreaterThan(1);
});

describe('a series whose dates moved', () => {
  async function moved() {
    const client = await as(setup.club.coach);
    const { body } = await client.call('POST /api/events', {
      body: plan({
        teamIds: [setup.club.team.id],
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' },
        publication: 'published',
      }),
    });
    const dates = await db().selectFrom('events').select('id').orderBy('starts_at').execute();
    const ids = dates.map(({ id }) => id);
    for (const id of ids.slice(0, 3)) await reply(id, 'attending');
    const { askedAgain } = await edit(body.id, { ...times(1, 30), scope: 'all' });
    return { ids, seriesId: body.series?.id ?? '', askedAgain };
  }
  const answerAll = async (id: string, body: object) =>
    (await as(member())).call('PUT /api/series/{id}/registration', {
      params: { id },
      body: body as { response: 'attending' },
    });

  it('asks about each date; the next one represents all in the list', async () => {
    const { ids, askedAgain } = await moved();
    expect(askedAgain).toBe(1);
    expect(await Promise.all(ids.map((id) => asked(id)))).toEqual([now, now, now, null]);
    const items = await owed();
    // The last one still has no reply at all.
    expect(items.map(({ id }) => id)).toEqual([ids[0], ids[3]]);
    expect(items[0]?.series).toMatchObject({ count: 4, askedAgain: 3 });
    setup.server.advance(1000);
    await reply(ids[0] ?? '', 'declined');
    expect((await owed()).map(({ id }) => id)).toEqual([ids[1], ids[3]]);
  });

  it('takes one reply for the dates that ask, and keeps the others', async () => {
    const { ids, seriesId } = await moved();
    setup.server.advance(1000);
    const { body } = await answerAll(seriesId, { response: 'attending', askedAgain: true });
    expect(body.items.map(({ eventId, outcome }) => [eventId, outcome])).toEqual(
      ids.slice(0, 3).map((id) => [id, 'duplicate']),
    );
    expect(await Promise.all(ids.map((id) => asked(id)))).toEqual([null, null, null, null]);
    expect(await rowOf(ids[3] ?? '')).toBeUndefined();
    const again = await answerAll(seriesId, { response: 'attending', askedAgain: true });
    expect([again.status, again.body.items]).toEqual([200, []]);
  });

  it('leaves a priced date to a separate reply when it would take a place', async () => {
    const { ids, seriesId } = await moved();
    const [first = ''] = ids;
    await db()
      .updateTable('registrations')
      .set({ state: 'tentative' })
      .where('event_id', '=', first)
      .execute();
    await buildOffer(db(), { event_id: first, price_minor: 500 });
    setup.server.advance(1000);
    const { body } = await answerAll(seriesId, { response: 'attending', askedAgain: true });
    expect(body.items.map(({ reason }) => reason)).toEqual(['paid_one_by_one', undefined, undefined]);
    expect(await asked(first)).toBe(now);
  });

  it('counts the dates that the viewer may open', async () => {
    const { ids } = await moved();
    const [first = '', second = ''] = ids;
    await db().updateTable('events').set({ publication: 'draft' }).where('id', '=', second).execute();
    expect((await see(member(), first)).body.series).toMatchObject({ count: 3, askedAgain: 2 });
    expect((await see(setup.club.coach, first)).body.series).toMatchObject({ count: 4, askedAgain: 0 });
  });
});
