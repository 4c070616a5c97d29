// A place that moves to another time zone: what becomes of the events that are planned there.
import type { EventTimes } from '../../../contract/values/words.ts';
import { addAudit } from '../../audit/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { type DateNotice, onePerPerson } from '../../notifications/rules.ts';
import { bringUpToNow, lockEvents, type Work } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { carryOut, planChange } from '../change.ts';
import { findStored, type StoredEvent } from '../event-queries.ts';
import { inZone } from '../rules.ts';
import { lockSeries, seriesOfEvents, setZone } from '../series/series-queries.ts';
import { eventsToComeAt } from './place-queries.ts';

type Move = { timeZone: string; eventTimes: EventTimes | undefined };

/**
 * Changes the events to come at a locked place as an edit of each would. Throws validation_failed where it was not said
 * what happens to their times, and not_permitted where others run some of them.
 */
export async function moveEventsAt(
  work: Work,
  placeId: string,
  { timeZone, eventTimes }: Move,
  actorId: string,
): Promise<void> {
  const { db, dialect, at } = work;
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
  await moveSeriesOf(work, ids, placeId, { timeZone, eventTimes });
  await lockEvents(db, dialect, ids);
  const notices: DateNotice[] = [];
  const moveEvent = async (id: string) => {
    await bringUpToNow(work, id, actorId);
    const stored = await findStored(db, id);
    if (!stored || eventTimes === undefined || !isToMove(stored, placeId, timeZone)) return;
    const after = inZone(stored.planned, timeZone, eventTimes);
    const { place_name: placeName } = stored.row;
    const plan = await planChange(work, { stored, after, placeName, asked: undefined, actorId });
    notices.push(...(await carryOut(work, stored, plan, actorId)));
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
  await addNotifications(db, onePerPerson(notices), at);
}

/** The series that are planned at the place go on at the same clock times: their slots are local, so those stay. */
async function moveSeriesOf(
  { db, dialect, at }: Work,
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
    await setZone(db, id, inZone(series.template, timeZone, 'keepLocalTime'), at);
  }
}

/** An event may have been cancelled or moved elsewhere before it was locked. */
const isToMove = ({ row, planned }: NonNullable<StoredEvent>, placeId: string, timeZone: string) =>
  row.event_status !== 'EventCancelled' && planned.placeId === placeId && planned.timeZone !== timeZone;
