// The whole site: API, pages and files, with a request id, a log line and security headers for every response.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { buildApi, type Site } from './api.ts';
import { forRequest } from './db/postgres/request-kind.ts';
import type { Deps } from './deps.ts';
import { addressOf } from './http/limits/address.ts';
import { limiterOf } from './http/limits/limiter.ts';
import { languageOfCall } from './http/locale.ts';
import { outageProblem } from './http/outage.ts';
import { abortedResponse, Problem, problemResponse } from './http/problem.ts';
import { isAborted, requestGuard } from './http/request-guard.ts';
import { RequestAborted } from './http/socket/incoming.ts';
import { mountMetrics } from './metrics/routes.ts';
import { sandboxStyleHash } from './ports/payments/sandbox/page.ts';
import { pageHeaders } from './render/page-headers.ts';
import { type BuiltPage, indexablePaths, mountPages } from './render/pages.ts';
import { mountPreviewImages } from './render/preview-images/routes.ts';
import { createPageRenderer } from './render/render-page.ts';
import { serverEntryLoader } from './render/server-entry.ts';
import { mountSitemap } from './sitemap/routes.ts';
import { withLanguage } from './words/t.ts';

/** Per address: installing the app fetches over a hundred files, and a whole club may share one address. */
const everything = { count: 6000, windowMs: 60_000 };

export function buildSite(deps: Deps, page: BuiltPage): Site {
  const { config, log, metrics, noteOutage } = deps;
  const headers = Object.entries(pageHeaders(config, page.template, [sandboxStyleHash]));
  const site: Site = new Hono();
  site.use(async (context, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    context.set('requestId', requestId);
    await withLanguage(languageOfCall(context.req.raw), () => forRequest(context.req.method, next));
    // A rendered page has its own CSP, with the hashes of its styles.
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    context.res.headers.set('X-Request-Id', requestId);
    // Log the route pattern, never the URL: searches and visited pages are personal data.
    const route = context.get('route') ?? 'none';
    const ms = performance.now() - startedAt;
    const { method } = context.req;
    const { status } = context.res;
    metrics?.observeRequest({ method, route, status, seconds: ms / 1000 });
    log.info(
      {
        requestId,
        method,
        route,
        status,
        // The client closed the connection before the response was sent; the write may have happened.
        ...(isAborted(context) && { aborted: true }),
        ms: Math.round(ms * 10) / 10,
      },
      'answered',
    );
  });
  site.use(
    requestGuard({
      limiter: limiterOf(deps, everything),
      addressOf: (context) => addressOf(context, config.trustProxy),
    }),
  );
  const api = buildApi(deps);
  site.route('/', api);
  site.onError((error, context) => {
    if (error instanceof Problem) return problemResponse(error);
    if (error instanceof RequestAborted) return abortedResponse();
    const requestId = context.get('requestId');
    const outage = outageProblem(error);
    if (outage) {
      noteOutage(error, { requestId });
      return problemResponse(outage);
    }
    log.error({ err: error, requestId }, 'A page failed');
    return new Response('Internal Server Error\n', {
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  });
  mountMetrics(site, deps);
  mountSitemap(site, deps, indexablePaths(page.instance));
  mountPreviewImages(site, deps, { api, serverEntry: page.serverEntry });
  mountPages(site, page, createPageRenderer(deps, api, page, serverEntryLoader(page.serverEntry)));
  return site;
}
