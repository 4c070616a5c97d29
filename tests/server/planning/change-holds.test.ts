// Held and offered places of an event that moves earlier: none outlasts the new start.
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildOffer, buildRegistration, buildUser } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { setUpPlanning } from './setup.ts';

const setup = setUpPlanning();
const { db, teamEvent, change, preview, notices, stateOf } = setup;

type Column = 'offered' | 'pendingPayment' | 'waitlisted';

/** An event in a week, with one place; for each state one member with it. */
async function openEvent(holdEnds: Partial<Record<Column, string | null>>, given = {}) {
  const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1, ...given });
  const [one = setup.club.coach, other = setup.club.coach] = setup.club.members;
  for (const [index, [state, holdEnd]] of Object.entries(holdEnds).entries())
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: [one, other][index]?.id ?? '',
      state: state as Column,
      hold_expires_at: holdEnd,
      position: state === 'waitlisted' ? 1 : null,
    });
  const hold = (person: { id: string }) =>
    db()
      .selectFrom('registrations')
      .select(['hold_expires_at', 'version'])
      .where('event_id', '=', event.id)
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
  const moveTo = (startsAt: string, endsAt: string, version = 1) =>
    change(setup.club.coach, event.id, { startsAt, endsAt, version });
  return { event, one, other, hold, moveTo };
}

const today = (time: string) => `2026-11-21T${time}:00.000Z`;
const tomorrow = (time: string) => `2026-11-22T${time}:00.000Z`;
const offerEnd = tomorrow('10:00');

describe('an offered place of an event that moves earlier', () => {
  it('is offered to the next person before the new start, and cannot be accepted after it', async () => {
    const { event, one, other, hold, moveTo } = await openEvent({ offered: offerEnd, waitlisted: null });
    await moveTo(today('13:00'), today('14:30'));
    // As long as a new offer three hours before the start.
    expect((await hold(one)).hold_expires_at).toBe(today('10:30'));
    setup.server.advance(31 * 60_000);
    await runJob(setup.server, 'endDueHolds');
    expect([await stateOf(one, event.id), await stateOf(other, event.id)]).toEqual([
      'offerExpired',
      'offered',
    ]);
    expect((await hold(other)).hold_expires_at).toBe(today('11:01'));
  });

  it('is announced once with the new end, also with the price', async () => {
    const { event, one, moveTo } = await openEvent({ offered: offerEnd });
    await buildOffer(db(), { event_id: event.id });
    const move = { startsAt: today('13:00'), endsAt: today('14:30') };
    const { notified } = (await preview(setup.club.coach, event.id, move)).body;
    await moveTo(move.startsAt, move.endsAt);
    const told = (await notices(event.id)).filter(({ user_id }) => user_id === one.id);
    expect(told.map(({ kind }) => kind).sort()).toEqual(['eventChanged', 'paymentDue']);
    expect(told.find(({ kind }) => kind === 'paymentDue')?.changes).toContain(today('10:30'));
    expect(new Set((await notices(event.id)).map(({ user_id }) => user_id)).size).toBe(notified);
    const { body } = await (await signIn(setup.server, one)).call('GET /api/events/{id}', {
      params: { id: event.id },
    });
    expect(body.registration?.holdExpiresAt).toBe(today('10:30'));
  });

  it.each([
    ['ends before the new start', tomorrow('11:00'), tomorrow('12:30')],
    ['belongs to an event that moves later', '2026-11-29T10:00:00.000Z', '2026-11-29T11:30:00.000Z'],
    ['belongs to an event that only ends earlier', '2026-11-28T10:00:00.000Z', '2026-11-28T11:00:00.000Z'],
  ])('keeps its end if it %s', async (_, startsAt, endsAt) => {
    const { one, event, hold, moveTo } = await openEvent({ offered: offerEnd });
    expect((await moveTo(startsAt, endsAt)).status).toBe(200);
    expect(await hold(one)).toEqual({ hold_expires_at: offerEnd, version: 1 });
    expect((await notices(event.id)).map(({ kind }) => kind)).not.toContain('placeOffered');
  });

  it('keeps its end when an event that has begun is only renamed', async () => {
    const { one, event, hold } = await openEvent(
      { offered: today('11:00') },
      { starts_at: today('09:30'), ends_at: today('14:00') },
    );
    expect((await change(setup.club.coach, event.id, { name: 'Long row' })).status).toBe(200);
    expect((await hold(one)).hold_expires_at).toBe(today('11:00'));
  });

  it('stays until there is a new date if the event is postponed', async () => {
    const { event, one, hold } = await openEvent({ offered: offerEnd });
    const body = { eventStatus: 'EventPostponed', startsAt: today('13:00'), endsAt: today('14:30') };
    await change(setup.club.coach, event.id, body);
    expect((await hold(one)).hold_expires_at).toBe('9999-12-31T23:59:59.999Z');
  });

  it('expires without an announcement if the event is then over', async () => {
    const { event, one, moveTo } = await openEvent({ offered: offerEnd });
    await moveTo(today('08:00'), today('09:00'));
    await runJob(setup.server, 'endDueHolds');
    expect(await stateOf(one, event.id)).toBe('offerExpired');
    expect((await notices(event.id)).map(({ kind }) => kind)).not.toContain('placeOffered');
  });
});

describe('a held place of an event that moves earlier', () => {
  it('ends with the event', async () => {
    const { one, hold, moveTo } = await openEvent({ pendingPayment: today('10:35') });
    await moveTo(today('09:30'), today('10:20'));
    expect((await hold(one)).hold_expires_at).toBe(today('10:20'));
  });

  it('keeps its time to pay across the new start', async () => {
    const { one, hold, moveTo } = await openEvent({ pendingPayment: today('10:35') });
    await moveTo(today('10:15'), today('11:00'));
    expect((await hold(one)).hold_expires_at).toBe(today('10:35'));
  });

  it('that was postponed for a day ends like a new offer', async () => {
    const { one, hold, moveTo } = await openEvent({ pendingPayment: offerEnd });
    await moveTo(today('13:00'), today('14:30'));
    expect((await hold(one)).hold_expires_at).toBe(today('10:35'));
  });
});

it('A third unpaid hold that ends with a narrowed event does not make its person ask for a place later', async () => {
  const event = await teamEvent({ visibility: 'public' });
  const stranger = await buildUser(db());
  await buildRegistration(db(), {
    event_id: event.id,
    person_id: stranger.id,
    state: 'pendingPayment',
    hold_expires_at: today('10:35'),
    unpaid_holds: 3,
  });
  await change(setup.club.coach, event.id, { visibility: 'team' });
  expect(await stateOf(stranger, event.id)).toBe('cancelledByOrganizer');
  await change(setup.club.coach, event.id, { visibility: 'public', version: 2 });
  const client = await signIn(setup.server, stranger);
  const { body } = await client.call('GET /api/events/{id}', { params: { id: event.id } });
  expect(body.attendingLeadsTo).toBe('place');
});
