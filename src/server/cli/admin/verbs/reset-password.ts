// `reset-password`: gives an account a new password, or a link to choose one.

import { PasswordSchema } from '../../../../contract/people/auth.ts';
import { lockUser } from '../../../accounts/account-deletion-queries.ts';
import { passwordChangedMail, resetLink } from '../../../accounts/mails.ts';
import { hashPassword, refusePassword } from '../../../accounts/passwords.ts';
import {
  auditAccount,
  issueOneTimeToken,
  removeOneTimeTokens,
  revokeSessions,
  setPasswordHash,
} from '../../../accounts/queries.ts';
import { resetMs } from '../../../accounts/reset-password.ts';
import { forgetDevices } from '../../../accounts/sign-in/attempt-queries.ts';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../db/open.ts';
import { Refusal } from '../../../db/transfer/store.ts';
import { inLanguageOf, translated } from '../../../words/t.ts';
import { requireAccount } from '../account.ts';
import { readSettings, withDatabase } from '../database.ts';
import { openMailer } from '../mailer.ts';
import { readPassword } from '../password.ts';
import { type Io, type Result, UsageError, type Verb } from '../verb.ts';

export const resetPassword: Verb = {
  name: 'reset-password',
  summary: 'Give an account a new password, or a link to choose one; signs it out everywhere',
  argument: { name: 'user', isRequired: true },
  options: {
    link: {
      type: 'boolean',
      meaning: 'Print a link that works once, within 10 minutes, instead of asking for a password.',
    },
  },
  details: [
    'The user is a username or an e-mail address. The password is asked for, or read from standard input: its first line.',
    'The person gets a mail that the password was changed. With --link the old password stays until the link is used. Using it also confirms the e-mail address, so an account whose address is not confirmed gets no link.',
  ],
  beside: 'works, as one more writer: sessions end at once.',
  async run(given, io) {
    const config = readSettings(io);
    return withDatabase(config, {}, async (database) => {
      const user = await requireAccount(database.db, given.argument ?? '');
      return given.flag('link')
        ? makeLink(database, user, config, io)
        : setPassword(database, user, config, io);
    });
  },
};

type Account = Awaited<ReturnType<typeof requireAccount>>;

async function makeLink(
  { db, dialect }: Database,
  account: Account,
  config: Config,
  io: Io,
): Promise<Result> {
  refuseLink(account);
  const { id: userId, username } = account;
  const now = io.now();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + resetMs);
  const token = await db.transaction().execute(async (trx) => {
    await lockUser(dialect, trx, userId);
    await revokeSessions(trx, { userId }, at);
    await forgetDevices(trx, userId, null);
    await auditAccount(trx, { actorId: null, action: 'account.resetLinkMade', userId, at });
    return issueOneTimeToken(trx, { userId, purpose: 'resetPassword', expiresAt });
  });
  const link = resetLink(config.publicOrigin, token);
  return {
    lines: [link, `It works once, until ${expiresAt.toISOString()}. ${username} is signed out everywhere.`],
    data: { user: username, link, expiresAt: expiresAt.toISOString() },
  };
}

/** The use of a link also confirms the address, as if the link had been sent there. */
function refuseLink({ username, email_verified_at, suspended_at }: Account): void {
  if (suspended_at !== null)
    throw new Refusal(`${username} is suspended, so a link would be refused. End that first.`);
  if (email_verified_at === null)
    throw new Refusal(
      `The e-mail address of ${username} is not confirmed, and using a link would confirm it. Set a password instead: leave --link out.`,
    );
}

async function setPassword(
  { db, dialect }: Database,
  account: Account,
  config: Config,
  io: Io,
): Promise<Result> {
  const { id: userId, username } = account;
  const passwordHash = await hashPassword(await readNewPassword(account, io));
  const at = io.now().toISOString();
  await db.transaction().execute(async (trx) => {
    await lockUser(dialect, trx, userId);
    await removeOneTimeTokens(trx, userId, 'resetPassword');
    await setPasswordHash(trx, userId, passwordHash, at);
    await revokeSessions(trx, { userId }, at);
    await forgetDevices(trx, userId, null);
    await auditAccount(trx, { actorId: null, action: 'account.passwordChanged', userId, at });
  });
  const isMailed = await openMailer(config)
    .send(inLanguageOf(account, () => passwordChangedMail(account, config)))
    .then(
      () => true,
      () => false,
    );
  if (!isMailed) io.note(`The mail that tells ${username} could not be sent.\n`);
  return {
    lines: [`${username} has the new password and is signed out everywhere.`],
    data: { user: username, mailed: isMailed },
  };
}

/** Throws `UsageError` for a password that registration would reject. */
async function readNewPassword(account: Account, io: Io): Promise<string> {
  const typed = PasswordSchema.safeParse(await readPassword(io));
  if (!typed.success)
    throw new UsageError(`The password is not taken: ${translated(typed.error.issues[0]?.message ?? '')}.`);
  const refused = await refusePassword(typed.data, account);
  if (refused) throw new UsageError(`${refused.message}.`);
  return typed.data;
}
