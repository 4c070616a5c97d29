import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadBuild } from '../../../src/server/render/pages.ts';
import { buildSite } from '../../../src/server/site.ts';
import { buildFolder, parts, settingsFilesIn, sha256 } from '../../support/product/build-folder.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** A minimal renderer: a page with one read, one without, and one that fails. */
const serverEntry = `
const health = { key: 'health', address: '/api/health', isList: false, isSubject: true, trim: (answer) => answer };
export const answersOf = (pathname) => (pathname === '/explore' || pathname === '/' ? [health] : []);
export const headOf = () => ({ title: '<b>$&', description: 'd', canonical: '/explore', isIndexed: true, image: { address: '/p.png', alt: '"', width: 1, height: 1 }, type: 'website', jsonLd: [{ name: '</script>' }] });
export async function renderPage(url, { answers, now }) {
  if (url === '/') throw new Error('a bug');
  const time = url.endsWith('?clock') ? now : '';
  return { html: '<p>' + answers.health.status + time + '</p>', css: '.a{color:red}' };
}`;

let folder: string;
let server: TestServer;
let site: ReturnType<typeof buildSite>;

beforeAll(async () => {
  folder = buildFolder(serverEntry);
  server = await startTestServer({
    env: { PUBLIC_ORIGIN: 'https://club.example', COOKIE_HINT: 'club_hint' },
  });
  site = buildSite(server, loadBuild(folder, server));
});

afterAll(async () => {
  await server.close();
  rmSync(join(folder, '..'), { recursive: true });
});

const html = { headers: { accept: 'text/html' } };

test('files of earlier builds are served from the disk, those of this build even after a newer one', async () => {
  const own = buildFolder(serverEntry);
  try {
    mkdirSync(join(own, 'builds/meta'));
    writeFileSync(join(own, 'builds/meta/b1.json'), JSON.stringify({ files: ['assets/app-1.js'] }));
    writeFileSync(join(own, 'assets/app-0.js'), 'earlier');
    writeFileSync(join(own, 'assets/app-0.js.br'), 'small');
    const { request } = buildSite(server, loadBuild(own, server));
    const earlier = await request('/assets/app-0.js', { headers: { 'accept-encoding': 'br' } });
    expect([earlier.status, earlier.headers.get('content-encoding'), await earlier.text()]).toEqual([
      200,
      'br',
      'small',
    ]);
    expect(earlier.headers.get('cache-control')).toContain('immutable');
    rmSync(join(own, 'assets'), { recursive: true });
    expect(await (await request('/assets/app-1.js')).text()).toBe('export {}');
    const gone = await request('/assets/app-0.js');
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
  } finally {
    rmSync(join(own, '..'), { recursive: true });
  }
});

describe('every response', () => {
  test.each([
    ['a page', '/explore'],
    ['a missing page', '/nowhere'],
    ['a file', '/assets/app-1.js'],
    ['a missing file', '/assets/gone.js'],
    ['an API answer', '/api/health'],
    ['an API refusal', '/api/users/me/profile'],
    ['a call that does not exist', '/api/nothing'],
    ['the API description', '/api/docs'],
  ])('has the security headers: %s', async (_, path) => {
    const { headers } = await site.request(path, html);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('has HSTS only on HTTPS origins', async () => {
    const plain = await startTestServer({
      database: server.database,
      env: { PUBLIC_ORIGIN: 'http://localhost:3000' },
    });
    const { headers } = await buildSite(plain, loadBuild(folder, plain)).request('/', html);
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('pages', () => {
  test.each(['/', '/explore/events', '/events', '/my/events/x/payment', '/events/public/x', '/login'])(
    'answer the app shell for %s',
    async (path) => {
      const response = await site.request(path, html);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('id="root"');
    },
  );

  test('with public data are server-rendered for visitors, and escape all texts', async () => {
    const response = await site.request('/explore', html);
    const text = await response.text();
    expect(text).toContain('<div id="root"><p>ok</p></div>');
    expect(text).toContain('<title>&lt;b&gt;$&amp; · Sideline</title>');
    expect(text).toContain('{"name":"\\u003c/script>"}');
    const hash = createHash('sha256').update('.a{color:red}').digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(response.headers.get('vary')).toContain('Cookie');
    const signedIn = await site.request('/explore', { headers: { ...html.headers, cookie: 'club_hint=1' } });
    expect(await signedIn.text()).toContain('<div id="root"></div>');
  });

  test('that are unchanged a minute later come from the cache, and those that show the time do not', async () => {
    const read = async (path: string) => {
      const response = await site.request(path, html);
      return { etag: response.headers.get('etag'), text: await response.text() };
    };
    const [calm, clock] = [await read('/explore?calm'), await read('/explore?clock')];
    server.advance(60_000);
    expect(await read('/explore?calm')).toEqual(calm);
    const later = await read('/explore?clock');
    expect(later.etag).not.toBe(clock.etag);
    expect(later.text).not.toBe(clock.text);
  });

  test('that are requested again are compressed at the highest level, also a minute later', async () => {
    const size = async () => {
      const response = await site.request('/explore?small', {
        headers: { ...html.headers, 'accept-encoding': 'br' },
      });
      return (await response.arrayBuffer()).byteLength;
    };
    const first = await size();
    await expect.poll(size).toBeLessThan(first);
    const smallest = await size();
    server.advance(60_000);
    expect(await size()).toBe(smallest);
  });

  test('that cannot be rendered are sent as the app shell', async () => {
    const response = await site.request('/', html);
    expect([response.status, (await response.text()).includes('<div id="root"></div>')]).toEqual([200, true]);
  });

  test('with an unknown path are a 404 that still shows the error page', async () => {
    const response = await site.request('/events/public/x/y', html);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  test('with an unknown path are plain text for clients that do not accept HTML', async () => {
    const response = await site.request('/nowhere');
    expect([response.status, await response.text()]).toEqual([404, 'Page not found: /nowhere\n']);
  });

  test('a missing asset is a true 404, never HTML, and not cached', async () => {
    for (const path of [
      '/assets/gone.js',
      '/assets/gone.css',
      '/icons/gone.png',
      '/assets/app-1.js.br',
      '/.vite/manifest.json',
      '/.vite/page.json',
    ]) {
      const response = await site.request(path, html);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('built files are immutable and compressed for clients that accept it', async () => {
    const plain = await site.request('/assets/app-1.js');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await plain.text()).toBe('export {}');
    const small = await site.request('/assets/app-1.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([small.headers.get('content-encoding'), await small.text()]).toEqual(['br', 'compressed']);
    expect(small.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('the worker gets the hash of the app shell with the current settings, and finds that shell at its address', async () => {
    const shell = await site.request('/index.html');
    const text = await shell.text();
    expect(text).toContain('content="club_hint"');
    const worker = await site.request('/sw.js');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    const script = await worker.text();
    const hash = sha256(text);
    expect(settingsFilesIn(script)).toEqual([
      { url: 'index.html', revision: hash, integrity: `sha256-${hash}` },
    ]);
    expect(script.endsWith('self.hasRun = true;')).toBe(true);
  });

  test('the worker gets a page in every language for a device that has evicted its files', async () => {
    const self = { evictedPage: '' };
    runInNewContext(await (await site.request('/sw.js')).text(), { self });
    expect(self.evictedPage).toContain(`<section lang="en"><h1>You're offline</h1>`);
    expect(self.evictedPage).toContain('<section lang="de"><h1>Du bist offline</h1>');
    expect(self.evictedPage).not.toMatch(/ src=|<link|<style/);
  });

  test('an unchanged file or page gets 304', async () => {
    for (const path of ['/assets/app-1.js', '/explore']) {
      const first = await site.request(path, html);
      const again = await site.request(path, {
        headers: { ...html.headers, 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  test.each(['/', '/explore'])(
    '%s names the hint cookie of the settings, and hashes allow what is inline',
    async (path) => {
      const response = await site.request(path, html);
      const text = await response.text();
      expect(text).toContain('<meta name="hint-cookie" content="club_hint"');
      const policy = response.headers.get('content-security-policy') ?? '';
      const inline = [...text.matchAll(/<(script|style)(?: data-emotion="[^"]*")?>([^<]+)<\/\1>/g)];
      expect(inline.length).toBeGreaterThan(2);
      for (const [, tag, code = ''] of inline)
        expect(policy).toMatch(new RegExp(`${tag}-src [^;]*'sha256-${RegExp.escape(sha256(code))}'`));
      expect(policy).toContain(parts.scripts.firstPaint.source);
    },
  );
});

describe('icons', () => {
  test('are returned in the format of the Iconify API, with missing ones listed', async () => {
    const response = await site.request('/api/_nuxt_icon/lucide.json?icons=house,no-such-icon,constructor');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect(await response.json()).toEqual({
      prefix: 'lucide',
      icons: { house: { body: expect.stringContaining('<path'), width: 24, height: 24 } },
      not_found: ['no-such-icon', 'constructor'],
    });
  });

  test.each([
    ['an unknown set', '/api/_nuxt_icon/none.json?icons=a', 404],
    ['no names', '/api/_nuxt_icon/lucide.json', 422],
    ['invalid names', '/api/_nuxt_icon/lucide.json?icons=../etc', 422],
    ['too many names', `/api/_nuxt_icon/lucide.json?icons=${Array(51).fill('a').join(',')}`, 422],
    ['an object property as the set', '/api/_nuxt_icon/constructor.json?icons=a', 404],
  ])('reject %s', async (_, path, status) => {
    expect((await site.request(path)).status).toBe(status);
  });
});
