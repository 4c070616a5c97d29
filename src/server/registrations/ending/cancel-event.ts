// An event that those who run it cancel: its places end, all money goes back, and those who counted on it are notified.
import type { CancelAnswer } from '../../../contract/events/registrations.ts';
import type { SeriesScope } from '../../../contract/values/words.ts';
import { addAudit } from '../../audit/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { closedFor } from '../../events/can-rules.ts';
import { Problem } from '../../http/problem.ts';
import { addNotifications, withAccount } from '../../notifications/queries.ts';
import { type DateNotice, onePerPerson } from '../../notifications/rules.ts';
import { datesOfSeries, endParts } from '../../planning/series/series-queries.ts';
import { datesToCancel } from '../../planning/series/series-rules.ts';
import { t } from '../../words/t.ts';
import { refundEveryone } from '../money/money-queries.ts';
import type { SceneRow } from '../queries.ts';
import { whoCountsOn } from '../recipient-queries.ts';
import { openScene, type Work } from '../seats.ts';
import { endPlaces, setCancelled } from './cancel-queries.ts';

type Given = { actorId: string; reason?: string | undefined };

/** Cancels the event of a scene that `openScene` opened in this transaction. Throws not_permitted for one that is over. */
export async function cancelEvent(work: Work, scene: SceneRow, given: Given): Promise<CancelAnswer> {
  const closed = closedFor(scene, work.at);
  if (closed === 'event_cancelled') return { outcome: 'duplicate', told: 0 };
  if (closed) throw new Problem('not_permitted', refusals[closed]?.() ?? t("You can't cancel this event."));
  return notify(work, await endEvent(work, scene, given));
}

/** Cancels the dates of a locked series from an opened one on, or all; the series makes no more from there on. */
export async function cancelDates(
  work: Work,
  scene: SceneRow,
  { seriesId, scope }: { seriesId: string; scope: SeriesScope },
  given: Given,
): Promise<CancelAnswer> {
  const { db, dialect, at } = work;
  const all = await datesOfSeries(db, seriesId);
  const opened = all.find(({ id }) => id === scene.id);
  const dates = opened ? datesToCancel(all, opened, { scope, at }) : [];
  if (dates.length === 0) return cancelEvent(work, scene, given);
  const notices = await endEvents(work, dates, given);
  await endParts(db, dialect, dates, at);
  return notify(work, notices);
}

/** Cancels locked events. Returns whom to notify. */
export async function endEvents(
  work: Work,
  events: readonly { id: string }[],
  given: Given,
): Promise<DateNotice[]> {
  const notices: DateNotice[] = [];
  await forEachYielding(events, async ({ id }) => {
    const scene = await openScene(work, id, given.actorId);
    if (scene) notices.push(...(await endEvent(work, scene, given)));
  });
  return notices;
}

async function endEvent(
  { db, at }: Work,
  scene: SceneRow,
  { actorId, reason }: Given,
): Promise<DateNotice[]> {
  // Before their places end: who had one is to be notified.
  const counting = await whoCountsOn(db, scene.id, at);
  await setCancelled(db, scene.id, reason ?? null, at);
  await endPlaces(db, scene.id, at);
  await refundEveryone(db, scene, at);
  await addAudit(db, {
    actorId,
    action: 'event.cancelled',
    objectKind: 'event',
    objectId: scene.id,
    before: { eventStatus: scene.event_status },
    after: { eventStatus: 'EventCancelled', statusReason: reason ?? null },
    at,
  });
  const changes = [
    { field: 'eventStatus', before: scene.event_status, after: 'EventCancelled' },
    ...(reason === undefined ? [] : [{ field: 'statusReason', before: null, after: reason }]),
  ];
  const about = { kind: 'eventCancelled' as const, eventId: scene.id, startsAt: scene.starts_at, changes };
  return counting.filter((userId) => userId !== actorId).map((userId) => ({ userId, ...about }));
}

async function notify({ db, at }: Work, notices: readonly DateNotice[]): Promise<CancelAnswer> {
  const known = await withAccount(
    db,
    notices.map(({ userId }) => userId),
  );
  await addNotifications(db, onePerPerson(notices), at);
  return { outcome: 'applied', told: known.size };
}

const refusals: Partial<Record<NonNullable<ReturnType<typeof closedFor>>, () => string>> = {
  not_published: () => t('This event is not published, so there is nothing to cancel.'),
  event_over: () => t('This event is over.'),
};
