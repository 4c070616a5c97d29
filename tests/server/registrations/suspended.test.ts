// A suspended account on a waitlist: skipped while it is suspended, and it stays on the list.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSuspended } from '../../../src/server/accounts/admin-queries.ts';
import { signIn } from '../../support/client.ts';
import { buildCoachedEvent, buildRegistration, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildPayer, minuteMs } from '../payments/paid-event.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;

/** Ann has the one place; Ben, who is suspended, and Cas wait in this order. */
async function openFullEvent() {
  const { coach, event } = await buildCoachedEvent(db(), {
    maximum_attendee_capacity: 1,
    waitlist_enabled: 1,
  });
  const [ann, ben, cas] = [await buildPayer(server), await buildUser(db()), await buildPayer(server)];
  await buildRegistration(db(), { event_id: event.id, person_id: ann.id });
  await buildRegistration(db(), { event_id: event.id, person_id: ben.id, state: 'waitlisted', position: 1 });
  await buildRegistration(db(), { event_id: event.id, person_id: cas.id, state: 'waitlisted', position: 2 });
  const suspend = (at: string | null) => setSuspended(db(), ben.id, at, server.now().toISOString());
  await suspend(server.now().toISOString());
  const states = async () => {
    const rows = await db()
      .selectFrom('registrations')
      .select(['person_id', 'state'])
      .where('event_id', '=', event.id)
      .execute();
    return Object.fromEntries(rows.map(({ person_id, state }) => [person_id, state]));
  };
  const ofBenAndCas = async () => {
    const now = await states();
    return [now[ben.id], now[cas.id]];
  };
  return { event, coach, ann, ben, cas, suspend, ofBenAndCas };
}

describe('a suspended account on a waitlist', () => {
  it('is skipped when a place is freed, and keeps its position', async () => {
    const { event, ann, ben, ofBenAndCas } = await openFullEvent();
    await ann.cancel(event);
    expect(await ofBenAndCas()).toEqual(['waitlisted', 'offered']);
    const { position } = await db()
      .selectFrom('registrations')
      .select('position')
      .where('person_id', '=', ben.id)
      .executeTakeFirstOrThrow();
    expect(position).toBe(1);
  });

  it('leaves a place that no one else waits for to the next person who replies', async () => {
    const { event, ann, cas, ofBenAndCas } = await openFullEvent();
    await cas.cancel(event);
    await ann.cancel(event);
    const dan = await buildPayer(server);
    expect((await dan.attend(event)).registration?.state).toBe('confirmed');
    expect((await ofBenAndCas())[0]).toBe('waitlisted');
  });

  it('is offered a place again once the suspension has ended', async () => {
    const { event, ann, cas, suspend, ofBenAndCas } = await openFullEvent();
    await ann.cancel(event);
    await suspend(null);
    await cas.cancel(event);
    expect(await ofBenAndCas()).toEqual(['offered', 'cancelledByAttendee']);
  });

  it('is not among the people who are offered a place by a raised capacity', async () => {
    const { event, coach, ofBenAndCas } = await openFullEvent();
    const params = { id: event.id };
    const client = await signIn(server, coach);
    const body = { maximumAttendeeCapacity: 3 };
    const { warnings } = (await client.call('POST /api/events/{id}/preview', { params, body })).body;
    expect(warnings).toEqual([{ code: 'placesOffered', count: 1 }]);
    await client.call('PATCH /api/events/{id}', { params, body: { version: 1, ...body } });
    expect(await ofBenAndCas()).toEqual(['waitlisted', 'offered']);
  });

  it('stays on the list when an organizer reorders it', async () => {
    const { event, coach, ann, cas, suspend, ofBenAndCas } = await openFullEvent();
    const client = await signIn(server, coach);
    await client.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId: cas.id },
      body: { version: 1, action: 'move', position: 1, reason: 'Asked first' },
    });
    await suspend(null);
    await ann.cancel(event);
    expect(await ofBenAndCas()).toEqual(['waitlisted', 'offered']);
    await cas.cancel(event);
    expect((await ofBenAndCas())[0]).toBe('offered');
  });
});

it('An offered place of a person who is suspended meanwhile goes to the next person when the offer ends', async () => {
  const { event, ann, suspend, ofBenAndCas } = await openFullEvent();
  await suspend(null);
  await ann.cancel(event);
  expect(await ofBenAndCas()).toEqual(['offered', 'waitlisted']);
  await suspend(server.now().toISOString());
  server.advance(48 * 60 * minuteMs);
  await runJob(server, 'endDueHolds');
  expect(await ofBenAndCas()).toEqual(['offerExpired', 'offered']);
});
