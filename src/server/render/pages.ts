// Serves the built files and the page of every route. The route table says which paths exist, so an unknown path is a 404.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Instance } from '../../app/data/session/instance.ts';
import { findRoute, hasPage, type RouteEntry, routes } from '../../app/routing/paths.ts';
import { manifestPath } from '../../contract/values/page.ts';
import { languageTags } from '../../words/languages.ts';
import type { Site } from '../api.ts';
import type { Deps } from '../deps.ts';
import { accepts } from '../http/answer/accepts.ts';
import { refuseOtherMethods } from '../http/request-guard.ts';
import { namesOfTexts } from '../instance/routes.ts';
import { type BuiltFile, fileOfText, filesIn, readBuilt } from './built-files.ts';
import { manifestIn } from './manifest.ts';
import { createTemplate, evictedPage, type PageParts, pagePartsFile, type Template } from './template.ts';

/** Routes that search engines may index: those open to visitors, except forms and placeholders. */
const isIndexed = ({ auth, layout, screen }: RouteEntry) =>
  screen === 'publicEvent' ||
  // Anyone with the URL of an invitation may join, so it is not indexed.
  (auth === 'public' && layout === 'default' && screen !== 'placeholder' && screen !== 'joinTeam');

/** The indexable pages without a path parameter, as the sitemap lists them. */
export const indexablePaths = ({ texts }: Instance): string[] =>
  routes
    .filter((entry) => isIndexed(entry) && !entry.path.includes(':') && hasPage(entry, texts))
    .map(({ path }) => path);

/** Renders a page for a visitor, or returns the status with which the app shell is sent instead. */
export type PageRenderer = (context: Context) => Promise<Response | ShellFallback>;
/** `isIndexed`: whether search engines may index the page. */
export type ShellFallback = { status: 200 | 404 | 410 | 422 | 503; isIndexed: boolean };
/** Retry-After in seconds, while the database is unavailable. */
const retryAfter = '2';

export type BuiltPage = {
  files: Map<string, BuiltFile>;
  /** Paths on disk of the files of earlier builds, by their URL. */
  earlier: ReadonlyMap<string, string>;
  shell: BuiltFile;
  template: Template;
  instance: Instance;
  /** Path of the module that renders pages; the file is missing where the build has none. */
  serverEntry: string;
  buildId: string;
};

/** The facts about this instance that pages show. */
export const instanceOf = ({ config, texts }: Pick<Deps, 'config' | 'texts'>): Instance => ({
  name: config.instanceName,
  registration: config.registration,
  texts: namesOfTexts(texts),
});

const shellUrl = '/index.html';
const manifestUrls = languageTags.map(manifestPath);
const workerUrl = '/sw.js';

/** Reads a build into memory: small files, which the build has compressed. */
export function loadBuild(folder: string, deps: Pick<Deps, 'config' | 'texts'>): BuiltPage {
  const parts = JSON.parse(readFileSync(join(folder, pagePartsFile), 'utf8')) as PageParts;
  const { files, earlier } = filesIn(folder, parts.buildId);
  return { ...withSettings(parts, files, join(folder, '../server/entry-server.js'), deps), earlier };
}

/** Adds the files that depend on the settings: app shell, manifests and worker. */
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
  const manifest = files.get(manifestPath('en'))?.body.toString();
  if (manifest !== undefined)
    for (const tag of languageTags) {
      const url = manifestPath(tag);
      files.set(url, fileOfText(manifestIn(tag, manifest, instance.name), url));
    }
  const worker = files.get(workerUrl)?.body.toString();
  if (worker !== undefined) files.set(workerUrl, fileOfText(firstLine(files) + worker, workerUrl));
  return {
    files,
    earlier: new Map(),
    shell,
    template,
    instance,
    serverEntry,
    buildId: parts.buildId,
  };
}

/**
 * The first line of the worker: the files that depend on the settings, with hashes that the build cannot know, and the page
 * for a device that has evicted them (sw/precache.ts). A changed setting changes the worker, so that browsers update it.
 */
function firstLine(files: BuiltPage['files']): string {
  const list = [shellUrl, ...manifestUrls].flatMap((url) => {
    const file = files.get(url);
    if (!file) return [];
    const hash = createHash('sha256').update(file.body).digest('base64');
    return [{ url: url.slice(1), revision: hash, integrity: `sha256-${hash}` }];
  });
  return `self.settingsFiles=${JSON.stringify(list)};self.evictedPage=${JSON.stringify(evictedPage())};\n`;
}

/** Serves the built files, the app shell or a rendered page for every route, and 404 for other paths. */
export function mountPages(
  app: Site,
  { files, earlier, shell, instance }: BuiltPage,
  render: PageRenderer,
): void {
  app.get('*', async (context) => {
    const { req } = context;
    const path = req.path;
    const file = files.get(path) ?? readBuilt(earlier.get(path), path);
    if (file) {
      context.set('route', 'file');
      return send(file, req.raw, 200);
    }
    const found = findRoute(path);
    if (found && hasPage(found.entry, instance.texts)) {
      context.set('route', found.entry.path);
      const rendered = await render(context);
      const isRendered = rendered instanceof Response;
      const response = isRendered ? rendered : send(shell, req.raw, rendered.status);
      // A rendered page has its own robots meta tag.
      if (!isIndexed(found.entry) || !(isRendered || rendered.isIndexed))
        response.headers.set('X-Robots-Tag', 'noindex');
      if (response.status === 503) response.headers.set('Retry-After', retryAfter);
      return response;
    }
    // A browser gets the error page; a request for a missing file gets plain text, never HTML.
    const isPage = extname(path) === '' && (req.header('accept') ?? '').includes('text/html');
    if (isPage) return send(shell, req.raw, 404);
    return new Response(`Page not found: ${path}\n`, {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });
  refuseOtherMethods(app, '*', ['GET']);
}

function send(file: BuiltFile, request: Request, status: ShellFallback['status']): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Cache-Control': file.cache,
    // Visitors get a rendered page; people who are signed in get the app shell.
    Vary: file.type.startsWith('text/html') ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    // No ETag on an error: the path may exist later, with the same app shell.
    ...(status === 200 && { ETag: file.etag }),
  };
  if (status === 200 && request.headers.get('if-none-match')?.includes(file.etag))
    return new Response(null, { status: 304, headers });
  const brotli = accepts('br', request) ? file.brotli : null;
  if (brotli) headers['Content-Encoding'] = 'br';
  return new Response(brotli ?? file.body, { status, headers });
}
