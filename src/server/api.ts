// Builds the whole API from its dependencies. No side effects: main.ts listens, tests call it in process.
import { Hono } from 'hono';
import { serverTimeHeader } from '../contract/values/headers.ts';
import { limits } from '../contract/values/limits.ts';
import { absenceRoutes } from './absences/routes.ts';
import { ownAccountRoutes } from './accounts/own-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createAuthenticator } from './accounts/session/sessions.ts';
import { coachingHoursRoutes } from './attendance/hours/routes.ts';
import { attendanceRoutes } from './attendance/routes.ts';
import { attendanceTableRoutes } from './attendance/table/routes.ts';
import { calendarFeedRoutes } from './calendar-feed/routes.ts';
import { forRequest } from './db/postgres/request-kind.ts';
import type { Deps } from './deps.ts';
import { eventRoutes } from './events/routes.ts';
import { exploreRoutes } from './explore/routes.ts';
import { fixtureRoutes } from './fixtures/routes.ts';
import { managedMemberRoutes } from './groups/members/managed-routes.ts';
import { membershipRoutes } from './groups/members/membership-routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { createAnswerCache } from './http/answer/answer-cache.ts';
import { addressOf } from './http/limits/address.ts';
import { createPersonGate, openGate } from './http/limits/heavy-writes.ts';
import { limiterOf } from './http/limits/limiter.ts';
import { createQuota, noQuota } from './http/limits/quota.ts';
import { languageOfCall } from './http/locale.ts';
import { mountApi, tooManyWrites } from './http/mount.ts';
import { outageProblem } from './http/outage.ts';
import {
  abortedResponse,
  encodedProblemResponse,
  notFound,
  Problem,
  problemResponse,
} from './http/problem.ts';
import { refuseMalformedPaths, refuseOtherMethods, requestGuard } from './http/request-guard.ts';
import { RequestAborted } from './http/socket/incoming.ts';
import { instanceRoutes } from './instance/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { meRoutes } from './me/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { placeRoutes } from './planning/places/place-routes.ts';
import { planningRoutes } from './planning/routes.ts';
import { mountSandbox } from './ports/payments/sandbox/page-routes.ts';
import { registrationRoutes } from './registrations/routes.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { docsPage } from './system/docs-page.ts';
import { systemRoutes } from './system/routes.ts';
import { t, withLanguage } from './words/t.ts';

export type Site = Hono<{ Variables: { requestId: string; route: string } }>;

export function buildApi(deps: Deps, { verifyAnswers = false } = {}): Site {
  const { config, log, noteOutage, now } = deps;
  const app: Site = new Hono();
  const clock = () => now().getTime();
  app.use(({ req }, next) => withLanguage(languageOfCall(req.raw), () => forRequest(req.method, next)));
  app.use('/api/*', async (context, next) => {
    await next();
    context.res.headers.set(serverTimeHeader, String(clock()));
  });
  const quotaOf = (amount: number, windowMs: number) =>
    config.rateLimit ? createQuota(clock, { amount, windowMs }) : noQuota;
  const guard = requestGuard({
    // Generous, as a whole club may share one address: bursts of 600, then ten a second.
    limiter: limiterOf(deps, { count: 600, windowMs: 60_000 }),
    addressOf: (context) => addressOf(context, config.trustProxy),
  });
  for (const path of ['/api/*', '/sandbox/*']) app.use(path, guard, refuseMalformedPaths);
  mountApi(
    app,
    {
      ...accountRoutes(deps),
      ...exploreRoutes(deps),
      ...eventRoutes(deps),
      ...attendanceRoutes(deps),
      ...attendanceTableRoutes(deps),
      ...coachingHoursRoutes(deps),
      ...registrationRoutes(deps),
      ...planningRoutes(deps),
      ...placeRoutes(deps),
      ...fixtureRoutes(deps),
      ...reminderRoutes(deps),
      ...paymentRoutes(deps),
      ...groupRoutes(deps),
      ...membershipRoutes(deps),
      ...managedMemberRoutes(deps),
      ...peopleRoutes(deps),
      ...meRoutes(deps),
      ...absenceRoutes(deps),
      ...ownAccountRoutes(deps),
      ...notificationRoutes(deps),
      ...liveRoutes(deps),
      ...calendarFeedRoutes(deps),
      ...pictureRoutes(deps),
      ...systemRoutes(deps),
      ...instanceRoutes(deps),
    },
    {
      publicOrigin: config.publicOrigin,
      // A coach who marks 40 people and a device that sends 50 queued writes stay far below.
      writeLimiter: limiterOf(deps, { count: 120, windowMs: 10_000 }),
      // What grows with each write, and what each costs, is bounded in the long run, too.
      hourlyWrites: quotaOf(3000, 3_600_000),
      storedAnswers: quotaOf(limits.storedAnswerBytes, 86_400_000),
      heavyWrites: config.rateLimit ? createPersonGate({ waiting: 4, refusal: tooManyWrites }) : openGate,
      authenticate: createAuthenticator(deps),
      addressOf: (context) => addressOf(context, config.trustProxy),
      answerCache: createAnswerCache(deps.database.version, clock),
      database: deps.database,
      now,
      verifyAnswers,
    },
  );
  app.get('/api/docs', () => docsPage());
  refuseOtherMethods(app, '/api/docs', ['GET']);
  if (deps.payments.sandbox) mountSandbox(app, deps.payments.sandbox, config.publicOrigin);
  app.all('/api/*', () => {
    throw notFound('other');
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return encodedProblemResponse(error, context.req.raw);
    if (error instanceof RequestAborted) return abortedResponse();
    const outage = outageProblem(error);
    if (outage) {
      noteOutage(error, { requestId: context.get('requestId') });
      return problemResponse(outage);
    }
    log.error({ err: error, requestId: context.get('requestId') }, 'A handler failed');
    return problemResponse(
      new Problem('internal', t("That didn't work. Try again; if it keeps failing, tell your club.")),
    );
  });
  return app;
}
