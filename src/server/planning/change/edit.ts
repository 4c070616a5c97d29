// Edits a locked event, and the dates of its series that follow: for `PATCH`, for its preview and for pictures.
import type { ChangePreview, SeriesEdit } from '../../../contract/events/planning.ts';
import type { Viewer } from '../../http/handler.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { askAboutNextDate } from '../../notifications/dates-question-queries.ts';
import { addNotifications } from '../../notifications/queries.ts';
import type { Tx } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { editedFrom, type PlannedEdit } from '../drafts.ts';
import type { StoredEvent } from '../event-queries.ts';
import { findPlaceName } from '../places/place-queries.ts';
import { makeSeries } from '../series/make-series.ts';
import { editSeries } from '../series/series-edit.ts';
import { applyChange, planChange } from './change.ts';
import { previewOf } from './effects.ts';

type PlanningTx = Parameters<typeof editedFrom>[0] & Tx;

export async function planOf(tx: PlanningTx, stored: StoredEvent, edit: PlannedEdit, { userId }: Viewer) {
  const after = await editedFrom(tx, stored, edit);
  const placeName = await findPlaceName(tx.db, after.placeId);
  const { eventStatus: asked, leaderIds: namedLeaders } = edit;
  return planChange(tx, { stored, after, namedLeaders, placeName, asked, actorId: userId });
}

/** Edits an event and the dates that follow it, with notifications. Returns the effects. */
export async function applyEdit(
  tx: PlanningTx,
  stored: StoredEvent,
  { edit, following }: { edit: PlannedEdit; following: SeriesEdit },
  viewer: Viewer,
): Promise<ChangePreview> {
  const { scope = 'this', recurrence } = following;
  const actorId = viewer.userId;
  if (scope !== 'this' && stored.row.series_id !== null)
    return editSeries(tx, { stored, edit, following: { ...following, scope }, actorId });
  if (recurrence !== undefined && stored.row.series_id !== null)
    throw invalid({ path: 'scope', code: 'needed', message: t('Choose following or all') });
  const plan = await planOf(tx, stored, edit, viewer);
  await addNotifications(tx.db, await applyChange(tx, stored, plan, actorId), tx.at);
  if (plan.status === 'EventPostponed') await askAboutNextDate(tx.db, [stored.row.id], tx.at);
  return recurrence === undefined
    ? previewOf(plan.effect)
    : makeSeries(tx, stored, { plan, recurrence }, actorId);
}

export function requireEditable({ event_status: status, publication }: StoredEvent['row']): void {
  if (publication === 'archived')
    throw new Problem('not_permitted', t('This event is archived. Take it out of the archive first.'));
  if (status === 'EventCancelled')
    throw new Problem('not_permitted', t('This event is cancelled. Plan a new one, or duplicate it.'));
}
