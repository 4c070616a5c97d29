// Renders public pages for visitors, from the API's own answers, so that they can be read before any script has come.
// A page that fails to render is sent as the shell, and logged.
import { createHash } from 'node:crypto';
import type { Drawn, DrawnNote } from '../../app/data/resources/drawn.ts';
import type { WantedAnswer } from '../../app/routing/answers.ts';
import { findRoute } from '../../app/routing/paths.ts';
import type { RenderedPage } from '../../app/ssr/entry-server.tsx';
import type { Head, PageSite } from '../../app/ssr/head.ts';
import { contentNameOf } from '../../contract/values/etag.ts';
import { type LanguageTag, localeIn } from '../../words/languages.ts';
import { english, type Language } from '../../words/message.ts';
import type { Deps } from '../deps.ts';
import { addressOf, inProcess } from '../http/limits/address.ts';
import { createLimiter, noLimit } from '../http/limits/limiter.ts';
import { languageOfPage, localeOf } from '../http/locale.ts';
import { languageOf } from '../words/catalogue.ts';
import { pageHeaders } from './page-headers.ts';
import { createPageMemory } from './page-memory.ts';
import type { BuiltPage, Drawer, Shell } from './pages.ts';
import type { PageContent } from './template.ts';
import { createTurns } from './turns.ts';

export type EntryServer = {
  drawPage(url: string, drawn: Drawn, language: Language): Promise<RenderedPage>;
  answersOf(pathname: string, search: string): WantedAnswer[];
  headOf(
    pathname: string,
    search: string,
    answers: Record<string, unknown>,
    site: PageSite,
    language: Language,
  ): Head;
};

/** Pages say the time to the minute, and within a minute are the same. */
const minuteMs = 60_000;
/** A page repeats its query in its links; what people search for and choose is shorter. */
const maxSearch = 2000;
/** Rendering takes a few milliseconds. A request that would wait longer than about a fifth of a second gets the app shell. */
const maxWaiting = 25;

/** Answers the reads in this process, so that nothing goes over the network; but for the dev server's. */
export type PageApi = {
  request(
    address: string,
    init: RequestInit | undefined,
    env: typeof inProcess,
  ): Response | Promise<Response>;
};

/** `load`: the page's code for the server; null where the page was built without it. */
export function createDrawer(
  deps: Pick<Deps, 'config' | 'log' | 'now' | 'metrics'>,
  api: PageApi,
  { instance, template }: Pick<BuiltPage, 'template' | 'instance'>,
  load: (() => Promise<EntryServer>) | null,
): Drawer {
  const { config, log } = deps;
  const site: PageSite = { origin: config.publicOrigin, name: instance.name };
  if (!load) return async () => plain;
  // The first drawing of a screen loads its code and compiles it: no visitor should wait for the one that most open.
  const warmUp = async () => {
    const empty = { locale: 'en', now: deps.now().getTime(), answers: {}, problems: {}, instance };
    await (await load()).drawPage('/explore/events', empty, english);
  };
  setImmediate(() => warmUp().catch((error: unknown) => log.error({ err: error }, 'Pages cannot be drawn')));

  // Drawing costs far more than sending the shell, which everyone still gets.
  const limiterOf = (count: number) =>
    config.rateLimit ? createLimiter(() => deps.now().getTime(), { count, windowMs: 60_000 }) : noLimit;
  // As many as the API answers; its own limit does not count what is read in this process.
  const asked = limiterOf(600);
  const drawings = limiterOf(120);
  const memory = createPageMemory();
  const turns = createTurns(maxWaiting);
  deps.metrics?.watchRenderQueue(turns.waiting);
  return async (context) => {
    const request = context.req.raw;
    const { pathname, search } = new URL(request.url);
    if (isSignedIn(request, config.cookies)) return plain;
    if (search.length > maxSearch) return unread;
    let shell = plain;
    try {
      const entry = await load();
      const wanted = entry.answersOf(pathname, search);
      const address = addressOf(context, config.trustProxy);
      if (wanted.length === 0) return plain;
      if (asked.take(address) > 0) return unread;
      const tag = languageOfPage(request);
      const isLanguageInAddress = new URLSearchParams(search).get('lang') === tag;
      const language = languageOf(tag);
      const locale = localeIn(tag, localeOf(request.headers));
      const now = Math.floor(deps.now().getTime() / minuteMs) * minuteMs;
      const read = await Promise.all(wanted.map((question) => readAnswer(api, question, tag)));
      const key = `${pathname}${search} ${locale}`;
      const version = [now, ...read.map(({ version: its }) => its)].join(' ');
      const recalled = memory.recall(key, version, request);
      if (recalled) return await recalled;
      const status = statusOf(read);
      const answers = answersIn(read);
      const head = entry.headOf(pathname, search, answers, site, language);
      shell = { status, isIndexed: head.isIndexed };
      if (status === 503 || drawings.take(address) > 0) return shell;
      const sent = await turns.take(async () => {
        // Someone before in the row may have wanted the same.
        const meanwhile = memory.recall(key, version, request);
        if (meanwhile) return meanwhile;
        const drawn: Drawn = { locale, now, answers, problems: {}, instance };
        const note: DrawnNote = { locale, now, reads: [] };
        for (const { question, response, text, version: its } of read) {
          if (response.ok)
            note.reads.push({ address: question.address, isList: question.isList, version: its });
          else if (question.isSubject) {
            drawn.problems[question.key] = JSON.parse(text) as Drawn['problems'][string];
            note.problems = drawn.problems;
          }
        }
        const { texts, ...rendered } = await entry.drawPage(pathname + search, drawn, language);
        note.texts = texts;
        const content: PageContent = {
          ...rendered,
          language: tag,
          isLanguageInAddress,
          head,
          note,
          origin: site.origin,
        };
        const text = template.renderedPage(content);
        const headers = {
          ...pageHeaders(config, template, [hashSource(rendered.css)]),
          'Content-Language': tag,
        };
        const timeless = template.renderedPage({ ...content, note: { ...note, now: null } });
        const etag = `W/"${createHash('sha1').update(`${status} ${timeless}`).digest('base64url')}"`;
        return memory.keep(key, version, { text, status, headers, etag }, request);
      });
      return sent ?? shell;
    } catch (error) {
      log.error(
        { err: error, route: findRoute(pathname)?.entry.path },
        'A page could not be drawn; the shell was sent',
      );
      return shell;
    }
  };
}

/** The shell for what is not drawn. */
const plain: Shell = { status: 200, isIndexed: true };
/** The shell where nothing was read of what the page is about. */
const unread: Shell = { status: 200, isIndexed: false };

/** By any of the cookies: what is drawn is a visitor's, and never mixed with someone's own. */
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
  return { question, response, text, version: contentNameOf(response.headers.get('etag')) ?? text };
}

const answersIn = (read: Read[]): Drawn['answers'] =>
  Object.fromEntries(
    read
      .filter(({ response }) => response.ok)
      .map(({ question: { key, isList }, text }) => {
        const answer: unknown = JSON.parse(text);
        return [key, isList ? [answer] : answer];
      }),
  );

/** The page's status: its subject's. 503 where that could not be read, and the page should ask for itself. */
function statusOf(read: Read[]): Shell['status'] {
  const refused = read.find(({ question, response }) => question.isSubject && !response.ok)?.response;
  if (!refused) return 200;
  if (refused.status >= 500) return 503;
  return refused.status === 404 || refused.status === 410 ? refused.status : 422;
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
