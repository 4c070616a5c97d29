// HTTP of replies: everything happens in the transaction that http/ opens for a write that may come twice.
import type { registrationEndpoints } from '../../contract/registrations.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { canManageRegistrations, canSeeEvent } from '../events/policy.ts';
import { storedInstant } from '../events/rules.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { changeRegistration } from './manage.ts';
import { roleOf } from './place-queries.ts';
import { registrationIdOf, type SceneRow } from './queries.ts';
import { type Reply, reply } from './reply.ts';
import { openScene, type Work } from './seats.ts';

export function registrationRoutes({ database, now }: Deps): Handlers<keyof typeof registrationEndpoints> {
  const workIn = (db: Db): Work => ({ db, dialect: database.dialect, at: now().toISOString() });

  /** The reply of the person signed in, to an event that they may see. */
  const replyForSelf = async (
    db: Db,
    eventId: string,
    userId: string,
    {
      occurredAt,
      ...given
    }: Pick<Reply, 'response' | 'note' | 'offerId' | 'ifFull'> & {
      occurredAt?: string | undefined;
    },
  ) => {
    const work = workIn(db);
    const scene = await openScene(work, eventId, userId);
    if (!scene) throw notFound('event');
    const { role } = await roleOf(db, scene, userId);
    if (!canSeeEvent(scene, role, scene.my_id !== null)) throw notFound('event');
    refuseRemoved(scene);
    const decidedAt = occurredAt === undefined ? work.at : storedInstant(occurredAt);
    const respondedAt = decidedAt < work.at ? decidedAt : work.at;
    return reply(work, scene, { ...given, by: 'self', actorId: userId, userId, role, respondedAt });
  };

  return {
    'PUT /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, body),

    'DELETE /api/events/{id}/registration': ({ params: { id }, body, viewer, db }) =>
      replyForSelf(db, id, viewer.userId, { ...body, response: 'cancel', ifFull: 'waitlist' }),

    'PATCH /api/events/{id}/registrations/{userId}': async ({ params, body, viewer, db }) => {
      const work = workIn(db);
      const scene = await openScene(work, params.id, params.userId);
      if (!scene) throw notFound('event');
      const { role } = await roleOf(db, scene, viewer.userId);
      const hasReplied = (await registrationIdOf(db, params.id, viewer.userId)) !== null;
      if (!canSeeEvent(scene, role, hasReplied)) throw notFound('event');
      refuseRemoved(scene);
      if (!canManageRegistrations(role))
        throw new Problem('not_permitted', 'Only those who run this event decide on its registrations.');
      return changeRegistration(work, scene, {
        actorId: viewer.userId,
        userId: params.userId,
        change: body,
      });
    },
  };
}

function refuseRemoved(scene: SceneRow): void {
  if (scene.removed_at !== null) throw new Problem('gone', 'This event was taken down.');
}
