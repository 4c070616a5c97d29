import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationState } from '../../../src/contract/values/enums.ts';
import { addNotifications } from '../../../src/server/notifications/queries.ts';
import { signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildEvent,
  buildMembership,
  buildRegistration,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

describe('cancelling an event', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const cancel = async (actor: { id: string }, event: { id: string }, body: object = {}) =>
    (await signIn(server, actor)).call('POST /api/events/{id}/cancel', { params: { id: event.id }, body });
  const see = async (who: { id: string }, event: { id: string }) =>
    (await (await signIn(server, who)).call('GET /api/events/{id}', { params: { id: event.id } })).body;
  const notices = () =>
    db().selectFrom('notifications').select(['user_id', 'kind', 'changes']).orderBy('user_id').execute();
  const led = (given: Parameters<typeof buildCoachedEvent>[1] = {}) => buildCoachedEvent(db(), given);

  it('is refused with the version from before a change, and done with the current one', async () => {
    const { coach, event } = await led();
    const { version } = await see(coach, event);
    const changed = await (await signIn(server, coach)).call('PATCH /api/events/{id}', {
      params: { id: event.id },
      body: { version, name: 'On Sunday' },
    });
    expect(changed.status).toBe(200);
    expect(await cancel(coach, event, { version })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: 'On Sunday' } },
    });
    expect((await see(coach, event)).eventStatus).toBe('EventScheduled');
    expect((await cancel(coach, event, { version: changed.body.version })).status).toBe(200);
    expect((await cancel(coach, event, { version })).body).toMatchObject({ outcome: 'duplicate' });
  });

  it.each([
    ['a draft', { publication: 'draft' as const }, 409],
    ['over', { starts_at: '2026-11-18T10:00:00.000Z' }, 409],
    ['archived', { publication: 'archived' as const }, 409],
    ['cancelled', { event_status: 'EventCancelled' as const }, 200],
  ])('has a preview that is answered like it, for an event that is %s', async (_, given, status) => {
    const { coach, event } = await led(given);
    const params = { id: event.id };
    const said = await (await signIn(server, coach)).call('POST /api/events/{id}/preview', {
      params,
      body: { action: 'cancel' },
    });
    const done = await cancel(coach, event);
    expect([said.status, done.status]).toEqual([status, status]);
    if (status === 200) expect(said.body).toMatchObject({ dates: 0, notified: 0, registrations: 0 });
    else expect(said.body).toEqual(done.body);
  });

  it('ends every place, wait and request, once, and keeps the other replies', async () => {
    const { coach, event } = await led({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const before: RegistrationState[] = [
      'confirmed',
      'pendingApproval',
      'pendingPayment',
      'offered',
      'waitlisted',
      'tentative',
      'declined',
      'rejected',
      'cancelledByAttendee',
      'offerExpired',
    ];
    const people: { id: string; before: RegistrationState }[] = [];
    for (const state of before) {
      const { id } = await buildUser(db());
      await buildRegistration(db(), { event_id: event.id, person_id: id, state });
      people.push({ id, before: state });
    }
    expect(await cancel(coach, event, { reason: 'Storm' })).toMatchObject({
      status: 200,
      body: { outcome: 'applied', told: 6 },
    });
    expect(await cancel(coach, event, { reason: 'Flood' })).toMatchObject({
      status: 200,
      body: { outcome: 'duplicate', told: 0 },
    });
    const left = new Set(['tentative', 'declined', 'rejected', 'cancelledByAttendee', 'offerExpired']);
    for (const { id, before } of people) {
      const { registration, eventStatus, statusReason, can } = await see({ id }, event);
      expect({ id, state: registration?.state }).toEqual({
        id,
        state: left.has(before) ? before : 'cancelledByOrganizer',
      });
      expect(registration).toMatchObject({ position: null, holdExpiresAt: null });
      expect({ eventStatus, statusReason }).toEqual({ eventStatus: 'EventCancelled', statusReason: 'Storm' });
      expect(Object.entries(can).filter(([, may]) => may)).toEqual([['see', true]]);
    }
    const list = { params: { id: event.id }, query: { limit: 100 } };
    const roster = await (await signIn(server, coach)).call('GET /api/events/{id}/registrations', list);
    expect(roster.body.items.filter(({ wasGoing }) => wasGoing).map(({ user }) => user.id)).toEqual(
      people.filter(({ before }) => before === 'confirmed').map(({ id }) => id),
    );
    expect((await see(coach, event)).confirmedCount).toBe(1);
    const notified = people.filter(({ before }) => before === 'tentative' || !left.has(before));
    expect((await notices()).map((row) => [row.user_id, row.kind])).toEqual(
      notified.map(({ id }) => [id, 'eventCancelled']).sort(),
    );
    expect(JSON.parse((await notices())[0]?.changes ?? '')).toEqual([
      { field: 'eventStatus', before: 'EventScheduled', after: 'EventCancelled' },
      { field: 'statusReason', before: null, after: 'Storm' },
    ]);
    const audits = await db()
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'object_id', 'after'])
      .execute();
    expect(audits).toEqual([
      {
        actor_id: coach.id,
        action: 'event.cancelled',
        object_id: event.id,
        after: '{"eventStatus":"EventCancelled","statusReason":"Storm"}',
      },
    ]);
  });

  it('Cancelling notifies invited members without a reply and leaders with a role, but not the actor or leaders without one', async () => {
    const { coach, event, team } = await led({ visibility: 'team' });
    const [other, player, former, gone] = [
      await buildUser(db()),
      await buildUser(db()),
      await buildUser(db()),
      await buildUser(db()),
    ];
    await buildMembership(db(), { team_id: team.id, person_id: player.id });
    await buildMembership(db(), { team_id: team.id, person_id: other.id, role: 'assistant' });
    await buildMembership(db(), { team_id: team.id, person_id: gone.id });
    await buildMembership(db(), { team_id: team.id, person_id: former.id, status: 'left' });
    for (const [position, person_id] of [other.id, former.id].entries())
      await db()
        .insertInto('event_leaders')
        .values({ event_id: event.id, person_id, position: position + 1 })
        .execute();
    await buildRegistration(db(), { event_id: event.id, person_id: gone.id, state: 'declined' });
    expect((await cancel(coach, event)).body).toEqual({ outcome: 'applied', told: 2 });
    expect((await notices()).map((row) => row.user_id)).toEqual([other.id, player.id].sort());
  });

  it('notifies more people than fit into one statement of any database', async () => {
    const { id: userId } = await buildUser(db());
    const { event } = await led();
    const notices = Array.from({ length: 7000 }, () => ({
      userId,
      kind: 'eventCancelled' as const,
      eventId: event.id,
    }));
    await db()
      .transaction()
      .execute((work) => addNotifications(work, notices, server.now().toISOString()));
    const { count } = await db()
      .selectFrom('notifications')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(7000);
  });

  it('stays in calendars as cancelled, with the next sequence', async () => {
    const { coach, event } = await led();
    const ann = await buildUser(db());
    await buildRegistration(db(), { event_id: event.id, person_id: ann.id });
    const entry = async () =>
      (
        await (
          await signIn(server, ann)
        ).call('GET /api/events/{id}/calendar.ics', { params: { id: event.id } })
      ).body;
    const sequenceOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
    const first = await entry();
    await cancel(coach, event);
    const second = await entry();
    expect(first).toContain('STATUS:CONFIRMED');
    expect(second).toContain('STATUS:CANCELLED');
    expect(sequenceOf(second)).toBe(sequenceOf(first) + 1);
  });

  it('is refused for an event that has ended, was never published, or is run by others', async () => {
    const { coach, team, event: over } = await led({ starts_at: '2026-11-01T10:00:00.000Z' });
    const draft = await buildEvent(db(), { teams: [team.id], publication: 'draft' });
    const another = await buildEvent(db());
    for (const event of [over, draft, another]) {
      const { status, body } = await cancel(coach, event);
      expect([status, (body as { code?: string }).code]).toEqual([409, 'not_permitted']);
    }
    for (const body of [{ reason: '' }, { reason: 'x'.repeat(501) }, { scope: 'some' }])
      expect((await cancel(coach, over, body)).status).toBe(422);
    expect(await notices()).toEqual([]);
    expect(await db().selectFrom('audit_log').selectAll().execute()).toEqual([]);
  });
});
