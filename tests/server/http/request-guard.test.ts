// Checks on every route, over real connections to a whole site. Runs on both engines, because one of them
// stores no NUL.
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/contract/api.ts';
import { limits } from '../../../src/contract/values/limits.ts';
import { routeOf } from '../../../src/server/http/mount.ts';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { buildFolder } from '../../support/product/build-folder.ts';
import { listen } from '../../support/product/listen.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const rendering = `
export const answersOf = () => [];
export const headOf = () => ({});
export const pictureOf = () => ({ version: 'v', address: '/picture.png' });
export const pictureSize = {};
export async function renderPage() { return { html: '', css: '' }; }`;

let folder: string;
let server: TestServer;
let host: Awaited<ReturnType<typeof listen>>;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  folder = buildFolder(rendering);
  server = await startTestServer();
  site = buildSite(server, loadBuild(folder, server));
  host = await listen(site.fetch);
});
afterAll(async () => {
  await host.stop();
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

type Sent = { method?: string; path: string; headers?: string[]; body?: string; port?: number };
/** Sends a raw request, and resolves to its status, Allow header and body. */
function send({ method = 'GET', path, headers = [], body = '', port = host.port }: Sent) {
  return new Promise<{ status: number; allow: string | undefined; text: string }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () =>
      resolve({ status: Number(text.slice(9, 12)), allow: /^allow: (.*)\r$/im.exec(text)?.[1], text }),
    );
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...headers,
      '',
      body,
    ];
    socket.write(lines.join('\r\n'));
  });
}

/** Every route that is not in the contract. */
const outside = [
  '/',
  '/explore',
  '/nowhere',
  '/index.html',
  '/sw.js',
  '/assets/app-1.js',
  '/builds/latest.json',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/events/2026-11',
  '/picture.png',
  '/events/public/0197a000-0000-7000-8000-000000000000/picture.png',
  '/api/docs',
  '/api/no/such/call',
  '/sandbox/checkout/sbx_1',
];

test('every route of the site is in the contract or in the list of this test', () => {
  const contract = new Set(Object.keys(api).map((call) => routeOf(call).path));
  const patterns = new Set(
    site.routes.map(({ path }) => path).filter((path) => !contract.has(path) && !path.endsWith('*')),
  );
  const isCovered = (pattern: string) => {
    const regex = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`);
    return outside.some((path) => regex.test(path));
  };
  expect([...patterns].filter((pattern) => !isCovered(pattern))).toEqual([]);
  expect(patterns.size).toBeGreaterThan(5);
});

describe.each(outside)('%s', (path) => {
  test('rejects a GET with a body, and a body of 250 MB before reading it', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const declared = await send({ method, path, headers: [`Content-Length: ${250 * 1024 * 1024}`] });
      expect([method, declared.status]).toEqual([method, 413]);
    }
    const chunked = ['Transfer-Encoding: chunked'];
    expect((await send({ path, headers: chunked, body: '1\r\na\r\n0\r\n\r\n' })).status).toBe(413);
  });

  test('answers unknown methods with 404 or 405, and none with 5xx', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status } = await send({ method, path });
      expect([405, 404, 415], `${method} ${path} ${status}`).toContain(status);
    }
  });

  test('is limited per address', async () => {
    const limited = await startTestServer({ database: server.database, env: { RATE_LIMIT: 'on' } });
    const limitedSite = buildSite(limited, loadBuild(folder, limited));
    // Calls the site in process with one connection's environment, because this takes thousands of requests.
    const socket = { remoteAddress: '192.0.2.1', remotePort: 1, remoteFamily: 'IPv4', destroyed: false };
    const env = { incoming: { socket } };
    let status = 0;
    for (let sent = 0; sent <= 6000 && status !== 429; sent += 1)
      status = (await limitedSite.request(path, {}, env)).status;
    expect(status).toBe(429);
  });
});

test('a wrong method on a page, a file and the sandbox gets an Allow header', async () => {
  const allowOf = async (path: string) => (await send({ method: 'DELETE', path })).allow;
  expect(await allowOf('/explore')).toBe('GET, HEAD');
  expect(await allowOf('/builds/latest.json')).toBe('GET, HEAD');
  expect(await allowOf('/api/docs')).toBe('GET, HEAD');
  expect(await allowOf('/sandbox/checkout/x')).toBe('GET, HEAD, POST');
});

test('malformed paths return 4xx everywhere', async () => {
  const bad = ['%', '%0', '%00', '%ff', '%E0%A4', '%0d%0a', '%5c', '\\', '..%2f..%2f', 'a'.repeat(9000)];
  const places = [
    '/',
    '/assets/',
    '/api/',
    '/api/events/public/',
    '/api/calendar/',
    '/sandbox/checkout/',
    '/sitemaps/events/',
    '/sitemaps/',
    '/builds/',
  ];
  const paths = [
    ...places.flatMap((place) => bad.map((end) => place + end)),
    ...bad.map((id) => `/events/public/${id}/picture.png`),
    '//host',
    '//host/x',
  ];
  for (const path of paths) {
    const { status } = await send({ path });
    expect(Math.floor(status / 100), `${path.slice(0, 60)} ${status}`).toBe(4);
  }
});

describe('POST /sandbox/checkout/{ref}', () => {
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const post = async (headers: string[], body: string) => {
    const sandbox = server.payments.sandbox;
    if (!sandbox) throw new Error('There is no sandbox.');
    const { ref } = await sandbox.create({
      paymentId: crypto.randomUUID(),
      amountMinor: 100,
      currency: 'EUR',
      description: 'A place',
      returnPath: '/my/events',
      expiresAt: '2026-11-21T11:00:00.000Z',
    } as Parameters<typeof sandbox.create>[0]);
    return (await send({ method: 'POST', path: `/sandbox/checkout/${ref}`, headers, body })).status;
  };
  const sized = (body: string) => `Content-Length: ${body.length}`;
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  test('accepts a form', async () => {
    const body = 'card=4242+4242+4242+4242&news=never&do=pay';
    expect(await post([form, sized(body)], body)).toBe(303);
  });

  test('returns 413 for a form above 4 kB, with and without Content-Length', async () => {
    const body = `card=${'4'.repeat(limits.formBytes)}`;
    expect(await post([form, sized(body)], body)).toBe(413);
    const pieces = chunk('4'.repeat(1024)).repeat(8);
    expect(await post([form, 'Transfer-Encoding: chunked'], `${pieces}0\r\n\r\n`)).toBe(413);
    // Never ended: rejected while it is being sent.
    expect(await post([form, 'Transfer-Encoding: chunked'], pieces)).toBe(413);
  });

  test('returns 415 for other content types, and treats an invalid form as empty', async () => {
    const multipart = '--x\r\nbroken';
    expect(await post(['Content-Type: multipart/form-data; boundary=x', sized(multipart)], multipart)).toBe(
      415,
    );
    expect(await post(['Content-Type: application/json', sized('{}')], '{}')).toBe(415);
    expect(await post([], '')).toBe(415);
    for (const body of ['%', '%00', 'card=%ff&news=%00', '&&&===', 'card=1&card=2', '\u0000'])
      expect(await post([form, sized(body)], body)).toBe(303);
  });
});
