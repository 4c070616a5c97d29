// Password reset: by a mailed link, or in a session that signed in recently.
import { revokeUnconfirmedFeeds } from '../calendar-feed/queries.ts';
import type { Deps } from '../deps.ts';
import type { Handler } from '../http/handler.ts';
import { countDailyUse } from '../http/limits/daily-uses.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { invalid, Problem } from '../http/problem.ts';
import { inBackground } from '../ports/mailer.ts';
import { inLanguageOf, t } from '../words/t.ts';
import { lockUser } from './account-deletion-queries.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { hashPassword, refusePassword } from './passwords.ts';
import {
  auditAccount,
  confirmEmail,
  consumeOneTimeToken,
  findAccount,
  findTokenOwner,
  findUser,
  issueOneTimeToken,
  removeOneTimeTokens,
  revokeSessions,
  setPasswordHash,
} from './queries.ts';
import { unconfirmedMails } from './register.ts';
import { cookieFormOf, deletedCookies } from './session/cookies.ts';
import { accountSuspended, createAuthenticator, sessionEnded } from './session/sessions.ts';
import { forgetDevices } from './sign-in/attempt-queries.ts';
import { deviceHashOf, rememberDevice } from './sign-in/sign-in-guard.ts';

/** Lifetime of a reset link, and the maximum age of a sign-in that needs no link. */
export const resetMs = 10 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const mailsPerDay = 6;

/**
 * Whether one more mail may go to this account today, counted for all processes. After six in a day one an hour: a limit for
 * the rest of the day would let anyone lock out an owner.
 */
async function mayMail({ config, database: { db } }: Deps, user: Account, at: Date): Promise<boolean> {
  if (!config.rateLimit) return true;
  const { id: userId, email_verified_at } = user;
  if (email_verified_at === null && !(await countDailyUse(db, unconfirmedMails(userId), at))) return false;
  const hour = `mail reset ${at.toISOString().slice(11, 13)}` as const;
  return (
    (await countDailyUse(db, { userId, action: 'mail reset', max: mailsPerDay }, at)) ||
    countDailyUse(db, { userId, action: hour, max: 1 }, at)
  );
}

type Account = { id: string; email_verified_at: string | null };

export function resetMailHandler(deps: Deps): Handler<'POST /api/auth/reset-password-email'> {
  const { config, now, mailer } = deps;
  const perAddress = limiterOf(deps, { count: 10, windowMs: 60_000 });
  const perEmail = limiterOf(deps, { count: 3, windowMs: resetMs });
  // Answers for addresses without an account as for those with one, whose mails `mayMail` counts.
  const perDay = limiterOf(deps, { count: mailsPerDay, windowMs: dayMs });
  const perHour = limiterOf(deps, { count: 1, windowMs: hourMs });
  return ({ body, address }) => {
    takeUse(perAddress, address, () =>
      t('Too many e-mails were requested from your network. Wait a moment.'),
    );
    // By the typed address, so that the answer does not reveal whether it has an account. This locks no owner out: the link
    // in the last mail works for as long as the limit lasts.
    takeUse(perEmail, body.email, tooManyAttempts);
    takeUse({ take: (email) => perDay.take(email) && perHour.take(email) }, body.email, tooManyAttempts);
    const at = now();
    // The lookup runs after the response, so that known and unknown addresses take the same time.
    inBackground(deps, async () => {
      const user = await findAccount(deps.database.db, body.email);
      if (!user) return;
      // Without an answer, which would reveal that the address has an account or is not confirmed.
      if (!(await mayMail(deps, user, at))) return;
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
  const { config, mailer } = deps;
  const authenticate = createAuthenticator(deps);
  const perUser = limiterOf(deps, { count: 3, windowMs: 10_000 });
  return async (request) => {
    const { body, headers, setCookie } = request;
    const token = bearerToken(headers);
    const { user, proof } =
      token === null ? await userOfFreshSession(deps, authenticate, headers) : await userOfToken(deps, token);
    if (body.confirmPassword !== body.password)
      throw invalid({
        path: 'confirmPassword',
        code: 'mismatch',
        message: t('Not the same as the password'),
      });
    const refused = await refusePassword(body.password, user);
    if (refused) throw invalid(refused);
    // A key for each way, so that a stolen session cannot delay the owner's link.
    takeUse(perUser, `${token === null ? 'session' : 'link'} ${user.id}`, tooManyAttempts);
    const passwordHash = await hashPassword(body.password);
    await changePassword(deps, { userId: user.id, proof, passwordHash, headers });
    if (token === null) for (const line of deletedCookies(config.cookies, request)) setCookie(line);
    // The mail proves ownership: remember the device, so that others' guesses don't delay the next sign-in.
    else
      setCookie(
        await rememberDevice(deps, { userId: user.id, headers, form: cookieFormOf(request, config.cookies) }),
      );
    inBackground(deps, () => mailer.send(inLanguageOf(user, () => passwordChangedMail(user, config))));
  };
}

/** What permits the change: the token of a mailed link, or a session. */
type Proof = { token: string } | { sessionId: string };

/** Checks the proof again in the transaction: the request has waited for the password hash since the first check. */
function changePassword(
  deps: Deps,
  {
    userId,
    proof,
    passwordHash,
    headers,
  }: { userId: string; proof: Proof; passwordHash: string; headers: Headers },
): Promise<void> {
  const at = deps.now().toISOString();
  const { db, dialect } = deps.database;
  return db.transaction().execute(async (trx) => {
    // The user first, as the deletion of an account does.
    await lockUser(dialect, trx, userId);
    if ('token' in proof) {
      // Of concurrent calls with one token, only one consumes it.
      if ((await consumeOneTimeToken(trx, 'resetPassword', proof.token, at)) === undefined)
        throw invalidLink();
      await revokeUnconfirmedFeeds(trx, userId, at);
      await confirmEmail(trx, userId, at);
    }
    await removeOneTimeTokens(trx, userId, 'resetPassword');
    await setPasswordHash(trx, userId, passwordHash, at);
    const revoked = await revokeSessions(trx, { userId }, at);
    if ('sessionId' in proof && !revoked.includes(proof.sessionId)) throw sessionEnded();
    await forgetDevices(trx, userId, 'token' in proof ? null : deviceHashOf(deps, headers));
    await auditAccount(trx, { actorId: userId, action: 'account.passwordChanged', userId, at });
  });
}

const tooManyAttempts = () => t('Too many attempts. Wait a moment.');

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
  return { user, proof: { token } };
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
  return { user, proof: { sessionId: viewer.sessionId } };
}
