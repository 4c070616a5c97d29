// An account that is deleted while something that its person wrote is on the way: nothing may be written for someone who has left.
import { sql } from 'kysely';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { type Client, signIn } from '../../support/client.ts';
import { hold, untilWaiting } from '../../support/databases/locks.ts';
import {
  type BuiltUser,
  buildEvent,
  buildMembership,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { stateOf } from '../groups/private-team.ts';

const password = 'a long enough passphrase';
// SQLite runs transactions one by one.
const raceTest = test.runIf(process.env.TEST_ENGINE === 'postgres');

let server: TestServer;
let me: BuiltUser;
let phone: Client;
let laptop: Client;
beforeEach(async () => {
  server = await startTestServer();
  me = await buildUser(server.database.db, { is_coach: 1, password_hash: await hashPassword(password) });
  [phone, laptop] = [await signIn(server, me), await signIn(server, me)];
});
afterEach(() => server.close());

const db = () => server.database.db;
const openEvent = async () => buildEvent(db(), { organizer_user_id: (await buildUser(db())).id });
const attend = (event: { id: string }) =>
  phone.call('PUT /api/events/{id}/registration', {
    params: { id: event.id },
    body: { response: 'attending' },
  });
const leave = () => laptop.call('DELETE /api/users/me', { body: { password } });

raceTest('a reply that was let in before the deletion gives its place back', async () => {
  const event = await openEvent();
  const release = await hold(db(), (held) =>
    sql`select id from events where id = ${event.id} for update`.execute(held),
  );
  const replied = attend(event);
  await untilWaiting(db(), 1);
  const left = leave();
  await Promise.race([left, untilWaiting(db(), 2)]);
  await release();
  expect([(await replied).status, (await left).status]).toEqual([200, 204]);
  expect(await stateOf(server, event, me)).toBe('cancelledByAttendee');
});

/** A write, and what it would leave behind. */
const writes: Record<string, () => Promise<[() => Promise<{ status: number }>, () => Promise<unknown>]>> = {
  reply: async () => {
    const event = await openEvent();
    return [() => attend(event), () => stateOf(server, event, me)];
  },
  join: async () => {
    const { id } = await buildTeam(db(), { openness: 'open' });
    return [
      () => phone.call('PUT /api/teams/{id}/membership', { params: { id }, body: {} }),
      () => db().selectFrom('memberships').select('id').where('person_id', '=', me.id).executeTakeFirst(),
    ];
  },
  'left team': async () => {
    const { id } = await buildTeam(db(), { visibility: 'private' });
    await buildMembership(db(), { team_id: id, person_id: me.id });
    return [
      () => phone.call('DELETE /api/teams/{id}/membership', { params: { id } }),
      () => db().selectFrom('memberships').select('id').where('person_id', '=', me.id).executeTakeFirst(),
    ];
  },
  'founded team': async () => [
    () => phone.call('POST /api/teams', { body: { name: 'Eagles', activity: 'football' } }),
    () => db().selectFrom('teams').select('id').executeTakeFirst(),
  ],
  'planned absence': async () => [
    () =>
      phone.call('POST /api/users/me/absences', {
        body: { id: uuid(), from: '2026-12-01', to: '2026-12-05', note: 'at the lake' },
      }),
    () => db().selectFrom('absences').select('id').executeTakeFirst(),
  ],
  picture: async () => {
    const create = { width: 8, height: 8, channels: 3, background: '#0a7f3f' } as const;
    const body = new Uint8Array(await sharp({ create }).png().toBuffer());
    const headers = { 'content-type': 'image/png' };
    return [
      () => phone.request('/api/users/me/avatar', { method: 'PUT', body, headers }),
      () => db().selectFrom('pictures').select('hash').executeTakeFirst(),
    ];
  },
};

for (const [name, prepare] of Object.entries(writes))
  raceTest(`a ${name} that arrives during the deletion is refused after it`, async () => {
    const [write, rowLeft] = await prepare();
    // One of the last rows that the deletion writes.
    const release = await hold(db(), (held) =>
      sql`select user_id from profiles where user_id = ${me.id} for update`.execute(held),
    );
    const left = leave();
    await untilWaiting(db(), 1);
    const written = write();
    await Promise.race([written, untilWaiting(db(), 2)]);
    await release();
    expect([(await left).status, (await written).status]).toEqual([204, 401]);
    expect(await rowLeft()).toBeUndefined();
  });
