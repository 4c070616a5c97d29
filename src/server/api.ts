// Builds the whole API from its dependencies. No side effects: main.ts listens, tests call it in process.
import { Hono } from 'hono';
import { serverTimeHeader } from '../contract/headers.ts';
import { ownAccountRoutes } from './accounts/own-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createAuthenticator } from './accounts/sessions.ts';
import { calendarFeedRoutes } from './calendar-feed/routes.ts';
import { isOutage } from './db/dialect.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { exploreRoutes } from './explore/routes.ts';
import { membershipRoutes } from './groups/membership-routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { addressOf } from './http/address.ts';
import { createAnswerCache } from './http/answer-cache.ts';
import { createLimiter, noLimit } from './http/limiter.ts';
import { mountApi } from './http/mount.ts';
import { notFound, Problem, problemResponse, unavailable } from './http/problem.ts';
import { meRoutes } from './me/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { mountSandbox } from './ports/payments/sandbox/page-routes.ts';
import { registrationRoutes } from './registrations/routes.ts';
import { docsPage } from './system/docs-page.ts';
import { systemRoutes } from './system/routes.ts';

export type Site = Hono<{ Variables: { requestId: string; route: string } }>;

export function buildApi(deps: Deps, { verifyAnswers = false } = {}): Site {
  const { config, log, now } = deps;
  const app: Site = new Hono();
  app.use('/api/*', async (context, next) => {
    await next();
    context.res.headers.set(serverTimeHeader, String(now().getTime()));
  });
  mountApi(
    app,
    {
      ...accountRoutes(deps),
      ...exploreRoutes(deps),
      ...eventRoutes(deps),
      ...registrationRoutes(deps),
      ...paymentRoutes(deps),
      ...groupRoutes(deps),
      ...membershipRoutes(deps),
      ...peopleRoutes(deps),
      ...meRoutes(deps),
      ...ownAccountRoutes(deps),
      ...notificationRoutes(deps),
      ...calendarFeedRoutes(deps),
      ...pictureRoutes(deps),
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
      db: deps.database.db,
      now,
      verifyAnswers,
    },
  );
  app.get('/api/docs', () => docsPage());
  if (deps.payments.sandbox) mountSandbox(app, deps.payments.sandbox, config.publicOrigin);
  app.all('/api/*', () => {
    throw notFound('call');
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return problemResponse(error);
    if (isOutage(error)) {
      log.error({ err: error, requestId: context.get('requestId') }, 'The database is away');
      return problemResponse(unavailable());
    }
    log.error({ err: error, requestId: context.get('requestId') }, 'A handler failed');
    return problemResponse(
      new Problem('internal', 'The server could not do this. Try again; if it stays, tell the club.'),
    );
  });
  return app;
}
