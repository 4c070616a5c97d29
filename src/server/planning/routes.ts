// HTTP of planning: creates, edits, publishes, archives and deletes events.
import { v7 as uuid } from 'uuid';
import type {
  ChangePreview,
  EventEdit,
  PreviewRequest,
  planningEndpoints,
  SeriesEdit,
} from '../../contract/events/planning.ts';
import type { SeriesScope } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { withRollback } from '../db/with-rollback.ts';
import { forEachYielding } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { addNotifications } from '../notifications/queries.ts';
import { copyEventPicture } from '../pictures/queries.ts';
import { lockEventRow, refreshSeats, type Tx } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { setArchived } from './archive-queries.ts';
import { applyChange, planChange } from './change.ts';
import { copiedFrom, editedFrom, plannedFrom } from './drafts.ts';
import { cancelEffect } from './effect-queries.ts';
import { previewOf } from './effects.ts';
import { deleteEvent, findStored, insertEvent, type StoredEvent } from './event-queries.ts';
import { findPlaceName } from './places/place-queries.ts';
import { askForReplies, nextOf, publishEvents, publishPreview } from './publish.ts';
import { atStart, type Planned } from './rules.ts';
import { makeSeries } from './series/make-series.ts';
import { createSeries, deleteDates, draftsWith, seriesOfDraft, skipSlot } from './series/series.ts';
import { editSeries } from './series/series-edit.ts';
import { datesOfSeries, lockSeriesOf } from './series/series-queries.ts';
import { datesToCancel, type PlannedSeries } from './series/series-rules.ts';
import { planningTools } from './tools.ts';

type Stored = NonNullable<StoredEvent>;

const refuse = (detail: string) => new Problem('not_permitted', detail);

export function planningRoutes({ config, database, now }: Deps): Handlers<keyof typeof planningEndpoints> {
  const { txIn, planner, count, audit } = planningTools({ config, database, now });
  const answerFor = (db: Db, id: string, { userId }: Viewer) => findMyEventAnswer(db, { id, userId }, now());

  /**
   * Locks an event that this person runs until the transaction ends, and its series unless the scope is `this`. Throws
   * not_found, gone or not_permitted.
   */
  const eventToRun = async (db: Db, id: string, viewer: Viewer, scope: SeriesScope = 'this') => {
    const tx = await planner(db, viewer);
    if (scope !== 'this') await lockSeriesOf(db, database.dialect, id);
    await lockEventRow(db, database.dialect, id);
    await refreshSeats(tx, id, viewer.userId);
    const answer = await answerFor(db, id, viewer);
    if (!answer.can.edit) throw refuse(t('Only the people who run this event can change it.'));
    return { tx, answer, stored: await storedOf(db, id) };
  };

  const create = async (
    db: Db,
    viewer: Viewer,
    { id = uuid(), publication }: { id?: string | undefined; publication: 'draft' | 'published' },
    planned: Planned,
    series: PlannedSeries | null = null,
  ) => {
    const tx = txIn(db);
    const given = { id, createdBy: viewer.userId, publication };
    const dates = series
      ? await createSeries(db, given, planned, series, tx.at)
      : (await insertEvent(db, given, planned, tx.at))
        ? [{ id, startsAt: planned.startsAt }]
        : [];
    if (dates.length === 0) {
      // A repeated request under another idempotency key, or the id of another object.
      const known = await findStored(db, id);
      if (known?.row.created_by !== viewer.userId) throw refuse(t('Another event has this id.'));
      return answerFor(db, id, viewer);
    }
    await audit(db, viewer, 'event.created', id, { publication, ...(series && { dates: dates.length }) });
    if (publication === 'published') await askForReplies(tx, dates, viewer.userId);
    return answerFor(db, id, viewer);
  };

  return {
    'POST /api/events': async ({ body, viewer, db }) => {
      await count(db, viewer.userId, body.recurrence ? 'createSeries' : 'createEvent');
      const tx = await planner(db, viewer);
      const planned = await plannedFrom(tx, body);
      return create(db, viewer, body, planned, seriesOfDraft(body, planned, tx.at));
    },

    // Previews the published event: a draft has no effects on other people.
    'POST /api/events/preview': ({ body, viewer }) =>
      withRollback(database.db, async (db) => {
        const tx = await planner(db, viewer);
        const id = uuid();
        const planned = await plannedFrom(tx, body);
        const series = seriesOfDraft(body, planned, tx.at);
        const dates: readonly { startsAt: string }[] = series ? series.slots : [planned];
        const dateAt = ({ startsAt }: { startsAt: string }) => atStart(planned, startsAt);
        const next = dateAt(nextOf(dates, tx.at));
        await insertEvent(db, { id, createdBy: viewer.userId, publication: 'published' }, next, tx.at);
        return publishPreview(tx, id, dates.values().map(dateAt), viewer.userId);
      }),

    'PATCH /api/events/{id}': async ({ params: { id }, body, viewer, db }) => {
      const { version, publication, scope = 'this', handEdits, recurrence, leftOut, ...edit } = body;
      const { tx, answer, stored } = await eventToRun(db, id, viewer, scope);
      if (answer.version !== version) throw staleVersion(answer);
      requireEditable(stored.row);
      if (recurrence && stored.row.series_id === null) await count(db, viewer.userId, 'createSeries');
      const following = { scope, handEdits, recurrence, leftOut };
      await applyEdit(tx, stored, { edit, following }, viewer);
      await audit(db, viewer, 'event.edited', id, { fields: Object.keys(edit), scope });
      if (publication && answer.publication === 'draft') {
        const drafts = await draftsWith(
          db,
          await storedOf(db, id),
          stored.row.series_id === null ? 'all' : scope,
        );
        await publishEvents(tx, drafts, viewer.userId);
        await audit(db, viewer, 'event.published', id, {});
      }
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/preview': ({ params: { id }, body: { version: _, ...asked }, viewer }) =>
      preview(id, asked, viewer),

    'POST /api/events/{id}/publish': async ({
      params: { id },
      body: { version, scope = 'all' },
      viewer,
      db,
    }) => {
      const { tx, answer, stored } = await eventToRun(db, id, viewer, scope);
      if (answer.publication === 'published') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      // An archived event was published before, so its people have already been asked.
      if (answer.publication === 'archived') await setArchived(db, id, false, tx.at);
      else await publishEvents(tx, await draftsWith(db, stored, scope), viewer.userId);
      await audit(db, viewer, 'event.published', id, { wasArchived: answer.publication === 'archived' });
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/archive': async ({ params: { id }, body: { version }, viewer, db }) => {
      const { tx, answer } = await eventToRun(db, id, viewer);
      if (answer.publication === 'archived') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      if (!answer.can.archive) throw refuse(t('You can only archive an event that is over or cancelled.'));
      await setArchived(db, id, true, tx.at);
      await audit(db, viewer, 'event.archived', id, {});
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/duplicate': async ({ params: { id }, body, viewer, db }) => {
      await count(db, viewer.userId, 'createEvent');
      const { tx, stored } = await eventToRun(db, id, viewer);
      const planned = await copiedFrom(tx, stored, body);
      const copy = await create(db, viewer, { id: body.id, publication: 'draft' }, planned);
      await copyEventPicture(db, { from: id, to: copy.id, at: tx.at });
      return answerFor(db, copy.id, viewer);
    },

    'DELETE /api/events/{id}': ({ params: { id }, query: { scope = 'this' }, viewer }) =>
      database.db.transaction().execute(async (db) => {
        const { answer, stored, tx } = await eventToRun(db, id, viewer, 'all');
        if (!answer.can.delete)
          throw refuse(t("People have replied to this event. Cancel it, and we'll let them know."));
        await audit(db, viewer, 'event.deleted', id, {
          name: answer.name,
          startsAt: answer.startsAt,
          scope,
        });
        if (scope !== 'this' && stored.row.series_id !== null) {
          await deleteDates(tx, stored, scope);
          return undefined;
        }
        await deleteEvent(db, id);
        if (stored.row.series_id !== null && stored.row.recurrence_id !== null)
          await skipSlot(tx, stored.row.series_id, stored.row.recurrence_id);
        return undefined;
      }),
  };

  function preview(id: string, asked: Omit<PreviewRequest, 'version'>, viewer: Viewer) {
    const { action, scope: given, handEdits, recurrence, leftOut, ...edit } = asked;
    const hasFields = Object.keys(edit).length > 0 || recurrence !== undefined;
    if (action === 'cancel' && hasFields)
      throw invalid({
        path: 'action',
        code: 'not_alone',
        message: t('Send either an action or changed fields'),
      });
    const scope = given ?? (action === 'publish' && !hasFields ? 'all' : 'this');
    return withRollback(database.db, async (db) => {
      const { tx, stored } = await eventToRun(db, id, viewer, scope);
      if (action === 'cancel' && scope !== 'this' && stored.row.series_id !== null)
        return cancelSeriesPreview(tx, stored, scope, viewer.userId);
      requireEditable(stored.row);
      if (action === 'cancel') return previewOf(await cancelEffect(tx, [stored.row], viewer.userId));
      const change = { edit, following: { scope, handEdits, recurrence, leftOut } };
      if (action === undefined && scope === 'this' && recurrence === undefined)
        return previewOf((await planOf(tx, stored, edit, viewer)).effect);
      if (action === undefined) return applyEdit(tx, stored, change, viewer);
      if (stored.row.publication !== 'draft') throw refuse(t('This event is already published.'));
      if (hasFields) await applyEdit(tx, stored, change, viewer);
      const drafts = await draftsWith(
        db,
        await storedOf(db, id),
        stored.row.series_id === null ? 'all' : scope,
      );
      await publishEvents(tx, drafts, viewer.userId);
      const dates: Planned[] = [];
      await forEachYielding(drafts, async (draft) => void dates.push((await storedOf(db, draft.id)).planned));
      return publishPreview(tx, nextOf(drafts, tx.at).id, dates, viewer.userId);
    });
  }

  async function storedOf(db: Db, id: string): Promise<Stored> {
    const stored = await findStored(db, id);
    if (!stored) throw notFound('event');
    return stored;
  }
}

async function cancelSeriesPreview(tx: Tx, { row }: Stored, scope: SeriesScope, actorId: string) {
  const dates = row.series_id === null ? [] : await datesOfSeries(tx.db, row.series_id);
  const cancelled = datesToCancel(dates, row, { scope, at: tx.at });
  const kept = dates.filter(({ removed_at }) => removed_at === null).length - cancelled.length;
  return previewOf(await cancelEffect(tx, cancelled, actorId), { dates: cancelled.length, kept });
}

type PlanningTx = Parameters<typeof editedFrom>[0] & Tx;

async function planOf(tx: PlanningTx, stored: Stored, edit: EventEdit, { userId }: Viewer) {
  const after = await editedFrom(tx, stored, edit);
  const placeName = await findPlaceName(tx.db, after.placeId);
  return planChange(tx, { stored, after, placeName, asked: edit.eventStatus, actorId: userId });
}

/** Edits an event and the dates that follow it, with notifications. Returns the effects. */
async function applyEdit(
  tx: PlanningTx,
  stored: Stored,
  { edit, following }: { edit: EventEdit; following: SeriesEdit },
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
  return recurrence === undefined
    ? previewOf(plan.effect)
    : makeSeries(tx, stored, { plan, recurrence }, actorId);
}

function requireEditable({ event_status: status, publication }: Stored['row']): void {
  if (publication === 'archived')
    throw refuse(t('This event is archived. Take it out of the archive first.'));
  if (status === 'EventCancelled')
    throw refuse(t('This event is cancelled. Plan a new one, or duplicate it.'));
}
