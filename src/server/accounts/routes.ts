// HTTP handlers of docs/product.md, "Account calls".
import type { authEndpoints } from '../../contract/people/auth.ts';
import type { Deps } from '../deps.ts';
import type { Handler, Handlers } from '../http/handler.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { Problem } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount, lockVerifiedUser } from './queries.ts';
import { confirmEmailHandler, registerHandler, resendConfirmationHandler } from './register.ts';
import { resetMailHandler, resetPasswordHandler } from './reset-password.ts';
import { type CookieForm, cookieFormOf, deletedCookies, readCookie } from './session/cookies.ts';
import { accountSuspended, endSession, rotateSession, startSession } from './session/sessions.ts';
import { createSignInGuard, rememberDevice } from './sign-in/sign-in-guard.ts';

export function accountRoutes(deps: Deps): Handlers<keyof typeof authEndpoints> {
  return {
    'POST /api/auth/login': loginHandler(deps),
    'POST /api/auth/register': registerHandler(deps),
    'POST /api/auth/refresh': refreshHandler(deps),
    'GET /api/auth/session': ({ viewer }) => ({
      id: viewer.userId,
      username: viewer.username,
      avatarSrc: viewer.avatarSrc,
    }),
    'POST /api/auth/logout': async (request) => {
      await endSession(deps, request.headers);
      for (const line of deletedCookies(deps.config.cookies, request)) request.setCookie(line);
    },
    'POST /api/auth/reset-password-email': resetMailHandler(deps),
    'POST /api/auth/reset-password': resetPasswordHandler(deps),
    'POST /api/auth/confirm-email': confirmEmailHandler(deps),
    'POST /api/auth/confirm-email/resend': resendConfirmationHandler(deps),
  };
}

const wrongCredentials = () => new Problem('invalid_credentials', t('Wrong username or password.'));

function loginHandler(deps: Deps): Handler<'POST /api/auth/login'> {
  const { config, log } = deps;
  const guard = createSignInGuard(deps);
  let isPlainLogged = false;
  const notePlain = (form: CookieForm) => {
    if (form !== 'plain' || isPlainLogged) return;
    isPlainLogged = true;
    log.warn(
      'A browser keeps no Secure cookies on plain HTTP: on this machine alone it gets them without Secure',
    );
  };
  return async (request) => {
    const { body, headers, address, setCookie } = request;
    const name = body.username.toLowerCase();
    const known = await guard.admit({ name, address, headers });
    const account = await findAccount(deps.database.db, name);
    const undo = await guard.begin({ name, userId: account?.id ?? null, address, known });
    const isRight = await verifyPassword(account?.password_hash ?? null, body.password).catch(
      async (error: unknown) => {
        await undo();
        throw error;
      },
    );
    if (!isRight || !account) throw wrongCredentials();
    await undo();
    if (account.suspended_at !== null) throw accountSuspended();
    const form = cookieFormOf(request, config.cookies);
    notePlain(form);
    const { cookies } = await startSession(deps, account.id, headers.get('user-agent') ?? '', {
      form,
      recheck: async (db) => {
        if (!(await lockVerifiedUser(deps.database.dialect, db, account))) throw wrongCredentials();
      },
    });
    for (const line of cookies) setCookie(line);
    setCookie(await rememberDevice(deps, { userId: account.id, headers, form }));
    return { user: { id: account.id, username: account.username, avatarSrc: account.file_path } };
  };
}

function refreshHandler(deps: Deps): Handler<'POST /api/auth/refresh'> {
  const { cookies: names } = deps.config;
  // One refresh per 15 minutes is usual. Tabs without a common lock each refresh, and retry.
  const perSession = limiterOf(deps, { count: 30, windowMs: 60_000 });
  const requireCapacity = (sessionId: string) =>
    takeUse(perSession, sessionId, () => t('Too many attempts. Wait a moment.'));
  return async (request) => {
    const token = readCookie(request.headers, names.refresh);
    if (token === null) throw new Problem('session_ended', t('You are not signed in. Sign in.'));
    const { cookies, accessTokenExpiresAt } = await rotateSession(deps, token, {
      form: cookieFormOf(request, names),
      requireCapacity,
    });
    for (const line of cookies) request.setCookie(line);
    return { accessTokenExpiresAt };
  };
}
