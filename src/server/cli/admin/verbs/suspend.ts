// `suspend` and `unsuspend`: disables an account, and enables it again.
import { lockUser } from '../../../accounts/account-deletion-queries.ts';
import { setSuspended } from '../../../accounts/admin-queries.ts';
import { auditAccount, removeOneTimeTokens, revokeSessions } from '../../../accounts/queries.ts';
import { lockTeamsReadBy, renewCodes } from '../../../groups/invitations/invite-code-queries.ts';
import { requireAccount } from '../account.ts';
import { readSettings, withDatabase } from '../database.ts';
import type { Given, Io, Result, Verb } from '../verb.ts';

const argument = { name: 'user', isRequired: true };
const beside = 'works, as one more writer: it counts from the next request of that person on.';

export const suspend: Verb = {
  name: 'suspend',
  summary: 'Sign an account out everywhere and let it sign in no more',
  argument,
  options: {},
  details: [
    'The user is a username or an e-mail address. Signing in is answered with 403 from then on; the account gets no mails, and its calendar links show nothing.',
    'Replies, roles and payments stay as they are. Events that the person owns (not those of teams and organizations) leave Explore and the sitemap, and take no new replies and payments, until `unsuspend`; `take-down` cancels one for good and pays back. Teams whose invite link the person could read get new links.',
  ],
  beside,
  run: (given, io) => change(given, io, true),
};

export const unsuspend: Verb = {
  name: 'unsuspend',
  summary: 'Let a suspended account sign in again',
  argument,
  options: {},
  details: ['The user is a username or an e-mail address. They sign in again with their password.'],
  beside,
  run: (given, io) => change(given, io, false),
};

async function change(given: Given, io: Io, isSuspended: boolean): Promise<Result> {
  return withDatabase(readSettings(io), {}, async ({ db, dialect }) => {
    const user = await requireAccount(db, given.argument ?? '');
    const isChanged = (user.suspended_at !== null) !== isSuspended;
    const now = io.now().toISOString();
    const suspendedAt = isSuspended ? (user.suspended_at ?? now) : null;
    await db.transaction().execute(async (trx) => {
      // As the deletion of an account does: user, groups, sessions.
      await lockUser(dialect, trx, user.id);
      const teamIds = isSuspended && isChanged ? await lockTeamsReadBy(trx, dialect, user.id) : [];
      if (isSuspended) {
        await revokeSessions(trx, { userId: user.id }, now);
        await removeOneTimeTokens(trx, user.id, 'resetPassword');
      }
      if (!isChanged) return;
      await setSuspended(trx, user.id, suspendedAt, now);
      const action = isSuspended ? 'account.suspended' : 'account.unsuspended';
      await auditAccount(trx, { actorId: null, action, userId: user.id, at: now });
      await renewCodes(trx, teamIds);
    });
    const state = isSuspended ? 'suspended' : 'not suspended';
    return {
      lines: [`${user.username} is ${state}${isChanged ? ' now' : ', as before'}.`],
      data: { user: user.username, suspendedAt, changed: isChanged },
    };
  });
}
