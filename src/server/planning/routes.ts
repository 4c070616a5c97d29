// HTTP of planning: events, for those who run their owners.
import { v7 as uuid } from 'uuid';
import type {
  ChangePreview,
  EventEdit,
  PreviewOf,
  planningEndpoints,
  SeriesEdit,
} from '../../contract/events/planning.ts';
import type { SeriesScope } from '../../contract/values/words.ts';
import type { Db } from '../db/open.ts';
import { undone } from '../db/undone.ts';
import { forEachYielding } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { findMyEventAnswer } from '../events/answer-queries.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { addNotifications } from '../notifications/queries.ts';
import { copyEventPicture } from '../pictures/queries.ts';
import { bringUpToNow, lockEvent, type Work } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { setArchived } from './archive-queries.ts';
import { carryOut, planChange } from './change.ts';
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
  const { workIn, planner, count, audit } = planningTools({ config, database, now });
  const answerFor = (db: Db, id: string, { userId }: Viewer) => findMyEventAnswer(db, { id, userId }, now());

  /**
   * An event that this person runs, locked until the transaction ends, with its series where more of it may change. Throws
   * not_found, gone or not_permitted.
   */
  const eventToRun = async (db: Db, id: string, viewer: Viewer, scope: SeriesScope = 'this') => {
    const work = await planner(db, viewer);
    if (scope !== 'this') await lockSeriesOf(db, database.dialect, id);
    await lockEvent(db, database.dialect, id);
    await bringUpToNow(work, id, viewer.userId);
    const answer = await answerFor(db, id, viewer);
    if (!answer.can.edit) throw refuse(t('Only the people who run this event can change it.'));
    return { work, answer, stored: await storedOf(db, id) };
  };

  const create = async (
    db: Db,
    viewer: Viewer,
    { id = uuid(), publication }: { id?: string | undefined; publication: 'draft' | 'published' },
    planned: Planned,
    series: PlannedSeries | null = null,
  ) => {
    const work = workIn(db);
    const given = { id, createdBy: viewer.userId, publication };
    const dates = series
      ? await createSeries(db, given, planned, series, work.at)
      : (await insertEvent(db, given, planned, work.at))
        ? [{ id, startsAt: planned.startsAt }]
        : [];
    if (dates.length === 0) {
      // Sent again under another key, or an id of something else.
      const known = await findStored(db, id);
      if (known?.row.created_by !== viewer.userId) throw refuse(t('Another event has this id.'));
      return answerFor(db, id, viewer);
    }
    await audit(db, viewer, 'event.created', id, { publication, ...(series && { dates: dates.length }) });
    if (publication === 'published') await askForReplies(work, dates, viewer.userId);
    return answerFor(db, id, viewer);
  };

  return {
    'POST /api/events': async ({ body, viewer, db }) => {
      await count(db, viewer.userId, body.recurrence ? 'createSeries' : 'createEvent');
      const work = await planner(db, viewer);
      const planned = await plannedFrom(work, body);
      return create(db, viewer, body, planned, seriesOfDraft(body, planned, work.at));
    },

    // As if it were published: a draft is for no one else, so there is nothing to say of it.
    'POST /api/events/preview': ({ body, viewer }) =>
      undone(database.db, async (db) => {
        const work = await planner(db, viewer);
        const id = uuid();
        const planned = await plannedFrom(work, body);
        const series = seriesOfDraft(body, planned, work.at);
        const dates: readonly { startsAt: string }[] = series ? series.slots : [planned];
        const dateAt = ({ startsAt }: { startsAt: string }) => atStart(planned, startsAt);
        const next = dateAt(nextOf(dates, work.at));
        await insertEvent(db, { id, createdBy: viewer.userId, publication: 'published' }, next, work.at);
        return publishPreview(work, id, dates.values().map(dateAt), viewer.userId);
      }),

    'PATCH /api/events/{id}': async ({ params: { id }, body, viewer, db }) => {
      const { version, publication, scope = 'this', handEdits, recurrence, leftOut, ...edit } = body;
      const { work, answer, stored } = await eventToRun(db, id, viewer, scope);
      if (answer.version !== version) throw staleVersion(answer);
      demandOn(stored.row);
      if (recurrence && stored.row.series_id === null) await count(db, viewer.userId, 'createSeries');
      const following = { scope, handEdits, recurrence, leftOut };
      await carryOutEdit(work, stored, { edit, following }, viewer);
      await audit(db, viewer, 'event.edited', id, { fields: Object.keys(edit), scope });
      if (publication && answer.publication === 'draft') {
        const drafts = await draftsWith(
          db,
          await storedOf(db, id),
          stored.row.series_id === null ? 'all' : scope,
        );
        await publishEvents(work, drafts, viewer.userId);
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
      const { work, answer, stored } = await eventToRun(db, id, viewer, scope);
      if (answer.publication === 'published') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      // It was published before, so everyone has been asked.
      if (answer.publication === 'archived') await setArchived(db, id, false, work.at);
      else await publishEvents(work, await draftsWith(db, stored, scope), viewer.userId);
      await audit(db, viewer, 'event.published', id, { wasArchived: answer.publication === 'archived' });
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/archive': async ({ params: { id }, body: { version }, viewer, db }) => {
      const { work, answer } = await eventToRun(db, id, viewer);
      if (answer.publication === 'archived') return answer;
      if (answer.version !== version) throw staleVersion(answer);
      if (!answer.can.archive) throw refuse(t('You can only archive an event that is over or cancelled.'));
      await setArchived(db, id, true, work.at);
      await audit(db, viewer, 'event.archived', id, {});
      return answerFor(db, id, viewer);
    },

    'POST /api/events/{id}/duplicate': async ({ params: { id }, body, viewer, db }) => {
      await count(db, viewer.userId, 'createEvent');
      const { work, stored } = await eventToRun(db, id, viewer);
      const planned = await copiedFrom(work, stored, body);
      const copy = await create(db, viewer, { id: body.id, publication: 'draft' }, planned);
      await copyEventPicture(db, { from: id, to: copy.id, at: work.at });
      return answerFor(db, copy.id, viewer);
    },

    'DELETE /api/events/{id}': ({ params: { id }, query: { scope = 'this' }, viewer }) =>
      database.db.transaction().execute(async (db) => {
        const { answer, stored, work } = await eventToRun(db, id, viewer, 'all');
        if (!answer.can.delete)
          throw refuse(t("People have replied to this event. Cancel it, and we'll let them know."));
        await audit(db, viewer, 'event.deleted', id, {
          name: answer.name,
          startsAt: answer.startsAt,
          scope,
        });
        if (scope !== 'this' && stored.row.series_id !== null) {
          await deleteDates(work, stored, scope);
          return undefined;
        }
        await deleteEvent(db, id);
        if (stored.row.series_id !== null && stored.row.recurrence_id !== null)
          await skipSlot(work, stored.row.series_id, stored.row.recurrence_id);
        return undefined;
      }),
  };

  function preview(id: string, asked: Omit<PreviewOf, 'version'>, viewer: Viewer) {
    const { action, scope: given, handEdits, recurrence, leftOut, ...edit } = asked;
    const hasFields = Object.keys(edit).length > 0 || recurrence !== undefined;
    if (action === 'cancel' && hasFields)
      throw invalid({
        path: 'action',
        code: 'not_alone',
        message: t('Send either an action or changed fields'),
      });
    const scope = given ?? (action === 'publish' && !hasFields ? 'all' : 'this');
    return undone(database.db, async (db) => {
      const { work, stored } = await eventToRun(db, id, viewer, scope);
      if (action === 'cancel' && scope !== 'this' && stored.row.series_id !== null)
        return cancelSeriesPreview(work, stored, scope, viewer.userId);
      demandOn(stored.row);
      if (action === 'cancel') return previewOf(await cancelEffect(work, [stored.row], viewer.userId));
      const change = { edit, following: { scope, handEdits, recurrence, leftOut } };
      if (action === undefined && scope === 'this' && recurrence === undefined)
        return previewOf((await planOf(work, stored, edit, viewer)).effect);
      if (action === undefined) return carryOutEdit(work, stored, change, viewer);
      if (stored.row.publication !== 'draft') throw refuse(t('This event is already published.'));
      if (hasFields) await carryOutEdit(work, stored, change, viewer);
      const drafts = await draftsWith(
        db,
        await storedOf(db, id),
        stored.row.series_id === null ? 'all' : scope,
      );
      await publishEvents(work, drafts, viewer.userId);
      const dates: Planned[] = [];
      await forEachYielding(drafts, async (draft) => void dates.push((await storedOf(db, draft.id)).planned));
      return publishPreview(work, nextOf(drafts, work.at).id, dates, viewer.userId);
    });
  }

  async function storedOf(db: Db, id: string): Promise<Stored> {
    const stored = await findStored(db, id);
    if (!stored) throw notFound('event');
    return stored;
  }
}

async function cancelSeriesPreview(work: Work, { row }: Stored, scope: SeriesScope, actorId: string) {
  const dates = row.series_id === null ? [] : await datesOfSeries(work.db, row.series_id);
  const cancelled = datesToCancel(dates, row, { scope, at: work.at });
  const kept = dates.filter(({ removed_at }) => removed_at === null).length - cancelled.length;
  return previewOf(await cancelEffect(work, cancelled, actorId), { dates: cancelled.length, kept });
}

type Planning = Parameters<typeof editedFrom>[0] & Work;

async function planOf(work: Planning, stored: Stored, edit: EventEdit, { userId }: Viewer) {
  const after = await editedFrom(work, stored, edit);
  const placeName = await findPlaceName(work.db, after.placeId);
  return planChange(work, { stored, after, placeName, asked: edit.eventStatus, actorId: userId });
}

/** Changes the event, and in a series what follows it, and notifies those concerned. Returns what it did. */
async function carryOutEdit(
  work: Planning,
  stored: Stored,
  { edit, following }: { edit: EventEdit; following: SeriesEdit },
  viewer: Viewer,
): Promise<ChangePreview> {
  const { scope = 'this', recurrence } = following;
  const actorId = viewer.userId;
  if (scope !== 'this' && stored.row.series_id !== null)
    return editSeries(work, { stored, edit, following: { ...following, scope }, actorId });
  if (recurrence !== undefined && stored.row.series_id !== null)
    throw invalid({ path: 'scope', code: 'needed', message: t('Choose following or all') });
  const plan = await planOf(work, stored, edit, viewer);
  await addNotifications(work.db, await carryOut(work, stored, plan, actorId), work.at);
  return recurrence === undefined
    ? previewOf(plan.effect)
    : makeSeries(work, stored, { plan, recurrence }, actorId);
}

function demandOn({ event_status: status, publication }: Stored['row']): void {
  if (publication === 'archived')
    throw refuse(t('This event is archived. Take it out of the archive first.'));
  if (status === 'EventCancelled')
    throw refuse(t('This event is cancelled. Plan a new one, or duplicate it.'));
}
