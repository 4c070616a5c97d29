// The pages of every route and the built files. Knows which paths exist from the route table, so a missing page is a true 404.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Context } from 'hono';
import type { Instance } from '../../app/data/session/instance.ts';
import { findRoute, hasPage, type RouteEntry, routes } from '../../app/routing/paths.ts';
import type { Site } from '../api.ts';
import type { Deps } from '../deps.ts';
import { accepts } from '../http/answer/accepts.ts';
import { refuseOtherMethods } from '../http/request-guard.ts';
import { namesOfTexts } from '../instance/routes.ts';
import { createTemplate, type PageParts, pagePartsFile, type Template } from './template.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

type File = {
  body: Buffer<ArrayBuffer>;
  brotli: Buffer<ArrayBuffer> | null;
  type: string;
  etag: string;
  cache: string;
};

const forever = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';

/** What search engines may know: what a visitor may open, but for forms and empty places. */
const isIndexed = ({ auth, layout, screen }: RouteEntry) =>
  screen === 'publicEvent' ||
  // Who knows the address of an invitation may join.
  (auth === 'public' && layout === 'default' && screen !== 'placeholder' && screen !== 'joinTeam');

/** The pages that are about nothing single: where search engines begin. */
export const openPaths = ({ texts }: Instance): string[] =>
  routes
    .filter((entry) => isIndexed(entry) && !entry.path.includes(':') && hasPage(entry, texts))
    .map(({ path }) => path);

/** Draws a page for someone who is not signed in, or says how to send the shell in its place. */
export type Drawer = (context: Context) => Promise<Response | Shell>;
/** `isIndexed`: whether search engines may keep what the page is about. */
export type Shell = { status: 200 | 404 | 410 | 422 | 503; isIndexed: boolean };
/** Seconds after which the database may be back. */
const retryAfter = '2';

export type BuiltPage = {
  files: Map<string, File>;
  shell: File;
  template: Template;
  instance: Instance;
  /** The module that draws pages; missing where the page was built without it. */
  serverEntry: string;
  buildId: string;
};

/** What the pages say of this instance. */
export const instanceOf = ({ config, texts }: Pick<Deps, 'config' | 'texts'>): Instance => ({
  name: config.instanceName,
  registration: config.registration,
  texts: namesOfTexts(texts),
});

const builtName = 'Sideline';

/** The built manifest with the instance's name, which an installed app then has. */
function manifestOf(built: string, { name }: Instance): string {
  if (name === builtName) return built;
  return JSON.stringify({ ...(JSON.parse(built) as object), name, short_name: name });
}

const shellUrl = '/index.html';
const manifestUrl = '/manifest.webmanifest';
const workerUrl = '/sw.js';

/** Reads a build into memory: a few files of a few kB each, compressed when it was built. */
export function loadBuild(folder: string, deps: Pick<Deps, 'config' | 'texts'>): BuiltPage {
  const files = new Map<string, File>();
  for (const path of walk(folder)) {
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (/\.(br|html)$/.test(url) || url.startsWith('/.')) continue;
    files.set(url, fileOf(readFileSync(path), url, tryRead(`${path}.br`)));
  }
  const parts = JSON.parse(readFileSync(join(folder, pagePartsFile), 'utf8')) as PageParts;
  return withSettings(parts, files, join(folder, '../server/entry-server.js'), deps);
}

/** A build with the files that the settings are part of. */
export function withSettings(
  parts: PageParts,
  files: BuiltPage['files'],
  serverEntry: string,
  deps: Pick<Deps, 'config' | 'texts'>,
): BuiltPage {
  const instance = instanceOf(deps);
  const { cookies, iconFallback } = deps.config;
  const template = createTemplate(parts, { instance, hintCookie: cookies.hint, iconFallback });
  const shell = fileOfText(template.shell, shellUrl);
  files.set(shellUrl, shell);
  const edit = (url: string, change: (text: string) => string) => {
    const text = files.get(url)?.body.toString();
    if (text !== undefined) files.set(url, fileOfText(change(text), url));
  };
  edit(manifestUrl, (built) => manifestOf(built, instance));
  edit(workerUrl, (built) => settingsFiles(files) + built);
  return {
    files,
    shell,
    template,
    instance,
    serverEntry,
    buildId: parts.buildId,
  };
}

/**
 * The first line of the worker: its files that the settings are part of, so that no build knows their hashes (sw/shell.ts).
 * Other settings are another shell, another worker and so an update.
 */
function settingsFiles(files: BuiltPage['files']): string {
  const list = [shellUrl, manifestUrl].flatMap((url) => {
    const file = files.get(url);
    if (!file) return [];
    const hash = createHash('sha256').update(file.body).digest('base64');
    return [{ url: url.slice(1), revision: hash, integrity: `sha256-${hash}` }];
  });
  return `self.settingsFiles=${JSON.stringify(list)};\n`;
}

function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else yield path;
  }
}

function tryRead(path: string): Buffer<ArrayBuffer> | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function fileOf(body: Buffer<ArrayBuffer>, url: string, brotli: Buffer<ArrayBuffer> | null): File {
  return {
    body,
    brotli,
    type: types[extname(url)] ?? 'application/octet-stream',
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    cache: url.startsWith('/assets/') ? forever : revalidate,
  };
}

/** A text that no build has compressed. */
export const fileOfText = (text: string, url: string): File =>
  fileOf(Buffer.from(text), url, brotliCompressSync(text));

/** Serves the build: files as they are, the shell for every path that is a page, 404 for the rest. */
export function mountPages(app: Site, { files, shell, instance }: BuiltPage, draw: Drawer): void {
  app.get('*', async (context) => {
    const { req } = context;
    const path = req.path;
    const file = files.get(path);
    if (file) {
      context.set('route', 'file');
      return send(file, req.raw, 200);
    }
    const found = findRoute(path);
    if (found && hasPage(found.entry, instance.texts)) {
      context.set('route', found.entry.path);
      const drawn = await draw(context);
      const isDrawn = drawn instanceof Response;
      const response = isDrawn ? drawn : send(shell, req.raw, drawn.status);
      // A drawn page says it of its subject itself.
      if (!isIndexed(found.entry) || !(isDrawn || drawn.isIndexed))
        response.headers.set('X-Robots-Tag', 'noindex');
      if (response.status === 503) response.headers.set('Retry-After', retryAfter);
      return response;
    }
    // A person gets the error page; a program that asks for a missing file gets a plain answer, never HTML.
    const isPage = extname(path) === '' && (req.header('accept') ?? '').includes('text/html');
    if (isPage) return send(shell, req.raw, 404);
    return new Response(`Page not found: ${path}\n`, {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });
  refuseOtherMethods(app, '*', ['GET', 'HEAD']);
}

function send(file: File, request: Request, status: Shell['status']): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Cache-Control': file.cache,
    // Pages are drawn for visitors; people who are signed in get the shell.
    Vary: file.type.startsWith('text/html') ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    // A page that is not there today may be tomorrow, in the same shell.
    ...(status === 200 && { ETag: file.etag }),
  };
  if (status === 200 && request.headers.get('if-none-match')?.includes(file.etag))
    return new Response(null, { status: 304, headers });
  const brotli = accepts('br', request) ? file.brotli : null;
  if (brotli) headers['Content-Encoding'] = 'br';
  return new Response(brotli ?? file.body, { status, headers });
}
