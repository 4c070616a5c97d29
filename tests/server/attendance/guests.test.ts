// Guests of an event: added and marked in one step, and joined with a member later.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import { moveGuest } from '../../../src/server/attendance/guest-queries.ts';
import { hold, untilWaiting } from '../../support/databases/locks.ts';
import { buildGuest, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club, mark, statusesAt } from './club.ts';

let server: TestServer;
let world: Club;
beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
  world = await buildClub(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const ago = (minutes: number) => new Date(server.now().getTime() - minutes * 60_000).toISOString();
const add = (eventId: string, body: object, client = world.coach) =>
  client.call('POST /api/events/{id}/guests', { params: { id: eventId }, body });
const join = (eventId: string, personId: string, memberId: string) =>
  world.coach.call('PUT /api/events/{id}/guests/{personId}', {
    params: { id: eventId, personId },
    body: { memberId },
  });
const marksOf = async (eventId: string, personId: string) => {
  const { body } = await world.coach.call('GET /api/events/{id}/attendance/{personId}', {
    params: { id: eventId, personId },
  });
  return body.items.map(({ status }) => status);
};

describe('a guest', () => {
  it('is added and marked in one step, and once under the same id', async () => {
    const event = await world.event();
    const guest = { id: uuid(), name: 'Ida', status: 'late', minutesLate: 4, occurredAt: ago(3) };
    const { status, body } = await add(event.id, guest);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: 'applied',
      isGuest: true,
      isExpected: false,
      reply: null,
      user: { id: guest.id, name: 'Ida', hasAccount: false },
      status: 'late',
      minutesLate: 4,
      occurredAt: ago(3),
    });
    expect((await add(event.id, guest, world.assistant)).body).toEqual(body);
    expect(await marksOf(event.id, guest.id)).toEqual(['late']);
    await mark(world.assistant, event.id, guest.id, { status: 'absent' });
    expect((await add(event.id, guest)).body).toMatchObject({ outcome: 'superseded', status: 'absent' });
    expect((await statusesAt(world.coach, event.id)).Ida).toBe('absent');
  });

  it('is refused under an id that a guest of another name or event, or anyone else, has', async () => {
    const event = await world.event();
    const other = await world.event();
    const guest = { id: uuid(), name: 'Ida', status: 'present' };
    await add(event.id, guest);
    expect((await add(event.id, { ...guest, name: 'Ina' })).body.code).toBe('not_permitted');
    expect((await add(other.id, guest)).body.code).toBe('not_permitted');
    expect((await add(other.id, { ...guest, id: world.people.ada.id })).body.code).toBe('not_permitted');
    expect(await statusesAt(world.coach, other.id)).not.toHaveProperty('Ida');
  });

  it('is not added if the mark is refused', async () => {
    const event = await world.event({ starts_at: world.startsAt(48) });
    const guest = { id: uuid(), name: 'Ida', status: 'present' };
    expect((await add(event.id, guest)).status).toBe(409);
    expect(await db().selectFrom('people').select('id').where('id', '=', guest.id).execute()).toEqual([]);
  });

  it('is refused if the event has 100 guests', async () => {
    const event = await world.event();
    for (let count = 0; count < limits.guestsMax; count += 1) await buildGuest(db(), { event_id: event.id });
    expect((await add(event.id, { id: uuid(), name: 'Ida', status: 'present' })).body).toMatchObject({
      status: 422,
      errors: [{ path: 'name', code: 'too_many' }],
    });
  });

  it('counts once towards the daily limit of added people', async () => {
    const event = await world.event();
    const { id: user_id } = world.people.coach;
    const guest = { id: uuid(), name: 'Ida', status: 'present' };
    const uses = () =>
      db().selectFrom('daily_uses').select('uses').where('user_id', '=', user_id).executeTakeFirst();
    await add(event.id, guest);
    await add(event.id, guest);
    expect(await uses()).toEqual({ uses: 1 });
    await db().updateTable('daily_uses').set({ uses: limits.peoplePerDay }).execute();
    expect((await add(event.id, { ...guest, id: uuid() })).body.code).toBe('rate_limited');
  });
});

describe('joining a guest with a member', () => {
  it('moves the marks, and later marks that name the guest count for the member', async () => {
    const event = await world.event();
    const { ada } = world.people;
    const guest = { id: uuid(), name: 'Aad', status: 'present', occurredAt: ago(9) };
    await add(event.id, guest);
    await mark(world.assistant, event.id, guest.id, { status: 'late', occurredAt: ago(4) });
    await mark(world.coach, event.id, ada.id, { status: 'absent', occurredAt: ago(6) });
    const { status, body } = await join(event.id, guest.id, ada.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: ada.id, name: 'Ada' },
      isGuest: false,
      isExpected: true,
      status: 'late',
    });
    expect(await marksOf(event.id, ada.id)).toEqual(['late', 'absent', 'present']);
    expect(await statusesAt(world.coach, event.id)).toMatchObject({ Ada: 'late' });
    expect(await statusesAt(world.coach, event.id)).not.toHaveProperty('Aad');
    const late = await mark(world.assistant, event.id, guest.id, { status: 'excused', occurredAt: ago(1) });
    expect(late.body).toMatchObject({ outcome: 'applied', user: { id: ada.id }, status: 'excused' });
    // The phone that added the guest lost the answer, and sends it again.
    expect((await add(event.id, guest)).body).toMatchObject({ user: { id: ada.id }, status: 'excused' });
    expect((await join(event.id, guest.id, ada.id)).status).toBe(200);
    expect((await join(event.id, guest.id, world.people.ben.id)).body.code).toBe('not_permitted');
  });

  it('refuses strangers, other guests and people who are no guests', async () => {
    const event = await world.event();
    const guest = await buildGuest(db(), { event_id: event.id });
    const other = await buildGuest(db(), { event_id: event.id });
    const stranger = await buildUser(db());
    for (const { id } of [stranger, other, guest])
      expect((await join(event.id, guest.id, id)).body.errors).toMatchObject([{ path: 'memberId' }]);
    expect((await join(event.id, world.people.ada.id, world.people.ben.id)).status).toBe(404);
    const elsewhere = await world.event();
    expect((await join(elsewhere.id, guest.id, world.people.ada.id)).status).toBe(404);
  });

  // SQLite runs transactions one by one.
  it.runIf(process.env.TEST_ENGINE === 'postgres')(
    'answers with the member when the guest is sent again at the same moment',
    async () => {
      const event = await world.event();
      const { ada } = world.people;
      const guest = { id: uuid(), name: 'Aad', status: 'present' };
      await add(event.id, guest);
      const release = await hold(db(), (held) => moveGuest(held, { id: guest.id, memberId: ada.id }));
      const again = add(event.id, guest);
      await Promise.race([again, untilWaiting(db(), 1)]);
      await release();
      expect((await again).body).toMatchObject({ user: { id: ada.id }, status: 'present' });
    },
  );

  it('loses no mark that arrives at the same moment', async () => {
    const event = await world.event();
    const { ada } = world.people;
    for (let round = 0; round < 10; round += 1) {
      // The same mark at the same instant is stored once.
      server.advance(1000);
      const guest = await buildGuest(db(), { event_id: event.id });
      const before = (await marksOf(event.id, ada.id)).length;
      const answers = await Promise.all([
        mark(world.coach, event.id, guest.id, { status: 'present' }),
        join(event.id, guest.id, ada.id),
        mark(world.assistant, event.id, guest.id, { status: 'late' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await marksOf(event.id, ada.id)).toHaveLength(before + 3);
    }
  });
});
