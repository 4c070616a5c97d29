// The HTTP of accounts: SPEC section 7's calls. Each handler says what happens; how lives in the files beside it.
import type { authEndpoints } from '../../contract/auth.ts';
import type { Deps } from '../deps.ts';
import type { Handler, Handlers } from '../http/handler.ts';
import { createLimiter, noLimit } from '../http/limiter.ts';
import { Problem } from '../http/problem.ts';
import { deletedCookies, readCookie } from './cookies.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount } from './queries.ts';
import { confirmEmailHandler, registerHandler, resendConfirmationHandler } from './register.ts';
import { resetMailHandler, resetPasswordHandler } from './reset-password.ts';
import { accountSuspended, endSession, rotateSession, startSession } from './sessions.ts';

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
    'POST /api/auth/logout': async ({ headers, setCookie }) => {
      await endSession(deps, headers);
      for (const line of deletedCookies(deps.config.cookies)) setCookie(line);
    },
    'POST /api/auth/reset-password-email': resetMailHandler(deps),
    'POST /api/auth/reset-password': resetPasswordHandler(deps),
    'POST /api/auth/confirm-email': confirmEmailHandler(deps),
    'POST /api/auth/confirm-email/resend': resendConfirmationHandler(deps),
  };
}

function loginHandler(deps: Deps): Handler<'POST /api/auth/login'> {
  const { config, now } = deps;
  const clock = () => now().getTime();
  const perAddress = config.rateLimit
    ? createLimiter(clock, { count: 30, windowMs: 10_000, growing: true, maxWaitMs: 60_000 })
    : noLimit;
  // Growing delays, never a lock: an owner who waits always gets in (QUALITY section 4).
  const perAccount = config.rateLimit
    ? createLimiter(clock, { count: 3, windowMs: 10_000, growing: true, maxWaitMs: 15 * 60_000 })
    : noLimit;
  return async ({ body, headers, address, setCookie }) => {
    const name = body.username.toLowerCase();
    const retryAfterSeconds = perAddress.take(address) || perAccount.take(`${address} ${name}`);
    if (retryAfterSeconds > 0)
      throw new Problem('rate_limited', 'Too many attempts to sign in. Wait a moment.', {
        retryAfterSeconds,
      });
    const account = await findAccount(deps.database.db, name);
    if (!(await verifyPassword(account?.password_hash ?? null, body.password)) || !account)
      throw new Problem('invalid_credentials', 'Wrong username or password.');
    if (account.suspended_at !== null) throw accountSuspended();
    const { cookies } = await startSession(deps, account.id, headers.get('user-agent') ?? '');
    for (const line of cookies) setCookie(line);
    return { user: { id: account.id, username: account.username, avatarSrc: account.file_path } };
  };
}

function refreshHandler(deps: Deps): Handler<'POST /api/auth/refresh'> {
  return async ({ headers, setCookie }) => {
    const token = readCookie(headers, deps.config.cookies.refresh);
    if (token === null) throw new Problem('session_ended', 'There is no session to renew. Sign in.');
    const { cookies, accessTokenExpiresAt } = await rotateSession(deps, token);
    for (const line of cookies) setCookie(line);
    return { accessTokenExpiresAt };
  };
}
