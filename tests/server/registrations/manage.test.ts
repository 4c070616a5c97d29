import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, staff } from '../events/club.ts';

describe('those who run an event', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const change = async (actor: { id: string }, event: { id: string }, user: { id: string }, body: object) =>
    (await signIn(server, actor)).call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId: user.id },
      body,
    });
  const attend = async (user: { id: string }, event: { id: string }) =>
    (await signIn(server, user)).call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending' },
    });
  const told = async (user: { id: string }) =>
    (
      await db()
        .selectFrom('notifications')
        .select('kind')
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ kind }) => kind);
  const audits = () =>
    db()
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('object_kind', '=', 'registration')
      .orderBy('at')
      .orderBy('id')
      .execute();
  const led = (given: Parameters<typeof buildCoachedEvent>[1] = {}) =>
    buildCoachedEvent(db(), { maximum_attendee_capacity: 1, waitlist_enabled: 1, ...given });

  it('approve a request into a place while there is one, then onto the waitlist', async () => {
    const { coach, event } = await led({ join_policy: 'approval' });
    const [ann, bo] = [await buildUser(db()), await buildUser(db())];
    for (const user of [ann, bo]) await attend(user, event);
    const approve = { action: 'approve', version: 1, reason: 'Played with us' };
    expect((await change(coach, event, ann, approve)).body).toEqual({
      outcome: 'applied',
      registration: {
        state: 'confirmed',
        position: null,
        holdExpiresAt: null,
        version: 2,
        reconfirmAskedAt: null,
        answeredFor: null,
      },
      event: { remainingAttendeeCapacity: 0 },
    });
    expect((await change(coach, event, bo, approve)).body.registration).toMatchObject({
      state: 'waitlisted',
      position: 1,
    });
    expect((await change(coach, event, ann, { ...approve, version: 2 })).body).toMatchObject({
      outcome: 'refused',
      reason: 'not_pending',
    });
    expect([await told(ann), await told(bo)]).toEqual([['placeConfirmed'], ['waitlistJoined']]);
    expect(await told(coach)).toEqual(['approvalOwed', 'eventFull']);
    expect((await audits())[0]).toEqual({
      actor_id: coach.id,
      action: 'registration.approve',
      before: '{"state":"pendingApproval","position":null}',
      after: '{"state":"confirmed","position":null,"reason":"Played with us"}',
    });
  });

  it('offer a priced place on approval, so that no one is confirmed unpaid', async () => {
    const { coach, event } = await led({ join_policy: 'approval' });
    await buildOffer(db(), { event_id: event.id });
    const ann = await buildUser(db());
    expect((await attend(ann, event)).body.registration?.state).toBe('pendingApproval');
    const { body } = await change(coach, event, ann, { action: 'approve', version: 1 });
    expect(body.registration).toMatchObject({ state: 'offered' });
    expect(await told(ann)).toEqual(['paymentDue']);
    expect((await attend(ann, event)).body.registration?.state).toBe('pendingPayment');
  });

  it('reject or remove someone, who then has to ask again', async () => {
    const { coach, event } = await led();
    const [ann, bo] = [await buildUser(db()), await buildUser(db())];
    await attend(ann, event);
    await attend(bo, event);
    const removed = await change(coach, event, ann, { action: 'remove', version: 1 });
    expect(removed.body.registration?.state).toBe('cancelledByOrganizer');
    // The place was given to the person on the waitlist in the same transaction.
    expect(removed.body.event.remainingAttendeeCapacity).toBe(0);
    expect([await told(ann), await told(bo)]).toEqual([['registrationCancelled'], ['placeOffered']]);
    expect((await attend(ann, event)).body.registration?.state).toBe('pendingApproval');
    const rejected = await change(coach, event, ann, { action: 'reject', version: 3 });
    expect(rejected.body.registration?.state).toBe('rejected');
    const decline = { params: { id: event.id }, body: { response: 'declined' } };
    await (await signIn(server, ann)).call('PUT /api/events/{id}/registration', decline);
    expect((await attend(ann, event)).body.registration?.state).toBe('pendingApproval');
    await change(coach, event, ann, { action: 'approve', version: 6 });
    await (await signIn(server, ann)).call('DELETE /api/events/{id}/registration', {
      params: { id: event.id },
    });
    expect((await attend(ann, event)).body.registration?.state).toBe('waitlisted');
  });

  it('owe a full refund to someone whom they remove, regardless of the deadline', async () => {
    const { coach, event } = await led();
    const { id: offer_id } = await buildOffer(db(), { event_id: event.id, refund_until: null });
    const ann = await buildUser(db());
    const registration = await buildRegistration(db(), { event_id: event.id, person_id: ann.id, offer_id });
    await buildPayment(db(), { registration_id: registration.id, state: 'succeeded' });
    await change(coach, event, ann, { action: 'remove', version: 1 });
    expect(await db().selectFrom('refunds').select(['amount_minor', 'state']).execute()).toEqual([
      { amount_minor: 1250, state: 'requested' },
    ]);
  });

  it('pay back a place that was paid before its event became free', async () => {
    const { coach, event } = await led();
    const ann = await buildUser(db());
    const { id: registration_id } = await buildRegistration(db(), { event_id: event.id, person_id: ann.id });
    await buildPayment(db(), {
      registration_id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    expect((await change(coach, event, ann, { action: 'remove', version: 1, reason: 'Ill' })).status).toBe(
      200,
    );
    expect(await db().selectFrom('refunds').select('amount_minor').execute()).toEqual([
      { amount_minor: 1250 },
    ]);
  });

  it('move people on the waitlist, with a stored reason', async () => {
    const { coach, event } = await led({ maximum_attendee_capacity: 0 });
    const people: { id: string }[] = [];
    for (let index = 0; index < 5; index += 1) {
      const user = await buildUser(db(), { name: 'abcde'[index] ?? '' });
      people.push(user);
      await attend(user, event);
    }
    const order = async () => {
      const { body } = await (await signIn(server, coach)).call('GET /api/events/{id}/registrations', {
        params: { id: event.id },
      });
      return body.items
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .map(({ user, position }) => `${user.name}${position}`)
        .join(' ');
    };
    const move = (index: number, position: number, version: number) =>
      change(coach, event, people[index] ?? coach, {
        action: 'move',
        position,
        version,
        reason: 'Drives the others',
      });
    expect((await move(3, 1, 1)).body.registration).toMatchObject({ position: 1, version: 2 });
    expect(await order()).toBe('d1 a2 b3 c4 e5');
    expect((await move(0, 99, 1)).body.registration).toMatchObject({ position: 5 });
    expect(await order()).toBe('d1 b2 c3 e4 a5');
    expect((await move(3, 1, 2)).body.outcome).toBe('duplicate');
    expect((await move(3, 2, 1)).body).toMatchObject({
      code: 'stale_version',
      current: { registration: { position: 1, version: 2 } },
    });
    expect(
      (await change(coach, event, people[1] ?? coach, { action: 'move', position: 1, version: 1 })).status,
    ).toBe(422);
    expect((await audits()).map(({ action, after }) => [action, after?.includes('Drives')])).toEqual([
      ['registration.move', true],
      ['registration.move', true],
    ]);
  });

  it('reply for someone of their teams, beyond window and invitation but not beyond capacity', async () => {
    const team = await buildTeam(db());
    const { coach, event } = await led({
      join_policy: 'invite',
      teams: [team.id],
      registration_closes_at: '2026-11-20T10:00:00.000Z',
    });
    const [ann, bo, stranger] = [await buildUser(db()), await buildUser(db()), await buildUser(db())];
    for (const user of [ann, bo]) await buildMembership(db(), { team_id: team.id, person_id: user.id });
    const reply = { action: 'reply', version: 0, response: 'attending' };
    expect((await change(coach, event, ann, reply)).body.registration?.state).toBe('confirmed');
    expect((await change(coach, event, bo, reply)).body.registration?.state).toBe('waitlisted');
    expect((await change(coach, event, stranger, reply)).status).toBe(404);
    expect((await change(coach, event, ann, reply)).body.code).toBe('stale_version');
    expect(
      (await change(coach, event, ann, { ...reply, version: 1, response: 'declined', note: 'Phoned in' }))
        .body.registration?.state,
    ).toBe('declined');
    expect([await told(ann), await told(bo)]).toEqual([
      ['repliedForYou', 'repliedForYou'],
      ['repliedForYou', 'placeOffered'],
    ]);
    const { body } = await (await signIn(server, coach)).call('GET /api/events/{id}/registrations', {
      params: { id: event.id },
    });
    expect(body.items.find(({ user }) => user.id === ann.id)?.note).toBe('Phoned in');
    expect((await audits()).map(({ actor_id }) => actor_id)).toEqual([coach.id, coach.id, coach.id]);
  });

  it('reply Going for someone whose request is open, which approves it', async () => {
    const { coach, event } = await led({ join_policy: 'approval' });
    const [ann, bo] = [await buildUser(db()), await buildUser(db())];
    for (const user of [ann, bo]) await attend(user, event);
    const reply = { action: 'reply', version: 1, response: 'attending', reason: 'Asked me' };
    expect((await change(coach, event, ann, reply)).body).toMatchObject({
      outcome: 'applied',
      registration: { state: 'confirmed', version: 2 },
    });
    // No one joins the waitlist unasked.
    expect((await change(coach, event, bo, { ...reply, ifFull: 'ask' })).body).toMatchObject({
      outcome: 'refused',
      reason: 'event_full',
      registration: { state: 'pendingApproval' },
    });
    expect([await told(ann), await told(bo)]).toEqual([['placeConfirmed'], []]);
    expect(await audits()).toEqual([
      {
        actor_id: coach.id,
        action: 'registration.reply',
        before: '{"state":"pendingApproval","position":null}',
        after: '{"state":"confirmed","position":null,"reason":"Asked me"}',
      },
    ]);
  });

  it('are the only ones who may, and fields of another action are rejected', async () => {
    const { people, build } = await buildClub(db());
    const suspended = await buildUser(db(), { suspended_at: '2026-11-20T10:00:00.000Z' });
    const statuses = async (event: { id: string }) => {
      const found: Record<string, number> = {};
      for (const [name, actor] of Object.entries({ ...people, suspended })) {
        const user = await buildUser(db());
        await buildRegistration(db(), { event_id: event.id, person_id: user.id });
        found[name] = (await change(actor, event, user, { action: 'remove', version: 1 })).status;
      }
      return found;
    };
    const open = await statuses(await build());
    const closed = await statuses(await build({ visibility: 'team' }));
    const inTeam = [...staff, 'assistant', 'teamMember', 'participant'];
    for (const name of Object.keys(people)) {
      const isStaff = staff.includes(name);
      expect([name, open[name]]).toEqual([name, isStaff ? 200 : 409]);
      expect([name, closed[name]]).toEqual([name, isStaff ? 200 : inTeam.includes(name) ? 409 : 404]);
    }
    expect([open.suspended, closed.suspended]).toEqual([403, 403]);
    const event = await build();
    const extra = { action: 'approve', version: 1, position: 2 };
    expect((await change(people.teamCoach, event, people.participant, extra)).status).toBe(422);
  });
});

describe('a reply by the person', () => {
  it('is open to everyone who sees the event, but not to a suspended session', async () => {
    const server = await startTestServer();
    const { people, build } = await buildClub(server.database.db);
    const suspended = await buildUser(server.database.db, { suspended_at: '2026-11-20T10:00:00.000Z' });
    const event = await build({ visibility: 'team' });
    const seeing = [...staff, 'assistant', 'teamMember', 'participant'];
    for (const [name, user] of Object.entries({ ...people, suspended })) {
      const client = await signIn(server, user);
      const params = { params: { id: event.id } };
      const put = await client.call('PUT /api/events/{id}/registration', {
        ...params,
        body: { response: 'tentative' },
      });
      const remove = await client.call('DELETE /api/events/{id}/registration', params);
      const expected = name === 'suspended' ? 403 : seeing.includes(name) ? 200 : 404;
      expect([name, put.status, remove.status]).toEqual([name, expected, expected]);
    }
    await server.close();
  });
});
