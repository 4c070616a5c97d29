import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  type BuiltUser,
  buildAbsence,
  buildAttendance,
  buildEvent,
  buildMembership,
  buildOffer,
  buildOrganization,
  buildPayment,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { mail } from './mails.ts';

const password = 'a long enough passphrase';

describe('deleting an account', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db, {
      name: 'Wanda Distinctive',
      username: 'wanda-distinctive',
      email: 'wanda@distinctive.example',
      phone: '+32470999888',
      password_hash: await hashPassword(password),
      profile: { bio: 'distinctive bio', region: 'Distinctive-town' },
    });
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const leave = (given = password) => client.call('DELETE /api/users/me', { body: { password: given } });

  it('asks for the password again', async () => {
    const wrong = await leave('not my password');
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'password']);
    expect((await client.call('DELETE /api/users/me')).status).toBe(422);
    expect((await client.call('GET /api/auth/session')).status).toBe(200);
  });

  it('limits password guesses on a signed-in device', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const user = await buildUser(limited.database.db, { password_hash: await hashPassword(password) });
    const device = await signIn(limited, user);
    const attempt = () => device.call('DELETE /api/users/me', { body: { password: 'guess guess' } });
    for (const _ of [1, 2, 3]) expect((await attempt()).status).toBe(422);
    expect((await attempt()).status).toBe(429);
    await limited.close();
  });

  it('removes all personal data from every table, and ends all sessions', async () => {
    const other = await signIn(server, me);
    const past = await buildEvent(db(), { starts_at: '2026-11-01T10:00:00.000Z' });
    await buildRegistration(db(), { event_id: past.id, person_id: me.id, note: 'distinctive note' });
    await buildAbsence(db(), { person_id: me.id, note: 'Distinctive holiday' });
    await buildAttendance(db(), { event_id: past.id, person_id: me.id, reason: 'distinctive reason' });
    await client.call('POST /api/users/me/calendar-feed', { body: {} });
    expect((await leave()).status).toBe(204);
    expect(client.cookies.size).toBe(0);
    expect((await other.call('GET /api/auth/session')).status).toBe(401);
    const words = ['distinctive', '+32470999888'];
    const tables = [
      'attendance',
      'users',
      'profiles',
      'sessions',
      'memberships',
      'registrations',
      'absences',
      'calendar_feeds',
      'search_documents',
      'audit_log',
      'one_time_tokens',
    ] satisfies (keyof Tables)[];
    for (const table of tables) {
      const text = JSON.stringify(await db().selectFrom(table).selectAll().execute()).toLowerCase();
      for (const word of words) expect([table, word, text.includes(word)]).toEqual([table, word, false]);
    }
    const audit = await db().selectFrom('audit_log').select(['action', 'object_id']).execute();
    expect(audit).toEqual([{ action: 'account.left', object_id: me.id }]);
    expect((await mail(server)).to).toBe('wanda@distinctive.example');
  });

  it('frees future places and keeps anonymous records: past places, attendance and payments', async () => {
    const past = await buildEvent(db(), { starts_at: '2026-11-01T10:00:00.000Z' });
    const future = await buildEvent(db());
    const waiting = await buildEvent(db());
    await buildAttendance(db(), { event_id: past.id, person_id: me.id });
    const paid = await buildRegistration(db(), {
      event_id: past.id,
      person_id: me.id,
      offer_id: (await buildOffer(db(), { event_id: past.id })).id,
    });
    await buildPayment(db(), { registration_id: paid.id, state: 'succeeded' });
    await buildRegistration(db(), { event_id: future.id, person_id: me.id });
    await buildRegistration(db(), {
      event_id: waiting.id,
      person_id: me.id,
      state: 'waitlisted',
      position: 1,
    });
    await leave();
    const states = await db()
      .selectFrom('registrations')
      .select(['event_id', 'state', 'position'])
      .where('person_id', '=', me.id)
      .execute();
    expect(Object.fromEntries(states.map((row) => [row.event_id, row.state]))).toEqual({
      [past.id]: 'confirmed',
      [future.id]: 'cancelledByAttendee',
      [waiting.id]: 'cancelledByAttendee',
    });
    expect(await db().selectFrom('payments').select('state').execute()).toEqual([{ state: 'succeeded' }]);
    expect(await db().selectFrom('attendance').select('status').execute()).toHaveLength(1);
  });

  it('leaves no name, and others read that it is a former member in their own language', async () => {
    const coach = await buildUser(db(), { name: 'Carla' });
    const past = await buildEvent(db(), {
      starts_at: '2026-11-01T10:00:00.000Z',
      organizer_user_id: coach.id,
      leaders: [me.id],
    });
    await buildAttendance(db(), { event_id: past.id, person_id: me.id });
    const offer = await buildOffer(db(), { event_id: past.id });
    const paid = await buildRegistration(db(), { event_id: past.id, person_id: me.id, offer_id: offer.id });
    await buildPayment(db(), { registration_id: paid.id, state: 'succeeded' });
    await leave();
    const stored = await db().selectFrom('people').select('name').where('id', '=', me.id).execute();
    expect(stored).toEqual([{ name: '' }]);
    const reader = await signIn(server, coach);
    for (const [language, name] of [
      ['en', 'Former member'],
      ['de', 'Ehemaliges Mitglied'],
    ] as const) {
      const given = { params: { id: past.id }, headers: { 'Accept-Language': language } };
      const { body: event } = await reader.call('GET /api/events/{id}', given);
      const { body: roster } = await reader.call('GET /api/events/{id}/registrations', given);
      const { body: attendance } = await reader.call('GET /api/events/{id}/attendance', given);
      const { body: payments } = await reader.call('GET /api/events/{id}/payments', given);
      expect([
        event.leaders[0]?.name,
        roster.items[0]?.user.name,
        attendance.items[0]?.user.name,
        payments.items[0]?.payer.name,
      ]).toEqual([name, name, name, name]);
    }
  });

  it('offers the freed place to the first on the waitlist', async () => {
    const full = await buildEvent(db(), { maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    await buildRegistration(db(), { event_id: full.id, person_id: me.id });
    const next = await buildUser(db());
    await buildRegistration(db(), {
      event_id: full.id,
      person_id: next.id,
      state: 'waitlisted',
      position: 1,
    });
    await leave();
    const states = await db().selectFrom('registrations').select(['person_id', 'state']).execute();
    expect(Object.fromEntries(states.map((row) => [row.person_id, row.state]))).toEqual({
      [me.id]: 'cancelledByAttendee',
      [next.id]: 'offered',
    });
  });

  it('is refused to the last owner of a group with other members, and names the group', async () => {
    const team = await buildTeam(db(), { name: 'Red Lions' });
    const owner = await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'owner' });
    const heir = await buildUser(db());
    const member = await buildMembership(db(), { team_id: team.id, person_id: heir.id });
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect(refused.body.detail).toContain('Red Lions');
    expect((await client.call('GET /api/auth/session')).status).toBe(200);
    await db().updateTable('memberships').set({ role: 'owner' }).where('id', '=', member.id).execute();
    expect((await leave()).status).toBe(204);
    const left = await db().selectFrom('memberships').select('id').where('id', '=', owner.id).execute();
    expect(left).toEqual([]);
  });

  it('says what helps the last owner of a group in which no one else has an account', async () => {
    const team = await buildTeam(db(), { name: 'Red Lions' });
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'owner' });
    const child = await buildPerson(db());
    await buildMembership(db(), { team_id: team.id, person_id: child.id });
    const { status, body } = await leave();
    expect(status).toBe(409);
    expect(body.detail).not.toContain('Make someone else an owner');
    expect(body.detail).toContain('Remove the other members first');
    const removed = await client.call('PATCH /api/teams/{id}/members/{userId}', {
      params: { id: team.id, userId: child.id },
      body: { version: 1, status: 'removed' },
    });
    expect(removed.status).toBe(200);
    expect((await leave()).status).toBe(204);
  });

  it('is refused to the last owner who is not suspended', async () => {
    const organization = await buildOrganization(db());
    const team = await buildTeam(db());
    const second = await buildUser(db(), { suspended_at: '2026-11-01T10:00:00.000Z' });
    for (const group of [{ organization_id: organization.id }, { team_id: team.id }])
      for (const { id } of [me, second])
        await buildMembership(db(), { ...group, person_id: id, role: 'owner' });
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect(refused.body.detail).toContain(team.name);
    expect(refused.body.detail).toContain(organization.name);
    await db().updateTable('users').set({ suspended_at: null }).where('id', '=', second.id).execute();
    expect((await leave()).status).toBe(204);
  });

  it('hides a group without other members', async () => {
    const organization = await buildOrganization(db());
    await buildMembership(db(), { organization_id: organization.id, person_id: me.id, role: 'owner' });
    const former = await buildUser(db());
    await buildMembership(db(), { organization_id: organization.id, person_id: former.id, status: 'left' });
    expect((await leave()).status).toBe(204);
    const row = await db().selectFrom('organizations').select(['visibility', 'openness']).execute();
    expect(row).toEqual([{ visibility: 'private', openness: 'inviteOnly' }]);
  });

  it('leaves a group with an owner when two owners delete their accounts at the same moment', async () => {
    const team = await buildTeam(db());
    const second = await buildUser(db(), { password_hash: await hashPassword(password) });
    await buildMembership(db(), { team_id: team.id, person_id: me.id, role: 'owner' });
    await buildMembership(db(), { team_id: team.id, person_id: second.id, role: 'owner' });
    await buildMembership(db(), { team_id: team.id, person_id: (await buildUser(db())).id });
    const other = await signIn(server, second);
    const answers = await Promise.all([leave(), other.call('DELETE /api/users/me', { body: { password } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('is refused while the user owns a published future event', async () => {
    const event = await buildEvent(db(), { organizer_user_id: me.id });
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    await db()
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', event.id)
      .execute();
    expect((await leave()).status).toBe(204);
  });

  it('works when an account has the address that deleted accounts had before', async () => {
    await buildUser(db(), { email: `${me.id}@left.invalid` });
    expect((await leave()).status).toBe(204);
  });

  it('frees username and address for a new account', async () => {
    await leave();
    const body = {
      username: 'wanda-distinctive',
      password: 'another long passphrase',
      email: me.email,
      name: 'New Wanda',
      phone: '0470123456',
      countryCode: 'BE',
    };
    expect((await client.call('POST /api/auth/register', { body })).status).toBe(201);
    expect(
      (await client.call('POST /api/auth/login', { body: { username: me.email, password } })).status,
    ).toBe(401);
  });
});
