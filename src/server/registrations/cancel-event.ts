// An event that those who run it cancel: its places end, all money goes back, and whoever counted on it is told.
import type { CancelAnswer } from '../../contract/registrations.ts';
import { addAudit } from '../audit/queries.ts';
import { closedFor } from '../events/can-rules.ts';
import { Problem } from '../http/problem.ts';
import { addNotifications, withAccount } from '../notifications/queries.ts';
import { endPlaces, setCancelled } from './cancel-queries.ts';
import { refundEveryone } from './money-queries.ts';
import type { SceneRow } from './queries.ts';
import { whoCountsOn } from './recipient-queries.ts';
import type { Work } from './seats.ts';

/** Cancels the event of a scene that `openScene` opened in this transaction. Throws not_permitted for one that is over. */
export async function cancelEvent(
  { db, at }: Work,
  scene: SceneRow,
  { actorId, reason }: { actorId: string; reason?: string | undefined },
): Promise<CancelAnswer> {
  const closed = closedFor(scene, at);
  if (closed === 'event_cancelled') return { outcome: 'duplicate', told: 0 };
  if (closed) throw new Problem('not_permitted', refusals[closed] ?? 'This event cannot be cancelled.');
  // Before their places end: who had one is to be told.
  const counting = await whoCountsOn(db, scene.id, at);
  const known = await withAccount(db, counting);
  const told = counting.filter((userId) => userId !== actorId && known.has(userId));
  await setCancelled(db, scene.id, reason ?? null, at);
  await endPlaces(db, scene.id, at);
  await refundEveryone(db, scene, at);
  const changes = [
    { field: 'eventStatus', before: scene.event_status, after: 'EventCancelled' },
    ...(reason === undefined ? [] : [{ field: 'statusReason', before: null, after: reason }]),
  ];
  await addNotifications(
    db,
    told.map((userId) => ({ userId, kind: 'eventCancelled' as const, eventId: scene.id, changes })),
    at,
  );
  await addAudit(db, {
    actorId,
    action: 'event.cancelled',
    objectKind: 'event',
    objectId: scene.id,
    before: { eventStatus: scene.event_status },
    after: { eventStatus: 'EventCancelled', statusReason: reason ?? null },
    at,
  });
  return { outcome: 'applied', told: told.length };
}

const refusals: Partial<Record<NonNullable<ReturnType<typeof closedFor>>, string>> = {
  not_published: 'This event is not published, so there is nothing to cancel.',
  event_over: 'This event is over.',
};
