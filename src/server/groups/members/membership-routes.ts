// HTTP of memberships. Organizations and teams share each handler; only a team has an invite code.
import { createHash } from 'node:crypto';
import type { ParsedBody, ParsedQuery } from '../../../contract/api.ts';
import type { membershipEndpoints } from '../../../contract/people/memberships.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import { decodeCursor } from '../../http/answer/cursor.ts';
import type { Handlers, Viewer } from '../../http/handler.ts';
import { countCommonUse, takeDailyUse } from '../../http/limits/daily-uses.ts';
import { notFound } from '../../http/problem.ts';
import { inBackground } from '../../ports/mailer.ts';
import { t } from '../../words/t.ts';
import { findTeamByCode } from '../detail-queries.ts';
import { invite, renewInviteCode, withdraw } from '../invitations/invitations.ts';
import { type Invited, invitationMail } from '../invitations/mails.ts';
import { groupRolesOf } from '../queries.ts';
import { teamSummaryOf } from '../rules.ts';
import { join, leave } from './joining.ts';
import { changeMember, membersFor } from './members.ts';
import type { Scope } from './membership-rules.ts';

export function membershipRoutes(deps: Deps): Handlers<keyof typeof membershipEndpoints> {
  const { config, database, now } = deps;
  const { db } = database;
  const mails = mailedInvitations(deps);
  const countInvitation = async (trx: Db, { userId }: Viewer) => {
    if (!config.rateLimit) return;
    const max = limits.invitationsPerDay;
    const refusal = t('You sent {max} invitations today. You can send more tomorrow.', { max });
    await takeDailyUse(trx, { userId, action: 'invite', max, refusal }, now());
  };
  const going = (scope: Scope, groupId: string, { userId }: Viewer) => ({
    scope,
    groupId,
    userId,
    at: now().toISOString(),
  });
  const acting = (scope: Scope, groupId: string, { userId }: Viewer) => ({
    scope,
    groupId,
    viewerId: userId,
    at: now().toISOString(),
  });
  const listing = (
    scope: Scope,
    id: string,
    { status, contacts, cursor, limit }: ParsedQuery<'GET /api/teams/{id}/members'>,
    viewer: Viewer,
  ) =>
    membersFor(db, acting(scope, id, viewer), {
      status,
      withContacts: contacts === true,
      after: decodeCursor(cursor, 'text'),
      limit,
    });
  const changing = (
    scope: Scope,
    { id, userId }: { id: string; userId: string },
    body: ParsedBody<'PATCH /api/teams/{id}/members/{userId}'>,
    viewer: Viewer,
  ) =>
    db
      .transaction()
      .execute((trx) => changeMember(trx, database, { ...acting(scope, id, viewer), userId }, body));
  const inviting = async (
    scope: Scope,
    id: string,
    body: ParsedBody<'POST /api/teams/{id}/invitations'>,
    viewer: Viewer,
  ) => {
    const { invitation, ...invited } = await db.transaction().execute(async (trx) => {
      await countInvitation(trx, viewer);
      return invite(trx, database, { ...acting(scope, id, viewer), isLimited: config.rateLimit }, body);
    });
    if (body.email !== undefined) mails.send(body.email, { scope, groupId: id, ...invited }, viewer.userId);
    return invitation;
  };
  const withdrawing = async (
    scope: Scope,
    { id, invitationId }: { id: string; invitationId: string },
    viewer: Viewer,
  ) => {
    await db.transaction().execute((trx) => withdraw(trx, database, acting(scope, id, viewer), invitationId));
    return undefined;
  };

  return {
    'GET /api/teams/join/{code}': async ({ params: { code }, viewer }) => {
      const team = await findTeamByCode(db, code);
      if (!team) throw notFound('inviteLink');
      const groupRoles = viewer && (await groupRolesOf(db, viewer.userId));
      const { id, name, activity, organization, memberCount } = teamSummaryOf(team, groupRoles);
      return { id, name, activity, organization, memberCount };
    },
    'PUT /api/teams/{id}/membership': ({ params: { id }, body: { code }, viewer, db: trx }) =>
      join(trx, database, { ...going('team', id, viewer), code }),
    'PUT /api/organizations/{id}/membership': ({ params: { id }, viewer, db: trx }) =>
      join(trx, database, going('organization', id, viewer)),
    'DELETE /api/teams/{id}/membership': ({ params: { id }, viewer, db: trx }) =>
      leave(trx, database, going('team', id, viewer)),
    'DELETE /api/organizations/{id}/membership': ({ params: { id }, viewer, db: trx }) =>
      leave(trx, database, going('organization', id, viewer)),
    'GET /api/teams/{id}/members': ({ params, query, viewer }) => listing('team', params.id, query, viewer),
    'GET /api/organizations/{id}/members': ({ params, query, viewer }) =>
      listing('organization', params.id, query, viewer),
    'PATCH /api/teams/{id}/members/{userId}': ({ params, body, viewer }) =>
      changing('team', params, body, viewer),
    'PATCH /api/organizations/{id}/members/{userId}': ({ params, body, viewer }) =>
      changing('organization', params, body, viewer),
    'POST /api/teams/{id}/invitations': ({ params, body, viewer }) =>
      inviting('team', params.id, body, viewer),
    'POST /api/organizations/{id}/invitations': ({ params, body, viewer }) =>
      inviting('organization', params.id, body, viewer),
    'DELETE /api/teams/{id}/invitations/{invitationId}': ({ params, viewer }) =>
      withdrawing('team', params, viewer),
    'DELETE /api/organizations/{id}/invitations/{invitationId}': ({ params, viewer }) =>
      withdrawing('organization', params, viewer),
    'POST /api/teams/{id}/invite-code': async ({ params: { id }, viewer }) => ({
      inviteCode: await db
        .transaction()
        .execute((trx) => renewInviteCode(trx, database, acting('team', id, viewer))),
    }),
  };
}

/**
 * Sends invitation mails, rate limited for each group and address, so that one group does not use up the mails of another, and
 * for all groups together. The address may be a stranger's, without an account.
 */
function mailedInvitations(deps: Deps) {
  const { config, database, now, mailer } = deps;
  const mayMail = async (to: string, groupId: string, userId: string, at: Date) => {
    const address = createHash('sha256').update(to).digest('base64url');
    return (
      (await countCommonUse(database, { userId, action: `mail ${address} ${groupId}`, max: 3 }, at)) &&
      countCommonUse(database, { userId, action: `mail ${address}`, max: 10 }, at)
    );
  };
  return {
    send(to: string, invited: Invited, inviterId: string) {
      const at = now();
      inBackground(deps, async () => {
        if (config.rateLimit && !(await mayMail(to, invited.groupId, inviterId, at))) return;
        await mailer.send(invitationMail(to, config, invited));
      });
    },
  };
}
