import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../src/contract/api.ts';
import { authEndpoints } from '../../../src/contract/people/auth.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

// One server for all tests: no request here may change anything, which each test checks.
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example' } });
  client = await signIn(server, await buildUser(server.database.db));
});
afterAll(() => server.close());

const bodies = {
  'POST /api/auth/login': { username: 'someone', password: 'three wet tennis balls' },
  'POST /api/auth/register': {
    username: 'someone',
    password: 'three wet tennis balls',
    email: 'someone@example.com',
    name: 'Someone',
    phone: '0470123456',
    countryCode: 'BE',
  },
  'POST /api/auth/reset-password-email': { email: 'someone@example.com', platform: 'trainee' },
  'POST /api/auth/reset-password': {
    password: 'three wet tennis balls',
    confirmPassword: 'three wet tennis balls',
  },
  'POST /api/auth/confirm-email': { token: 'abc' },
} as const;
const callsWithBody = Object.keys(bodies) as (keyof typeof bodies)[];
const writes = (Object.keys(authEndpoints) as Call[]).filter((call) => call.startsWith('POST '));
const bodyOf = (call: string): object | undefined => (bodies as Record<string, object>)[call];
const pathOf = (call: string) => call.split(' ')[1] ?? '';
const post = (call: string, body: string, type = 'application/json') =>
  client.request(pathOf(call), { method: 'POST', body, headers: { 'Content-Type': type } });
const state = async () => ({
  users: await server.database.db.selectFrom('users').selectAll().execute(),
  sessions: await server.database.db.selectFrom('sessions').selectAll().execute(),
  tokens: await server.database.db.selectFrom('one_time_tokens').selectAll().execute(),
  refresh: await server.database.db.selectFrom('refresh_tokens').selectAll().execute(),
});

describe('writes from other sites', () => {
  it.each(writes)('are rejected: %s', async (call) => {
    const before = await state();
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'https://club.example.evil.example' },
      { Origin: 'https://club.example', 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const answer = await client.call(call, { body: bodyOf(call), headers });
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await state()).toEqual(before);
  });

  it('are distinguished from same-origin writes', async () => {
    for (const headers of [
      { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'http://localhost' },
    ])
      expect((await client.call('POST /api/auth/refresh', { headers })).status).toBe(200);
  });
});

describe('invalid request bodies', () => {
  it.each(callsWithBody)('are rejected: %s', async (call) => {
    const before = await state();
    const whole = JSON.stringify(bodies[call]);
    const refusals = [
      [await post(call, whole, 'text/plain'), 415],
      [await post(call, whole, 'application/x-www-form-urlencoded'), 415],
      [await post(call, whole.slice(0, -1)), 400],
      [await post(call, ''), 422],
      [await post(call, '[]'), 422],
      [await post(call, 'null'), 422],
      [await post(call, '"text"'), 422],
      [await post(call, JSON.stringify({ ...bodies[call], isCoach: true })), 422],
      [await post(call, whole.replace('{', '{"__proto__":{"a":1},')), 422],
      [await post(call, whole + ' '.repeat(70_000)), 413],
    ] as const;
    for (const [response, status] of refusals) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
    expect(await state()).toEqual(before);
  });

  it('are rejected with the name of the unknown field', async () => {
    const answer = await client.call('POST /api/auth/login', {
      body: { ...bodies['POST /api/auth/login'], role: 'admin' },
    });
    expect(answer.body.errors).toEqual([
      { path: 'role', code: 'unknown_field', message: 'Not a known field' },
    ]);
  });

  it('are rejected even where the endpoint takes no body', async () => {
    expect((await post('POST /api/auth/refresh', 'a=b', 'application/x-www-form-urlencoded')).status).toBe(
      415,
    );
    expect((await post('POST /api/auth/logout', ' '.repeat(70_000))).status).toBe(413);
  });
});

describe('texts with characters that cannot be displayed', () => {
  const fields = callsWithBody.flatMap((call) =>
    Object.keys(bodies[call]).map((field) => [call, field] as const),
  );
  const disguises = {
    NUL: '\u0000',
    bidi: '\u202e',
    isolate: '\u2066',
    surrogate: '\ud800',
    escape: '\u001b',
  };

  it.each(fields)('are rejected: %s %s', async (call, field) => {
    const before = await state();
    for (const character of Object.values(disguises)) {
      const good = (bodies[call] as Record<string, string>)[field] ?? '';
      for (const text of [`${good.slice(0, 2)}${character}${good.slice(2)}`, character]) {
        const answer = await client.call(call, { body: { ...bodies[call], [field]: text } });
        expect(answer.status).toBe(422);
        expect(answer.body.errors?.[0]?.path).toBe(field);
      }
    }
    expect(await state()).toEqual(before);
  });

  it.each(fields)('are rejected like texts of another type or far too long: %s %s', async (call, field) => {
    const before = await state();
    // No phone number may also be null.
    const absent = field === 'phone' ? [] : [null];
    for (const value of [...absent, 1, true, [], {}, ['a'], 'x'.repeat(10_000)])
      expect((await client.call(call, { body: { ...bodies[call], [field]: value } })).status).toBe(422);
    expect(await state()).toEqual(before);
  });

  it.each(fields)('of a megabyte are rejected without reading them: %s %s', async (call, field) => {
    expect(
      (await client.call(call, { body: { ...bodies[call], [field]: 'x'.repeat(1_000_000) } })).status,
    ).toBe(413);
  });
});
