// The seam for fixtures: making events of a team, and changing them as an edit by hand would.
import { addAudit } from '../audit/queries.ts';
import { forEachYielding } from '../db/yielding.ts';
import { addNotifications } from '../notifications/queries.ts';
import { bringUpToNow, lockEvents, type Work } from '../registrations/change-queries.ts';
import { carryOut, planChange } from './change.ts';
import { deleteEvent, findStored, insertEvents } from './event-queries.ts';
import { findPlaceName, listPlaces } from './places/place-queries.ts';
import { askForReplies } from './publish.ts';
import { atStart, complaints, type Planned } from './rules.ts';

export type { Planned, Work };
export { deleteEvent, lockEvents };

/** Events in one statement. */
const eventsAtOnce = 20;

type NewEvents = { createdBy: string; publication: 'draft' | 'published' };

/** Adds events; where they are published, asks those whom they concern once, about the next of them. */
export async function addEvents(
  work: Work,
  { createdBy, publication }: NewEvents,
  events: readonly { id: string; event: Planned }[],
): Promise<void> {
  const parts = [];
  for (let from = 0; from < events.length; from += eventsAtOnce)
    parts.push(events.slice(from, from + eventsAtOnce).map((one) => ({ ...one, slot: null })));
  await forEachYielding(
    parts,
    async (part) => void (await insertEvents(work.db, { createdBy, publication }, part, work.at)),
    1,
  );
  const dates = events
    .map(({ id, event }) => ({ id, startsAt: event.startsAt }))
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
  if (publication === 'published' && dates.length > 0) await askForReplies(work, dates, createdBy);
}

/**
 * Changes a locked event of a team along the path of an edit, so that people are notified of it. False where it is over,
 * cancelled, archived or not the team's any more, where `changed` leaves it as it is, or where the event would be wrong.
 */
export async function changeEvent(
  work: Work,
  { id, teamId, actorId, isByHand }: { id: string; teamId: string; actorId: string; isByHand: boolean },
  changed: (event: Planned) => Planned,
): Promise<boolean> {
  const { db, at } = work;
  await bringUpToNow(work, id, actorId);
  const stored = await findStored(db, id);
  if (!stored || stored.planned.owner.id !== teamId || stored.planned.endsAt <= at) return false;
  const { publication, event_status: status, removed_at: removedAt } = stored.row;
  if (publication === 'archived' || status === 'EventCancelled' || removedAt !== null) return false;
  const after = changed(stored.planned);
  if (JSON.stringify(after) === JSON.stringify(stored.planned) || complaints(after, at).length > 0)
    return false;
  // Someone for whom it was done learns of it like the others.
  const placeName = await findPlaceName(db, after.placeId);
  const plan = await planChange(work, {
    stored,
    after,
    placeName,
    asked: undefined,
    actorId: isByHand ? actorId : '',
  });
  await addNotifications(db, await carryOut(work, stored, plan, actorId), at);
  await addAudit(db, {
    actorId,
    action: 'event.edited',
    objectKind: 'event',
    objectId: id,
    after: { fields: ['fixture'] },
    at,
  });
  return true;
}

/** An event at another start, with what hangs on it; its offers stay the same ones. */
export const movedTo = (event: Planned, startsAt: string): Planned => ({
  ...atStart(event, startsAt),
  offers: event.offers,
});

/** The places that a person can plan at, the first hundred by name. */
export const placesFor = (db: Work['db'], userId: string, at: string) =>
  listPlaces(db, userId, at, { after: null, limit: 100 });
