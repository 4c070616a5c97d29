// HTTP of planning: creates, edits, publishes, archives and deletes events.
import { v7 as uuid } from 'uuid';
import type { PreviewRequest, planningEndpoints } from '../../contract/events/planning.ts';
import type { SeriesScope } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { withRollback } from '../db/with-rollback.ts';
import { forEachYielding } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import type { Handlers, Viewer } from '../http/handler.ts';
import { invalid, Problem, staleVersion } from '../http/problem.ts';
import { askAboutNextDate } from '../notifications/dates-question-queries.ts';
import { withoutUnusedFiles } from '../pictures/queries.ts';
import { cancelLocked, type Tx } from '../registrations/change-queries.ts';
import { t } from '../words/t.ts';
import { setArchived } from './archive-queries.ts';
import { applyEdit, planOf, requireEditable } from './change/edit.ts';
import { cancelEffect } from './change/effect-queries.ts';
import { noEffect, previewOf } from './change/effects.ts';
import { copiedFrom, plannedFrom } from './drafts.ts';
import { deleteEvent, findStored, insertEvent, type StoredEvent } from './event-queries.ts';
import { previewedPicture } from './picture-queries.ts';
import { askForReplies, nextOf, publishEvents, publishPreview } from './publish.ts';
import { atStart, type Planned } from './rules.ts';
import { createSeries, deleteDates, draftsWith, seriesOfDraft, skipSlot } from './series/series.ts';
import { datesOfSeries, versionsOf } from './series/series-queries.ts';
import { datesToCancel, isRefused, type PlannedSeries, seriesFrom } from './series/series-rules.ts';
import { planningTools, storedOf } from './tools.ts';

const refuse = (detail: string) => new Problem('not_permitted', detail);

export function planningRoutes({ config, database, now }: Deps): Handlers<keyof typeof planningEndpoints> {
  const { txIn, planner, answerFor, eventToRun, count, audit } = planningTools({ config, database, now });

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
      ? await createSeries(tx, given, planned, series)
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
      const series = seriesOfDraft(body, planned, tx.at);
      if (series) await count(db, viewer.userId, 'createDate', series.slots.length);
      return create(db, viewer, body, planned, series);
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
        return publishPreview(
          tx,
          { id, stored: new Set([id]), dates: dates.values().map(dateAt) },
          viewer.userId,
        );
      }),

    'PATCH /api/events/{id}': async ({ params: { id }, body, viewer, db }) => {
      const { version, publication, scope = 'this', handEdits, recurrence, leftOut, ...edit } = body;
      const { tx, answer, stored } = await eventToRun(db, id, viewer, scope);
      if (answer.version !== version) throw staleVersion(answer);
      requireEditable(stored.row);
      const { series_id: seriesId } = stored.row;
      const before = scope === 'this' || seriesId === null ? [] : await versionsOf(db, { seriesId });
      if (recurrence && seriesId === null) {
        await count(db, viewer.userId, 'createSeries');
        const { startsAt = stored.planned.startsAt } = edit;
        const rule = { ...recurrence, exceptDates: recurrence.exceptDates ?? [] };
        const series = seriesFrom(rule, { ...stored.planned, startsAt }, tx.at);
        if (!isRefused(series)) await count(db, viewer.userId, 'createDate', series.slots.length);
      }
      const following = { scope, handEdits, recurrence, leftOut };
      await applyEdit(tx, stored, { edit, following }, viewer);
      await audit(db, viewer, 'event.edited', id, { fields: Object.keys(edit), scope });
      if (publication && answer.publication === 'draft') {
        const drafts = await draftsWith(db, await storedOf(db, id), seriesId === null ? 'all' : scope);
        await publishEvents(tx, drafts, viewer.userId);
        await audit(db, viewer, 'event.published', id, {});
      }
      const changed = await answerFor(db, id, viewer);
      return before.length === 0 ? changed : { ...changed, changedDates: await changedDates(db, id, before) };
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
      return create(db, viewer, { id: body.id, publication: 'draft' }, planned);
    },

    'DELETE /api/events/{id}': ({ params: { id }, query: { scope = 'this' }, viewer }) =>
      database.db.transaction().execute(async (db) => {
        const { answer, stored, tx } = await eventToRun(db, id, viewer, 'all');
        if (!answer.can.delete)
          throw refuse(
            t(
              "People have replied to this event, or attendance is open. Cancel it, and we'll let everyone know.",
            ),
          );
        await audit(db, viewer, 'event.deleted', id, {
          name: answer.name,
          startsAt: answer.startsAt,
          scope,
        });
        if (scope !== 'this' && stored.row.series_id !== null) {
          await deleteDates(tx, stored, scope);
          return undefined;
        }
        await askAboutNextDate(db, [id], tx.at);
        await withoutUnusedFiles(tx, [id], () => deleteEvent(db, id));
        if (stored.row.series_id !== null && stored.row.recurrence_id !== null)
          await skipSlot(tx, stored.row.series_id, stored.row.recurrence_id);
        return undefined;
      }),
  };

  function preview(id: string, asked: Omit<PreviewRequest, 'version'>, viewer: Viewer) {
    const { action, scope: given, handEdits, recurrence, leftOut, image, ...fields } = asked;
    const hasFields = Object.keys(fields).length > 0 || recurrence !== undefined || image !== undefined;
    if (action === 'cancel' && hasFields)
      throw invalid({
        path: 'action',
        code: 'not_alone',
        message: t('Send either an action or changed fields'),
      });
    const scope = given ?? (action === 'publish' && !hasFields ? 'all' : 'this');
    return withRollback(database.db, async (db) => {
      const { tx, stored } = await eventToRun(db, id, viewer, scope);
      const edit = { ...fields, ...(image && { picture: await previewedPicture(tx, image) }) };
      if (action === 'cancel') return cancelPreview(tx, stored, scope, viewer.userId);
      requireEditable(stored.row);
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
      const { id: next } = nextOf(drafts, tx.at);
      const published = new Set(drafts.map((draft) => draft.id));
      return publishPreview(tx, { id: next, stored: published, dates }, viewer.userId);
    });
  }
}

/** The other dates whose versions are not those of `before`. */
async function changedDates(db: Db, id: string, before: readonly { id: string; version: number }[]) {
  const known = new Map(before.map((date) => [date.id, date.version]));
  const dates = await versionsOf(db, { ids: [...known.keys()] });
  return dates
    .map((date) => ({ ...date, versionBefore: known.get(date.id) ?? date.version }))
    .filter((date) => date.id !== id && date.version !== date.versionBefore);
}

async function cancelPreview(tx: Tx, { row }: StoredEvent, scope: SeriesScope, actorId: string) {
  const dates = scope === 'this' || row.series_id === null ? [] : await datesOfSeries(tx.db, row.series_id);
  const cancelled = datesToCancel(dates, row, { scope, at: tx.at });
  const kept = dates.filter(({ removed_at }) => removed_at === null).length - cancelled.length;
  const effect = await cancelEffect(tx, cancelled.length > 0 ? cancelled : [row], actorId);
  if (cancelled.length > 0) return previewOf(effect, { dates: cancelled.length, kept });
  // Without further dates cancelling is about this event alone: do it, so that the preview refuses the same.
  const isApplied = await cancelLocked(tx, row.id, actorId);
  return isApplied ? previewOf(effect) : previewOf(noEffect, { dates: 0, kept });
}
