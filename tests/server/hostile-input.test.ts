// Every endpoint of the contract with hostile input: never a 5xx, never an undocumented status.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Call } from '../../src/contract/api.ts';
import { type Endpoint, sharedProblems } from '../../src/contract/endpoint.ts';
import { limits } from '../../src/contract/values/limits.ts';
import { problems } from '../../src/contract/values/problems.ts';
import { type Client, createClient, signIn } from '../support/client.ts';
import { buildUser } from '../support/factories.ts';
import { caseCount } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const calls = Object.keys(api) as Call[];
let server: TestServer;
let someone: { id: string };

beforeAll(async () => {
  server = await startTestServer();
  someone = await buildUser(server.database.db);
});
afterAll(() => server.close());

function documented(call: Call): number[] {
  const endpoint: Endpoint = api[call];
  return [
    endpoint.status,
    304,
    ...[...endpoint.problems, ...sharedProblems(call, endpoint)].map((code) => problems[code].status),
  ];
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\u202e',
    "'; drop table users; --",
    '" OR 1=1',
    '%',
    '*',
    '(',
    '-1',
    '1e309',
    'NaN',
    '[object Object]',
    '../..',
    'null',
    '',
  ),
  fc.uuid(),
  fc.string({ minLength: 5000, maxLength: 10_000 }),
);
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.boolean(), fc.constant(null));

function path(call: Call, value: string): string {
  return (call.split(' ')[1] ?? '').replace(
    /\{\w+\}/g,
    encodeURIComponent(value.toWellFormed().slice(0, 200)),
  );
}

function names(schema: Endpoint['body']): string[] {
  return [...Object.keys(schema?.shape ?? {}), 'surprise', '__proto__', 'constructor'];
}

async function send(
  client: Client,
  call: Call,
  id: string,
  query: Record<string, string>,
  body: string | undefined,
) {
  const method = call.split(' ')[0] ?? 'GET';
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, value.toWellFormed()]),
  );
  return client.request(`${path(call, id)}?${search}`, {
    method,
    ...(method !== 'GET' && body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  });
}

describe.each(calls)('%s', (call) => {
  const endpoint: Endpoint = api[call];

  test('answers hostile input with a documented status and a problem that names the fault', async () => {
    const visitor = createClient(server);
    const member = await signIn(server, someone);
    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.dictionary(fc.constantFrom(...names(endpoint.query)), nasty, { maxKeys: 4 }),
        fc.oneof(
          fc
            .dictionary(fc.constantFrom(...names(endpoint.body)), anything)
            .map((body) => JSON.stringify(body)),
          anything.map((body) => JSON.stringify(body)),
          nasty,
          fc.constant(undefined),
        ),
        fc.boolean(),
        async (id, query, body, isSignedIn) => {
          const response = await send(isSignedIn ? member : visitor, call, id, query, body);
          expect(documented(call)).toContain(response.status);
          if (response.status >= 400) {
            expect(response.headers.get('content-type')).toBe('application/problem+json');
            const problem = (await response.json()) as Record<string, unknown>;
            expect(problem).toMatchObject({
              status: response.status,
              title: expect.any(String),
              detail: expect.any(String),
              code: expect.any(String),
            });
            expect(problem.status === 422).toBe('errors' in problem);
          }
        },
      ),
      { numRuns: caseCount({ sqlite: 15, postgres: 15, long: 400 }) },
    );
  });
});

test.each(calls.filter((call) => api[call].access === 'session'))(
  '%s rejects a visitor with 401',
  async (call) => {
    const response = await send(createClient(server), call, someone.id, {}, undefined);
    expect(response.status).toBe(401);
  },
);

const isImage = (call: Call) => (api[call] as Endpoint).bodyType === 'image';

test.each(calls.filter((call) => !call.startsWith('GET ') && !isImage(call)))(
  '%s rejects a cross-site request, text, broken JSON and a body that is too large',
  async (call) => {
    const { bodyBytes } = api[call] as Endpoint;
    // Large bodies are read from signed-in users only.
    const client = bodyBytes === undefined ? createClient(server) : await signIn(server, someone);
    const ask = (init: RequestInit) =>
      client.request(path(call, someone.id), { method: call.split(' ')[0] ?? '', ...init });
    const json = { 'content-type': 'application/json' };
    expect((await ask({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await ask({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await ask({ headers: { origin: 'null' } })).status).toBe(403);
    expect((await ask({ body: 'a=b', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await ask({ body: '{"a":', headers: json })).status).toBe(400);
    expect(
      (await ask({ body: JSON.stringify({ a: 'x'.repeat(bodyBytes ?? limits.bodyBytes) }), headers: json }))
        .status,
    ).toBe(413);
  },
);

test.each(calls.filter(isImage))(
  '%s rejects a cross-site request, files that are no image, and a body that is too large',
  async (call) => {
    const member = await signIn(server, someone);
    const ask = (init: RequestInit) =>
      member.request(path(call, someone.id), { method: call.split(' ')[0] ?? '', ...init });
    const image = { 'content-type': 'image/png' };
    expect((await ask({ headers: { ...image, 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await ask({ headers: { ...image, origin: 'https://evil.example' } })).status).toBe(403);
    for (const type of ['text/plain', 'application/json', 'image/svg+xml', 'image/gif'])
      expect((await ask({ body: 'a=b', headers: { 'content-type': type } })).status).toBe(415);
    expect((await ask({ headers: {} })).status).toBe(415);
    // The subject of a picture is looked up before its bytes are read.
    const refusal = call.includes('{id}') ? 404 : 422;
    expect((await ask({ body: '<svg/>', headers: image })).status).toBe(refusal);
    expect((await ask({ body: new Uint8Array(limits.pictureBytes + 1), headers: image })).status).toBe(413);
  },
);

test('a body of very many values returns 413, and one of many wrong fields names 50 of them', async () => {
  const member = await signIn(server, someone);
  const patch = (activities: unknown[]) =>
    member.call('PATCH /api/users/me/profile', { body: { version: 1, activities } });
  expect((await patch(Array(5000).fill(1))).status).toBe(413);
  expect((await patch(Array(500).fill(Array(10).fill(1)))).status).toBe(413);
  const refused = await patch(Array(3000).fill('x'));
  expect([refused.status, refused.body.errors?.length]).toEqual([422, 50]);
});

test('a known path with a wrong method returns the allowed ones, HEAD with every GET', async () => {
  const allowOf = async (path: string, method = 'GET') => {
    const { status, headers } = await createClient(server).request(path, { method });
    return [status, headers.get('allow')];
  };
  expect(await allowOf('/api/auth/login')).toEqual([405, 'POST']);
  expect(await allowOf('/api/health', 'OPTIONS')).toEqual([405, 'GET, HEAD']);
  expect(await allowOf('/api/users/me/profile', 'OPTIONS')).toEqual([405, 'GET, HEAD, PATCH']);
  expect(await allowOf('/api/health', 'HEAD')).toEqual([200, null]);
});

test('an unknown endpoint returns a 404 problem', async () => {
  const response = await createClient(server).request('/api/no/such/call');
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
