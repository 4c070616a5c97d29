// Cookies for a browser that keeps no Secure ones on plain http://localhost, and the documented ones for every other.
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { buildApi } from '../../../src/server/api.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const password = 'ida likes long walks';
const hash = hashPassword(password);
const names = ['sideline_access', 'sideline_refresh', 'sideline_hint', 'sideline_device'];

let server: TestServer;
afterEach(() => server.close());

type Sent = {
  origin?: string;
  peer?: string;
  headers?: Record<string, string>;
  cookies?: Map<string, string>;
};

async function startWith(env: Record<string, string> = {}) {
  server = await startTestServer({ env });
  await buildUser(server.database.db, { username: 'ida', password_hash: await hash });
}

/** The headers of a browser on this machine, with overrides. */
async function send(path: string, body: object | null, given: Sent = {}, app = server.app) {
  const { origin = 'http://localhost:3000', peer = '127.0.0.1', headers = {}, cookies } = given;
  const held = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const init = {
    method: 'POST',
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(held && { Cookie: held }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  const response = await app.request(`${origin}${path}`, init, {
    incoming: { socket: { remoteAddress: peer } },
  });
  expect(response.ok).toBe(true);
  return response.headers.getSetCookie();
}
const asksForPlain = { 'X-Plain-Cookies': '1' };
const login = (given: Sent = {}, app = server.app) =>
  send('/api/auth/login', { username: 'ida', password }, { headers: asksForPlain, ...given }, app);

const life = 'Path=/; Max-Age=8640000000';
/** The attributes of each line, after its name and value. */
const attributesOf = (lines: string[]) => lines.map((line) => line.replace(/^[^;]*; /, ''));
const httpOnly = (form: string) => `${life}; HttpOnly; ${form}`;
const secure = 'Secure; SameSite=None';
const plain = 'SameSite=Lax';
const allIn = (form: string) => [httpOnly(form), httpOnly(form), `${life}; ${form}`, httpOnly(form)];

const jarOf = (lines: string[]) =>
  new Map(lines.map((line) => (line.split('; ')[0] ?? '').split('=') as [string, string]));

describe('POST /api/auth/login from a browser that stores no Secure cookies', () => {
  it.each<[string, Sent]>([
    ['localhost', {}],
    ['a name under localhost', { origin: 'http://sideline.localhost:3000' }],
    ['an IPv4 loopback address', { origin: 'http://127.0.0.1:3000' }],
    ['an IPv6 loopback address', { origin: 'http://[::1]:3000', peer: '::1' }],
    ['an IPv4 address in IPv6', { peer: '::ffff:127.0.0.1' }],
  ])('sets Lax cookies without Secure on plain HTTP at %s', async (_, given) => {
    await startWith();
    const lines = await login(given);
    expect([...jarOf(lines).keys()]).toEqual(names);
    expect(attributesOf(lines)).toEqual(allIn(plain));
  });

  it.each<[string, Sent, Record<string, string>]>([
    ['the header is missing', { headers: {} }, {}],
    ['the peer is another machine', { peer: '192.168.1.7' }, {}],
    ['the peer is unknown', { peer: '' }, {}],
    ['the Host is no loopback name', { origin: 'http://club.example:3000' }, {}],
    ['the Host only begins like one', { origin: 'http://localhost.club.example:3000' }, {}],
    ['the Host is another address of this machine', { origin: 'http://192.168.1.7:3000' }, {}],
    ['PUBLIC_ORIGIN is HTTPS', {}, { PUBLIC_ORIGIN: 'https://club.example' }],
    ['PUBLIC_ORIGIN is HTTPS on loopback', {}, { PUBLIC_ORIGIN: 'https://localhost' }],
    ['PUBLIC_ORIGIN is plain HTTP elsewhere', {}, { PUBLIC_ORIGIN: 'http://club.example' }],
    ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'].map(
      (name): [string, Sent, Record<string, string>] => [
        `a proxy has set ${name}`,
        { headers: { ...asksForPlain, [name]: '127.0.0.1' } },
        {},
      ],
    ),
    [
      'a trusted proxy says that it came from loopback',
      { peer: '10.0.0.2', headers: { ...asksForPlain, 'X-Forwarded-For': '127.0.0.1' } },
      { TRUST_PROXY: 'on' },
    ],
  ])('sets exactly the documented cookies when %s', async (_, given, env) => {
    await startWith(env);
    expect(attributesOf(await login(given))).toEqual(allIn(secure));
  });

  it('logs the insecure cookies, once', async () => {
    await startWith();
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const app = buildApi({ ...server, log });
    await login({ headers: {} }, app);
    expect(lines).toEqual([]);
    await login({}, app);
    await login({}, app);
    expect(lines).toEqual([expect.stringContaining('keeps no Secure cookies on plain HTTP')]);
  });
});

describe('the form of the cookies', () => {
  it('stays the same when the session is refreshed', async () => {
    await startWith();
    const cookies = jarOf(await login());
    const refreshed = await send('/api/auth/refresh', null, { cookies });
    expect(attributesOf(refreshed)).toEqual(allIn(plain).slice(0, 3));
    const again = await send('/api/auth/refresh', null, { cookies: jarOf(refreshed) });
    expect(attributesOf(again)).toEqual(allIn(plain).slice(0, 3));
  });

  it('is the documented one at a refresh from anywhere else, whatever the hint says', async () => {
    await startWith();
    const cookies = jarOf(await login());
    const refreshed = await send('/api/auth/refresh', null, { cookies, peer: '192.168.1.7' });
    expect(attributesOf(refreshed)).toEqual(allIn(secure).slice(0, 3));
  });

  it('is not changed by a refresh of a Secure session', async () => {
    await startWith();
    const cookies = jarOf(await login({ headers: {} }));
    const refreshed = await send('/api/auth/refresh', null, { cookies });
    expect(attributesOf(refreshed)).toEqual(allIn(secure).slice(0, 3));
  });
});

describe('POST /api/auth/logout', () => {
  const gone = (form: string) => [
    `sideline_access=; Path=/; Max-Age=0; HttpOnly; ${form}`,
    `sideline_refresh=; Path=/; Max-Age=0; HttpOnly; ${form}`,
    `sideline_hint=; Path=/; Max-Age=0; ${form}`,
  ];

  it('deletes both forms on plain HTTP on this machine', async () => {
    await startWith();
    const cookies = jarOf(await login());
    expect(await send('/api/auth/logout', null, { cookies })).toEqual([...gone(secure), ...gone(plain)]);
  });

  it('deletes only the Secure form everywhere else', async () => {
    await startWith({ PUBLIC_ORIGIN: 'https://club.example' });
    expect(await send('/api/auth/logout', null, { origin: 'https://club.example' })).toEqual(gone(secure));
  });
});
