// GET /metrics, GET /api/health and GET /api/ready: for operators and their monitoring.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { passwordQueue } from '../../src/server/accounts/passwords.ts';
import { startJobs } from '../../src/server/jobs.ts';
import { createMetrics, type Metrics } from '../../src/server/metrics/metrics.ts';
import { loadBuild } from '../../src/server/render/pages.ts';
import { buildSite } from '../../src/server/site.ts';
import { signIn } from '../support/client.ts';
import { buildUser } from '../support/factories.ts';
import { buildFolder } from '../support/product/build-folder.ts';
import { openTestDatabase, startTestServer, type TestServer } from '../support/server.ts';
import { listen } from './live/listen.ts';

const token = 'a-token-of-metrics-0123456789';
let server: TestServer;
let metrics: Metrics;
beforeEach(async () => {
  const database = await openTestDatabase();
  metrics = await createMetrics({
    database,
    countWaitingMails: async () => 7,
    passwordQueue,
    version: '1.2.3',
    buildId: 'abc',
  });
  server = await startTestServer({ database });
});
afterEach(() => server.close());

async function serve(env: Record<string, string> = {}) {
  const folder = buildFolder('');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  const deps = await startTestServer({ database: server.database, metrics, env });
  const site = buildSite(deps, loadBuild(folder, deps));
  return async (
    path: string,
    { peer = '127.0.0.1', host = 'localhost', ...init }: RequestInit & { peer?: string; host?: string } = {},
  ) => site.request(`http://${host}${path}`, init, { incoming: { socket: { remoteAddress: peer } } });
}

describe('GET /metrics', () => {
  const bearer = { authorization: `Bearer ${token}` };
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  test.each([
    ['answers a client on this machine', {}, {}, 200],
    ['answers a client on this machine over IPv6', {}, { peer: '::1' }, 200],
    ['refuses other machines without a token', {}, { peer: '192.0.2.1' }, 403],
    ['refuses a proxy on this machine that forwards', {}, { headers: forwarded }, 403],
    ['refuses a forwarded request with a trusted proxy', { TRUST_PROXY: 'on' }, { headers: forwarded }, 403],
    ['refuses a public name that a proxy without headers passes on', {}, { host: 'club.example' }, 403],
    ['asks other machines for the token', { METRICS_TOKEN: token }, { peer: '192.0.2.1' }, 401],
    [
      'refuses a wrong token',
      { METRICS_TOKEN: token },
      { peer: '192.0.2.1', headers: { authorization: `Bearer ${token}x` } },
      401,
    ],
    [
      'answers other machines with the token',
      { METRICS_TOKEN: token },
      { peer: '192.0.2.1', headers: bearer },
      200,
    ],
    [
      'answers a forwarded request with the token',
      { METRICS_TOKEN: token, TRUST_PROXY: 'on' },
      { headers: { ...bearer, ...forwarded } },
      200,
    ],
  ])('%s', async (_, env, request, status) => {
    const ask = await serve(env);
    const answer = await ask('/metrics', request);
    expect(answer.status).toBe(status);
    expect((await answer.text()).includes('sideline_build_info')).toBe(status === 200);
  });

  test('counts the open live streams', async () => {
    const deps = await startTestServer({ database: server.database, metrics });
    const count = async () => /^sideline_live_streams (\d+)$/m.exec(await metrics.text())?.[1];
    expect(await count()).toBe('0');
    const person = await buildUser(deps.database.db);
    const stream = await listen(await signIn(deps, person));
    expect(await count()).toBe('1');
    await stream.close();
    await expect.poll(count).toBe('0');
  });

  test('is 404 when METRICS is off', async () => {
    const folder = buildFolder('');
    onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
    const site = buildSite(server, loadBuild(folder, server));
    expect((await site.request('/metrics')).status).toBe(404);
  });

  test('counts requests by route pattern, never by path', async () => {
    const ask = await serve();
    for (const path of ['/api/events/e1', '/api/events/e2', '/no/page/of-ours', '/events/public/secret-name'])
      await ask(path);
    await ask('/api/health', { method: 'INVENTED' });
    const text = await (await ask('/metrics')).text();
    const lines = text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'));
    expect(lines.map((line) => line.slice(line.indexOf('{'))).sort()).toEqual([
      '{method="GET",route="/api/events/:id",status="401"} 2',
      '{method="GET",route="/events/public/:id",status="200"} 1',
      '{method="GET",route="none",status="404"} 1',
      '{method="other",route="none",status="405"} 1',
    ]);
    expect(text).not.toMatch(/secret-name|of-ours|INVENTED/);
    expect(text).toMatch(/^sideline_mails_waiting 7$/m);
    expect(text).toMatch(/^sideline_build_info\{version="1.2.3",build="abc"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  test('counts runs of jobs and their failures by job name', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('x')).mockResolvedValue();
    const jobs = startJobs([{ name: 'tidy', everyMs: 1000, run }], { ...server, metrics }, () => 0);
    await vi.advanceTimersByTimeAsync(2500);
    await jobs.stop();
    const text = await metrics.text();
    expect(text).toMatch(/^sideline_job_failures_total\{name="tidy"\} 1$/m);
    expect(text).toMatch(/^sideline_job_duration_seconds_count\{name="tidy"\} 3$/m);
  });
});

test('the Grafana dashboard uses only existing metrics', async () => {
  metrics.observeRequest({ method: 'GET', route: '/', status: 200, seconds: 1 });
  const text = await metrics.text();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const dashboard = readFileSync('docs/grafana-dashboard.json', 'utf8');
  const named = [...dashboard.matchAll(/\b(?:http|sideline|nodejs|process)_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(
    named.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !known.has(name)),
  ).toEqual([]);
});

describe('GET /api/ready', () => {
  test('returns the version and build, like GET /api/health', async () => {
    const [ready, health] = await Promise.all(
      ['/api/ready', '/api/health'].map(async (path) => (await server.app.request(path)).json()),
    );
    expect(ready).toEqual({ status: 'ready', version: expect.stringMatching(/^\d+\./), buildId: 'test' });
    expect(health).toMatchObject({ status: 'ok', version: ready.version, buildId: 'test' });
  });

  test('answers 503 during shutdown, while GET /api/health still answers 200', async () => {
    const shutdown = new AbortController();
    const { app } = await startTestServer({ database: server.database, shutdown: shutdown.signal });
    expect((await app.request('/api/ready')).status).toBe(200);
    shutdown.abort();
    expect((await app.request('/api/ready')).status).toBe(503);
    expect((await app.request('/api/health')).status).toBe(200);
  });

  test('answers 503 while a migration of this version has not run', async () => {
    const { db } = server.database;
    const last = sql`(select max(name) from kysely_migration)`;
    const { rows } = await sql<{
      name: string;
      timestamp: string;
    }>`select name, timestamp from kysely_migration where name = ${last}`.execute(db);
    await sql`delete from kysely_migration where name = ${last}`.execute(db);
    expect((await server.app.request('/api/ready')).status).toBe(503);
    const [{ name, timestamp } = { name: '', timestamp: '' }] = rows;
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db);
    expect((await server.app.request('/api/ready')).status).toBe(200);
  });
});

test('GET /api/health does not wait for a running write', async () => {
  await server.database.db.transaction().execute(async () => {
    expect((await server.app.request('/api/health')).status).toBe(200);
  });
});
