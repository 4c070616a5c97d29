import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/values/limits.ts';
import { signIn } from '../../support/client.ts';
import { buildAttendance, buildRegistration, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club, mark, statusesAt } from './club.ts';

let server: TestServer;
let world: Club;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildClub(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const ago = (minutes: number) => new Date(server.now().getTime() - minutes * 60_000).toISOString();
const minuteMs = 60_000;
const marksIn = async (eventId: string) =>
  (await db().selectFrom('attendance').selectAll().where('event_id', '=', eventId).execute()).length;

describe('the attendance list', () => {
  it('has everyone who is asked, everyone who replied, and everyone who was marked', async () => {
    const event = await world.event();
    const outsider = await buildUser(db(), { name: 'Outsider' });
    const removed = await buildUser(db(), { name: 'Removed' });
    const walkIn = await world.join('trainee', 'Walk-in', { organization_id: world.club.id });
    await buildRegistration(db(), { event_id: event.id, person_id: outsider.id, note: 'Sore knee' });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: removed.id,
      state: 'cancelledByOrganizer',
      must_ask: 1,
    });
    expect(await statusesAt(world.coach, event.id)).toEqual({
      Ada: null,
      Assistant: null,
      Ben: null,
      Cas: null,
      Outsider: null,
    });
    await mark(world.coach, event.id, walkIn.id, { status: 'present' });
    await mark(world.coach, event.id, removed.id, { status: 'absent' });
    await mark(world.coach, event.id, world.people.ada.id, { status: 'late', minutesLate: 12 });
    const { body } = await world.coach.call('GET /api/events/{id}/attendance', { params: { id: event.id } });
    expect(body.items.map(({ user }) => user.name)).toEqual([
      'Ada',
      'Assistant',
      'Ben',
      'Cas',
      'Outsider',
      'Removed',
      'Walk-in',
    ]);
    expect(body.items[0]).toEqual({
      user: { id: world.people.ada.id, name: 'Ada', avatarSrc: null, hasAccount: true },
      isGuest: false,
      isExpected: true,
      reply: null,
      note: null,
      status: 'late',
      minutesLate: 12,
      occurredAt: server.now().toISOString(),
      source: 'coach',
      markedBy: { id: world.people.coach.id, name: 'Coach' },
      reason: null,
    });
    expect(body.items[3]?.user.hasAccount).toBe(false);
    expect(body.items[4]).toMatchObject({ reply: 'confirmed', note: 'Sore knee', occurredAt: null });
    const asAssistant = await world.assistant.call('GET /api/events/{id}/attendance', {
      params: { id: event.id },
    });
    expect(asAssistant.body.items[4]).toMatchObject({ reply: 'confirmed', note: null });
  });

  it('of a past event has no one who joined after it, so that “everyone else is here” does not mark them', async () => {
    const past = { starts_at: world.startsAt(-26), ends_at: world.startsAt(-24) };
    const event = await world.event({ ...past, created_at: world.startsAt(-200) });
    const recorded = await world.event({ ...past, created_at: world.startsAt(-1) });
    const joining = async (name: string, hours: number) => {
      const { id } = await world.join('trainee', name);
      const joined = { active_since: world.startsAt(hours) };
      await db().updateTable('memberships').set(joined).where('person_id', '=', id).execute();
    };
    await joining('Joined before the end', -25);
    await joining('Joined today', -2);
    expect(Object.keys(await statusesAt(world.coach, event.id))).toEqual([
      'Ada',
      'Assistant',
      'Ben',
      'Cas',
      'Joined before the end',
    ]);
    // An event from before the club was here, written down today.
    expect(await statusesAt(world.coach, recorded.id)).toHaveProperty('Joined today');
    const { ada } = world.people;
    await mark(world.coach, event.id, ada.id, { status: 'present' });
    const { body } = await mark(world.coach, event.id, ada.id, { status: null });
    expect(body.isExpected).toBe(true);
  });

  it('of a cancelled event has those who were going as going, and those who waited as they are', async () => {
    const event = await world.event();
    const { ada, ben } = world.people;
    await buildRegistration(db(), { event_id: event.id, person_id: ada.id });
    await buildRegistration(db(), { event_id: event.id, person_id: ben.id, state: 'waitlisted' });
    const params = { id: event.id };
    expect((await world.coach.call('POST /api/events/{id}/cancel', { params, body: {} })).status).toBe(200);
    const { body } = await world.coach.call('GET /api/events/{id}/attendance', { params });
    expect(Object.fromEntries(body.items.map(({ user, reply }) => [user.name, reply]))).toEqual({
      Ada: 'confirmed',
      Assistant: null,
      Ben: 'cancelledByOrganizer',
      Cas: null,
    });
    expect((await mark(world.coach, event.id, ada.id, { status: 'present' })).body.reply).toBe('confirmed');
  });

  it('says who is expected apart from any mark, in the list and in the answer to a mark', async () => {
    const event = await world.event();
    const { ada, ben, cas, coach } = world.people;
    const walkIn = await world.join('trainee', 'Walk-in', { organization_id: world.club.id });
    await buildAttendance(db(), { event_id: event.id, person_id: walkIn.id, source: 'selfQr' });
    const removed = await buildUser(db(), { name: 'Removed' });
    const state = 'cancelledByOrganizer';
    await buildRegistration(db(), { event_id: event.id, person_id: removed.id, state, must_ask: 1 });
    await buildRegistration(db(), { event_id: event.id, person_id: ben.id, state: 'declined' });
    for (const { id } of [ada, ben, coach, removed])
      await mark(world.coach, event.id, id, { status: 'present', occurredAt: ago(2) });
    const { body } = await world.coach.call('GET /api/events/{id}/attendance', { params: { id: event.id } });
    expect(Object.fromEntries(body.items.map(({ user, isExpected }) => [user.name, isExpected]))).toEqual({
      Ada: true,
      Assistant: true,
      Ben: true,
      Cas: true,
      Coach: false,
      Removed: false,
      'Walk-in': false,
    });
    const takenBack = await Promise.all(
      [ada, cas, coach, walkIn].map(({ id }) => mark(world.coach, event.id, id, { status: null })),
    );
    expect(takenBack.map((answer) => answer.body.isExpected)).toEqual([true, true, false, false]);
  });

  it('leaves out a walk-in whose mark was taken back, but not someone who is expected', async () => {
    const event = await world.event();
    const walkIn = await world.join('trainee', 'Walk-in', { organization_id: world.club.id });
    for (const { id } of [walkIn, world.people.ada]) {
      await mark(world.coach, event.id, id, { status: 'present', occurredAt: ago(2) });
      const taken = await mark(world.coach, event.id, id, { status: null, occurredAt: ago(1) });
      expect(taken.body).toMatchObject({ outcome: 'applied', status: null, occurredAt: ago(1) });
    }
    expect(await statusesAt(world.coach, event.id)).toEqual({
      Ada: null,
      Assistant: null,
      Ben: null,
      Cas: null,
    });
  });

  it('has at most 500 people without a mark, and everyone with one', async () => {
    const event = await world.event();
    for (let count = 0; count < 505; count += 1) {
      const user = await buildUser(db(), { name: `Zoe ${1000 + count}` });
      await buildRegistration(db(), { event_id: event.id, person_id: user.id, state: 'declined' });
      if (count === 504) await mark(world.coach, event.id, user.id, { status: 'present' });
    }
    const names = Object.keys(await statusesAt(world.coach, event.id));
    expect(names).toHaveLength(501);
    expect(names.slice(0, 4)).toEqual(['Ada', 'Assistant', 'Ben', 'Cas']);
    expect(names.at(-1)).toBe('Zoe 1504');
  });
});

describe('the mark that counts', () => {
  it('is the newest decision by the corrected time, whatever the order of arrival', async () => {
    const event = await world.event();
    const { ada } = world.people;
    await mark(world.assistant, event.id, ada.id, { status: 'absent', occurredAt: ago(5) });
    const older = await mark(world.coach, event.id, ada.id, { status: 'present', occurredAt: ago(20) });
    expect(older.body).toMatchObject({
      outcome: 'superseded',
      status: 'absent',
      markedBy: { name: 'Assistant' },
    });
    // This clock is 30 minutes fast: the decision is six minutes old.
    const fast = await mark(world.coach, event.id, ada.id, {
      status: 'late',
      occurredAt: ago(-24),
      sentAt: ago(-30),
    });
    expect(fast.body).toMatchObject({ outcome: 'superseded', status: 'absent' });
    const future = await mark(world.coach, event.id, ada.id, { status: 'excused', occurredAt: ago(-90) });
    expect(future.body).toMatchObject({
      outcome: 'applied',
      status: 'excused',
      occurredAt: server.now().toISOString(),
    });
    const { body } = await world.coach.call('GET /api/events/{id}/attendance/{personId}', {
      params: { id: event.id, personId: ada.id },
    });
    expect(body.items.map(({ status, occurredAt }) => [status, occurredAt])).toEqual([
      ['excused', ago(0)],
      ['absent', ago(5)],
      ['late', ago(6)],
      ['present', ago(20)],
    ]);
  });

  it('is the one that was received last if two were decided at the same instant', async () => {
    const event = await world.event();
    const { ada } = world.people;
    const instant = ago(5);
    await mark(world.coach, event.id, ada.id, { status: 'present', occurredAt: instant });
    server.advance(minuteMs);
    await mark(world.assistant, event.id, ada.id, { status: 'absent', occurredAt: instant });
    expect((await statusesAt(world.coach, event.id)).Ada).toBe('absent');
  });

  it('is stored once if it is sent again under its idempotency key', async () => {
    const event = await world.event();
    const occurredAt = ago(9);
    const send = (sentAt: string) =>
      mark(world.coach, event.id, world.people.ada.id, { status: 'present', occurredAt, sentAt }, 'key-1');
    const first = await send(ago(1));
    server.advance(minuteMs);
    expect((await send(ago(0))).body).toEqual(first.body);
    expect(await marksIn(event.id)).toBe(1);
  });

  it('is left out of summaries and rates if it was taken back', async () => {
    const event = await world.event();
    const { ada, ben } = world.people;
    await mark(world.coach, event.id, ada.id, { status: 'present', occurredAt: ago(3) });
    await mark(world.coach, event.id, ben.id, { status: 'absent', occurredAt: ago(3) });
    await mark(world.coach, event.id, ben.id, { status: null, occurredAt: ago(2) });
    const detail = await world.coach.call('GET /api/events/{id}', { params: { id: event.id } });
    expect(detail.body.attendance).toEqual({ present: 1, late: 0, excused: 0, absent: 0, noShows: 0 });
    const roster = await world.coach.call('GET /api/teams/{id}/roster', { params: { id: world.team.id } });
    const rates = Object.fromEntries(
      roster.body.items.map(({ name, attendance }) => [name, attendance?.counted]),
    );
    expect(rates).toMatchObject({ Ada: 1, Ben: 0 });
    await mark(world.coach, event.id, ada.id, { status: null });
    const none = await world.coach.call('GET /api/events/{id}', { params: { id: event.id } });
    expect(none.body.attendance).toBeNull();
    const { body } = await (await signIn(server, ada)).call('GET /api/users/me/export');
    expect(body.data.attendance?.map((row) => row.status)).toEqual(['present', null]);
  });
});

describe('marks of several people in one call', () => {
  const all = (eventId: string, marks: object[]) =>
    world.coach.call('PUT /api/events/{id}/attendance', { params: { id: eventId }, body: { marks } });

  it('are answered in the given order', async () => {
    const event = await world.event();
    const { ada, ben, cas } = world.people;
    const { status, body } = await all(event.id, [
      { personId: ben.id, status: 'present' },
      { personId: ada.id, status: 'late', minutesLate: 3 },
      { personId: cas.id, status: 'absent' },
    ]);
    expect(status).toBe(200);
    expect(body.items.map(({ user, outcome }) => [user.name, outcome])).toEqual([
      ['Ben', 'applied'],
      ['Ada', 'applied'],
      ['Cas', 'applied'],
    ]);
  });

  it('are stored all or none', async () => {
    const event = await world.event();
    const stranger = await buildUser(db());
    const { status, body } = await all(event.id, [
      { personId: world.people.ada.id, status: 'present' },
      { personId: stranger.id, status: 'present' },
    ]);
    expect(status).toBe(422);
    expect(body.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['marks.1.personId', 'unknown_person'],
    ]);
    expect(await marksIn(event.id)).toBe(0);
  });

  it('are accepted up to 500', async () => {
    const event = await world.event();
    const marks: object[] = [];
    for (let at = 0; at < 500; at += 1) {
      const { id: personId } = await buildUser(db());
      await buildRegistration(db(), { event_id: event.id, person_id: personId });
      marks.push({ personId, status: 'present' });
    }
    expect((await all(event.id, marks)).status).toBe(200);
    expect((await all(event.id, [...marks, ...marks.slice(0, 1)])).status).toBe(422);
    expect(await marksIn(event.id)).toBe(500);
  });
});

describe('repeated marks of one person', () => {
  const all = (eventId: string, marks: object[], client = world.coach) =>
    client.call('PUT /api/events/{id}/attendance', { params: { id: eventId }, body: { marks } });
  const { marksOfPersonMax: max } = limits;

  it('are stored once where they say the same and were decided no later', async () => {
    const event = await world.event();
    const { ada } = world.people;
    const same = { personId: ada.id, status: 'late', minutesLate: 4 };
    const { body } = await all(
      event.id,
      Array.from({ length: 500 }, () => ({ ...same, occurredAt: ago(5) })),
    );
    expect(new Set(body.items.map(({ outcome }) => outcome))).toEqual(new Set(['applied']));
    expect((await all(event.id, [{ ...same, occurredAt: ago(9) }])).body.items).toMatchObject([
      { outcome: 'applied', occurredAt: ago(5) },
    ]);
    expect(await marksIn(event.id)).toBe(1);
  });

  it('are stored where anything differs, because another decision may arrive later', async () => {
    const event = await world.event();
    const { ada } = world.people;
    const same = { status: 'late', minutesLate: 4, occurredAt: ago(5) };
    await mark(world.coach, event.id, ada.id, same);
    for (const other of [
      { ...same, minutesLate: 5 },
      { ...same, minutesLate: 5, reason: 'Asked her' },
      { ...same, status: 'absent', minutesLate: undefined },
      { ...same, occurredAt: ago(4) },
      { ...same, occurredAt: ago(2) },
    ])
      await mark(world.coach, event.id, ada.id, other as typeof same);
    expect(
      (await mark(world.assistant, event.id, ada.id, { ...same, occurredAt: ago(3) })).body,
    ).toMatchObject({ outcome: 'superseded', occurredAt: ago(2) });
    expect(await marksIn(event.id)).toBe(7);
    // Decided between two marks that say the same.
    const between = await mark(world.coach, event.id, ada.id, { status: 'absent', occurredAt: ago(3) });
    expect(between.body).toMatchObject({ outcome: 'superseded', status: 'late' });
  });

  it('are refused above a number by the same coach, naming the person, and others can still mark them', async () => {
    const event = await world.event();
    const { ada, ben } = world.people;
    const turns = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        personId: ada.id,
        status: at % 2 === 0 ? 'present' : 'absent',
        occurredAt: ago(500 - at),
      }));
    expect((await all(event.id, turns(max + 1))).status).toBe(422);
    expect(await marksIn(event.id)).toBe(0);
    expect((await all(event.id, turns(max))).status).toBe(200);
    const more = await all(event.id, [
      { personId: ben.id, status: 'present' },
      { personId: ada.id, status: 'present' },
    ]);
    expect(more.body.errors).toMatchObject([{ path: 'marks.1.personId', code: 'too_many' }]);
    const again = await mark(world.coach, event.id, ada.id, { status: 'present' });
    expect(again.body.errors).toMatchObject([{ path: 'personId', code: 'too_many' }]);
    expect(await marksIn(event.id)).toBe(max);
    const other = await mark(world.assistant, event.id, ada.id, { status: 'present' });
    expect(other.body).toMatchObject({ outcome: 'applied', status: 'present' });
  });

  it('are listed up to a number, the newest first', async () => {
    const event = await world.event();
    for (let at = 0; at <= limits.marksShown; at += 1)
      await buildAttendance(db(), {
        event_id: event.id,
        person_id: world.people.ada.id,
        occurred_at: ago(at),
      });
    const { body } = await world.coach.call('GET /api/events/{id}/attendance/{personId}', {
      params: { id: event.id, personId: world.people.ada.id },
    });
    expect(body.items).toHaveLength(limits.marksShown);
    expect(body.items[0]?.occurredAt).toBe(ago(0));
  });
});
