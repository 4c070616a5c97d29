import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { addressOf, inProcess, readAddress } from '../../../src/server/http/limits/address.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50000', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:50000', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:0201', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', null],
  ['unknown', null],
  ['_hidden', null],
  ['192.0.2', null],
  ['192.0.2.256', null],
  ['192.0.02.1', null],
  ['192.0.2.1:', null],
  ['192.0.2.1:port', null],
  ['192.0.2.1 192.0.2.2', null],
  ['[192.0.2.1]', null],
  ['[2001:db8::1', null],
  ['[2001:db8::1]x', null],
  ['"[2001:db8::1]"', null],
  ['2001:db8::1::2', null],
  ['for=192.0.2.1', null],
])('readAddress(%j) is %j', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

describe('the client address of rate limits', () => {
  const ask = async (proxies: number, forwarded: string[], peer: string | undefined = '198.51.100.7') => {
    const app = new Hono().get('/', (context) => context.text(addressOf(context, proxies)));
    const headers = new Headers(forwarded.map((value) => ['X-Forwarded-For', value] as [string, string]));
    const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } });
    return response.text();
  };

  it("is the peer's without a trusted proxy, regardless of headers", async () => {
    expect(await ask(0, ['192.0.2.1'])).toBe('198.51.100.7');
  });

  it('is the last entry of the last header behind one proxy', async () => {
    expect(await ask(1, ['192.0.2.1'])).toBe('192.0.2.1');
    expect(await ask(1, ['203.0.113.9, 192.0.2.1:4711'])).toBe('192.0.2.1');
    expect(await ask(1, ['203.0.113.9', '203.0.113.8, 192.0.2.1'])).toBe('192.0.2.1');
  });

  it('is the second to last entry behind two proxies, and the only entry of a request through the inner proxy alone', async () => {
    expect(await ask(2, ['203.0.113.9, 192.0.2.1, 198.51.100.1'])).toBe('192.0.2.1');
    expect(await ask(2, ['192.0.2.1'])).toBe('192.0.2.1');
  });

  it.each([[[]], [['']], [['unknown']], [['192.0.2.1, x']], [['192.0.2.1,']]])(
    "is the peer's when the entry is not an address: %j",
    async (forwarded) => {
      expect(await ask(1, forwarded)).toBe('198.51.100.7');
    },
  );

  it('is the same for the whole /64 of an IPv6 address, and for an IPv4 address in any form', async () => {
    const network = await ask(1, ['2001:db8:1:2::1']);
    expect(await ask(1, ['[2001:0DB8:1:2:ffff::9]:80'])).toBe(network);
    expect(await ask(1, ['2001:db8:1:3::1'])).not.toBe(network);
    expect(await ask(0, [], '::ffff:192.0.2.1')).toBe('192.0.2.1');
  });

  it('is shared by all requests with an unknown connection', async () => {
    expect(await ask(0, [], '')).toBe('unknown');
  });
});

describe('the rate limit of requests', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } });
  });
  afterEach(() => server.close());

  /** The status of each of `count` requests, distinct. */
  async function statuses(count: number, request: (index: number) => Response | Promise<Response>) {
    const seen = new Set<number>();
    for (let index = 0; index < count; index += 1) seen.add((await request(index)).status);
    return [...seen];
  }
  const path = '/api/_nuxt_icon/lucide.json?icons=plus';

  it('counts requests with an unknown connection', async () => {
    expect(await statuses(600, () => server.app.request(path))).toEqual([200]);
    expect((await server.app.request(path)).status).toBe(429);
  });

  it('does not count reads by this process, which no header can imitate', async () => {
    expect(await statuses(601, () => server.app.request(path, undefined, inProcess))).toEqual([200]);
    const headers = { isInProcess: 'true', 'X-Forwarded-For': '192.0.2.1' };
    expect(await statuses(601, () => server.app.request(path, { headers }))).toEqual([200, 429]);
  });

  it('counts an address once, regardless of ports and other text', async () => {
    const login = (index: number) =>
      server.app.request('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.1:${4000 + index}` },
        body: JSON.stringify({ username: 'ida', password: 'wrong guess' }),
      });
    expect(await statuses(3, login)).toEqual([401]);
    expect((await login(3)).status).toBe(429);
  });
});
