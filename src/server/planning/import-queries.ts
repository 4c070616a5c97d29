// The seam for fixtures: inserts events of a team, and changes them with the effects of a manual edit.
import { addAudit } from '../audit/queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { addNotifications } from '../notifications/queries.ts';
import { lockEventRows, refreshSeats, type Tx } from '../registrations/change-queries.ts';
import { applyChange, planChange } from './change/change.ts';
import { deleteEvent, findStored, insertEvents, type StoredEvent } from './event-queries.ts';
import { findPlaceName, usablePlaces } from './places/place-queries.ts';
import { askForReplies } from './publish.ts';
import { atStart, complaints, type Planned } from './rules.ts';

export type { Planned, Tx };
export { deleteEvent, lockEventRows, usablePlaces };

/** Events in one statement. */
const eventsAtOnce = 20;

type NewEvents = { createdBy: string; publication: 'draft' | 'published' };

/** Inserts events; if they are published, asks each invited person once for a reply, to the next event. */
export async function addEvents(
  tx: Tx,
  { createdBy, publication }: NewEvents,
  events: readonly { id: string; event: Planned }[],
): Promise<void> {
  const parts = [];
  for (let from = 0; from < events.length; from += eventsAtOnce)
    parts.push(events.slice(from, from + eventsAtOnce).map((one) => ({ ...one, slot: null })));
  await forEachYielding(
    parts,
    async (part) => void (await insertEvents(tx.db, { createdBy, publication }, part, tx.at)),
    1,
  );
  const dates = events
    .map(({ id, event }) => ({ id, startsAt: event.startsAt }))
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
  if (publication === 'published' && dates.length > 0) await askForReplies(tx, dates, createdBy);
}

/**
 * Changes a locked event of a team like a manual edit, with notifications. `same`: `changed` changes nothing. `refused`: the
 * event is over, cancelled, archived or no longer the team's, or the result would be invalid. `isUntouched`: no field has
 * changed since the event was inserted.
 */
export async function changeEvent(
  tx: Tx,
  { id, teamId, actorId, isByHand }: { id: string; teamId: string; actorId: string; isByHand: boolean },
  changed: (event: Planned, isUntouched: boolean) => Planned,
): Promise<'changed' | 'same' | 'refused'> {
  const { db, at } = tx;
  await refreshSeats(tx, id, actorId);
  const stored = await findStored(db, id);
  if (stored?.planned.owner.id !== teamId || !isOpen(stored, at)) return 'refused';
  const after = changed(stored.planned, stored.row.version === 1);
  if (JSON.stringify(after) === JSON.stringify(stored.planned)) return 'same';
  if (complaints(after, at).length > 0) return 'refused';
  // The person who added a followed source did not act themselves, so they are notified too.
  const placeName = await findPlaceName(db, after.placeId);
  const plan = await planChange(tx, {
    stored,
    after,
    placeName,
    asked: undefined,
    actorId: isByHand ? actorId : '',
  });
  await addNotifications(db, await applyChange(tx, stored, plan, actorId), at);
  await addAudit(db, {
    actorId,
    action: 'event.edited',
    objectKind: 'event',
    objectId: id,
    after: { fields: ['fixture'] },
    at,
  });
  return 'changed';
}

/** A postponed event is never over: it waits for its new date. */
function isOpen({ row, planned }: StoredEvent, at: string): boolean {
  const { publication, event_status: status, removed_at: removedAt } = row;
  if (publication === 'archived' || status === 'EventCancelled' || removedAt !== null) return false;
  return status === 'EventPostponed' || planned.endsAt > at;
}

/** Moves an event to another start, with its deadlines; its offers keep their ids. */
export const movedTo = (event: Planned, startsAt: string): Planned => ({
  ...atStart(event, startsAt),
  offers: event.offers,
});
