// HTTP of what search engines read first: robots.txt, and a sitemap of the pages that anyone may open.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { Site } from '../api.ts';
import type { Deps } from '../deps.ts';
import { accepts } from '../http/answer/accepts.ts';
import { addressOf } from '../http/limits/address.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { notFound, Problem, problemResponse } from '../http/problem.ts';
import { tooManyRequests } from '../http/request-guard.ts';
import { adultBornBy } from '../people/rules.ts';
import { eventParts, idParts, pagesIn } from './queries.ts';
import { firstDayListed, indexXml, pagesXml, partOf, partPath, robotsText } from './rules.ts';

const compress = promisify(gzip);
const listsPath = '/sitemaps/pages.xml';
const xml = 'application/xml; charset=utf-8';

/** `indexablePaths`: the indexable pages without a path parameter. */
export function mountSitemap(site: Site, deps: Deps, indexablePaths: string[]): void {
  const { config, database, now } = deps;
  const { db } = database;
  const origin = config.publicOrigin;
  const limiter = limiterOf(deps, { count: 60, windowMs: 60_000 });

  const mount = (path: string, type: string, textOf: (context: Context) => Promise<string> | string) =>
    site.get(path, async (context) => {
      context.set('route', path);
      try {
        takeUse(limiter, addressOf(context, config.trustProxy), tooManyRequests);
        return await respond(context.req.raw, await textOf(context), type);
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error);
        throw error;
      }
    });

  mount('/robots.txt', 'text/plain; charset=utf-8', () => robotsText(origin));
  mount('/sitemap.xml', xml, async () => {
    const parts = await eventParts(db, firstDayListed(now()));
    for (const section of ['series', 'organizations', 'people'] as const)
      parts.push(...(await idParts(db, section, now().toISOString())));
    return indexXml(origin, [listsPath, ...parts.map(partPath)]);
  });
  mount(listsPath, xml, () =>
    pagesXml(
      origin,
      indexablePaths.map((path) => ({ path, changedAt: null })),
    ),
  );
  mount('/sitemaps/:section/:range', xml, async (context) => {
    const part = partOf(context.req.param('section') ?? '', context.req.param('range') ?? '');
    if (!part) throw notFound('other');
    const moment = { bornBy: adultBornBy(now()), now: now().toISOString() };
    return pagesXml(origin, await pagesIn(db, part, moment));
  });
}

async function respond(request: Request, text: string, type: string): Promise<Response> {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const headers: Record<string, string> = {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=3600',
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  if (!accepts('gzip', request)) return new Response(text, { headers });
  return new Response(new Uint8Array(await compress(text)), {
    headers: { ...headers, 'Content-Encoding': 'gzip' },
  });
}
