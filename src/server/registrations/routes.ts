// HTTP of replies: everything happens in the transaction that http/ opens for a write that may come twice.
import type { registrationEndpoints } from '../../contract/events/registrations.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { replyStanding } from '../events/can-rules.ts';
import { canManageRegistrations, canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { lockSeriesOf } from '../planning/series/series-queries.ts';
import { t } from '../words/t.ts';
import { cancelDates, cancelEvent } from './ending/cancel-event.ts';
import { changeRegistration } from './manage.ts';
import { findOwnReply, type SceneRow } from './queries.ts';
import { type Reply, reply } from './reply.ts';
import { type DeviceTimes, decidedAt } from './rules.ts';
import { openScene, type Work } from './seats.ts';
import { replyToSeries } from './series-reply.ts';

export function registrationRoutes({ database, now }: Deps): Handlers<keyof typeof registrationEndpoints> {
  const workIn = (db: Db): Work => ({ db, dialect: database.dialect, at: now().toISOString() });

  /** The reply of the person signed in, to an event that they may see. */
  const replyForSelf = async (
    db: Db,
    eventId: string,
    userId: string,
    { occurredAt, sentAt, ...given }: Pick<Reply, 'response' | 'note' | 'offerId' | 'ifFull'> & DeviceTimes,
  ) => {
    const work = workIn(db);
    await lockMemberships(db, work.dialect, userId, 'read');
    const scene = await openScene(work, eventId, userId);
    if (!scene) throw notFound('event');
    const role = roleOf(scene);
    if (!canSeeEvent(scene, role, replyStanding(scene, scene, work.at))) throw notFound('event');
    refuseRemoved(scene);
    const respondedAt = decidedAt({ occurredAt, sentAt }, work.at);
    return reply(work, scene, { ...given, by: 'self', actorId: userId, userId, role, respondedAt });
  };

  return {
    'PUT /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, body),

    'DELETE /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, { ...body, response: 'cancel', ifFull: 'waitlist' }),

    'PUT /api/series/{id}/registration': async ({ params: { id }, body, viewer: { userId }, db }) => {
      const work = workIn(db);
      await lockMemberships(db, work.dialect, userId, 'read');
      const { occurredAt, sentAt, ...given } = body;
      const respondedAt = decidedAt({ occurredAt, sentAt }, work.at);
      return replyToSeries(work, id, { ...given, userId, respondedAt });
    },

    'PATCH /api/events/{id}/registrations/{userId}': async ({ params, body, viewer, db }) => {
      const work = workIn(db);
      const actorId = viewer.userId;
      await lockMemberships(db, work.dialect, params.userId, 'read');
      const scene = await sceneForManager(work, params, actorId);
      return changeRegistration(work, scene, { actorId, userId: params.userId, change: body });
    },

    'POST /api/events/{id}/cancel': ({
      params: { id },
      body: { reason, scope = 'this' },
      viewer: { userId },
    }) =>
      database.db.transaction().execute(async (db) => {
        const work = workIn(db);
        const seriesId = scope === 'this' ? null : await lockSeriesOf(db, work.dialect, id);
        const scene = await sceneForManager(work, { id, userId }, userId);
        const given = { actorId: userId, reason };
        return seriesId === null
          ? cancelEvent(work, scene, given)
          : cancelDates(work, scene, { seriesId, scope }, given);
      }),
  };
}

/** The scene of one person for someone who runs the event. Throws not_found where the viewer may not see it. */
async function sceneForManager(
  work: Work,
  { id, userId }: { id: string; userId: string },
  actorId: string,
): Promise<SceneRow> {
  const scene = await openScene(work, id, userId, actorId);
  if (!scene) throw notFound('event');
  const role = roleOf(scene);
  const reply = replyStanding(scene, await findOwnReply(work.db, id, actorId), work.at);
  if (!canSeeEvent(scene, role, reply)) throw notFound('event');
  refuseRemoved(scene);
  if (!canManageRegistrations(role))
    throw new Problem(
      'not_permitted',
      t('Only the people who run this event can decide on it and its replies.'),
    );
  return scene;
}

function refuseRemoved(scene: SceneRow): void {
  if (scene.removed_at !== null) throw new Problem('gone', t('This event was taken down.'));
}
