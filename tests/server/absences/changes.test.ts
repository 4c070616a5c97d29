// Manual replies beside an absence, and the replies of an absence that is changed or ended.
import { describe, expect, it } from 'vitest';
import { buildOffer, buildPayment, buildRegistration } from '../../support/factories.ts';
import { turnsDuring } from '../groups/people.ts';
import { setUpAbsences } from './setup.ts';

const setup = setUpAbsences();
const { db, member, stateOf, eventOn, addAbsence, changeAbsence, endAbsence, reply, rowOf } = setup;
const dayMs = 86_400_000;

describe('a manual reply', () => {
  it.each(['attending', 'tentative', 'declined'])(
    '%s after the absence stays when the absence ends',
    async (response) => {
      const event = await eventOn(10);
      const { body } = await addAbsence();
      setup.server.advance(60_000);
      await reply(event.id, response);
      const row = await rowOf(event.id);
      expect(row?.absence_id).toBeNull();
      expect((await endAbsence(body.id)).body.reopened).toBe(0);
      expect(await rowOf(event.id)).toEqual(row);
    },
  );

  it('declined before the absence stays when it ends, with its reason', async () => {
    const event = await eventOn(10);
    await (await setup.as(member())).call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'declined', note: 'Exam' },
    });
    const { body } = await addAbsence();
    expect(body.answered).toBe(0);
    await endAbsence(body.id);
    expect(await rowOf(event.id)).toMatchObject({
      state: 'declined',
      decline_reason: 'Exam',
      absence_id: null,
    });
  });

  it('by a coach for the person stays when the absence ends', async () => {
    const event = await eventOn(10);
    const { body } = await addAbsence();
    const { status } = await (await setup.as(setup.club.coach)).call(
      'PATCH /api/events/{id}/registrations/{userId}',
      {
        params: { id: event.id, userId: member().id },
        body: { version: 1, action: 'reply', response: 'attending' },
      },
    );
    expect(status).toBe(200);
    await endAbsence(body.id);
    expect(await stateOf(member(), event.id)).toBe('confirmed');
  });
});

describe('POST /api/users/me/absences/{id}/end', () => {
  it('withdraws replies to future events, keeps those to past ones, and restores no place', async () => {
    const [past, toCome, given] = [await eventOn(4), await eventOn(10), await eventOn(11)];
    await reply(given.id, 'attending');
    const { body: added } = await addAbsence();
    setup.server.advance(14 * dayMs);
    const { status, body } = await endAbsence(added.id);
    expect([status, body]).toMatchObject([
      200,
      { from: '2026-12-03', to: '2026-12-05', endedAt: '2026-12-05T10:00:00.000Z', reopened: 2 },
    ]);
    const states = await Promise.all([past, toCome, given].map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual(['declined', undefined, undefined]);
    const again = await endAbsence(added.id);
    expect([again.status, again.body]).toMatchObject([200, { reopened: 0, version: body.version }]);
  });

  it('keeps a reply that another absence covers', async () => {
    const event = await eventOn(10);
    const first = (await addAbsence()).body;
    const second = (await addAbsence({ from: '2026-12-09', to: '2026-12-20' })).body;
    expect((await endAbsence(first.id)).body.reopened).toBe(0);
    expect(await rowOf(event.id)).toMatchObject({ state: 'declined', absence_id: second.id });
    expect((await endAbsence(second.id)).body.reopened).toBe(1);
  });

  it('serves other requests while it keeps many replies', async () => {
    const start = Date.parse('2026-12-04T10:00:00.000Z');
    for (let count = 0; count < 100; count += 1) {
      const [from, to] = [start + count * 3_600_000, start + (count + 1) * 3_600_000];
      const times = { starts_at: new Date(from).toISOString(), ends_at: new Date(to).toISOString() };
      await setup.teamEvent(times);
    }
    const first = (await addAbsence()).body;
    expect(first.answered).toBe(100);
    await addAbsence({ to: '2026-12-20' });
    const client = await setup.as(member());
    const turns = await turnsDuring(() =>
      client.call('POST /api/users/me/absences/{id}/end', { params: { id: first.id } }),
    );
    expect(turns).toBeGreaterThanOrEqual(100 / 20);
  });

  it('keeps a registration that has payments, and one whose person must ask before coming back', async () => {
    const [paid, removed] = [await eventOn(10), await eventOn(11)];
    const registration = { person_id: member().id, state: 'tentative' as const };
    const { id } = await buildRegistration(db(), { ...registration, event_id: paid.id });
    await buildPayment(db(), { registration_id: id, state: 'canceled' });
    await buildRegistration(db(), { ...registration, event_id: removed.id, must_ask: 1 });
    const { body } = await addAbsence();
    expect(body.answered).toBe(2);
    expect((await endAbsence(body.id)).body.reopened).toBe(0);
    expect(await rowOf(paid.id)).toMatchObject({ id, state: 'declined', absence_id: null });
    expect(await rowOf(removed.id)).toMatchObject({ state: 'declined', must_ask: 1, absence_id: null });
  });

  it('keeps the count of places that were held without paying', async () => {
    const event = await eventOn(10, { maximum_attendee_capacity: 1 });
    await buildOffer(db(), { event_id: event.id, price_minor: 1000 });
    const outcomes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      outcomes.push((await reply(event.id, 'attending')).body.registration?.state ?? 'none');
      setup.server.advance(3_600_000);
      await reply(event.id, 'tentative');
      const { body } = await addAbsence();
      await endAbsence(body.id);
    }
    expect(outcomes).toEqual(['pendingPayment', 'pendingPayment', 'pendingPayment', 'pendingApproval']);
  });
});

describe('PATCH /api/users/me/absences/{id}', () => {
  it('declines added days, withdraws the replies of removed days, and keeps the others', async () => {
    const [first, middle, last, added] = [
      await eventOn(4),
      await eventOn(10),
      await eventOn(16),
      await eventOn(19),
    ];
    const { body } = await addAbsence();
    await reply(middle.id, 'attending');
    const changed = await changeAbsence(body.id, { from: '2026-12-05', to: '2026-12-20', note: 'Longer' });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { from: '2026-12-05', to: '2026-12-20', note: 'Longer', version: 2, answered: 1, reopened: 1 },
    ]);
    const states = await Promise.all([first, middle, last, added].map(({ id }) => stateOf(member(), id)));
    expect(states).toEqual([undefined, 'confirmed', 'declined', 'declined']);
  });

  it('rejects a stale version, an ended absence, and days in the past', async () => {
    const { body } = await addAbsence();
    expect((await changeAbsence(body.id, { note: 'One' })).status).toBe(200);
    expect(await changeAbsence(body.id, { note: 'Two' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { note: 'One' } },
    });
    setup.server.advance(20 * dayMs);
    expect(await changeAbsence(body.id, { version: 2, to: '2026-12-05' })).toMatchObject({ status: 422 });
    expect((await changeAbsence(body.id, { version: 2, to: '2026-12-13' })).status).toBe(200);
    await endAbsence(body.id);
    expect(await changeAbsence(body.id, { version: 4, note: null })).toMatchObject({
      status: 409,
      body: { code: 'not_permitted' },
    });
  });
});
