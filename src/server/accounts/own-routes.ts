// HTTP of a person's own account: signing devices out, and leaving for good.
import type { Deps } from '../deps.ts';
import { renewLostCodes } from '../groups/invitations/invite-code-queries.ts';
import { lockMemberships, notifyOwnersOfLostLeaders } from '../groups/members/member-queries.ts';
import type { Handler, Handlers } from '../http/handler.ts';
import { limiterOf, takeUse } from '../http/limits/limiter.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { countOwnUpcomingEvents } from '../me/event-queries.ts';
import { inBackground } from '../ports/mailer.ts';
import { releaseSeats } from '../registrations/ending/release-queries.ts';
import { endLeadsOf, lockEventsAhead } from '../registrations/ending/role-end-queries.ts';
import { inLanguageOf, t } from '../words/t.ts';
import {
  anonymise,
  countEventsOnlyRunBy,
  endMembershipsOf,
  findAccountToDelete,
  hideEmptyGroupsOf,
  listSoleOwnedGroups,
  lockGroupsOf,
  lockUser,
} from './account-deletion-queries.ts';
import { deletionRefusal } from './account-deletion-rules.ts';
import { accountDeletedMail } from './mails.ts';
import { verifyPassword } from './passwords.ts';
import { auditAccount, ownsSession, revokeOtherSessions, revokeSessions } from './queries.ts';
import { deletedCookies } from './session/cookies.ts';
import { forgetOtherDevices } from './sign-in/sign-in-guard.ts';

type OwnCall =
  | 'DELETE /api/users/me/sessions'
  | 'DELETE /api/users/me/sessions/{id}'
  | 'DELETE /api/users/me';

export function ownAccountRoutes(deps: Deps): Handlers<OwnCall> {
  const { config, database, now } = deps;
  return {
    'DELETE /api/users/me/sessions': async ({ viewer, headers }) => {
      await revokeOtherSessions(database.db, viewer.userId, viewer.sessionId, now().toISOString());
      await forgetOtherDevices(deps, viewer.userId, headers);
    },
    'DELETE /api/users/me/sessions/{id}': async (request) => {
      const { params, viewer, setCookie } = request;
      const { id } = params;
      if (!(await ownsSession(database.db, viewer.userId, id))) throw notFound('device');
      await revokeSessions(database.db, { sessionId: id }, now().toISOString());
      if (id === viewer.sessionId)
        for (const line of deletedCookies(config.cookies, request)) setCookie(line);
    },
    'DELETE /api/users/me': deleteAccountHandler(deps),
  };
}

function deleteAccountHandler(deps: Deps): Handler<'DELETE /api/users/me'> {
  const { config, database, mailer, now } = deps;
  // Limits password guesses by someone who found the device unlocked.
  const perPerson = limiterOf(deps, { count: 3, windowMs: 10_000, growing: true, maxWaitMs: 15 * 60_000 });
  return async (request) => {
    const { body, setCookie } = request;
    const { userId } = request.viewer;
    takeUse(perPerson, userId, () => t('Too many attempts. Wait a moment.'));
    const leaver = await findAccountToDelete(database.db, userId);
    if (!(await verifyPassword(leaver?.password_hash ?? null, body.password)) || !leaver)
      throw invalid({ path: 'password', code: 'wrong_password', message: t('This is not your password') });
    const at = now().toISOString();
    await database.db.transaction().execute(async (db) => {
      await lockUser(database.dialect, db, userId);
      const teamIds = await lockGroupsOf(database.dialect, db, userId);
      const refusal = deletionRefusal({
        groups: await listSoleOwnedGroups(db, userId),
        eventCount:
          (await countOwnUpcomingEvents(db, userId, at)) + (await countEventsOnlyRunBy(db, userId, at)),
      });
      if (refusal) throw new Problem('not_permitted', refusal);
      await hideEmptyGroupsOf(db, userId, at);
      const tx = { db, dialect: database.dialect, at };
      await lockMemberships(db, database.dialect, userId, 'change');
      const eventIds = await lockEventsAhead(db, database.dialect, userId, at);
      for (const group of await endMembershipsOf(db, userId, at)) {
        const membershipChange = { ...group, userId, actorId: userId, action: 'account.left', at };
        await notifyOwnersOfLostLeaders(db, membershipChange, await endLeadsOf(tx, membershipChange));
      }
      await releaseSeats(tx, userId, eventIds);
      await anonymise(db, userId, at);
      await auditAccount(db, { actorId: userId, action: 'account.left', userId, at });
      await renewLostCodes(db, teamIds, { userId, actorId: userId, at });
    });
    for (const line of deletedCookies(config.cookies, request)) setCookie(line);
    inBackground(deps, () => mailer.send(inLanguageOf(leaver, () => accountDeletedMail(leaver, config))));
  };
}
