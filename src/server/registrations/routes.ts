// HTTP of replies. They run in the transaction that http/ opens for writes with an idempotency key.
import type { registrationEndpoints } from '../../contract/events/registrations.ts';
import { lockWriter } from '../accounts/account-deletion-queries.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import { replyStatus } from '../events/can-rules.ts';
import { canManageRegistrations, canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound, Problem, staleVersion } from '../http/problem.ts';
import { lockSeriesOf } from '../planning/series/series-lock-queries.ts';
import { t } from '../words/t.ts';
import { cancelDates, cancelEvent } from './ending/cancel-event.ts';
import { changeRegistration } from './manage.ts';
import { findOwnReply, type RegistrationContext } from './queries.ts';
import { type Reply, reply } from './reply.ts';
import { type DeviceTimes, decidedAt } from './rules.ts';
import { lockEvent, type Tx } from './seats.ts';
import { replyToSeries } from './series-reply.ts';

export function registrationRoutes({ database, now }: Deps): Handlers<keyof typeof registrationEndpoints> {
  const txIn = (db: Db): Tx => ({ db, dialect: database.dialect, at: now().toISOString() });

  /** Stores the signed-in person's reply to an event that they can see. */
  const replyForSelf = async (
    db: Db,
    eventId: string,
    userId: string,
    { occurredAt, sentAt, ...given }: Pick<Reply, 'response' | 'note' | 'offerId' | 'ifFull'> & DeviceTimes,
  ) => {
    const tx = txIn(db);
    await lockWriter(tx.dialect, db, userId, 'share');
    await lockMemberships(db, tx.dialect, userId, 'read');
    const context = await lockEvent(tx, eventId, userId);
    if (!context) throw notFound('event');
    const role = roleOf(context);
    if (!canSeeEvent(context, role, replyStatus(context, context, tx.at))) throw notFound('event');
    refuseRemoved(context);
    const respondedAt = decidedAt({ occurredAt, sentAt }, tx.at);
    return reply(tx, context, { ...given, by: 'self', actorId: userId, userId, role, respondedAt });
  };

  return {
    'PUT /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, body),

    'DELETE /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, { ...body, response: 'cancel', ifFull: 'waitlist' }),

    'PUT /api/series/{id}/registration': async ({ params: { id }, body, viewer: { userId }, db }) => {
      const tx = txIn(db);
      await lockWriter(tx.dialect, db, userId, 'share');
      await lockMemberships(db, tx.dialect, userId, 'read');
      const { occurredAt, sentAt, ...given } = body;
      const respondedAt = decidedAt({ occurredAt, sentAt }, tx.at);
      return replyToSeries(tx, id, { ...given, userId, respondedAt });
    },

    'PATCH /api/events/{id}/registrations/{userId}': async ({ params, body, viewer, db }) => {
      const tx = txIn(db);
      const actorId = viewer.userId;
      await lockMemberships(db, tx.dialect, params.userId, 'read');
      const context = await contextForManager(tx, params, actorId);
      return changeRegistration(tx, context, { actorId, userId: params.userId, change: body });
    },

    'POST /api/events/{id}/cancel': ({
      params: { id },
      body: { version, reason, scope = 'this' },
      viewer: { userId },
    }) =>
      database.db.transaction().execute(async (db) => {
        const tx = txIn(db);
        const seriesId = scope === 'this' ? null : await lockSeriesOf(db, tx.dialect, id);
        const context = await contextForManager(tx, { id, userId }, userId);
        const isStale = version !== undefined && version !== context.event_version;
        // A second cancellation changes nothing.
        if (isStale && context.event_status !== 'EventCancelled')
          throw staleVersion(await findMyEventAnswer(db, { id, userId }, now()));
        const given = { actorId: userId, reason };
        return seriesId === null
          ? cancelEvent(tx, context, given)
          : cancelDates(tx, context, { seriesId, scope }, given);
      }),
  };
}

/** The context of one person's registration, for an organizer. Throws not_found if the actor cannot see the event. */
async function contextForManager(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  actorId: string,
): Promise<RegistrationContext> {
  const context = await lockEvent(tx, id, userId, actorId);
  if (!context) throw notFound('event');
  const role = roleOf(context);
  const reply = replyStatus(context, await findOwnReply(tx.db, id, actorId), tx.at);
  if (!canSeeEvent(context, role, reply)) throw notFound('event');
  refuseRemoved(context);
  if (!canManageRegistrations(role))
    throw new Problem(
      'not_permitted',
      t('Only the people who run this event can decide on it and its replies.'),
    );
  return context;
}

function refuseRemoved(context: RegistrationContext): void {
  if (context.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
}
