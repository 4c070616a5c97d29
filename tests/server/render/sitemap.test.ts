import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { pagesIn } from '../../../src/server/sitemap/queries.ts';
import { partOf, partPath } from '../../../src/server/sitemap/rules.ts';
import {
  buildEvent,
  buildListedUser,
  buildOrganization,
  buildSeries,
  buildUser,
} from '../../support/factories.ts';
import { buildFolder } from '../../support/product/build-folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const origin = 'https://club.example';
const folder = buildFolder('');
let server: TestServer;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_ORIGIN: origin } });
  site = buildSite(server, loadBuild(folder, server));
});
afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

const locationsIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replace(origin, ''));

async function read(path: string): Promise<string[]> {
  const response = await site.request(path);
  expect([path, response.status]).toEqual([path, 200]);
  return locationsIn(await response.text());
}

/** Every page in the sitemap. */
const readAll = async () => (await Promise.all((await read('/sitemap.xml')).map(read))).flat();

describe('the sitemap', () => {
  test('lists exactly what a visitor may find and open', async () => {
    const { db } = server.database;
    const club = await buildOrganization(db);
    const hidden = [
      `/organizations/${(await buildOrganization(db, { visibility: 'private' })).id}`,
      `/organizations/${(await buildOrganization(db, { visibility: 'unlisted' })).id}`,
    ];
    const of = { organizer_organization_id: club.id };
    const event = await buildEvent(db, of);
    const cancelled = await buildEvent(db, { ...of, event_status: 'EventCancelled' });
    const lastMonth = await buildEvent(db, { ...of, starts_at: '2026-10-02T10:00:00.000Z' });
    const notListed = await Promise.all([
      buildEvent(db, { ...of, visibility: 'unlisted' }),
      buildEvent(db, { ...of, visibility: 'team' }),
      buildEvent(db, { ...of, publication: 'draft' }),
      buildEvent(db, { ...of, removed_at: '2026-11-20T10:00:00.000Z' }),
      buildEvent(db, { ...of, starts_at: '2026-09-30T10:00:00.000Z' }),
    ]);
    hidden.push(...notListed.map(({ id }) => `/events/public/${id}`));
    const person = await buildListedUser(db);
    const notNamed = await Promise.all([
      buildUser(db),
      buildListedUser(db, { birth_date: '2012-01-01' }),
      buildListedUser(db, { suspended_at: '2026-11-01T10:00:00.000Z' }),
      buildListedUser(db, { email_verified_at: null }),
    ]);
    hidden.push(...notNamed.map(({ id }) => `/users/${id}`));

    const paths = await readAll();
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/explore/events',
        `/events/public/${event.id}`,
        `/events/public/${cancelled.id}`,
        `/events/public/${lastMonth.id}`,
        `/organizations/${club.id}`,
        `/users/${person.id}`,
      ]),
    );
    expect(paths.filter((path) => hidden.includes(path))).toEqual([]);
    expect(paths.filter((path) => /login|my|:|teams\//.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('lists series with a listed future date, by the first of their parts', async () => {
    const { db } = server.database;
    const { id: organizer_organization_id } = await buildOrganization(db);
    const seriesOf = async (given: Parameters<typeof buildEvent>[1], root_series_id?: string) => {
      const { id } = await buildSeries(db, root_series_id === undefined ? {} : { root_series_id });
      await buildEvent(db, {
        organizer_organization_id,
        series_id: id,
        recurrence_id: '2026-11-28T11:00',
        ...given,
      });
      return id;
    };
    const listed = await seriesOf({});
    const split = await seriesOf({ starts_at: '2026-10-01T10:00:00.000Z' });
    await seriesOf({}, split);
    await seriesOf({ visibility: 'unlisted' });
    await seriesOf({ publication: 'draft' });
    await seriesOf({ starts_at: '2026-11-20T10:00:00.000Z' });
    const paths = (await readAll()).filter((path) => path.startsWith('/series/'));
    expect(paths.toSorted()).toEqual([`/series/${listed}`, `/series/${split}`].toSorted());
  });

  test('has the last change of an event, under the public origin', async () => {
    const { db } = server.database;
    const { id } = await buildEvent(db, {
      starts_at: '2027-03-01T10:00:00.000Z',
      updated_at: '2026-11-19T08:00:00.000Z',
    });
    const text = await (await site.request('/sitemaps/events/2027-03-01_2027-03-01.xml')).text();
    expect(text).toContain(
      `<url><loc>${origin}/events/public/${id}</loc><lastmod>2026-11-19T08:00:00.000Z</lastmod></url>`,
    );
  });

  test('reads a part in slices without losing or repeating a page, with any number of concurrent requests', async () => {
    const { db } = server.database;
    const { id: organizer_organization_id } = await buildOrganization(db);
    const ids: string[] = [];
    for (let at = 0; at < 1_010; at++)
      ids.push(
        (await buildEvent(db, { organizer_organization_id, starts_at: '2027-05-01T10:00:00.000Z' })).id,
      );
    const part = { section: 'events', from: '2027-05-01', to: '2027-05-01' } as const;
    const pages = await pagesIn(db, part, { bornBy: '2008-11-21', now: '2026-11-21T10:00:00.000Z' });
    expect(pages.map(({ path }) => path).sort()).toEqual(ids.map((id) => `/events/public/${id}`).sort());
  });

  test('is cacheable for an hour, compressed, and answers 304 when unchanged', async () => {
    for (const path of ['/sitemap.xml', '/sitemaps/pages.xml', '/robots.txt']) {
      const first = await site.request(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(first.headers.get('content-encoding')).toBe('gzip');
      const etag = first.headers.get('etag') ?? '';
      const again = await site.request(path, { headers: { 'if-none-match': etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test.each([
    '/sitemaps/events/2026-11-01.xml',
    '/sitemaps/events/2026-11-01_2026-13-01.xml',
    '/sitemaps/events/2026-11-01_2026-12-01',
    '/sitemaps/events/2026-02-30_2026-12-01.xml',
    '/sitemaps/events/2026-11-01_9999-12-31.xml',
    "/sitemaps/people/1_2' or 1=1.xml",
    '/sitemaps/teams/2026-11-01_2026-12-01.xml',
    '/sitemaps/constructor/2026-11-01_2026-12-01.xml',
  ])('has no part %s', async (path) => {
    expect((await site.request(encodeURI(path))).status).toBe(404);
  });

  test('finds its parts by their names', () => {
    const part = { section: 'events', from: '2026-11-01', to: '2026-12-31' } as const;
    expect(partOf('events', partPath(part).split('/').at(-1) ?? '')).toEqual(part);
  });
});

test('robots.txt disallows personal pages, and links to the sitemap', async () => {
  const response = await site.request('/robots.txt');
  const lines = (await response.text()).split('\n');
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Disallow: /api/',
      'Allow: /api/explore/events',
      'Allow: /api/events/public/',
      'Disallow: /api/users/me',
      'Disallow: /my',
      `Sitemap: ${origin}/sitemap.xml`,
    ]),
  );
});
