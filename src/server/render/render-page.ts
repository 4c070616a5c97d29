// Server-side rendering (SSR) of public pages for visitors, from the API's own answers. The page is readable before any
// script has loaded. A page that fails to render is logged, and the app shell is sent.
import { createHash } from 'node:crypto';
import type { HydrationData, RenderData } from '../../app/data/resources/render-data.ts';
import type { WantedAnswer } from '../../app/routing/page-reads.ts';
import { findRoute } from '../../app/routing/paths.ts';
import type { RenderedPage } from '../../app/ssr/entry-server.tsx';
import type { Head, PageSite } from '../../app/ssr/head.ts';
import { contentHashOf } from '../../contract/values/etag.ts';
import { type LanguageTag, localeIn } from '../../words/languages.ts';
import { english, type Language } from '../../words/message.ts';
import type { Deps } from '../deps.ts';
import { addressOf, inProcess } from '../http/limits/address.ts';
import { limiterOf } from '../http/limits/limiter.ts';
import { languageOfPage, localeOf } from '../http/locale.ts';
import { languageOf } from '../words/catalogue.ts';
import { createPageCache } from './page-cache.ts';
import { pageHeaders } from './page-headers.ts';
import type { BuiltPage, PageRenderer, ShellFallback } from './pages.ts';
import { createRenderQueue } from './render-queue.ts';
import type { PageContent } from './template.ts';

export type EntryServer = {
  renderPage(url: string, renderData: RenderData, language: Language): Promise<RenderedPage>;
  answersOf(pathname: string, search: string): WantedAnswer[];
  headOf(
    pathname: string,
    search: string,
    answers: Record<string, unknown>,
    site: PageSite,
    language: Language,
  ): Head;
};

/** Pages show the time to the minute, so the render of one minute is reused. */
const minuteMs = 60_000;
/** The longest query that is rendered: a page repeats it in its links, and real searches are shorter. */
const maxSearch = 2000;
/** Rendering takes a few milliseconds. A request that would wait longer than about a fifth of a second gets the app shell. */
const maxWaiting = 25;

/** Answers a page's reads in this process, without the network. The dev server's sends them to the API. */
export type PageApi = {
  request(
    address: string,
    init: RequestInit | undefined,
    env: typeof inProcess,
  ): Response | Promise<Response>;
};

/** `load` imports the server bundle of the page; null where the build has none. */
export function createPageRenderer(
  deps: Pick<Deps, 'config' | 'log' | 'now' | 'metrics'>,
  api: PageApi,
  { instance, template }: Pick<BuiltPage, 'template' | 'instance'>,
  load: (() => Promise<EntryServer>) | null,
): PageRenderer {
  const { config, log } = deps;
  const site: PageSite = { origin: config.publicOrigin, name: instance.name };
  if (!load) {
    log.error(
      'Pages cannot be rendered: the part of the build for the server is missing. Run `npm run build` and start again.',
    );
    return async () => indexedShell;
  }
  // Imports the server bundle at the start, before a newer build can replace it. The first render of a screen compiles its
  // code: render the most visited one once, before any visitor waits.
  const warmUp = async () => {
    const empty = { locale: 'en', now: deps.now().getTime(), answers: {}, problems: {}, instance };
    await (await load()).renderPage('/explore/events', empty, english);
  };
  setImmediate(() =>
    warmUp().catch((error: unknown) => log.error({ err: error }, 'Pages cannot be rendered')),
  );

  // Rendering costs far more than sending the app shell, which is the fallback over the limit.
  // The same count as the API's own limit, which does not count in-process reads.
  const reads = limiterOf(deps, { count: 600, windowMs: 60_000 });
  const renders = limiterOf(deps, { count: 120, windowMs: 60_000 });
  const cache = createPageCache();
  const queue = createRenderQueue(maxWaiting);
  deps.metrics?.watchRenderQueue(queue.waiting);
  return async (context) => {
    const request = context.req.raw;
    const { pathname, search } = new URL(request.url);
    if (isSignedIn(request, config.cookies)) return indexedShell;
    if (search.length > maxSearch) return unindexedShell;
    let shell = indexedShell;
    try {
      const entry = await load();
      const wanted = entry.answersOf(pathname, search);
      const address = addressOf(context, config.trustProxy);
      if (wanted.length === 0) return indexedShell;
      if (reads.take(address) > 0) return unindexedShell;
      const tag = languageOfPage(request);
      const isLanguageInAddress = new URLSearchParams(search).get('lang') === tag;
      const language = languageOf(tag);
      const locale = localeIn(tag, localeOf(request.headers));
      const now = Math.floor(deps.now().getTime() / minuteMs) * minuteMs;
      const read = await Promise.all(wanted.map((question) => readAnswer(api, question, tag)));
      const key = `${pathname}${search} ${locale}`;
      const version = [now, ...read.map(({ version: its }) => its)].join(' ');
      const cached = cache.get(key, version, request);
      if (cached) return await cached;
      const status = statusOf(read);
      const answers = answersIn(read);
      const head = entry.headOf(pathname, search, answers, site, language);
      shell = { status, isIndexed: head.isIndexed };
      if (status === 503 || renders.take(address) > 0) return shell;
      const sent = await queue.run(async () => {
        // A request ahead in the queue may have rendered the same page.
        const cachedMeanwhile = cache.get(key, version, request);
        if (cachedMeanwhile) return cachedMeanwhile;
        const renderData: RenderData = { locale, now, answers, problems: {}, instance };
        const hydrationData: HydrationData = { locale, now, reads: [] };
        for (const { question, response, text, version: its } of read) {
          if (response.ok)
            hydrationData.reads.push({ address: question.address, isList: question.isList, version: its });
          else if (question.isSubject) {
            renderData.problems[question.key] = JSON.parse(text) as RenderData['problems'][string];
            hydrationData.problems = renderData.problems;
          }
        }
        const { texts, ...rendered } = await entry.renderPage(pathname + search, renderData, language);
        hydrationData.texts = texts;
        const content: PageContent = {
          ...rendered,
          language: tag,
          isLanguageInAddress,
          head,
          hydrationData,
          origin: site.origin,
        };
        const text = template.renderedPage(content);
        const headers = {
          ...pageHeaders(config, template, [hashSource(rendered.css)]),
          'Content-Language': tag,
        };
        const timeless = template.renderedPage({
          ...content,
          hydrationData: { ...hydrationData, now: null },
        });
        const etag = `W/"${createHash('sha1').update(`${status} ${timeless}`).digest('base64url')}"`;
        return cache.set(key, version, { text, status, headers, etag }, request);
      });
      return sent ?? shell;
    } catch (error) {
      log.error(
        { err: error, route: findRoute(pathname)?.entry.path },
        'A page could not be rendered; the app shell was sent',
      );
      return shell;
    }
  };
}

/** The app shell for a page that is not rendered. */
const indexedShell: ShellFallback = { status: 200, isIndexed: true };
/** The app shell where the subject of the page was not read. */
const unindexedShell: ShellFallback = { status: 200, isIndexed: false };

/** Any of our cookies counts: only pages of visitors are rendered, never personal ones. */
function isSignedIn(request: Request, names: Deps['config']['cookies']): boolean {
  const held = request.headers.get('cookie') ?? '';
  return [names.access, names.refresh, names.hint].some((name) => held.includes(`${name}=`));
}

type Read = { question: WantedAnswer; response: Response; text: string; version: string };

async function readAnswer(api: PageApi, question: WantedAnswer, language: LanguageTag): Promise<Read> {
  const response = await api.request(
    question.address,
    { headers: { 'Accept-Language': language } },
    inProcess,
  );
  const text = await response.text();
  return { question, response, text, version: contentHashOf(response.headers.get('etag')) ?? text };
}

const answersIn = (read: Read[]): RenderData['answers'] =>
  Object.fromEntries(
    read
      .filter(({ response }) => response.ok)
      .map(({ question: { key, isList }, text }) => {
        const answer: unknown = JSON.parse(text);
        return [key, isList ? [answer] : answer];
      }),
  );

/** The page has the status of its subject. 503: the subject could not be read, and the client reads it itself. */
function statusOf(read: Read[]): ShellFallback['status'] {
  const refused = read.find(({ question, response }) => question.isSubject && !response.ok)?.response;
  if (!refused) return 200;
  if (refused.status >= 500) return 503;
  return refused.status === 404 || refused.status === 410 ? refused.status : 422;
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
