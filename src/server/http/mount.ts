// Mounts the contract's endpoints as routes: authentication, rate limits, validation, the handler, caching and ETag.
import type { Context } from 'hono';
import { api, type Call } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Site } from '../api.ts';
import type { Database, Db } from '../db/open.ts';
import { writingTo } from '../db/postgres/request-kind.ts';
import { requireParsable } from '../text/descriptions.ts';
import { languageNow, t } from '../words/t.ts';
import { type Coding, preferredCoding } from './answer/accepts.ts';
import type { AnswerCache, CachedAnswer } from './answer/answer-cache.ts';
import { type Body, encodedResponse } from './answer/compress.ts';
import { EtagAnswer, isUnchanged } from './answer/etag-answer.ts';
import { sentOnArrival } from './device-clock.ts';
import type { Handler, HandlerContext, Handlers, Viewer } from './handler.ts';
import { isPlainLoopback } from './limits/address.ts';
import { isHeavyWrite, type PersonGate } from './limits/heavy-writes.ts';
import { type Limiter, takeUse } from './limits/limiter.ts';
import type { Quota } from './limits/quota.ts';
import { invalid, notFound, Problem } from './problem.ts';
import { refuseOtherMethods } from './request-guard.ts';
import { readImage, readJson, readQuery, readRawJson, refuseCrossSite, validate } from './socket/incoming.ts';
import { fingerprintOf, keyOf, type WrittenAnswer, writeOnce } from './write-once.ts';

export type MountOptions = {
  publicOrigin: string;
  /** Limits the writes of one person. */
  writeLimiter: Limiter;
  hourlyWrites: Quota;
  /** Limits the bytes of the answers that are stored for one person under an Idempotency-Key. */
  storedAnswers: Quota;
  /** Runs the heavy writes of one person one after another. */
  heavyWrites: PersonGate;
  /** The session's person; throws 401 where the access needs a session. */
  authenticate(headers: Headers, access: 'optional' | 'session'): Promise<Viewer | null>;
  addressOf(context: Context): string;
  answerCache: AnswerCache;
  database: Pick<Database, 'db' | 'dialect'>;
  now(): Date;
  /** Validates every answer against its schema: on in tests. */
  verifyAnswers: boolean;
};

/** `GET /api/events/{id}` → method and Hono path. A parameter with an extension (`{name}.json`) includes the extension. */
export function routeOf(call: string): { method: string; path: string } {
  const [method = '', path = ''] = call.split(' ');
  return { method, path: path.replace(/\{(\w+)\}\.(\w+)/, ':$1{.+\\.$2}').replace(/\{(\w+)\}/g, ':$1') };
}

type AnyHandler = ((context: HandlerContext<Call>) => unknown) & Pick<Handler<Call>, 'furtherErrors'>;

export function mountApi(app: Site, handlers: Handlers, options: MountOptions): void {
  const methods = new Map<string, string[]>();
  for (const call of Object.keys(api) as Call[]) {
    const { method, path } = routeOf(call);
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const handler = handlers[call] as AnyHandler;
    app.on(method, path, (context) => {
      context.set('route', path);
      return answer(context, call, handler, options);
    });
  }
  for (const [path, allowed] of methods) refuseOtherMethods(app, path, allowed);
}

async function answer(
  context: Context,
  call: Call,
  handler: AnyHandler,
  options: MountOptions,
): Promise<Response> {
  const endpoint: Endpoint = api[call];
  const request = context.req.raw;
  const address = options.addressOf(context);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead) refuseCrossSite(request, options.publicOrigin);
  const isImage = endpoint.bodyType === 'image';
  const isSigned = endpoint.bodyType === 'signed';
  const isLarge = isImage || endpoint.bodyBytes !== undefined;
  const early = isRead || isLarge ? undefined : await (isSigned ? readRawJson(request) : readJson(request));
  const viewer =
    endpoint.access === 'public' ? undefined : await options.authenticate(request.headers, endpoint.access);
  if (!isRead && viewer) limitWrites(viewer, options);
  let hasSecret = false;
  // The answer is public and the same for everyone, so it may be cached.
  const isCacheable =
    isRead && endpoint.access === 'public' && endpoint.offline === 'public' && !endpoint.answerType;
  // The language is part of the key, as requests that share an answer also share its problem text.
  const cacheKey = `${languageNow()} ${request.url}`;
  const moment = isCacheable ? options.answerCache.moment() : null;
  const cached = options.answerCache.get(moment, cacheKey);
  const isSecret = () => hasSecret || isWatched(viewer ?? null, request);
  const coding = ({ length }: Body) =>
    isCompressible(endpoint) && !isSecret() ? preferredCoding(request, length) : null;
  const headersNow = () => headersOf(endpoint, { viewer: viewer ?? null, isRead, isSecret: isSecret() });
  if (cached) return readAnswer(cached, headersNow(), request, coding(cached.body));
  const isStream = endpoint.answerType === 'text/event-stream';
  // It has an end only on a GET.
  if (isStream && request.method === 'HEAD')
    throw new Problem('method_not_allowed', t('Use {methods} here.', { methods: 'GET' }), { allow: ['GET'] });
  const cookies: string[] = [];
  // A large body is read only after authentication.
  const sent = endpoint.bodyBytes === undefined ? early : await readJson(request, endpoint.bodyBytes);
  const asked = {
    params: endpoint.params && paramsOf(context, endpoint.params),
    query: validateQuery(endpoint.query, readQuery(request.url)),
    body: isImage
      ? await readImage(request)
      : isSigned
        ? sent
        : endpoint.body && (await validateBody(endpoint.body, sent ?? {}, handler, address)),
  };
  if (endpoint.offline === 'queued') asked.body = sentOnArrival(asked.body, request.headers, options.now());
  // Parse Markdown in its thread before the transaction begins, so that none waits for it.
  if (endpoint.markdownField)
    await requireParsable(
      endpoint.markdownField,
      Reflect.get(asked.body as object, endpoint.markdownField) as string | undefined,
    );
  const run = async (db?: Db): Promise<unknown> => {
    const result = await handler({
      ...asked,
      viewer,
      headers: request.headers,
      address,
      // Few handlers ask, and parsing two URLs costs more than most other checks.
      get isPlainLoopback() {
        return isPlainLoopback(context, options.publicOrigin);
      },
      setCookie: (line: string) => cookies.push(line),
      db,
    } as HandlerContext<Call>);
    if (options.verifyAnswers && endpoint.answer && !isStream)
      endpoint.answer.parse(result instanceof EtagAnswer ? result.body : result);
    hasSecret = holdsSecret(endpoint, result);
    return result;
  };
  if (isStream) return new Response((await run()) as ReadableStream<Uint8Array>, { headers: headersNow() });
  if (isRead) {
    const make = async () => {
      const result = await run();
      return result instanceof EtagAnswer
        ? result
        : new EtagAnswer(endpoint.answerType ? (result as Body) : JSON.stringify(result));
    };
    const made = await options.answerCache.make(moment, cacheKey, make);
    return readAnswer(made, headersNow(), request, coding(made.body));
  }
  const write = async (db?: Db): Promise<WrittenAnswer> => {
    const result = await run(db);
    return { status: endpoint.status, body: endpoint.answer === null ? '' : JSON.stringify(result) };
  };
  const send = () =>
    writingTo(asked.params?.id as string | undefined, () =>
      endpoint.offline === 'queued' && viewer
        ? once(call, { ...asked, body: isImage ? asked.body : sent }, viewer, request, write, options)
        : write(),
    );
  const isLimited = viewer && isHeavyWrite(call, asked);
  const { status, body } = await (isLimited ? options.heavyWrites(viewer.userId, send) : send());
  // A stored refusal may hold the current object.
  hasSecret ||= status >= 400;
  const headers = headersNow();
  for (const line of cookies) headers.append('Set-Cookie', line);
  if (body === '') return new Response(null, { status, headers });
  // A stored refusal is a problem response again.
  if (status >= 400) {
    headers.set('Content-Type', 'application/problem+json');
    headers.set('Content-Language', languageNow());
    headers.append('Vary', 'Accept-Language');
  }
  return encodedResponse({ body, encoded: {} }, { status, headers }, coding(body));
}

function holdsSecret({ secretField }: Endpoint, result: unknown): boolean {
  if (secretField === undefined || typeof result !== 'object' || result === null) return false;
  return (Reflect.get(result, secretField) ?? null) !== null;
}

const isCompressible = ({ answer, answerType }: Endpoint) =>
  answer !== null && answerType !== 'image/webp' && answerType !== 'text/event-stream';

/** Against BREACH: another site can send a request with the person's cookies and measure the compressed size. */
const isWatched = (viewer: Viewer | null, { headers }: Request) =>
  viewer !== null && headers.get('sec-fetch-site') === 'cross-site';

export const tooManyWrites = () => t('You changed a lot in a short time. Wait a moment.');

function limitWrites(
  { userId }: Viewer,
  { writeLimiter, hourlyWrites }: Pick<MountOptions, 'writeLimiter' | 'hourlyWrites'>,
): void {
  takeUse(writeLimiter, userId, tooManyWrites);
  limitAmount(hourlyWrites.take(userId, 1));
}

function limitAmount(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0)
    throw new Problem('rate_limited', t('You changed a lot in a short time. You can go on later.'), {
      retryAfterSeconds,
    });
}

/**
 * `body` as it was sent: a parsed one has the defaults of this version, and a device may repeat a write to which an earlier version
 * gave an answer that was lost.
 */
function once(
  call: Call,
  asked: { params: unknown; query: unknown; body: unknown },
  { userId, sessionId }: Viewer,
  { headers }: Request,
  write: (db: Db) => Promise<WrittenAnswer>,
  { database: { db, dialect }, now, storedAnswers }: MountOptions,
): Promise<WrittenAnswer> {
  const key = keyOf(headers);
  const fingerprint =
    key === null ? '' : fingerprintOf(call, asked.params, asked.query, withoutSentAt(asked.body));
  return writeOnce(db, { userId, key, fingerprint }, now().toISOString(), async (transaction) => {
    const written = await dialect.asSession(transaction, sessionId, () => write(transaction));
    if (key !== null) limitAmount(storedAnswers.take(userId, written.body.length));
    return written;
  });
}

/** `sentAt` differs between attempts of the same write, so it is not part of the fingerprint. */
function withoutSentAt(body: unknown): unknown {
  const { sentAt: _, ...rest } = (body ?? {}) as { sentAt?: unknown };
  return rest;
}

function headersOf(
  endpoint: Endpoint,
  { viewer, isRead, isSecret }: { viewer: Viewer | null; isRead: boolean; isSecret: boolean },
): Headers {
  const headers = new Headers({ 'Cache-Control': cachePolicy(endpoint, viewer, isRead) });
  const varies = [
    isCompressible(endpoint) && 'Accept-Encoding',
    endpoint.access === 'optional' && 'Cookie',
    // Calendars and tables contain translated texts.
    endpoint.answerType?.startsWith('text/') && 'Accept-Language',
  ];
  const vary = varies.filter(Boolean).join(', ');
  if (vary) headers.set('Vary', vary);
  if (endpoint.answer) headers.set('Content-Type', endpoint.answerType ?? 'application/json');
  const isStream = endpoint.answerType === 'text/event-stream';
  // A proxy may not compress secrets (BREACH), nor hold a stream back to compress it or to fill a buffer (nginx).
  if (isStream || isSecret) headers.append('Cache-Control', 'no-transform');
  if (isStream) headers.set('X-Accel-Buffering', 'no');
  if (endpoint.fileName) headers.set('Content-Disposition', `attachment; filename="${endpoint.fileName}"`);
  return headers;
}

/** The whole answer, or 304 when `If-None-Match` names its ETag. */
function readAnswer(made: CachedAnswer, headers: Headers, request: Request, coding: Coding | null) {
  headers.set('ETag', made.etag);
  if (isUnchanged(request, made.etag)) return new Response(null, { status: 304, headers });
  return encodedResponse(made, { status: 200, headers }, coding);
}

function paramsOf(context: Context, schema: NonNullable<Endpoint['params']>) {
  const raw = Object.fromEntries(
    Object.entries(context.req.param() as Record<string, string>).map(([name, value]) => [
      name,
      value.replace(/\.(json|ics|webp)$/, ''),
    ]),
  );
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw notFound('other');
  return parsed.data;
}

async function validateBody(
  schema: NonNullable<Endpoint['body']>,
  sent: unknown,
  { furtherErrors }: AnyHandler,
  address: string,
) {
  try {
    return validate(schema, sent);
  } catch (problem) {
    if (!furtherErrors || !(problem instanceof Problem)) throw problem;
    const errors = problem.errors ?? [];
    const known = new Set(errors.map(({ path }) => path));
    const further = await furtherErrors(sent, address);
    throw invalid(...errors, ...further.filter(({ path }) => !known.has(path)));
  }
}

const validateQuery = (schema: Endpoint['query'], sent: ReturnType<typeof readQuery>) =>
  schema && validate(schema, sent);

/** Private answers are `no-store`; public ones `no-cache`, unless the contract has a maximum age. */
function cachePolicy(endpoint: Endpoint, viewer: Viewer | null, isRead: boolean): string {
  const isPublic = isRead && endpoint.access !== 'session' && viewer === null && endpoint.offline !== 'never';
  if (!isPublic) return 'private, no-store';
  if (!endpoint.maxAgeSeconds) return 'public, no-cache';
  return `public, max-age=${endpoint.maxAgeSeconds}${endpoint.isImmutable ? ', immutable' : ''}`;
}
