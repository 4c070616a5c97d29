// A person's own absences: how adding, changing, ending and deleting one changes their replies.

import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { buildMembership, buildOffer, buildPayment, buildRegistration } from '../../support/factories.ts';
import { setUpAbsences } from './setup.ts';

const setup = setUpAbsences();
const { db, member, stateOf, eventOn, addAbsence, changeAbsence, endAbsence, reply, rowOf } = setup;
const dayMs = 86_400_000;

describe('POST /api/users/me/absences', () => {
  it('declines the events on its days, both ends included, and no others', async () => {
    const days = [2, 3, 10, 17, 18];
    const events = await Promise.all(days.map((day) => eventOn(day)));
    const { status, body } = await addAbsence({ note: 'Skiing' });
    expect([status, body]).toMatchObject([
      201,
      {
        from: '2026-12-03',
        to: '2026-12-17',
        note: 'Skiing',
        answered: 3,
        placesGivenUp: 0,
        held: [],
        endedAt: null,
      },
    ]);
    const states = await Promise.all(events.map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual([undefined, 'declined', 'declined', 'declined', undefined]);
    expect(await rowOf(events[1]?.id ?? '')).toMatchObject({
      absence_id: body.id,
      responded_by: member().id,
    });
  });

  it('compares the local day on which an event starts', async () => {
    // Half past midnight on 3 December in Auckland; half past ten in the evening of the 17th in New York.
    const inside = await eventOn(2, { starts_at: '2026-12-02T11:30:00.000Z', time_zone: 'Pacific/Auckland' });
    const last = await eventOn(18, { starts_at: '2026-12-18T03:30:00.000Z', time_zone: 'America/New_York' });
    const before = await eventOn(3, { starts_at: '2026-12-03T03:30:00.000Z', time_zone: 'America/New_York' });
    const after = await eventOn(17, { starts_at: '2026-12-17T11:30:00.000Z', time_zone: 'Pacific/Auckland' });
    await addAbsence();
    const states = await Promise.all([inside, last, before, after].map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual(['declined', 'declined', undefined, undefined]);
  });

  it('ignores drafts and cancelled, postponed, led and foreign events', async () => {
    const events = [
      await eventOn(10, { publication: 'draft' }),
      await eventOn(10, { event_status: 'EventCancelled' }),
      await eventOn(10, { event_status: 'EventPostponed' }),
      await eventOn(10, { removed_at: '2026-11-20T10:00:00.000Z' }),
      await eventOn(10, { leaders: [member().id] }),
      await eventOn(10, { teams: [setup.club.otherTeam.id] }),
    ];
    expect((await addAbsence()).body.answered).toBe(0);
    const states = await Promise.all(events.map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual(events.map(() => undefined));
  });

  it('declines for all current teams of the person, and not for former ones', async () => {
    const [{ otherTeam }, { id: person_id }] = [setup.club, member()];
    await buildMembership(db(), { team_id: otherTeam.id, person_id });
    const other = await eventOn(10, { teams: [otherTeam.id] });
    expect((await addAbsence()).body.answered).toBe(1);
    expect(await stateOf(member(), other.id)).toBe('declined');
    const left = setup.club.members[1] ?? member();
    await db().updateTable('memberships').set({ status: 'left' }).where('person_id', '=', left.id).execute();
    const own = await eventOn(11);
    await addAbsence({}, left);
    expect(await stateOf(left, own.id)).toBeUndefined();
  });

  it('frees a free place, which is offered to the first on the waitlist', async () => {
    const event = await eventOn(10, { maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const [, other = member()] = setup.club.members;
    await reply(event.id, 'attending');
    await reply(event.id, 'attending', other);
    expect(await stateOf(other, event.id)).toBe('waitlisted');
    const { body } = await addAbsence();
    expect(body).toMatchObject({ answered: 1, placesGivenUp: 1 });
    expect([await stateOf(member(), event.id), await stateOf(other, event.id)]).toEqual([
      'declined',
      'offered',
    ]);
  });

  it('keeps priced and offered places and lists them for the person to decide', async () => {
    const priced = { price_minor: 1250 };
    const paid = await eventOn(4, { name: 'Camp' });
    const waiting = await eventOn(5);
    const offered = await eventOn(6);
    const free = await eventOn(7);
    const hold = { person_id: member().id, hold_expires_at: '2026-12-01T10:00:00.000Z' };
    const { id: offer_id } = await buildOffer(db(), { event_id: paid.id, ...priced });
    const { id: registration_id } = await buildRegistration(db(), {
      event_id: paid.id,
      person_id: member().id,
      offer_id,
    });
    await buildPayment(db(), { registration_id, state: 'succeeded', paid_at: '2026-11-20T10:00:00.000Z' });
    const { id: other } = await buildOffer(db(), { event_id: waiting.id, ...priced });
    await buildRegistration(db(), {
      event_id: waiting.id,
      ...hold,
      state: 'pendingPayment',
      offer_id: other,
    });
    await buildRegistration(db(), { event_id: offered.id, ...hold, state: 'offered' });
    await buildOffer(db(), { event_id: free.id, ...priced });
    const { body } = await addAbsence();
    expect(body.answered).toBe(1);
    expect(body.held.map(({ eventId }) => eventId)).toEqual([paid.id, waiting.id, offered.id]);
    expect(body.held[0]).toMatchObject({
      name: 'Camp',
      startsAt: paid.startsAt,
      timeZone: 'Europe/Brussels',
    });
    const states = await Promise.all([paid, waiting, offered, free].map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual(['confirmed', 'pendingPayment', 'offered', 'declined']);
  });

  it("is idempotent by id, and rejects the id of another person's absence", async () => {
    const id = uuid();
    const event = await eventOn(10);
    expect((await addAbsence({ id })).body.answered).toBe(1);
    await reply(event.id, 'attending');
    const again = await addAbsence({ id, to: '2026-12-30' });
    expect([again.status, again.body]).toMatchObject([201, { id, to: '2026-12-17', answered: 0 }]);
    expect(await stateOf(member(), event.id)).toBe('confirmed');
    expect(await addAbsence({ id }, setup.club.members[1])).toMatchObject({
      status: 409,
      body: { code: 'not_permitted' },
    });
  });

  it('does not change a queued reply that was given after the absence and arrives late', async () => {
    const [event, other] = [await eventOn(10), await eventOn(11)];
    await reply(other.id, 'tentative');
    setup.server.advance(2 * 3_600_000);
    await reply(event.id, 'attending');
    const { body } = await addAbsence({
      occurredAt: '2026-11-21T11:00:00.000Z',
      sentAt: '2026-11-21T12:00:00.000Z',
    });
    expect(body.answered).toBe(1);
    expect([await stateOf(member(), event.id), await stateOf(member(), other.id)]).toEqual([
      'confirmed',
      'declined',
    ]);
  });

  it.each([
    [{ from: '2026-12-17', to: '2026-12-03' }, 'to', 'before_from'],
    [{ from: '2026-11-19', to: '2026-12-03' }, 'from', 'in_past'],
    [{ from: '2026-12-01', to: '2027-12-02' }, 'to', 'too_long'],
    [{ from: 'tomorrow' }, 'from', 'invalid_format'],
    [{ note: 'x'.repeat(281) }, 'note', 'too_big'],
  ])('rejects %o', async (given, path, code) => {
    const { status, body } = await addAbsence(given);
    expect([status, body.errors]).toMatchObject([422, [{ path, code }]]);
  });

  it('accepts 366 days, and at most 20 absences that are not over', async () => {
    expect((await addAbsence({ from: '2026-12-01', to: '2027-12-01' })).status).toBe(201);
    for (let count = 1; count < 20; count += 1) expect((await addAbsence()).status).toBe(201);
    expect(await addAbsence()).toMatchObject({ status: 409, body: { code: 'not_permitted' } });
    setup.server.advance(40 * dayMs);
    expect((await addAbsence({ from: '2027-02-01', to: '2027-02-02' })).status).toBe(201);
  });
});

describe('POST /api/users/me/absences/preview', () => {
  it('counts what adding or changing would do, with the same numbers, and changes nothing', async () => {
    const client = await setup.as(member());
    const events = await Promise.all([4, 10, 19].map((day) => eventOn(day)));
    await reply(events[0]?.id ?? '', 'attending');
    const preview = async (body: object) =>
      (await client.call('POST /api/users/me/absences/preview', { body })).body;
    const said = await preview({ from: '2026-12-03', to: '2026-12-17' });
    expect(said).toEqual({ answered: 2, placesGivenUp: 1, reopened: 0, held: [] });
    expect(await stateOf(member(), events[0]?.id ?? '')).toBe('confirmed');
    const { body: added } = await addAbsence();
    expect(added).toMatchObject(said);
    const change = { from: '2026-12-05', to: '2026-12-20' };
    const saidOfChange = await preview({ id: added.id, ...change });
    expect(saidOfChange).toEqual({ answered: 1, placesGivenUp: 0, reopened: 1, held: [] });
    expect((await changeAbsence(added.id, change)).body).toMatchObject(saidOfChange);
  });
});

describe('GET /api/users/me/absences', () => {
  it('lists current and future absences by their first day, then past ones', async () => {
    const late = (await addAbsence({ from: '2027-01-10', to: '2027-01-12' })).body;
    const ended = (await addAbsence({ from: '2026-12-01', to: '2026-12-02' })).body;
    const soon = (await addAbsence()).body;
    await endAbsence(ended.id);
    const { body } = await (await setup.as(member())).call('GET /api/users/me/absences');
    expect(body.items.map(({ id }) => id)).toEqual([soon.id, late.id, ended.id]);
  });
});

describe('DELETE /api/users/me/absences/{id}', () => {
  it('withdraws its replies to future events and deletes the absence; replies to past events stay', async () => {
    const [past, toCome] = [await eventOn(4), await eventOn(10)];
    const { body } = await addAbsence();
    setup.server.advance(14 * dayMs);
    const client = await setup.as(member());
    const call = () => client.call('DELETE /api/users/me/absences/{id}', { params: { id: body.id } });
    expect((await call()).status).toBe(204);
    expect([await stateOf(member(), past.id), await stateOf(member(), toCome.id)]).toEqual([
      'declined',
      undefined,
    ]);
    expect((await client.call('GET /api/users/me/absences')).body.items).toEqual([]);
    expect((await call()).status).toBe(404);
  });
});

it('the export of an account contains its absences', async () => {
  await addAbsence({ note: 'Skiing' });
  const client = await setup.as(member());
  const { body } = await client.call('GET /api/users/me/export');
  expect(body.data.absences).toMatchObject([{ fromDay: '2026-12-03', toDay: '2026-12-17', note: 'Skiing' }]);
});
