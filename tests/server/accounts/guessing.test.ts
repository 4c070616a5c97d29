// Password guessing on one account from many addresses is slowed down; the owner is not slowed, and is
// notified.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { countAttempt, delayAfter } from '../../../src/server/accounts/sign-in/attempt-rules.ts';
import { buildApi } from '../../../src/server/api.ts';
import { type Client, createClient } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';

const password = 'ida likes long walks';
const hash = hashPassword(password);
const day = 86_400_000;

let server: TestServer;
let ida: BuiltUser;
let addresses: number;
beforeEach(async () => {
  addresses = 0;
  // Noon, so that no mail waits for the end of the night.
  server = await startTestServer({
    at: '2026-11-21T12:00:00.000Z',
    env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' },
  });
  ida = await buildUser(server.database.db, {
    username: 'ida',
    email: 'ida@example.com',
    password_hash: await hash,
  });
});
afterEach(() => server.close());

type Login = { client?: Client; address?: string };

/** From a new address unless one is given. */
function login(username: string, typed: string, { client = createClient(server), address }: Login = {}) {
  addresses += 1;
  return client.call('POST /api/auth/login', {
    body: { username, password: typed },
    headers: { 'X-Forwarded-For': address ?? `192.0.2.${addresses % 250}` },
  });
}
const guess = (username = 'ida', given: Login = {}) => login(username, 'wrong guess', given);
async function guessTimes(count: number, username = 'ida') {
  for (let done = 0; done < count; done += 1) expect((await guess(username)).status).toBe(401);
}
/** The Retry-After of the next guess. */
const waitNow = async (username = 'ida') => (await guess(username)).body.retryAfterSeconds;

describe('guesses of one password from many addresses', () => {
  it('are delayed after ten failures, each longer than the one before, up to 15 minutes', async () => {
    await guessTimes(10);
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const refused = await guess();
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      const wait = refused.body.retryAfterSeconds ?? 0;
      expect(refused.headers.get('retry-after')).toBe(String(wait));
      waits.push(wait);
      server.advance(wait * 1000);
      await guessTimes(1);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it('are delayed the same for an unknown name, with the same words, and do not delay other names', async () => {
    await guessTimes(10);
    await guessTimes(10, 'unknown');
    const [known, unknown] = [await guess(), await guess('unknown')];
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(unknown.body).toEqual(known.body);
    expect([...unknown.headers]).toEqual([...known.headers]);
    expect((await guess('mia')).status).toBe(401);
    // The answer must not reveal whether a name and an address belong to one account.
    expect((await guess('ida@example.com')).status).toBe(401);
  });

  it('are delayed by every process on the same database', async () => {
    await guessTimes(10);
    const other = createClient({ app: buildApi(server) });
    expect((await guess('ida', { client: other })).status).toBe(429);
  });

  it('are each counted when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess()));
    const checked = answers.filter(({ status }) => status === 401);
    expect(checked.length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - checked.length);
    const row = await server.database.db
      .selectFrom('sign_in_attempts')
      .select(['failures', 'unreported'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ failures: checked.length, unreported: checked.length });
  });

  it('are no longer delayed a day after the last one', async () => {
    await guessTimes(10);
    expect(await waitNow()).toBe(5);
    server.advance(day);
    await guessTimes(10);
  });

  it('from one address count once, because the limit per address applies to them', async () => {
    for (let round = 0; round < 12; round += 1) {
      expect((await guess('ida', { address: '198.51.100.1' })).status).toBe(401);
      server.advance(60_000);
    }
    expect((await login('ida', password)).status).toBe(200);
  });

  it('are not counted when the password was right', async () => {
    for (let count = 0; count < 15; count += 1) expect((await login('ida', password)).status).toBe(200);
    await guessTimes(10);
    expect(await waitNow()).toBe(5);
    server.advance(5000);
    // The right password from a new device neither counts nor makes the next one wait.
    expect((await login('ida', password)).status).toBe(200);
    expect((await login('ida', password)).status).toBe(200);
  });

  it('are stored under a hash of the name, for two days', async () => {
    await guess('Ida@Example.com');
    await guess('somebody@example.com');
    const rows = () => server.database.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toMatch(/example|somebody/i);
    await runJob(server, 'prune');
    expect(await rows()).toHaveLength(2);
    server.advance(2 * day + 1);
    await runJob(server, 'prune');
    expect(await rows()).toEqual([]);
  });

  it('are not delayed when the setting turns the limit off', async () => {
    const open = await startTestServer();
    const client = createClient(open);
    for (let count = 0; count < 12; count += 1) expect((await guess('ida', { client })).status).toBe(401);
    expect(await open.database.db.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([]);
    await open.close();
  });
});

describe('a known device, which signed in before', () => {
  async function knownDevice() {
    const client = createClient(server);
    expect((await login('ida', password, { client })).status).toBe(200);
    expect((await client.call('POST /api/auth/logout')).status).toBe(204);
    expect([...client.cookies.keys()]).toEqual(['sideline_device']);
    return client;
  }
  /** Guesses until only known devices are admitted. */
  async function attack() {
    while ((await guess()).status === 401);
    expect((await guess()).status).toBe(429);
  }

  it('is not delayed by guesses on other devices, also with the e-mail address and from a blocked address', async () => {
    const client = await knownDevice();
    const address = '198.51.100.1';
    while ((await guess('ida', { address })).status === 401);
    await attack();
    expect((await login('ida', password, { client, address })).status).toBe(200);
    expect((await login('ida@example.com', password, { client, address })).status).toBe(200);
  });

  it('has its own limits', async () => {
    const client = await knownDevice();
    for (let count = 0; count < 3; count += 1) expect((await guess('ida', { client })).status).toBe(401);
    expect((await guess('ida', { client })).body.retryAfterSeconds).toBe(10);
    // The guesses of the device slow no other one.
    expect((await login('ida', password)).status).toBe(200);
  });

  it('is delayed like others once it has failed ten times', async () => {
    const client = await knownDevice();
    let failures = 0;
    for (let tries = 0; failures < 10 && tries < 40; tries += 1) {
      if ((await guess('ida', { client })).status === 401) failures += 1;
      else server.advance(60_000);
    }
    server.advance(4000);
    expect((await login('ida', password, { client })).status).toBe(429);
    expect((await login('ida', password)).status).toBe(200);
  });

  it('is known only for the accounts that signed in on it', async () => {
    const mia = await buildUser(server.database.db, { username: 'mia', password_hash: await hash });
    const client = await knownDevice();
    await guessTimes(10, mia.username);
    expect((await login('mia', password, { client })).status).toBe(429);
    server.advance(5000);
    expect((await login('mia', password, { client })).status).toBe(200);
    await attack();
    expect((await login('ida', password, { client })).status).toBe(200);
  });

  it('gets a new token with each sign-in, and the old one expires', async () => {
    const client = await knownDevice();
    const old = createClient(server);
    old.cookies.set('sideline_device', client.cookies.get('sideline_device') ?? '');
    expect((await login('ida', password, { client })).status).toBe(200);
    await attack();
    expect((await login('ida', password, { client: old })).status).toBe(429);
    expect((await login('ida', password, { client })).status).toBe(200);
  });

  it('is forgotten when another device signs all others out, and after 400 days', async () => {
    const client = await knownDevice();
    const here = createClient(server);
    await login('ida', password, { client: here });
    expect((await here.call('DELETE /api/users/me/sessions')).status).toBe(204);
    await attack();
    expect((await login('ida', password, { client })).status).toBe(429);
    expect((await login('ida', password, { client: here })).status).toBe(200);
    server.advance(400 * day + 1);
    await runJob(server, 'prune');
    expect(await server.database.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
  });

  it('is the one that reset the password by mail; all others are forgotten', async () => {
    const other = await knownDevice();
    await attack();
    const owner = createClient(server);
    await owner.call('POST /api/auth/reset-password-email', {
      body: { email: 'ida@example.com', platform: 'trainee' },
    });
    await expect.poll(() => server.mails.length).toBe(1);
    const token = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1];
    const next = 'ida prefers the sea';
    const changed = await owner.call('POST /api/auth/reset-password', {
      body: { password: next, confirmPassword: next },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(changed.status).toBe(204);
    expect((await login('ida', next, { client: owner })).status).toBe(200);
    expect((await login('ida', next, { client: other })).status).toBe(429);
  });

  it('stays unknown with a token that the server has not issued', async () => {
    const client = createClient(server);
    client.cookies.set('sideline_device', 'x'.repeat(43));
    await attack();
    expect((await login('ida', password, { client })).status).toBe(429);
  });
});

describe('the owner of an account', () => {
  const reported = () =>
    server.database.db
      .selectFrom('notifications')
      .select(['user_id', 'changes'])
      .where('kind', '=', 'signInAttempts')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const counts = async () =>
    (await reported()).map(({ user_id, changes }) => [user_id, JSON.parse(changes)[0].after]);
  /** Failures that are checked, regardless of delays. */
  async function failTimes(count: number, username = 'ida') {
    for (let done = 0; done < count; ) {
      const { status, body } = await guess(username);
      if (status === 401) done += 1;
      else server.advance((body.retryAfterSeconds ?? 1) * 1000);
    }
  }

  it('is notified once a day of the number of failures, by username or address', async () => {
    await failTimes(6);
    await runJob(server, 'reportSignInAttempts');
    expect(await counts()).toEqual([]);
    await failTimes(6, 'ida@example.com');
    for (let run = 0; run < 3; run += 1) await runJob(server, 'reportSignInAttempts');
    expect(await counts()).toEqual([[ida.id, '12']]);
    await failTimes(11);
    await runJob(server, 'reportSignInAttempts');
    expect(await counts()).toHaveLength(1);
    server.advance(day);
    await runJob(server, 'reportSignInAttempts');
    expect(await counts()).toEqual([
      [ida.id, '12'],
      [ida.id, '11'],
    ]);
    server.advance(day);
    await runJob(server, 'reportSignInAttempts');
    expect(await counts()).toHaveLength(2);
  });

  it('is notified after the clock went back behind the last notification', async () => {
    await failTimes(10);
    await runJob(server, 'reportSignInAttempts');
    server.advance(-30 * day);
    await failTimes(10);
    for (let run = 0; run < 2; run += 1) await runJob(server, 'reportSignInAttempts');
    expect((await counts()).map(([, count]) => count)).toEqual(['10', '10']);
  });

  it('is notified once when several processes check at the same moment', async () => {
    await failTimes(10);
    await Promise.all([1, 2, 3, 4].map(() => runJob(server, 'reportSignInAttempts')));
    expect(await counts()).toEqual([[ida.id, '10']]);
  });

  it('gets one mail with the number and a link, and sees the same in the app', async () => {
    await failTimes(10);
    await runJob(server, 'reportSignInAttempts');
    await runJob(server, 'deliverNotifications');
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect([mail?.to, mail?.subject]).toEqual([
      'ida@example.com',
      'Someone tried to sign in to your account 10 times',
    ]);
    expect(mail?.text).toContain('/my/settings');
    const client = createClient(server);
    server.advance(60_000);
    expect((await login('ida', password, { client })).status).toBe(200);
    const { items } = (await client.call('GET /api/users/me/notifications')).body;
    expect(items).toMatchObject([
      { kind: 'signInAttempts', event: null, group: null, changes: [{ field: 'attempts', after: '10' }] },
    ]);
  });

  it('is not notified of failures on a known device, nor of attempts at unknown names', async () => {
    const client = createClient(server);
    await login('ida', password, { client });
    for (let tries = 0; tries < 30; tries += 1) {
      await guess('ida', { client });
      server.advance(20_000);
    }
    await failTimes(15, 'unknown');
    await runJob(server, 'reportSignInAttempts');
    expect(await reported()).toEqual([]);
  });
});

test('waitAfter begins at 5 s with the tenth failure and doubles up to 15 minutes', () => {
  expect([0, 9, 10, 11, 12, 18, 1000].map(delayAfter)).toEqual([
    0, 0, 5000, 10_000, 20_000, 900_000, 900_000,
  ]);
});

test('countAttempt counts each failure beyond the free ones, also of an address that failed before', () => {
  const before = { failures: 10, retryAt: 5000, lastFailedAt: 0 };
  expect(countAttempt(before, { at: 4999, isNewAddress: false })).toEqual({ waitMs: 1 });
  expect(countAttempt(before, { at: 5000, isNewAddress: false })).toEqual({
    after: { failures: 11, retryAt: 15_000, lastFailedAt: 5000 },
    counted: 1,
  });
  expect(countAttempt({ ...before, failures: 3 }, { at: 5000, isNewAddress: false })).toEqual({
    after: { failures: 3, retryAt: 5000, lastFailedAt: 5000 },
    counted: 0,
  });
});

test('countAttempt forgets failures that are more than 15 minutes in the future, and never waits longer', () => {
  const minute = 60_000;
  const failedAt = (lastFailedAt: number) => ({
    failures: 20,
    retryAt: lastFailedAt + 15 * minute,
    lastFailedAt,
  });
  const attempt = { at: 0, isNewAddress: true };
  expect(countAttempt(failedAt(365 * day), attempt)).toEqual({
    after: { failures: 1, retryAt: 0, lastFailedAt: 0 },
    counted: 1,
  });
  expect(countAttempt(failedAt(10 * minute), attempt)).toEqual({ waitMs: 15 * minute });
});

test('countAttempt keeps the failures that a concurrent attempt has saved a moment later', () => {
  const before = { failures: 3, retryAt: 0, lastFailedAt: 1 };
  expect(countAttempt(before, { at: 0, isNewAddress: true })).toMatchObject({ after: { failures: 4 } });
});
