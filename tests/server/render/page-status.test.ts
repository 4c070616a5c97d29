// The status and index directive of a shared link, for every state of its subject.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginTransformQueryArgs } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { markConnectionError } from '../../../src/server/db/outages.ts';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildSeries,
  buildUser,
} from '../../support/factories.ts';
import { buildFolder } from '../../support/product/build-folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const addressOf = (path: string) => JSON.stringify(pathToFileURL(resolve(path)).href);

/** Real heads and reads; the rendering itself is a stub. */
const folder = buildFolder(`
export { answersOf } from ${addressOf('src/app/routing/page-reads.ts')};
export { headOf } from ${addressOf('src/app/ssr/head.ts')};
export const renderPage = async () => ({ html: 'drawn', css: '' });`);

let server: TestServer;
let site: ReturnType<typeof buildSite>;
beforeAll(async () => {
  server = await startTestServer();
  site = buildSite(server, loadBuild(folder, server));
});
afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

async function open(path: string, at = site) {
  const response = await at.request(path, { headers: { accept: 'text/html' } });
  const text = await response.text();
  const isIndexed =
    !text.includes('<meta name="robots" content="noindex">') &&
    response.headers.get('x-robots-tag') !== 'noindex';
  return { status: response.status, isIndexed, text, headers: response.headers };
}

describe('an event page', () => {
  test.each([
    ['that anyone may find', {}, 200, true],
    ['that is cancelled', { event_status: 'EventCancelled' }, 200, true],
    ['that is over', { starts_at: '2026-10-01T10:00:00.000Z' }, 200, true],
    ['for those with the link', { visibility: 'unlisted' }, 200, false],
    ['that was taken down', { removed_at: '2026-11-20T10:00:00.000Z' }, 410, false],
    ['of a team', { visibility: 'team' }, 404, false],
    ['not published yet', { publication: 'draft' }, 404, false],
  ] as const)('%s: status and index', async (_, columns, status, isIndexed) => {
    const { id } = await buildEvent(server.database.db, columns);
    expect(await open(`/events/public/${id}`)).toMatchObject({ status, isIndexed });
  });

  test('says in its description that the event is cancelled', async () => {
    const { id } = await buildEvent(server.database.db, { event_status: 'EventCancelled' });
    expect((await open(`/events/public/${id}`)).text).toContain(
      '<meta property="og:description" content="Cancelled. ',
    );
  });
});

test('the page of a series has the status of the API for a visitor', async () => {
  const { db } = server.database;
  const seriesOf = async (...given: Parameters<typeof buildEvent>[1][]) => {
    const { id } = await buildSeries(db);
    for (const [at, columns] of given.entries())
      await buildEvent(db, { series_id: id, recurrence_id: `2026-11-28T1${at}:00`, ...columns });
    return `/series/${id}`;
  };
  const listed = await seriesOf({}, { visibility: 'team' });
  const statuses = {
    [listed]: [200, true],
    [`${listed}?cursor=01990000-0000-7000-8000-000000000000_2026-11-01T10:00:00.000Z`]: [200, false],
    [`${listed}?cursor=x`]: [422, false],
    [await seriesOf({ visibility: 'unlisted' })]: [200, false],
    [await seriesOf({ visibility: 'team' })]: [404, false],
    [await seriesOf({ starts_at: '2026-10-01T10:00:00.000Z' })]: [200, false],
    [await seriesOf()]: [404, false],
  };
  for (const [path, expected] of Object.entries(statuses)) {
    const { status, isIndexed } = await open(path);
    expect([path, status, isIndexed]).toEqual([path, ...expected]);
  }
});

test('a page about a group or a person has the status of the API for a visitor', async () => {
  const { db } = server.database;
  const statuses = {
    [`/organizations/${(await buildOrganization(db)).id}`]: [200, true],
    [`/organizations/${(await buildOrganization(db, { visibility: 'unlisted' })).id}`]: [200, false],
    [`/organizations/${(await buildOrganization(db, { visibility: 'private' })).id}`]: [404, false],
    [`/users/${(await buildListedUser(db)).id}`]: [200, true],
    [`/users/${(await buildUser(db)).id}`]: [404, false],
    '/explore/events': [200, true],
    '/explore/events?price=free': [200, false],
  };
  for (const [path, expected] of Object.entries(statuses)) {
    const { status, isIndexed } = await open(path);
    expect([path, status, isIndexed]).toEqual([path, ...expected]);
  }
});

test.each([
  '/login',
  '/register',
  '/resetPassword',
  '/my/events',
  '/events/x',
  '/teams/x',
  '/teams/join/x',
  '/my',
])('pages that are private, forms or empty have noindex: %s', async (path) =>
  expect(await open(path)).toMatchObject({ status: 200, isIndexed: false }),
);

test('each page of Explore has its own title and description', async () => {
  const paths = ['', '/events', '/members', '/organizations', '/organizers', '/teams'];
  const pages = await Promise.all(paths.map((path) => open(`/explore${path}`)));
  for (const pattern of [/<title>([^<]+)/, /<meta name="description" content="([^"]+)/]) {
    const found = pages.map(({ text }) => pattern.exec(text)?.[1]);
    expect(found).not.toContain(undefined);
    expect([...new Set(found)]).toEqual(found);
  }
  expect(pages.map(({ text }) => text.includes('<title>Explore'))).not.toContain(false);
});

test('the canonical address is that of the route table, without a slash at the end or unknown parameters', async () => {
  const { db } = server.database;
  const event = await buildEvent(db);
  const club = await buildOrganization(db);
  const person = await buildListedUser(db);
  const canonicals = {
    '/explore/': '/explore',
    '/explore/events/?utm_source=mail': '/explore/events',
    '/explore/events?price=cheap': '/explore/events',
    [`/events/public/${event.id}/`]: `/events/public/${event.id}`,
    [`/organizations/${club.id}?ref=x`]: `/organizations/${club.id}`,
    [`/users/${person.id}/`]: `/users/${person.id}`,
  };
  for (const [path, canonical] of Object.entries(canonicals)) {
    const { text } = await open(path);
    const found = /<link rel="canonical" href="https?:\/\/[^/]+([^"]*)/.exec(text)?.[1];
    expect([path, found]).toEqual([path, canonical]);
  }
});

test('a list with unknown filters has noindex', async () => {
  expect(await open('/explore/events?cursor=abc')).toMatchObject({ status: 422, isIndexed: false });
});

test('a page with a query above the length limit is not rendered, because a page repeats it in its links', async () => {
  const short = await open(`/explore/events?a=${'a'.repeat(1000)}`);
  const long = await open(`/explore/events?a=${'a'.repeat(2000)}`);
  expect([short, long].map(({ text }) => text.includes('data-sideline-note'))).toEqual([true, false]);
});

test('the app shell has the same status as the rendered page, and rate-limited clients cause no read', async () => {
  const busy = await startTestServer({ env: { RATE_LIMIT: 'on' } });
  onTestFinished(() => busy.close());
  const { db } = busy.database;
  const takenDown = (await buildEvent(db, { removed_at: '2026-11-20T10:00:00.000Z' })).id;
  const unlisted = (await buildEvent(db, { visibility: 'unlisted' })).id;
  const shown = (await buildEvent(db)).id;
  const at = buildSite(busy, loadBuild(folder, busy));
  for (let drawn = 0; drawn < 120; drawn++) await open(`/explore/events?a=${drawn}`, at);
  const look = async (id: string) => {
    const { status, isIndexed, text } = await open(`/events/public/${id}`, at);
    return [status, isIndexed, text.includes('data-sideline-note')];
  };
  expect(await look(takenDown)).toEqual([410, false, false]);
  expect(await look(unlisted)).toEqual([200, false, false]);
  expect(await look(shown)).toEqual([200, true, false]);
  for (let asked = 123; asked < 600; asked++) await open('/explore/events', at);
  expect(await look(takenDown)).toEqual([200, false, false]);
});

test('during a database outage the pages and the sitemap answer 503, and the app shell is served', async () => {
  const plugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => node,
    transformResult: () =>
      Promise.reject(markConnectionError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))),
  };
  const database = { ...server.database, db: server.database.db.withPlugin(plugin) };
  const away = buildSite({ ...server, database }, loadBuild(folder, server));
  for (const path of ['/', '/explore/events', '/sitemap.xml']) {
    const { status, text, headers } = await open(path, away);
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2']);
    if (path !== '/sitemap.xml') expect(text).toContain('<div id="root"></div>');
  }
});

test('the page of an organization shows a new name, colour and logo at once, in its structured data too', async () => {
  const { db } = server.database;
  const { id } = await buildOrganization(db, { name: 'Harbour' });
  const owner = await buildUser(db);
  await buildMembership(db, { organization_id: id, person_id: owner.id, role: 'owner' });
  const client = await signIn(server, owner);
  const path = `/organizations/${id}`;
  expect((await open(path)).text).toContain('Harbour');
  await client.call('PATCH /api/organizations/{id}', {
    params: { id },
    body: { version: 1, name: 'Quay', color: 'red' },
  });
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a7f3f' } })
    .png()
    .toBuffer();
  const set = await client.request(`/api${path}/logo`, {
    method: 'PUT',
    body: new Uint8Array(picture),
    headers: { 'content-type': 'image/png' },
  });
  const { logo } = (await set.json()) as { logo: string };
  const { text } = await open(path);
  expect(text).not.toContain('Harbour');
  expect(text).toContain('<title>Quay · Sideline</title>');
  expect(text).toContain(`"logo":"${server.config.publicOrigin}${logo}"`);
  expect(text).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${logo}">`));
});

test('the page of an event shows the new name of its organization at once', async () => {
  const { db } = server.database;
  const { id } = await buildOrganization(db, { name: 'Harbour' });
  const owner = await buildUser(db);
  await buildMembership(db, { organization_id: id, person_id: owner.id, role: 'owner' });
  const event = await buildEvent(db, { organizer_organization_id: id });
  expect((await open(`/events/public/${event.id}`)).text).toContain('By Harbour.');
  await (await signIn(server, owner)).call('PATCH /api/organizations/{id}', {
    params: { id },
    body: { version: 1, name: 'Quay' },
  });
  expect((await open(`/events/public/${event.id}`)).text).toContain('By Quay.');
});
