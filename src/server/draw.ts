// Draws public pages for visitors, from the API's own answers, so that they can be read before any script has come.
// A page that fails to be drawn is sent as the shell, and logged.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { WantedAnswer } from '../app/answers.ts';
import type { Drawn } from '../app/data/drawn.ts';
import type { Head } from '../app/head.ts';
import { findRoute } from '../app/paths.ts';
import type { Site } from './api.ts';
import type { Deps } from './deps.ts';
import { addressOf } from './http/address.ts';
import { createLimiter, noLimit } from './http/limiter.ts';
import { localeOf } from './http/locale.ts';
import { securityHeaders } from './http/security-headers.ts';
import { lateScriptsHash, withLateScripts } from './late-scripts.ts';
import type { BuiltPage, Drawer } from './pages.ts';
import { docsStyleHash } from './system/docs-page.ts';

type EntryServer = {
  drawPage(url: string, drawn: Drawn): Promise<{ html: string; styles: { names: string; css: string }[] }>;
  answersOf(pathname: string, search: string): WantedAnswer[];
  headOf(pathname: string, search: string, answers: Record<string, unknown>, origin: string): Head;
};

const compress = promisify(brotliCompress);
/** Above this the time to compress costs more than the bytes it saves, on a page that is made per request. */
const brotliQuality = 5;
/** Pages say the time to the minute, and within a minute are the same. */
const minuteMs = 60_000;

/** `api` answers the reads in this process; nothing goes over the network. */
export function createDrawer(deps: Deps, api: Site, page: BuiltPage): Drawer {
  const { config, log } = deps;
  // Loaded after the start, so that the first request and not the start waits for it.
  let loading: Promise<EntryServer> | null = null;
  const load = () => {
    loading ??= import(pathToFileURL(resolve(page.serverEntry)).href) as Promise<EntryServer>;
    return loading;
  };
  if (!existsSync(page.serverEntry)) return async () => null;
  const shellText = withLateScripts(page.shellText);
  setImmediate(() => load().catch((error: unknown) => log.error({ err: error }, 'Pages cannot be drawn')));

  // Drawing costs far more than sending the shell, which everyone still gets.
  const limiter = config.rateLimit
    ? createLimiter(() => deps.now().getTime(), { count: 120, windowMs: 60_000 })
    : noLimit;
  return async (context) => {
    const request = context.req.raw;
    const { pathname, search } = new URL(request.url);
    if (isSignedIn(request, config.cookies)) return null;
    try {
      const entry = await load();
      const wanted = entry.answersOf(pathname, search);
      if (wanted.length === 0 || limiter.take(addressOf(context, config.trustProxy)) > 0) return null;
      const drawn: Drawn = {
        locale: localeOf(request.headers),
        now: Math.floor(deps.now().getTime() / minuteMs) * minuteMs,
        answers: {},
        problems: {},
      };
      const status = await readAnswers(api, wanted, drawn);
      if (status === null) return null;
      const head = entry.headOf(pathname, search, drawn.answers, config.publicOrigin);
      const { html, styles } = await entry.drawPage(pathname + search, drawn);
      const body = assemble(shellText, { head, html, styles, drawn, origin: config.publicOrigin });
      return await respond(request, body, status, {
        ...securityHeaders({
          isHttps: config.publicOrigin.startsWith('https:'),
          scriptHashes: [...page.scriptHashes, lateScriptsHash],
          styleHashes: [docsStyleHash, ...styles.map(({ css }) => hashSource(css))],
          iconFallback: config.iconFallback,
        }),
      });
    } catch (error) {
      log.error(
        { err: error, route: findRoute(pathname)?.entry.path },
        'A page could not be drawn; the shell was sent',
      );
      return null;
    }
  };
}

/** By any of the cookies: what is drawn is a visitor's, and never mixed with someone's own. */
function isSignedIn(request: Request, names: Deps['config']['cookies']): boolean {
  const held = request.headers.get('cookie') ?? '';
  return [names.access, names.refresh, names.hint].some((name) => held.includes(`${name}=`));
}

/** Fills in the answers. The page's status; null where they failed, and the page should ask for itself. */
async function readAnswers(api: Site, wanted: WantedAnswer[], drawn: Drawn): Promise<number | null> {
  let status: number | null = 200;
  const read = wanted.map(async ({ key, address, isList, isSubject }) => {
    const response = await api.request(address);
    const body: unknown = await response.json();
    if (response.ok) drawn.answers[key] = isList ? [body] : body;
    else if (isSubject) {
      drawn.problems[key] = body as Drawn['problems'][string];
      status =
        response.status >= 500
          ? null
          : response.status === 404 || response.status === 410
            ? response.status
            : 200;
    }
  });
  await Promise.all(read);
  return status;
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** JSON inside a script tag: no text of ours or of anyone else can end the tag. */
const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

function assemble(
  shell: string,
  {
    head,
    html,
    styles,
    drawn,
    origin,
  }: { head: Head; html: string; styles: { names: string; css: string }[]; drawn: Drawn; origin: string },
): string {
  const title = head.title === 'Sideline' ? 'Sideline' : `${head.title} · Sideline`;
  const url = origin + head.canonical;
  const properties = [
    ['og:site_name', 'Sideline'],
    ['og:type', head.type],
    ['og:title', head.title],
    ['og:description', head.description],
    ['og:url', url],
    ['og:image', origin + head.image.address],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(head.image.width)],
    ['og:image:height', String(head.image.height)],
    ['og:image:alt', head.image.alt],
  ];
  const tags = [
    head.isIndexed
      ? `<link rel="canonical" href="${escapeHtml(url)}">`
      : '<meta name="robots" content="noindex">',
    ...properties.map(
      ([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    ...head.jsonLd.map((object) => `<script type="application/ld+json">${scriptJson(object)}</script>`),
    ...styles.map(({ names, css }) => `<style data-emotion="${names}">${css}</style>`),
  ];
  // Replacements are functions, because `$` in a text means something to a replacement text.
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start: string) => start + escapeHtml(head.description),
    )
    .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${html}</div><script type="application/json" id="drawn">${scriptJson(drawn)}</script>`,
    );
}

async function respond(
  request: Request,
  text: string,
  status: number,
  headers: Record<string, string>,
): Promise<Response> {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const all: Record<string, string> = {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding, Accept-Language, Cookie',
    ETag: etag,
  };
  if (status === 200 && request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers: all });
  if (!/\bbr\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(text, { status, headers: all });
  const body = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  return new Response(new Uint8Array(body), { status, headers: { ...all, 'Content-Encoding': 'br' } });
}
