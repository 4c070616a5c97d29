import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { expectMails, mail, tokenIn } from './mails.ts';

const minute = 60_000;
const oldPassword = 'the old and tired one';
const newPassword = 'a new and better one';

let server: TestServer;
let user: BuiltUser;
beforeEach(async () => {
  server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
  user = await buildMember();
});
afterEach(() => server.close());

const buildMember = async () =>
  buildUser(server.database.db, {
    username: 'noor',
    email: 'noor@example.com',
    email_verified_at: null,
    password_hash: await hashPassword(oldPassword),
  });
const ask = (email: string, headers: Record<string, string> = {}) =>
  createClient(server).call('POST /api/auth/reset-password-email', {
    body: { email, platform: 'trainee' },
    headers,
  });
/** Requests a link and returns its token; `count` is the number of mails afterwards. */
async function mailedToken(count = 1) {
  await ask('noor@example.com');
  return tokenIn((await mail(server, count)).text);
}
const reset = (token: string, password = newPassword, confirmPassword = password) =>
  createClient(server).call('POST /api/auth/reset-password', {
    body: { password, confirmPassword },
    headers: { Authorization: `Bearer ${token}` },
  });
const canSignIn = async (password: string) => {
  const body = { username: 'noor', password };
  return (await createClient(server).call('POST /api/auth/login', { body })).status === 200;
};
const storedUser = () =>
  server.database.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();

describe('requesting a reset link', () => {
  it('mails a link with the configured origin, regardless of the request', async () => {
    const answer = await ask(' Noor@Example.com ', {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
    });
    expect([answer.status, answer.body]).toEqual([202, { email: 'noor@example.com' }]);
    const sent = await mail(server);
    expect(sent.to).toBe('noor@example.com');
    expect(sent.text).toMatch(/^https:\/\/club\.example\/resetPassword\?token=[\w-]{43}$/m);
    expect(sent.text).not.toContain('evil');
    const stored = await server.database.db.selectFrom('one_time_tokens').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.token_hash).not.toBe(tokenIn(sent.text));
  });

  it('answers the same for an unknown address, and sends no mail', async () => {
    const known = await ask('noor@example.com');
    const unknown = await ask('nobody@example.com');
    expect(unknown.status).toBe(202);
    expect(unknown.body).toEqual({ email: 'nobody@example.com' });
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    await expectMails(server, 1);
  });

  it('accepts both platforms and no other', async () => {
    const call = (platform: string) =>
      createClient(server).call('POST /api/auth/reset-password-email', {
        body: { email: 'nobody@example.com', platform },
      });
    expect((await call('coach')).status).toBe(202);
    expect((await call('pigeon')).status).toBe(422);
  });

  it('invalidates an earlier link', async () => {
    const first = await mailedToken();
    const second = await mailedToken(2);
    expect((await reset(first)).body.code).toBe('invalid_token');
    expect((await reset(second)).status).toBe(204);
  });

  it('limits the mails to three per address in ten minutes, of which the newest link works', async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    user = await buildMember();
    for (let count = 1; count <= 3; count += 1) {
      expect((await ask('noor@example.com')).status).toBe(202);
      await expectMails(server, count);
      server.advance(3 * minute);
    }
    expect((await ask('noor@example.com')).status).toBe(429);
    await expectMails(server, 3);
    expect((await reset(tokenIn(server.mails.at(-1)?.text ?? ''))).status).toBe(204);
    await expectMails(server, 4);
    server.advance(10 * minute + 1);
    await ask('noor@example.com');
    await expectMails(server, 5);
  });

  it('limits a network to ten requests a minute', async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    for (let count = 0; count < 10; count += 1) expect((await ask(`p${count}@example.com`)).status).toBe(202);
    const refused = await ask('p11@example.com');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('60');
  });
});

describe('choosing a new password by a mailed link', () => {
  it('replaces the old one, ends every session, confirms the address and notifies the owner', async () => {
    const devices = [await signIn(server, user), await signIn(server, user)];
    const answer = await reset(await mailedToken());
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await canSignIn(oldPassword)).toBe(false);
    expect(await canSignIn(newPassword)).toBe(true);
    for (const device of devices) {
      expect((await device.call('GET /api/auth/session')).body.code).toBe('session_ended');
      expect((await device.call('POST /api/auth/refresh')).body.code).toBe('session_ended');
    }
    expect((await storedUser()).email_verified_at).toBe('2026-11-21T10:00:00.000Z');
    expect(await mail(server, 2)).toMatchObject({
      to: 'noor@example.com',
      subject: 'Your password was changed',
    });
  });

  it('writes an audit entry without personal data', async () => {
    await reset(await mailedToken());
    expect(await server.database.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
      { actor_id: user.id, action: 'account.passwordChanged', object_id: user.id, before: null, after: null },
    ]);
  });

  it('keeps the earlier confirmation time of an address', async () => {
    const at = '2026-01-02T03:04:05.000Z';
    await server.database.db.updateTable('users').set({ email_verified_at: at }).execute();
    await reset(await mailedToken());
    expect((await storedUser()).email_verified_at).toBe(at);
  });

  it('ends the calendars of an address that was never confirmed, and none of a confirmed one', async () => {
    const feedOf = async (person: { id: string }) => {
      const { body } = await (await signIn(server, person)).call('POST /api/users/me/calendar-feed', {
        body: {},
      });
      const { pathname } = new URL(body.url);
      return async () => (await createClient(server).request(pathname)).status;
    };
    // The account was registered by someone who does not own the address.
    const squatter = await feedOf(user);
    const other = await feedOf(await buildUser(server.database.db, { email_verified_at: null }));
    expect(await squatter()).toBe(200);
    expect((await reset(await mailedToken())).status).toBe(204);
    expect([await squatter(), await other()]).toEqual([404, 200]);
    const own = await feedOf(user);
    expect((await reset(await mailedToken(3))).status).toBe(204);
    expect(await own()).toBe(200);
  });

  it('works once, even with many concurrent attempts', async () => {
    const token = await mailedToken();
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(5).fill(400)]);
  });

  it('works for ten minutes', async () => {
    const token = await mailedToken();
    server.advance(10 * minute);
    const late = await reset(token);
    expect([late.status, late.body.code]).toEqual([400, 'invalid_token']);
    expect(await canSignIn(oldPassword)).toBe(true);
  });

  it('rejects unknown, empty and foreign tokens', async () => {
    const body = { username: 'other', password: newPassword, email: 'other@example.com', name: 'Other' };
    await createClient(server).call('POST /api/auth/register', {
      body: { ...body, phone: '0470123456', countryCode: 'BE' },
    });
    const confirmToken = tokenIn((await mail(server)).text);
    for (const token of ['', 'x', 'a b', confirmToken]) {
      const answer = await reset(token);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_token']);
    }
  });

  it('keeps its token when the password is rejected', async () => {
    const token = await mailedToken();
    const mismatch = await reset(token, newPassword, 'something else');
    expect(mismatch.status).toBe(422);
    expect(mismatch.body.errors).toMatchObject([{ path: 'confirmPassword', code: 'mismatch' }]);
    expect((await reset(token, 'short')).body.errors).toMatchObject([{ path: 'password' }]);
    expect((await reset(token, 'password123')).body.errors).toMatchObject([
      { path: 'password', code: 'too_common' },
    ]);
    expect((await reset(token, 'Noor@example.com')).body.errors).toMatchObject([
      { path: 'password', code: 'too_similar' },
    ]);
    expect(await canSignIn(oldPassword)).toBe(true);
    expect((await reset(token)).status).toBe(204);
  });

  it('refuses a suspended account and keeps the token', async () => {
    const token = await mailedToken();
    await server.database.db.updateTable('users').set({ suspended_at: '2026-11-21T10:00:00.000Z' }).execute();
    expect((await reset(token)).body.code).toBe('account_suspended');
    await server.database.db.updateTable('users').set({ suspended_at: null }).execute();
    expect((await reset(token)).status).toBe(204);
  });

  it('changes no other account', async () => {
    const other = await signIn(server, await buildUser(server.database.db));
    await reset(await mailedToken());
    expect((await other.call('GET /api/auth/session')).status).toBe(200);
  });

  it('works beside the session of another person on the same device', async () => {
    const stranger = await signIn(server, await buildUser(server.database.db));
    const answer = await stranger.call('POST /api/auth/reset-password', {
      body: { password: newPassword, confirmPassword: newPassword },
      headers: { Authorization: `bearer ${await mailedToken()}` },
    });
    expect(answer.status).toBe(204);
    // The session stays; the device is now known for the owner of the account too.
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^sideline_device=[\w.-]{87}; /)]);
    expect(await canSignIn(newPassword)).toBe(true);
    expect((await stranger.call('GET /api/auth/session')).status).toBe(200);
  });
});

describe('choosing a new password in a session', () => {
  const change = (client = createClient(server), password = newPassword) =>
    client.call('POST /api/auth/reset-password', { body: { password, confirmPassword: password } });

  it('works within ten minutes of signing in, and signs this device out too', async () => {
    const here = await signIn(server, user);
    const elsewhere = await signIn(server, user);
    server.advance(10 * minute);
    const answer = await change(here);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toHaveLength(3);
    expect(here.cookies.size).toBe(0);
    expect((await elsewhere.call('GET /api/auth/session')).body.code).toBe('session_ended');
    expect(await canSignIn(newPassword)).toBe(true);
    expect((await storedUser()).email_verified_at).toBeNull();
    expect((await mail(server)).subject).toBe('Your password was changed');
  });

  it('is not permitted later, even with fresh tokens', async () => {
    const client = await signIn(server, user);
    server.advance(10 * minute + 1);
    await client.call('POST /api/auth/refresh');
    const answer = await change(client);
    expect([answer.status, answer.body.code]).toEqual([409, 'not_permitted']);
    expect(await canSignIn(oldPassword)).toBe(true);
  });

  it('requires an active session', async () => {
    expect([(await change()).status, (await change()).body.code]).toEqual([401, 'unauthenticated']);
    const client = await signIn(server, user);
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: '2026-11-21T10:00:00.000Z' })
      .execute();
    expect((await change(client)).body.code).toBe('session_ended');
  });

  it('invalidates mailed links', async () => {
    const token = await mailedToken();
    await change(await signIn(server, user));
    expect((await reset(token)).body.code).toBe('invalid_token');
  });

  it('rejects the same passwords as registration', async () => {
    const client = await signIn(server, user);
    expect((await change(client, 'noor-noor-noor')).body.errors).toMatchObject([{ code: 'too_similar' }]);
    expect(client.cookies.size).toBe(3);
  });

  it('is limited to three in ten seconds per account, across its sessions and not for a mailed link', async () => {
    await server.close();
    server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    user = await buildMember();
    for (let count = 0; count < 3; count += 1)
      expect((await change(await signIn(server, user))).status).toBe(204);
    const refused = await change(await signIn(server, user));
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await reset(await mailedToken(4))).status).toBe(204);
    server.advance(10_001);
    expect((await change(await signIn(server, user))).status).toBe(204);
  });
});
