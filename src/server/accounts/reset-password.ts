// Password reset: by a mailed link, or in a session that signed in recently.
import { revokeUnconfirmedFeeds } from '../calendar-feed/queries.ts';
import type { Deps } from '../deps.ts';
import type { Handler } from '../http/handler.ts';
import { createLimiter, noLimit } from '../http/limits/limiter.ts';
import { invalid, Problem } from '../http/problem.ts';
import { inBackground } from '../ports/mailer.ts';
import { inLanguageOf, t } from '../words/t.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, refusePassword } from './passwords.ts';
import {
  confirmEmail,
  consumeOneTimeToken,
  findAccount,
  findTokenOwner,
  findUser,
  insertAudit,
  issueOneTimeToken,
  removeOneTimeTokens,
  revokeSessions,
  setPasswordHash,
} from './queries.ts';
import { cookieFormOf, deletedCookies } from './session/cookies.ts';
import { accountSuspended, createAuthenticator } from './session/sessions.ts';
import { forgetDevices } from './sign-in/attempt-queries.ts';
import { deviceHashOf, rememberDevice } from './sign-in/sign-in-guard.ts';

/** Lifetime of a reset link, and the maximum age of a sign-in that needs no link. */
export const resetMs = 10 * 60 * 1000;

export function resetMailHandler(deps: Deps): Handler<'POST /api/auth/reset-password-email'> {
  const { config, now, mailer } = deps;
  const clock = () => now().getTime();
  const perAddress = config.rateLimit ? createLimiter(clock, { count: 10, windowMs: 60_000 }) : noLimit;
  const perEmail = config.rateLimit ? createLimiter(clock, { count: 3, windowMs: 10 * 60_000 }) : noLimit;
  return ({ body, address }) => {
    const retryAfterSeconds = perAddress.take(address);
    if (retryAfterSeconds > 0)
      throw new Problem(
        'rate_limited',
        t('Too many e-mails were requested from your network. Wait a moment.'),
        {
          retryAfterSeconds,
        },
      );
    // The lookup runs after the response, so that known and unknown addresses take the same time.
    if (perEmail.take(body.email) === 0)
      inBackground(deps, async () => {
        const user = await findAccount(deps.database.db, body.email);
        if (!user) return;
        const expiresAt = new Date(now().getTime() + resetMs);
        const token = await deps.database.db
          .transaction()
          .execute((db) => issueOneTimeToken(db, { userId: user.id, purpose: 'resetPassword', expiresAt }));
        await mailer.send(inLanguageOf(user, () => resetMail(user, config, token)));
      });
    return { email: body.email };
  };
}

export function resetPasswordHandler(deps: Deps): Handler<'POST /api/auth/reset-password'> {
  const { config, now, mailer } = deps;
  const { db } = deps.database;
  const authenticate = createAuthenticator(deps);
  return async (request) => {
    const { body, headers, setCookie } = request;
    const token = bearerToken(headers);
    const user =
      token === null ? await userOfFreshSession(deps, authenticate, headers) : await userOfToken(deps, token);
    if (body.confirmPassword !== body.password)
      throw invalid({
        path: 'confirmPassword',
        code: 'mismatch',
        message: t('Not the same as the password'),
      });
    const refused = await refusePassword(body.password, user);
    if (refused) throw invalid(refused);
    const passwordHash = await hashPassword(body.password);
    const at = now().toISOString();
    await db.transaction().execute(async (trx) => {
      if (token !== null) {
        // Of concurrent calls with one token, only one consumes it.
        if ((await consumeOneTimeToken(trx, 'resetPassword', token, at)) === undefined) throw invalidLink();
        await revokeUnconfirmedFeeds(trx, user.id, at);
        await confirmEmail(trx, user.id, at);
      }
      await removeOneTimeTokens(trx, user.id, 'resetPassword');
      await setPasswordHash(trx, user.id, passwordHash, at);
      await revokeSessions(trx, { userId: user.id }, at);
      await forgetDevices(trx, user.id, token === null ? deviceHashOf(deps, headers) : null);
      await insertAudit(trx, { actorId: user.id, action: 'account.passwordChanged', userId: user.id, at });
    });
    if (token === null) for (const line of deletedCookies(config.cookies, request)) setCookie(line);
    // The mail proves ownership: remember the device, so that others' guesses don't delay the next sign-in.
    else
      setCookie(
        await rememberDevice(deps, { userId: user.id, headers, form: cookieFormOf(request, config.cookies) }),
      );
    inBackground(deps, () => mailer.send(inLanguageOf(user, () => passwordChangedMail(user, config))));
  };
}

const invalidLink = () =>
  new Problem('invalid_token', t('This link has been used or is too old. Ask for a new one.'));

/** The token of a Bearer header (RFC 6750); null without the header, an empty string without a token. */
function bearerToken(headers: Headers): string | null {
  const header = headers.get('authorization') ?? '';
  return /^bearer(\s|$)/i.test(header) ? header.slice('bearer'.length).trim() : null;
}

async function userOfToken({ database, now }: Deps, token: string) {
  const user = await findTokenOwner(database.db, 'resetPassword', token, now().toISOString());
  if (!user) throw invalidLink();
  if (user.suspended_at !== null) throw accountSuspended();
  return user;
}

async function userOfFreshSession(
  deps: Deps,
  authenticate: ReturnType<typeof createAuthenticator>,
  headers: Headers,
) {
  const viewer = await authenticate(headers, 'session');
  if (viewer && deps.now().getTime() - Date.parse(viewer.signedInAt) > resetMs)
    throw new Problem(
      'not_permitted',
      t('To change your password, sign in again or ask for a link by e-mail.'),
    );
  const user = viewer && (await findUser(deps.database.db, viewer.userId));
  if (!user) throw new Problem('unauthenticated', t('Sign in to do this.'));
  return user;
}
