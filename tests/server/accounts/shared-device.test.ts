// Password guessing on a device that knows several accounts: the sign-in of one user resets no limit of the others.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { hashToken } from '../../../src/server/accounts/session/tokens.ts';
import { type Client, createClient } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';

const password = 'they like long walks';
const hash = hashPassword(password);

let server: TestServer;
let coach: BuiltUser;
let trainee: BuiltUser;
/** The device in the clubhouse, on which both have signed in. */
let shared: Client;
beforeEach(async () => {
  server = await startTestServer({
    at: '2026-11-21T12:00:00.000Z',
    env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' },
  });
  coach = await build('coach');
  trainee = await build('trainee');
  shared = createClient(server);
  await login('coach');
  await login('trainee');
  server.advance(60_000);
});
afterEach(() => server.close());

const build = async (username: string) =>
  buildUser(server.database.db, {
    username,
    email: `${username}@example.com`,
    password_hash: await hash,
  });

async function login(username: string, typed = password, client = shared) {
  const body = { username, password: typed };
  return (await client.call('POST /api/auth/login', { body })).status;
}
const guess = (username = 'coach') => login(username, 'wrong guess');

/** Guesses at the coach until `count` were checked, with a sign-in of the trainee before each. */
async function failTimes(count: number) {
  for (let done = 0; done < count; ) {
    expect(await login('trainee')).toBe(200);
    if ((await guess()) === 401) done += 1;
    server.advance(60_000);
  }
}

it('POST /api/auth/login limits guesses at one account while another signs in on the same device', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (let count = 0; count < 3; count += 1) statuses.push(await guess());
    await login('trainee');
  }
  expect(statuses).toEqual([401, 401, 401, ...Array(9).fill(429)]);
});

it('POST /api/auth/login limits an account that passes its new device token along', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push(await login('trainee'));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

it('POST /api/auth/login limits an account by its username and its address together on a known device', async () => {
  for (const name of ['coach', 'coach@example.com', 'coach']) expect(await guess(name)).toBe(401);
  expect(await guess('coach@example.com')).toBe(429);
});

it('POST /api/auth/login limits an account on all its known devices together, without a growing wait', async () => {
  const phone = createClient(server);
  expect(await login('coach', password, phone)).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 3; count += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    expect(await login('coach', password, phone)).toBe(429);
    server.advance(10_001);
  }
  // The wait of the shared device has grown.
  expect(await guess()).toBe(429);
  expect(await login('coach', password, phone)).toBe(200);
});

it('POST /api/auth/login delays a shared device after ten failures, and no other device of the owner', async () => {
  const phone = createClient(server);
  expect(await login('coach', password, phone)).toBe(200);
  await failTimes(11);
  server.advance(-55_000);
  expect(await login('coach')).toBe(429);
  expect(await login('coach', password, phone)).toBe(200);
});

it('POST /api/auth/login works right away on the device on which a mailed link changed the password', async () => {
  await failTimes(14);
  expect(await login('coach')).toBe(429);
  const body = { email: 'coach@example.com', platform: 'trainee' };
  await shared.call('POST /api/auth/reset-password-email', { body });
  await expect.poll(() => server.mails.length).toBe(1);
  const token = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
  const next = 'they prefer the sea';
  const changed = await shared.call('POST /api/auth/reset-password', {
    body: { password: next, confirmPassword: next },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(changed.status).toBe(204);
  expect(await login('coach', next)).toBe(200);
});

it('reports failures on a shared device to the owner', async () => {
  await failTimes(10);
  await runJob(server, 'reportSignInAttempts');
  const reported = await server.database.db.selectFrom('notifications').select(['user_id', 'kind']).execute();
  expect(reported).toEqual([{ user_id: coach.id, kind: 'signInAttempts' }]);
});

it('keeps devices known whose token has no id, and counts their failures across sign-ins', async () => {
  const old = createClient(server);
  const token = 'x'.repeat(43);
  old.cookies.set('sideline_device', token);
  for (const { id } of [coach, trainee])
    await server.database.db
      .insertInto('known_devices')
      .values({ device_hash: hashToken(token), user_id: id, signed_in_at: server.now().toISOString() })
      .execute();
  for (let count = 0; count < 3; count += 1) expect(await login('coach', 'wrong guess', old)).toBe(401);
  expect(await login('trainee', password, old)).toBe(200);
  expect(old.cookies.get('sideline_device')).not.toBe(token);
  server.advance(10_001);
  for (let count = 0; count < 3; count += 1) expect(await login('coach', 'wrong guess', old)).toBe(401);
  expect(await login('coach', 'wrong guess', old)).toBe(429);
  expect(await server.database.db.selectFrom('sign_in_attempts').select('failures').execute()).toEqual(
    expect.arrayContaining([{ failures: 6 }]),
  );
});
