// Updates the upcoming events and series at a place that changes.
import type { EventTimes } from '../../../contract/values/enums.ts';
import { addAudit } from '../../audit/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { type NewEventNotification, onePerKind } from '../../notifications/rules.ts';
import { lockEventRows, refreshSeats, type Tx } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { applyChange, planChange } from '../change/change.ts';
import { findStored, type StoredEvent } from '../event-queries.ts';
import { inZone } from '../rules.ts';
import { lockPartsOf } from '../series/series-lock-queries.ts';
import { lockSeries, seriesOfEvents, updateSeries } from '../series/series-queries.ts';
import { eventsToComeAt } from './place-queries.ts';

type Move = { timeZone: string; eventTimes: EventTimes | undefined };

/**
 * Changes the upcoming events at a locked place like an edit of each. Throws validation_failed if `eventTimes` is missing, and
 * not_permitted if other people run some of them. Returns the ids of the changed events.
 */
export async function moveEventsAt(
  tx: Tx,
  placeId: string,
  { timeZone, eventTimes }: Move,
  actorId: string,
): Promise<ReadonlySet<string>> {
  const { db, dialect, at } = tx;
  const known = await eventsToComeAt(db, placeId, actorId, at);
  await lockPartsOf(
    db,
    dialect,
    known.map(({ id }) => id),
  );
  // Read again: a date may have been added meanwhile, or is now of another part.
  const found = await eventsToComeAt(db, placeId, actorId, at);
  const foreign = found.filter(({ runs }) => runs === 0).length;
  if (foreign > 0)
    throw new Problem(
      'not_permitted',
      t(
        "{count, plural, one {Someone else runs # of the upcoming events here, so you can't change its times} other {Others run # of the upcoming events here, so you can't change their times}}. Add a new place instead.",
        { count: foreign },
      ),
    );
  if (found.length > 0 && eventTimes === undefined)
    throw invalid({
      path: 'timeZone',
      code: 'event_times_needed',
      message: t(
        '{count, plural, one {# upcoming event takes} other {# upcoming events take}} place here. Choose whether the clock times stay.',
        { count: found.length },
      ),
    });
  const ids = found.map(({ id }) => id);
  await moveSeriesOf(tx, ids, placeId, { timeZone, eventTimes });
  await lockEventRows(db, dialect, ids);
  const notices: NewEventNotification[] = [];
  const moved = new Set<string>();
  const moveEvent = async (id: string) => {
    await refreshSeats(tx, id, actorId);
    const stored = await findStored(db, id);
    if (!stored || eventTimes === undefined || !isToMove(stored, placeId, timeZone)) return;
    const after = inZone(stored.planned, timeZone, eventTimes);
    const { place_name: placeName, event_status: status } = stored.row;
    // The move of the place is no new date for a postponed event.
    const asked = status === 'EventPostponed' ? status : undefined;
    const plan = await planChange(tx, { stored, after, placeName, asked, actorId });
    notices.push(...(await applyChange(tx, stored, plan, actorId)));
    moved.add(id);
    await addAudit(db, {
      actorId,
      action: 'event.edited',
      objectKind: 'event',
      objectId: id,
      after: { fields: ['timeZone'], eventTimes },
      at,
    });
  };
  // Each edit is some milliseconds of work, and a season has hundreds of events.
  await forEachYielding(ids, moveEvent, 1);
  await addNotifications(db, onePerKind(notices), at);
  return moved;
}

/**
 * Raises `sequence` of the upcoming events at a locked place, except those that an edit has just changed. Notifies no one.
 * `version` stays, because the fields of the events have not changed.
 */
export async function raiseSequencesAt(
  { db, dialect, at }: Tx,
  placeId: string,
  edited: ReadonlySet<string>,
  actorId: string,
): Promise<void> {
  const ids = (await eventsToComeAt(db, placeId, actorId, at))
    .map(({ id }) => id)
    .filter((id) => !edited.has(id));
  if (ids.length === 0) return;
  await lockEventRows(db, dialect, ids);
  await db
    .updateTable('events')
    .set((set) => ({ sequence: set('sequence', '+', 1), updated_at: at }))
    .where('id', 'in', ids)
    .where('place_id', '=', placeId)
    .execute();
}

/** Updates the zone of the series at the place. Their slots are local times, so these stay. */
async function moveSeriesOf(
  { db, dialect, at }: Tx,
  eventIds: readonly string[],
  placeId: string,
  { timeZone, eventTimes }: Move,
): Promise<void> {
  for (const id of await seriesOfEvents(db, eventIds)) {
    const series = await lockSeries(db, dialect, id);
    if (series?.template.placeId !== placeId) continue;
    if (eventTimes === 'keepInstant')
      throw invalid({
        path: 'eventTimes',
        code: 'series_keeps_clock',
        message: t('A series takes place here, and its clock times stay. Choose that, or add a new place.'),
      });
    const template = inZone(series.template, timeZone, 'keepLocalTime');
    await updateSeries(db, { ...series, timeZone, template }, at);
  }
}

/** Checked after the lock: the event may have been cancelled or moved to another place before. */
const isToMove = ({ row, planned }: StoredEvent, placeId: string, timeZone: string) =>
  row.event_status !== 'EventCancelled' && planned.placeId === placeId && planned.timeZone !== timeZone;
