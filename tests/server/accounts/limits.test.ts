import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dummyHash, hashPassword } from '../../../src/server/accounts/passwords.ts';
import { buildApi } from '../../../src/server/api.ts';
import { createSemaphore } from '../../../src/server/http/limits/semaphore.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
  await buildUser(server.database.db, {
    username: 'ida',
    email: 'ida@example.com',
    password_hash: await hash,
  });
});
afterEach(() => server.close());

const password = 'ida likes long walks';
const hash = hashPassword(password);
const login = (username: string, typed: string, address = '192.0.2.1') =>
  createClient(server).call('POST /api/auth/login', {
    body: { username, password: typed },
    headers: { 'X-Forwarded-For': address },
  });
async function exhaust(username = 'ida', address = '192.0.2.1') {
  for (let count = 0; count < 3; count += 1)
    expect((await login(username, 'wrong guess', address)).status).toBe(401);
  return login(username, 'wrong guess', address);
}

describe('sign-in attempts', () => {
  it('are limited to three in ten seconds per account and address', async () => {
    const refused = await exhaust();
    expect([refused.status, refused.body.code, refused.body.retryAfterSeconds]).toEqual([
      429,
      'rate_limited',
      10,
    ]);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await login('ida', password)).status).toBe(429);
    expect((await login(' IDA ', password)).status).toBe(429);
    server.advance(10_001);
    expect((await login('ida', password)).status).toBe(200);
  });

  it('wait longer each time, up to 15 minutes', async () => {
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const wait = (await exhaust()).body.retryAfterSeconds ?? 0;
      waits.push(wait);
      server.advance(wait * 1000);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect((await login('ida', password)).status).toBe(200);
  });

  it('do not lock the owner out at other addresses, nor other accounts at this one', async () => {
    await exhaust();
    expect((await login('ida', password, '192.0.2.2')).status).toBe(200);
    expect((await login('ida@example.com', password)).status).toBe(200);
  });

  it('are limited to thirty in ten seconds per address, across accounts', async () => {
    for (let count = 0; count < 30; count += 1) await login(`guess${count}`, 'wrong guess');
    const refused = await login('ida', password);
    expect(refused.status).toBe(429);
    expect((await login('ida', password, '192.0.2.2')).status).toBe(200);
  });

  it('are not limited when the setting turns the limit off', async () => {
    const open = await startTestServer();
    const call = () =>
      createClient(open).call('POST /api/auth/login', { body: { username: 'x', password: 'y' } });
    for (let count = 0; count < 5; count += 1) expect((await call()).status).toBe(401);
    await open.close();
  });
});

describe('registrations', () => {
  it('are limited to sixty in ten minutes per address', async () => {
    const register = (count: number) =>
      createClient(server).call('POST /api/auth/register', {
        body: {
          username: `person.${count}`,
          password: 'password',
          email: `p${count}@example.com`,
          name: 'Person',
          phone: '1',
          countryCode: 'BE',
        },
      });
    for (let count = 0; count < 60; count += 1) expect((await register(count)).status).toBe(422);
    expect((await register(61)).body.code).toBe('rate_limited');
  });
});

describe('mails with a reset link', () => {
  const ask = (email: string) =>
    createClient(server).call('POST /api/auth/reset-password-email', {
      body: { email, platform: 'trainee' },
    });

  it.each(['ida@example.com', 'unknown@example.com'])(
    'are limited to three in ten minutes for %s, in upper case too',
    async (email) => {
      for (let count = 0; count < 3; count += 1) expect((await ask(email)).status).toBe(202);
      server.advance(60_000);
      const refused = await ask(` ${email.toUpperCase()} `);
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        429,
        'rate_limited',
        'Too many attempts. Wait a moment.',
      ]);
      expect(refused.headers.get('retry-after')).toBe('540');
      expect((await ask('other@example.com')).status).toBe(202);
      server.advance(540_001);
      expect((await ask(email)).status).toBe(202);
    },
  );
});

describe('mails to one address in a day', () => {
  const tenMinutes = 600_001;
  const reset = async (email: string) =>
    (
      await createClient(server).call('POST /api/auth/reset-password-email', {
        body: { email, platform: 'trainee' },
      })
    ).status;

  it('with a reset link are six, then one an hour, for known and unknown addresses', async () => {
    for (const email of ['ida@example.com', 'unknown@example.com']) {
      for (let count = 0; count < 6; count += 1) {
        expect(await reset(email)).toBe(202);
        server.advance(tenMinutes);
      }
      expect(await reset(email)).toBe(202);
      server.advance(tenMinutes);
      expect(await reset(email)).toBe(429);
      server.advance(50 * 60_000);
      expect(await reset(email)).toBe(202);
    }
    await vi.waitFor(() => expect(server.mails).toHaveLength(8));
  });

  it('that is not confirmed are six, with links of both kinds', async () => {
    const user = await buildUser(server.database.db, { email: 'no@example.com', email_verified_at: null });
    const resend = async () => {
      const client = await signIn(server, user);
      return (await client.call('POST /api/auth/confirm-email/resend')).status;
    };
    for (let count = 0; count < 3; count += 1) {
      expect(await resend()).toBe(202);
      expect(await reset('no@example.com')).toBe(202);
      server.advance(tenMinutes);
    }
    await vi.waitFor(() => expect(server.mails).toHaveLength(6));
    expect(await resend()).toBe(429);
    // The answer does not reveal that the address is not confirmed.
    expect(await reset('no@example.com')).toBe(202);
    expect(await reset('ida@example.com')).toBe(202);
    await vi.waitFor(() => expect(server.mails.map(({ to }) => to)).toContain('ida@example.com'));
    expect(server.mails).toHaveLength(7);
    server.advance(24 * 60 * 60_000);
    expect(await resend()).toBe(202);
  });
});

describe('password hashing', () => {
  it('runs two at a time, queues some in order, and rejects the rest with 503', async () => {
    const gate = createSemaphore({ running: 2, waiting: 3, refusal: () => 'Full' });
    const finish: (() => void)[] = [];
    const order: number[] = [];
    const enter = (name: number) =>
      gate(() => {
        order.push(name);
        return new Promise<void>((resolve) => finish.push(resolve));
      });
    const entered = [1, 2, 3, 4, 5].map(enter);
    expect(order).toEqual([1, 2]);
    await expect(enter(6)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    for (const [index, one] of entered.entries()) {
      finish[index]?.();
      await one;
      await Promise.resolve();
    }
    expect(order).toEqual([1, 2, 3, 4, 5]);
    const last = enter(7);
    expect(order.at(-1)).toBe(7);
    finish.at(-1)?.();
    await last;
  });

  it('continues after a failure', async () => {
    const gate = createSemaphore({ running: 1, waiting: 1, refusal: () => 'Full' });
    const failing = gate(() => Promise.reject(new Error('no memory')));
    const next = gate(async () => 'fine');
    await expect(failing).rejects.toThrow('no memory');
    expect(await next).toBe('fine');
    expect(await gate(async () => 'still')).toBe('still');
  });

  it('answers 503 with Retry-After to a flood of sign-ins, and serves them again after it', async () => {
    const open = await startTestServer();
    const call = () =>
      createClient(open).call('POST /api/auth/login', { body: { username: 'x', password: 'y' } });
    const answers = await Promise.all(Array.from({ length: 60 }, call));
    const refused = answers.filter((answer) => answer.status === 503);
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(60 - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('2');
    expect((await call()).status).toBe(401);
    await open.close();
  });

  it('takes as long for unknown accounts as for known ones', async () => {
    const cost = (text: string) => text.split('$').slice(0, 4);
    expect(cost(dummyHash)).toEqual(cost(await hash));
    expect(dummyHash).toHaveLength((await hash).length);
  });
});

describe('the log', () => {
  it('contains no personal data, even when mails cannot be sent', async () => {
    const lines: string[] = [];
    const app = buildApi({
      ...server,
      log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      mailer: { send: () => Promise.reject(new Error('550 <ida@example.com>: no such mailbox')) },
    });
    const client = createClient({ app });
    const body = { email: 'ida@example.com', platform: 'trainee' };
    expect((await client.call('POST /api/auth/reset-password-email', { body })).status).toBe(202);
    await client.call('POST /api/auth/login', { body: { username: 'ida', password } });
    await client.call('POST /api/auth/login', { body: { username: 'ida', password: 'wrong guess' } });
    await expect.poll(() => lines.join('')).toContain('A mail could not be sent');
    expect(lines.join('')).not.toMatch(/ida|example\.com|wrong guess|long walks/);
  });
});
