// Builds the whole API from its dependencies. No side effects: main.ts listens, tests call it in process.
import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { accountRoutes } from './accounts/routes.ts';
import { createAuthenticator } from './accounts/sessions.ts';
import { isOutage } from './db/dialect.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { exploreRoutes } from './explore/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createLimiter, noLimit } from './http/limiter.ts';
import { mountApi } from './http/mount.ts';
import { notFound, Problem, problemResponse } from './http/problem.ts';
import { meRoutes } from './me/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { docsPage } from './system/docs-page.ts';
import { systemRoutes } from './system/routes.ts';

export type Site = Hono<{ Variables: { requestId: string; route: string } }>;

export function buildApi(deps: Deps, { verifyAnswers = false } = {}): Site {
  const { config, log, now } = deps;
  const app: Site = new Hono();
  mountApi(
    app,
    {
      ...accountRoutes(deps),
      ...exploreRoutes(deps),
      ...eventRoutes(deps),
      ...groupRoutes(deps),
      ...peopleRoutes(deps),
      ...meRoutes(deps),
      ...systemRoutes(deps),
    },
    {
      publicOrigin: config.publicOrigin,
      // Generous: a club behind one address is many people. Bursts of 600, then ten a second.
      limiter: config.rateLimit
        ? createLimiter(() => now().getTime(), { count: 600, windowMs: 60_000 })
        : noLimit,
      authenticate: createAuthenticator(deps),
      addressOf: (context) => addressOf(context, config.trustProxy),
      answerCache: createAnswerCache(deps.database.version, () => now().getTime()),
      verifyAnswers,
    },
  );
  app.get('/api/docs', () => docsPage());
  app.all('/api/*', () => {
    throw notFound('call');
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return problemResponse(error);
    if (isOutage(error)) {
      log.error({ err: error, requestId: context.get('requestId') }, 'The database is away');
      return problemResponse(
        new Problem('unavailable', 'The server is catching its breath. Try again in a moment.', {
          retryAfterSeconds: 2,
        }),
      );
    }
    log.error({ err: error, requestId: context.get('requestId') }, 'A handler failed');
    return problemResponse(
      new Problem('internal', 'The server could not do this. Try again; if it stays, tell the club.'),
    );
  });
  return app;
}

/** The nearest address that we believe: the peer's, or the last one our own proxy added. */
function addressOf(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  // In process (tests) there is no connection.
  const address =
    forwarded || (context.env?.incoming ? getConnInfo(context).remote.address : undefined) || 'in-process';
  // One household or phone holds a whole IPv6 /64: it counts as one.
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first four groups of an IPv6 address; an embedded IPv4 address as it is. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  if (/\.\d+$/.test(address)) return address.slice(address.lastIndexOf(':') + 1);
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array<string>(8 - groups.length - after.length).fill('0') : [];
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
