import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { previewImageOf, previewImageSize } from '../../../src/app/ssr/preview-image.ts';
import { setLanguageSource } from '../../../src/app/words/t.ts';
import { writeFonts } from '../../../src/server/render/preview-images/fonts.ts';
import { paint } from '../../../src/server/render/preview-images/paint.ts';
import { createPainter } from '../../../src/server/render/preview-images/painter.ts';
import { mountPreviewImages } from '../../../src/server/render/preview-images/routes.ts';
import { languageOf } from '../../../src/server/words/catalogue.ts';
import { english } from '../../../src/words/message.ts';
import { buildEvent, buildPlace } from '../../support/factories.ts';
import { buildFolder } from '../../support/product/build-folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const moduleAt = (path: string) => JSON.stringify(pathToFileURL(resolve(path)).href);
/** The exports of src/app/ssr/entry-server.tsx, which Node cannot import without a build. */
const folder = buildFolder(`
import { previewImageOf as build, previewImageSize } from ${moduleAt('src/app/ssr/preview-image.ts')};
import { setLanguageSource } from ${moduleAt('src/app/words/t.ts')};
export { previewImageSize };
export const previewImageOf = (event, name, language) => {
  setLanguageSource(() => language);
  return build(event, name);
};`);
const serverEntry = join(folder, '../server/entry-server.js');
const fonts = mkdtempSync(join(tmpdir(), 'sideline-fonts-'));
writeFonts(fonts);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
  rmSync(fonts, { recursive: true });
});

function siteOf(of: TestServer, painted: string[] = [], lines: string[] = []) {
  const site: TestServer['app'] = new Hono();
  mountPreviewImages(site, of, {
    api: of.app,
    serverEntry,
    paint: async (painting) => {
      painted.push(painting.texts.title);
      lines.push(painting.texts.line);
      return paint(painting, fonts);
    },
  });
  return site;
}

async function eventNamed(name: string) {
  const { db } = server.database;
  const { id } = await buildEvent(db, { name, place_id: (await buildPlace(db)).id });
  const response = await server.app.request(`/api/events/public/${id}`);
  const event = (await response.json()) as NonNullable<Parameters<typeof previewImageOf>[0]>;
  return { id, event, image: previewImageOf(event) };
}

describe('the preview image of an event', () => {
  test('is a PNG of 1200 by 630, rendered once for all requests', async () => {
    const painted: string[] = [];
    const site = siteOf(server, painted);
    const { image } = await eventNamed('Evening run');
    const responses = await Promise.all([site.request(image.address), site.request(image.address)]);
    responses.push(await site.request(image.address));
    for (const response of responses) {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
        ...previewImageSize,
        format: 'png',
      });
    }
    expect(painted).toEqual(['Evening run']);
  });

  test('is immutable under its versioned address; the plain address is revalidated', async () => {
    const site = siteOf(server);
    const { id, image } = await eventNamed('Morning run');
    const plain = `/events/public/${id}/picture.png`;
    const cache = async (path: string) => (await site.request(path)).headers.get('cache-control');
    expect(await cache(image.address)).toBe('public, max-age=31536000, immutable');
    expect(await cache(plain)).toBe('public, no-cache');
    expect(await cache(`${plain}?v=old`)).toBe('public, no-cache');
    const etag = (await site.request(plain)).headers.get('etag') ?? '';
    expect((await site.request(plain, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await site.request(plain)).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('gets another address only when its content changes', async () => {
    const { event, image } = await eventNamed('Night run');
    expect(previewImageOf({ ...event, eventStatus: 'EventCancelled' }).address).not.toBe(image.address);
    expect(previewImageOf({ ...event, name: 'Night walk' }).address).not.toBe(image.address);
    expect(previewImageOf({ ...event, confirmedCount: 9, version: 9 }).address).toBe(image.address);
  });

  test.each([
    ['a team event', { visibility: 'team' }, 404],
    ['a draft', { publication: 'draft' }, 404],
    ['an event taken down', { removed_at: '2026-11-20T10:00:00.000Z' }, 410],
    ['an unlisted event, for those who have its link', { visibility: 'unlisted' }, 200],
    ['a cancelled event', { event_status: 'EventCancelled' }, 200],
  ] as const)('of %s has the status of its page', async (_, columns, status) => {
    const { id } = await buildEvent(server.database.db, columns);
    expect((await siteOf(server).request(`/events/public/${id}/picture.png`)).status).toBe(status);
  });

  test('answers 404 for unknown and other ids', async () => {
    for (const id of ['01a128a3-a960-773c-9019-000000000000', 'x', encodeURIComponent('../../api/explore?')])
      expect([id, (await siteOf(server).request(`/events/public/${id}/picture.png`)).status]).toEqual([
        id,
        404,
      ]);
  });

  test('is limited per address', async () => {
    const limited = await startTestServer({ database: server.database, env: { RATE_LIMIT: 'on' } });
    const site = siteOf(limited);
    const statuses = new Set<number>();
    for (let at = 0; at < 125; at++) statuses.add((await site.request('/picture.png')).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

/** Runs `work` with German as the language of the page. */
function inGerman<Result>(work: () => Result): Result {
  const language = languageOf('de');
  setLanguageSource(() => language);
  try {
    return work();
  } finally {
    setLanguageSource(() => english);
  }
}

test('the preview image of a German page is in German, at an address of its own', async () => {
  const lines: string[] = [];
  const site = siteOf(server, [], lines);
  const { id, event } = await eventNamed('Abendlauf');
  const german = inGerman(() => previewImageOf({ ...event, place: null }));
  expect(german.alt).toMatch(/^Abendlauf\. Samstag, 28\. November 2026, .*\. Ort folgt\.$/);
  const { address } = inGerman(() => previewImageOf(event));
  expect(address).toMatch(`/events/public/${id}/picture.png?lang=de&v=`);
  const response = await site.request(address);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  await site.request('/picture.png?lang=de');
  await site.request('/picture.png?lang=xx');
  expect(lines.slice(1)).toEqual([
    'Finde ein Training, sichere dir deinen Platz und sei pünktlich.',
    'Find a session, know your place, be on time.',
  ]);
});

describe('the text of the preview image', () => {
  const summary = {
    startsAt: '2026-11-28T08:30:00.000Z',
    endsAt: '2026-11-28T10:00:00.000Z',
    timeZone: 'Europe/Brussels',
  };

  test("is day and time in the event's time zone, the name, and the place", async () => {
    const { event } = await eventNamed('U12 winter training');
    const place = { ...event.place, name: 'Blaarmeersen', region: 'Ghent' } as typeof event.place;
    expect(previewImageOf({ ...event, ...summary, place }).alt).toBe(
      'U12 winter training. Saturday, 28 November 2026, 09:30–11:00. Blaarmeersen, Ghent.',
    );
  });

  test.each([
    [{ eventStatus: 'EventCancelled' }, 'Cancelled', true],
    [{ eventStatus: 'EventPostponed' }, 'Postponed', true],
    [
      { eventStatus: 'EventRescheduled', previousStartDates: ['2026-11-27T08:30:00.000Z'] },
      'Moved from Fri 27 Nov',
      false,
    ],
    [
      { eventStatus: 'EventRescheduled', previousStartDates: ['2026-11-28T07:00:00.000Z'] },
      'Moved from 08:00',
      false,
    ],
  ] as const)('includes the status: %o', async (change, label, isOff) => {
    const { event } = await eventNamed('Match');
    const { texts } = previewImageOf({
      ...event,
      ...summary,
      ...change,
      previousStartDates: [...('previousStartDates' in change ? change.previousStartDates : [])],
    });
    expect([texts.state?.label, texts.date?.isOff]).toEqual([label, isOff]);
  });

  test('shows several days by their end', async () => {
    const { event } = await eventNamed('Camp');
    const { texts } = previewImageOf({ ...event, ...summary, endsAt: '2026-11-30T10:00:00.000Z' });
    expect(texts.date?.beside.at(-1)).toBe('until Mon 30 Nov');
  });
});

describe('rendering preview images', () => {
  test.each([
    ['markup', '<b>& "friends"</b> &amp; <span size="9999999">'],
    ['a very long name', 'Ultramarathontraining'.repeat(40)],
    ['many scripts', 'Łódź Тренировка Ψυχή ắ שלום سلام 東京 🏃‍♀️'],
    ['unprintable characters', '\u0000\ud800\uffff'],
    ['nothing', ''],
    ['invisible characters', '\u200b \u00ad'],
  ])('works for any name: %s', async (_, title) => {
    const { event } = await eventNamed('x');
    const png = await paint({ ...previewImageOf({ ...event, name: title }), size: previewImageSize }, fonts);
    expect(await sharp(png).metadata()).toMatchObject(previewImageSize);
  });

  test('refuses when too many wait, continues after a failure, and evicts the oldest', async () => {
    const { texts, field } = previewImageOf(null);
    const painting = { texts, field, size: previewImageSize };
    const painted: string[] = [];
    let next = '';
    const painter = createPainter(async () => {
      painted.push(next);
      if (next === 'broken') throw new Error('broken');
      return Buffer.alloc(3_000_000);
    });
    const waiting = Array.from({ length: 21 }, (_, at) => painter.png(`wait ${at}`, painting));
    expect([waiting[19] !== null, waiting[20]]).toEqual([true, null]);
    await Promise.all(waiting);
    next = 'broken';
    await expect(painter.png('broken', painting)).rejects.toThrow('broken');
    painted.length = 0;
    for (next of ['a', 'b', 'a', 'c', 'a', 'b']) await painter.png(next, painting);
    expect(painted).toEqual(['a', 'b', 'c', 'b']);
  });
});
