// The operator's settings of an instance: its name, its texts, and who may register, in settings, API, pages
// and files.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { readSiteTexts } from '../../src/server/instance/texts.ts';
import { loadBuild } from '../../src/server/render/pages.ts';
import { settings } from '../../src/server/settings.ts';
import { buildSite } from '../../src/server/site.ts';
import { createClient } from '../support/client.ts';
import { buildFolder, settingsFilesIn } from '../support/product/build-folder.ts';
import { startTestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'sideline-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, `${createHash('sha1').update(content).digest('hex')}.md`);
  writeFileSync(path, content);
  return path;
}

async function serverWith(env: Record<string, string>) {
  const server = await startTestServer({ env: { PUBLIC_ORIGIN: 'https://club.example', ...env } });
  onTestFinished(() => server.close());
  return server;
}

describe('INSTANCE_NAME', () => {
  it.each([
    ['a line break', 'Club\nBcc: all@evil.example'],
    ['a line break at its end', 'Club\n'],
    ['a control character', 'Club\u0007'],
    ['NUL', 'Club\u0000'],
    ['a line separator', 'Club\u2028x'],
    ['a bidi control', 'Club\u202ecod.exe'],
    ['a lone surrogate', 'Club\ud800'],
    ['more than 60 characters', 'x'.repeat(80)],
    ['no letter or digit', '""'],
  ])('is rejected with one clear line for %s', (_, name) => {
    expect(() => readConfig({ INSTANCE_NAME: name })).toThrow(
      /^INSTANCE_NAME is wrong: [^\p{Cc}\u2028\u202e]+$/u,
    );
  });

  it.each(['FC St. Pauli', 'מועדון', '👟 Läufer & Söhne', 'x'.repeat(60), '  Club  '])(
    'accepts %j',
    (name) => {
      expect(readConfig({ INSTANCE_NAME: name }).instanceName).toBe(name.trim());
    },
  );

  it('names the sender of mails unless MAIL_FROM does', () => {
    const { mailFrom } = readConfig({ INSTANCE_NAME: 'A "B" <c@evil.example>, D' });
    expect(mailFrom).toEqual({ name: 'A "B" <c@evil.example>, D', address: 'no-reply@localhost' });
    const senderOf = (text: string) =>
      readConfig({ MAIL_FROM: text, INSTANCE_NAME: 'Rooigem', PUBLIC_ORIGIN: 'https://club.example' })
        .mailFrom;
    expect(senderOf('Club <a@club.example>')).toEqual({ name: 'Club', address: 'a@club.example' });
    expect(senderOf('"Club, U12" <a@club.example>')).toEqual({
      name: 'Club, U12',
      address: 'a@club.example',
    });
    expect(senderOf('a@club.example')).toEqual({ name: 'Rooigem', address: 'a@club.example' });
    expect(senderOf('')).toEqual({ name: 'Rooigem', address: 'no-reply@club.example' });
  });
});

describe('settings that cannot work', () => {
  it.each([
    [{ COOKIE_ACCESS: 'a', COOKIE_HINT: 'a' }, /^COOKIE_ACCESS, .* must differ\.$/],
    [{ MAIL_FROM: 'nonsense' }, /^MAIL_FROM is wrong: an address, as in /],
    [{ MAIL_FROM: 'A <a@b>, B <b@c>' }, /^MAIL_FROM is wrong: an address, as in /],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL is wrong: an address such as /],
    [
      { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'w', STRIPE_HOST: 'https://api' },
      /^STRIPE_HOST is wrong: a host alone/,
    ],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY is wrong: on, off, or how many proxies, 1 to 9\./],
    [{ DATABASE_PASSWORD_FILE: '/dev/null' }, /^DATABASE_URL is missing: DATABASE_PASSWORD_FILE needs it\.$/],
  ])('are refused at the start: %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

describe('a setting that is a number', () => {
  const numbers = ['PORT', 'STRIPE_PORT', 'DATABASE_POOL', 'DATABASE_LOCK_TIMEOUT', 'DRAIN_DELAY'];
  it.each(
    numbers.flatMap((name) =>
      ['0x50', '1e3', '500.0', '+500', '-1', '٣٠٠', '5_00', 'Infinity'].map((value) => [name, value]),
    ),
  )('is refused in another notation: %s=%s', (name = '', value = '') => {
    // STRIPE_PORT is read only with its keys.
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'w' };
    expect(() => readConfig({ ...stripe, [name]: value })).toThrow(new RegExp(`^${name} is wrong: `));
  });

  it('has its default when it is blank, and may have spaces around it', () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']));
    expect(readConfig(blank)).toEqual(readConfig({}));
    expect(readConfig({ PORT: ' 8080\n', DRAIN_DELAY: '0' })).toMatchObject({ port: 8080, drainDelayMs: 0 });
  });
});

describe('REGISTRATION', () => {
  it('is rejected when it is none of its values', () => {
    expect(() => readConfig({ REGISTRATION: 'off' })).toThrow(/^REGISTRATION is wrong: .*It was "off"\.$/);
    expect(readConfig({}).registration).toBe('open');
  });
});

describe('a text file of the operator', () => {
  it.each([
    ['that is missing', join(folder, 'none.md'), 'is missing'],
    ['that is a folder', folder, 'is not a file'],
    ['over 100 kB', fileOf('word '.repeat(20_001)), 'is larger than 100 kB'],
    ['that is not UTF-8', fileOf(new Uint8Array([0x66, 0xfc, 0x72])), 'is not text in UTF-8'],
    ['that is empty', fileOf(''), 'holds no text'],
    ['of nothing but HTML', fileOf('<script>alert(1)</script>\n'), 'holds no text'],
  ])('ends the start with one line that names the setting: %s', async (_, path, reason) => {
    const { textFiles } = readConfig({ PRIVACY_FILE: path });
    await expect(readSiteTexts(textFiles)).rejects.toThrow(
      new RegExp(`^PRIVACY_FILE is wrong: the file ".*" ${reason}\\.$`),
    );
  });

  it('of 100 kB of ordinary paragraphs is read', async () => {
    const path = fileOf(
      '# Privacy\n\nWe keep *little*. See [the law](https://law.example).\n\n'.repeat(1500),
    );
    const { privacy } = await readSiteTexts(readConfig({ PRIVACY_FILE: path }).textFiles);
    expect(privacy).toHaveLength(3000);
  });
});

describe('GET /api/instance', () => {
  it('returns the name, who may register and which texts exist', async () => {
    const server = await serverWith({
      INSTANCE_NAME: 'FC "Quote" </script>',
      REGISTRATION: 'invite',
      TERMS_FILE: fileOf('# Rules'),
      IMPRINT_FILE: fileOf(
        '\ufeff# Impressum\n\nVerein e.V. <b>Stra\u00dfe</b>\n\n<img src=x onerror=alert(1)>\n',
      ),
    });
    const client = createClient(server);
    expect((await client.call('GET /api/instance')).body).toEqual({
      name: 'FC "Quote" </script>',
      registration: 'invite',
      texts: ['imprint', 'terms'],
    });
    const imprint = await client.call('GET /api/instance/{text}', { params: { text: 'imprint' } });
    expect(imprint.body.blocks).toEqual([
      { type: 'heading', children: [{ text: 'Impressum' }] },
      { type: 'paragraph', children: [{ text: 'Verein e.V. Stra\u00dfe' }] },
    ]);
    for (const text of ['privacy', 'passwd', '../imprint'])
      expect((await client.call('GET /api/instance/{text}', { params: { text } })).status).toBe(404);
  });
});

describe('the pages of an instance', () => {
  const hostile = `A "B" </title></script><script>alert(1)</script> $& '`;
  const serverEntry = `
export const answersOf = (pathname) => (pathname === '/imprint' ? [{ key: 'k', address: '/api/instance/imprint', isList: false, isSubject: true }] : []);
export const headOf = (pathname, search, answers, { name }) => ({ title: 'T', description: name, canonical: pathname, isIndexed: true, image: { address: '/p.png', alt: '', width: 1, height: 1 }, type: 'website', jsonLd: [] });
export const renderPage = async (url, { instance }) => ({ html: '<p>' + instance.registration + instance.texts + '</p>', css: '' });`;
  const manifest = JSON.stringify({
    id: '/',
    name: 'Sideline',
    short_name: 'Sideline',
    lang: 'en',
    shortcuts: [{ name: 'Explore', url: '/explore' }],
  });
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

  async function siteWith(env: Record<string, string>) {
    const built = buildFolder(serverEntry);
    onTestFinished(() => rmSync(join(built, '..'), { recursive: true }));
    mkdirSync(join(built, 'icons'));
    writeFileSync(join(built, 'manifest.webmanifest'), manifest);
    const server = await serverWith(env);
    const site = buildSite(server, loadBuild(built, server));
    return async (path: string, headers: Record<string, string> = {}) => {
      const response = await site.request(path, { headers: { accept: 'text/html', ...headers } });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
  }

  it('escape a hostile name, in the app shell, in rendered pages and in the manifest', async () => {
    const ask = await siteWith({ INSTANCE_NAME: hostile, IMPRINT_FILE: fileOf('# Impressum') });
    for (const path of ['/login', '/imprint', '/nowhere']) {
      const { text } = await ask(path);
      expect(text).toContain('&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp;');
      expect(text).not.toContain('<script>alert');
    }
    expect(JSON.parse((await ask('/manifest.webmanifest')).text)).toEqual({
      id: '/',
      name: hostile,
      short_name: hostile,
      lang: 'en',
      shortcuts: [{ name: 'Explore', url: '/explore' }],
    });
  });

  it('have a manifest in each language, at an address of its own that is revalidated', async () => {
    const ask = await siteWith({ INSTANCE_NAME: 'Verein' });
    const german = await ask('/manifest.de.webmanifest', { 'accept-language': 'en' });
    expect(JSON.parse(german.text)).toEqual({
      id: '/',
      name: 'Verein',
      short_name: 'Verein',
      lang: 'de',
      shortcuts: [{ name: 'Entdecken', url: '/explore' }],
    });
    expect([
      german.headers.get('content-type'),
      german.headers.get('cache-control'),
      german.headers.get('vary'),
    ]).toEqual(['application/manifest+json', 'no-cache', 'Accept-Encoding']);
    expect((await ask('/manifest.xx.webmanifest')).status).toBe(404);
  });

  it('give the worker the hash of each served manifest', async () => {
    const ask = await siteWith({ INSTANCE_NAME: 'Club' });
    const listed = settingsFilesIn((await ask('/sw.js')).text);
    for (const url of ['manifest.webmanifest', 'manifest.de.webmanifest']) {
      const hash = sha256((await ask(`/${url}`)).text);
      expect(listed).toContainEqual({ url, revision: hash, integrity: `sha256-${hash}` });
    }
  });

  it('include in the app shell who may register and which texts exist, and nothing with default settings', async () => {
    const ask = await siteWith({
      REGISTRATION: 'closed',
      PRIVACY_FILE: fileOf('# P'),
      TERMS_FILE: fileOf('# T'),
    });
    const { text } = await ask('/login');
    expect(text).toContain('<meta name="registration" content="closed">');
    expect(text).toContain('<meta name="site-texts" content="privacy terms">');
    const plain = await siteWith({});
    expect((await plain('/login')).text).not.toMatch(/name="(registration|site-texts)"/);
  });

  it('include a text that is set, rendered for visitors, and a true 404 for one that is not', async () => {
    const ask = await siteWith({ IMPRINT_FILE: fileOf('# Impressum') });
    const imprint = await ask('/imprint');
    expect([imprint.status, imprint.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(imprint.text).toContain('<p>openimprint</p>');
    // A signed-in user gets the app, and the same status.
    const signedIn = { cookie: 'sideline_hint=1' };
    expect((await ask('/imprint', signedIn)).status).toBe(200);
    for (const path of ['/privacy', '/terms', '/privacy/'])
      for (const headers of [{}, signedIn]) expect((await ask(path, headers)).status).toBe(404);
    const listed = (await ask('/sitemaps/pages.xml')).text;
    expect(listed).toContain('https://club.example/imprint');
    expect(listed).not.toContain('/privacy');
  });
});
