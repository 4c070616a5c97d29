// Checking in by the code on a coach's device: which codes are accepted, when, and from whom.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildMembership,
  buildOffer,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
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
const minuteMs = 60_000;
type Person = { id: string };

/** The code that the coach's device shows, made with the key alone as the page makes it. */
async function shown(eventId: string, secondsAgo = 0, user: Person = world.people.coach) {
  const client = await signIn(server, user);
  const { body } = await client.call('GET /api/events/{id}/check-in-key', { params: { id: eventId } });
  const bytes = Buffer.from(body.key, 'base64url');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const step = Math.floor((server.now().getTime() - secondsAgo * 1000) / (body.stepSeconds * 1000));
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(String(step)));
  return `${step}.${Buffer.from(mac).subarray(0, 16).toString('base64url')}`;
}

const scan = async (user: Person, eventId: string, token: string) =>
  (await signIn(server, user)).call('POST /api/events/{id}/check-in', {
    params: { id: eventId },
    body: { token },
  });
const confirm = (event: Person, person: Person) =>
  buildRegistration(db(), { event_id: event.id, person_id: person.id });

describe('a check-in code', () => {
  it('marks someone with a place as present, once', async () => {
    const { ada } = world.people;
    const event = await world.event();
    await confirm(event, ada);
    const token = await shown(event.id);
    const { status, body } = await scan(ada, event.id, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'present',
      minutesLate: null,
      occurredAt: server.now().toISOString(),
      source: 'selfQr',
      markedBy: null,
      reason: null,
      isWalkIn: false,
    });
    server.advance(10_000);
    expect((await scan(ada, event.id, token)).body).toEqual(body);
    expect(await db().selectFrom('attendance').select('source').execute()).toEqual([{ source: 'selfQr' }]);
    expect((await statusesAt(world.coach, event.id)).Ada).toBe('present');
  });

  it('keeps the mark of someone whom a coach marked as here, and replaces that of someone marked as absent', async () => {
    const { ada, ben } = world.people;
    const event = await world.event();
    await mark(world.coach, event.id, ada.id, { status: 'late', minutesLate: 5 });
    await mark(world.coach, event.id, ben.id, { status: 'absent' });
    server.advance(5_000);
    const token = await shown(event.id);
    expect((await scan(ada, event.id, token)).body).toMatchObject({ status: 'late', source: 'coach' });
    expect((await scan(ben, event.id, token)).body).toMatchObject({ status: 'present', source: 'selfQr' });
  });

  it('is accepted for one step before and after its own, and refused later, for example in a picture', async () => {
    const { ada, ben } = world.people;
    const event = await world.event();
    // A coach's mark as absent is no reason to accept a picture.
    await mark(world.coach, event.id, ben.id, { status: 'absent' });
    for (const secondsAgo of [60, 3600, -60])
      for (const person of [ada, ben])
        expect((await scan(person, event.id, await shown(event.id, secondsAgo))).body).toMatchObject({
          status: 422,
          errors: [{ path: 'token', code: 'code_expired' }],
        });
    for (const secondsAgo of [30, 0, -30]) {
      expect((await scan(ada, event.id, await shown(event.id, secondsAgo))).status).toBe(200);
      await db().deleteFrom('attendance').execute();
    }
  });

  it('is refused if it is of another event or made up', async () => {
    const { ada } = world.people;
    const event = await world.event();
    const other = await shown((await world.event()).id);
    const own = await shown(event.id);
    const [step = ''] = own.split('.');
    for (const token of [other, '', 'x', step, `${step}.`, `${step}.AAAAAAAAAAAAAAAAAAAAAA`, `${own}A`])
      expect([token, (await scan(ada, event.id, token)).body.errors?.[0]?.code]).toEqual([
        token,
        'code_unknown',
      ]);
  });

  it('is accepted from half an hour before the start until half an hour after the end', async () => {
    const { ada } = world.people;
    const event = await world.event({ starts_at: world.startsAt(1), durationMinutes: 60 });
    const scanned = async () => (await scan(ada, event.id, await shown(event.id))).status;
    await confirm(event, ada);
    server.advance(29 * minuteMs);
    expect(await scanned()).toBe(409);
    server.advance(minuteMs);
    expect(await scanned()).toBe(200);
    await db().deleteFrom('attendance').execute();
    server.advance(120 * minuteMs);
    expect(await scanned()).toBe(200);
    await db().deleteFrom('attendance').execute();
    server.advance(minuteMs);
    expect(await scanned()).toBe(409);
    for (const event_status of ['EventCancelled', 'EventPostponed'] as const) {
      const off = await world.event({ event_status });
      await confirm(off, ada);
      expect((await scan(ada, off.id, await shown(off.id))).status).toBe(409);
    }
  });

  it('is checked at most ten times a minute per person', async () => {
    const { ada } = world.people;
    const event = await world.event();
    for (let count = 0; count < 10; count += 1) expect((await scan(ada, event.id, '1.x')).status).toBe(422);
    expect((await scan(ada, event.id, await shown(event.id))).body.code).toBe('rate_limited');
    expect((await scan(world.people.ben, event.id, await shown(event.id))).status).toBe(200);
  });
});

describe('checking in', () => {
  it('marks someone without a reply as a walk-in if a place is free, and creates no reply', async () => {
    const { ada, ben, coach } = world.people;
    const event = await world.event({ maximum_attendee_capacity: 2 });
    await confirm(event, coach);
    const token = await shown(event.id);
    expect((await scan(ada, event.id, token)).body).toMatchObject({ status: 'present', isWalkIn: true });
    expect((await scan(ben, event.id, token)).body).toMatchObject({ status: 409, code: 'not_permitted' });
    // Ada stays present, and keeps the place that she took.
    expect(await statusesAt(world.coach, event.id)).toMatchObject({ Ada: 'present', Ben: null });
    const replies = await db().selectFrom('registrations').select('person_id').execute();
    expect(replies).toEqual([{ person_id: coach.id }]);
  });

  it('of many people at once marks no more than there are free places', async () => {
    const event = await world.event({ maximum_attendee_capacity: 2 });
    const token = await shown(event.id);
    const crowd = await Promise.all(
      Array.from({ length: 6 }, (_, at) => world.join('trainee', `Walker ${at}`)),
    );
    const answers = await Promise.all(crowd.map((user) => scan(user, event.id, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
  });

  it.each(['offered', 'pendingPayment'] as const)(
    'counts someone whose place is %s and who is here once, until the hold ends',
    async (state) => {
      const { ada, ben, coach, assistant } = world.people;
      const event = await world.event({ maximum_attendee_capacity: 3 });
      await confirm(event, coach);
      const hold_expires_at = new Date(server.now().getTime() + 20 * minuteMs).toISOString();
      await buildRegistration(db(), { event_id: event.id, person_id: ada.id, state, hold_expires_at });
      await mark(world.coach, event.id, ada.id, { status: 'present' });
      const walkIn = await scan(ben, event.id, await shown(event.id));
      expect(walkIn.body).toMatchObject({ status: 'present', isWalkIn: true });
      expect((await scan(assistant, event.id, await shown(event.id))).status).toBe(409);
      // Ada is then here without a place, and still fills one.
      server.advance(21 * minuteMs);
      expect((await scan(assistant, event.id, await shown(event.id))).status).toBe(409);
    },
  );

  it('a second time gives the same answer to a walk-in who took the last place', async () => {
    const { ada, ben, coach } = world.people;
    const event = await world.event({ maximum_attendee_capacity: 2 });
    await confirm(event, coach);
    const token = await shown(event.id);
    const first = await scan(ada, event.id, token);
    expect(first.body).toMatchObject({ status: 'present', isWalkIn: true });
    server.advance(10_000);
    expect(await scan(ada, event.id, token)).toMatchObject({ status: 200, body: first.body });
    expect((await scan(ben, event.id, token)).status).toBe(409);
    expect(await db().selectFrom('attendance').select('person_id').execute()).toHaveLength(1);
  });

  it('accepts someone whom a coach has marked at an event that is full, paid or by approval, and keeps the mark', async () => {
    const { ada, ben } = world.people;
    const full = await world.event({ maximum_attendee_capacity: 1 });
    await confirm(full, ben);
    const paid = await world.event();
    await buildOffer(db(), { event_id: paid.id, price_minor: 500 });
    const asking = await world.event({ join_policy: 'approval' });
    for (const [what, { id }] of Object.entries({ full, paid, asking })) {
      const token = await shown(id);
      expect([what, (await scan(ada, id, token)).status]).toEqual([what, 409]);
      await mark(world.coach, id, ada.id, { status: 'late', minutesLate: 5 });
      const { status, body } = await scan(ada, id, token);
      expect([what, status, body.status, body.source, body.isWalkIn]).toEqual([
        what,
        200,
        'late',
        'coach',
        true,
      ]);
    }
  });

  it('accepts an old code, also after the end, from someone who is here already, but no code of another event', async () => {
    const { ada } = world.people;
    const event = await world.event({ starts_at: world.startsAt(-0.5), durationMinutes: 60 });
    await confirm(event, ada);
    const token = await shown(event.id);
    const first = await scan(ada, event.id, token);
    for (const minutes of [5, 120]) {
      server.advance(minutes * minuteMs);
      expect(await scan(ada, event.id, token)).toMatchObject({ status: 200, body: first.body });
    }
    const other = await shown((await world.event()).id);
    expect((await scan(ada, event.id, other)).body.errors?.[0]?.code).toBe('code_unknown');
  });

  it('refuses someone who would have to pay, wait, be approved or be invited', async () => {
    const { ada } = world.people;
    const paid = await world.event();
    await buildOffer(db(), { event_id: paid.id, price_minor: 500 });
    const asking = await world.event({ join_policy: 'approval' });
    const waiting = await world.event({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    await confirm(waiting, world.people.ben);
    await buildRegistration(db(), {
      event_id: waiting.id,
      person_id: ada.id,
      state: 'waitlisted',
      position: 1,
    });
    const removed = await world.event();
    await buildRegistration(db(), {
      event_id: removed.id,
      person_id: ada.id,
      state: 'cancelledByOrganizer',
      must_ask: 1,
    });
    for (const [what, { id }] of Object.entries({ paid, asking, waiting, removed })) {
      const { body } = await scan(ada, id, await shown(id));
      expect([what, body.status, body.code]).toEqual([what, 409, 'not_permitted']);
    }
    const invited = await world.event({ visibility: 'public', join_policy: 'invite' });
    const stranger = await buildUser(db());
    expect((await scan(stranger, invited.id, await shown(invited.id))).status).toBe(409);
  });

  it('refuses removed and suspended members, and people who may not see the event', async () => {
    const { ada, ben } = world.people;
    const event = await world.event();
    await confirm(event, ada);
    const token = await shown(event.id);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed', ended_at: server.now().toISOString() })
      .where('person_id', '=', ada.id)
      .execute();
    const suspended = await signIn(server, ben);
    await db()
      .updateTable('users')
      .set({ suspended_at: server.now().toISOString() })
      .where('id', '=', ben.id)
      .execute();
    expect((await scan(ada, event.id, token)).status).toBe(404);
    const { status } = await suspended.call('POST /api/events/{id}/check-in', {
      params: { id: event.id },
      body: { token },
    });
    expect(status).toBe(403);
    expect((await scan(await buildUser(db()), event.id, token)).status).toBe(404);
  });

  it('gives its key to no visiting coach and no trainee', async () => {
    const visitors = await buildTeam(db(), { visibility: 'private' });
    const event = await world.event({ teams: [world.team.id, visitors.id] });
    const visiting = await buildUser(db());
    await buildMembership(db(), { team_id: visitors.id, person_id: visiting.id, role: 'coach' });
    for (const user of [visiting, world.people.ada]) {
      const client = await signIn(server, user);
      const answer = await client.call('GET /api/events/{id}/check-in-key', { params: { id: event.id } });
      expect(answer.status).toBe(409);
    }
    await expect(shown(event.id, 0, world.people.assistant)).resolves.toBe(await shown(event.id));
  });
});
