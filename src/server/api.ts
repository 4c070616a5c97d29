// Builds the whole API from its dependencies. No side effects: main.ts listens, tests call it in process.
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { accountRoutes } from './accounts/routes.ts';
import { createAuthenticator } from './accounts/sessions.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { exploreRoutes } from './explore/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { createLimiter, noLimit } from './http/limiter.ts';
import { mountApi } from './http/mount.ts';
import { notFound, Problem, problemResponse } from './http/problem.ts';
import { meRoutes } from './me/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { systemRoutes } from './system/routes.ts';

export function buildApi(deps: Deps, { verifyAnswers = false } = {}): Hono {
  const { config, log, now } = deps;
  const app = new Hono();
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
      verifyAnswers,
    },
  );
  app.all('/api/*', () => {
    throw notFound('call');
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return problemResponse(error);
    log.error({ err: error, requestId: context.res.headers.get('X-Request-Id') }, 'A handler failed');
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
  return (
    forwarded || (context.env?.incoming ? getConnInfo(context).remote.address : undefined) || 'in-process'
  );
}
