// Registration and e-mail confirmation. A taken address gets the same response as a new one (no user enumeration); only
// its owner is notified.
import { v7 as uuid } from 'uuid';
import type { ParsedBody } from '../../contract/api.ts';
import { RegisterBodySchema } from '../../contract/people/auth.ts';
import type { FieldError } from '../../contract/values/problems.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { isInvitedToRegister } from '../groups/invitations/valid-invitation-queries.ts';
import type { Handler } from '../http/handler.ts';
import { countDailyUse, takeDailyUse } from '../http/limits/daily-uses.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { localeOf } from '../http/locale.ts';
import { invalid, Problem } from '../http/problem.ts';
import { defaultVisibility } from '../people/rules.ts';
import { inBackground } from '../ports/mailer.ts';
import { inLanguageOf, t } from '../words/t.ts';
import { lockUser } from './account-deletion-queries.ts';
import { alreadyRegisteredMail, confirmMail } from './mails.ts';
import { hashPassword, refusePassword } from './passwords.ts';
import { parsePhone, type StoredPhone } from './phone-rules.ts';
import {
  auditAccount,
  confirmEmail,
  consumeOneTimeToken,
  findTaken,
  findTokenOwner,
  findUser,
  insertUser,
  issueOneTimeToken,
} from './queries.ts';

const confirmMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The mails a day to an address that no one has confirmed, of all kinds together: someone may have registered with the address
 * of a stranger.
 */
export const unconfirmedMails = (userId: string) => ({ userId, action: 'mail unconfirmed', max: 6 }) as const;

type RegisterBody = ParsedBody<'POST /api/auth/register'>;

export function registerHandler(deps: Deps): Handler<'POST /api/auth/register'> {
  const { config, now, mailer } = deps;
  // A whole club may register from one IP address on one evening.
  const perAddress = limiterOf(deps, { count: 60, windowMs: 10 * 60_000 });
  const requireOpen = (address: string) => {
    if (config.registration === 'closed')
      throw new Problem('registration_closed', t("You can't create an account here at the moment."));
    takeUse(perAddress, address, () =>
      t('A lot of accounts were created from your network. Try again later.'),
    );
  };
  const register: Handler<'POST /api/auth/register'> = async ({ body, headers, address }) => {
    requireOpen(address);
    // Before any check that depends on existing accounts, so that it reveals none of them.
    await requireInvitation(deps, deps.database.db, body, now());
    const errors = await errorsOf(deps, body);
    const phone = parsePhone(body.phone, body.countryCode);
    if (errors.length > 0 || 'path' in phone) throw invalid(...errors);
    const passwordHash = await hashPassword(body.password);
    const at = now();
    const created = await create(deps, body, { ...phone, passwordHash, locale: localeOf(headers), at });
    if (created) inBackground(deps, () => mailer.send(confirmMail(body, config, created.token)));
    else {
      const owner = await ownerOfTakenAddress(deps, body, at);
      const use = { userId: owner.id, action: 'mail already registered', max: 3 } as const;
      inBackground(deps, async () => {
        if (config.rateLimit && !(await countDailyUse(deps.database.db, use, at))) return;
        await mailer.send(inLanguageOf(owner, () => alreadyRegisteredMail(owner, config)));
      });
    }
    return { username: body.username, email: body.email };
  };
  return Object.assign(register, {
    async furtherErrors(sent: unknown, address: string) {
      requireOpen(address);
      // Nothing about existing accounts for people who may have no invitation.
      return config.registration === 'open' ? errorsOf(deps, validParts(sent)) : [];
    },
  });
}

type ErrorParts = {
  [Name in 'username' | 'email' | 'password' | 'phone' | 'countryCode']?: RegisterBody[Name] | undefined;
};

/** The fields of a refused body that its schema accepts. */
function validParts(sent: unknown): ErrorParts {
  const { username, email, password, phone, countryCode } = RegisterBodySchema.shape;
  const given = Object(sent) as Record<string, unknown>;
  return {
    username: username.safeParse(given.username).data,
    email: email.safeParse(given.email).data,
    password: password.safeParse(given.password).data,
    phone: phone.safeParse(given.phone).data,
    countryCode: countryCode.safeParse(given.countryCode).data,
  };
}

/** Throws invitation_needed if registration is by invitation and no invitation is valid now. */
async function requireInvitation({ config, database }: Deps, db: Db, body: RegisterBody, at: Date) {
  if (config.registration !== 'invite') return;
  if (await isInvitedToRegister(db, database, body, at.toISOString())) return;
  throw new Problem(
    'invitation_needed',
    body.inviteCode === undefined
      ? t(
          'You need an invitation to create an account here. Open your invite link, or use the e-mail address that was invited.',
        )
      : t('This invite link no longer works. Ask for a new one, or use the e-mail address that was invited.'),
  );
}

const usernameTaken = (): FieldError => ({
  path: 'username',
  code: 'taken',
  message: t('This username is taken'),
});

/** The errors that the schema cannot see. */
async function errorsOf(
  { database }: Deps,
  { username = '', email = '', password, phone, countryCode }: ErrorParts,
): Promise<FieldError[]> {
  const { isUsernameTaken } = await findTaken(database.db, username, email);
  const stored = countryCode === undefined ? null : parsePhone(phone, countryCode);
  return [
    isUsernameTaken ? usernameTaken() : null,
    password === undefined ? null : await refusePassword(password, { username, email }),
    stored && 'path' in stored ? stored : null,
  ].filter((error) => error !== null);
}

/** Returns null if the username or the address is taken, also by a concurrent registration. */
function create(
  deps: Deps,
  body: RegisterBody,
  given: StoredPhone & { passwordHash: string; locale: string; at: Date },
): Promise<{ token: string } | null> {
  const at = given.at.toISOString();
  const userId = uuid();
  return deps.database.db.transaction().execute(async (db) => {
    // Checked again: the invitation may have expired or been withdrawn meanwhile.
    await requireInvitation(deps, db, body, given.at);
    const user = {
      id: userId,
      created_at: at,
      updated_at: at,
      username: body.username,
      name: body.name,
      email: body.email,
      email_verified_at: null,
      phone: given.phone,
      country_code: given.countryCode,
      password_hash: given.passwordHash,
      is_coach: 0 as const,
      birth_date: null,
      locale: given.locale,
      time_zone: 'UTC',
      suspended_at: null,
    };
    if (!(await insertUser(db, user, JSON.stringify(defaultVisibility)))) return null;
    await auditAccount(db, { actorId: userId, action: 'account.created', userId, at });
    const expiresAt = new Date(given.at.getTime() + confirmMs);
    return { token: await issueOneTimeToken(db, { userId, purpose: 'confirmEmail', expiresAt }) };
  });
}

/** The owner of the taken address; throws if the username was the conflict. */
async function ownerOfTakenAddress({ database }: Deps, body: RegisterBody, at: Date) {
  const { isUsernameTaken, emailOwner } = await findTaken(database.db, body.username, body.email);
  if (isUsernameTaken) throw invalid(usernameTaken());
  if (!emailOwner)
    throw new Problem('unavailable', t("We couldn't create the account just now. Try again."), {
      retryAfterSeconds: 1,
    });
  // One commit, as for a new account, so that both take the same time.
  const entry = {
    actorId: null,
    action: 'account.registeredAgain',
    userId: emailOwner.id,
    at: at.toISOString(),
  };
  await auditAccount(database.db, entry);
  return emailOwner;
}

export function confirmEmailHandler({ database, now }: Deps): Handler<'POST /api/auth/confirm-email'> {
  return async ({ body: { token }, viewer: { userId } }) => {
    const at = now().toISOString();
    // Confirmation assigns the address's invitations, so the link alone must not be enough.
    const owner = await findTokenOwner(database.db, 'confirmEmail', token, at);
    if (owner && owner.id !== userId)
      throw new Problem(
        'not_permitted',
        t('This link belongs to another account. Sign in to that account and open the link again.'),
      );
    const email = await database.db.transaction().execute(async (db) => {
      // The user first, as the deletion of an account does.
      await lockUser(database.dialect, db, userId);
      const consumed = owner && (await consumeOneTimeToken(db, 'confirmEmail', token, at));
      return consumed === undefined ? undefined : confirmEmail(db, userId, at);
    });
    if (email === undefined) throw new Problem('invalid_token', t('This link has been used or is too old.'));
    return { email };
  };
}

export function resendConfirmationHandler(deps: Deps): Handler<'POST /api/auth/confirm-email/resend'> {
  const { config, database, mailer, now } = deps;
  const perPerson = limiterOf(deps, { count: 3, windowMs: 10 * 60_000 });
  return async ({ viewer }) => {
    const user = await findUser(database.db, viewer.userId);
    if (!user) throw new Problem('session_ended', t('This account is no longer here.'));
    if (user.email_verified_at !== null)
      throw new Problem('not_permitted', t('This address is already confirmed.'));
    const refusal = t(
      'We sent you this e-mail a few times already. Look in your spam folder, or wait a moment.',
    );
    takeUse(perPerson, user.id, () => refusal);
    const token = await database.db.transaction().execute(async (db) => {
      if (config.rateLimit) await takeDailyUse(db, { ...unconfirmedMails(user.id), refusal }, now());
      return issueOneTimeToken(db, {
        userId: user.id,
        purpose: 'confirmEmail',
        expiresAt: new Date(now().getTime() + confirmMs),
      });
    });
    inBackground(deps, () => mailer.send(inLanguageOf(user, () => confirmMail(user, config, token))));
    return { email: user.email };
  };
}
