// Applies an edit of one date to other dates of its series: each date changes like an edit of that date alone.
import type { ChangePreview, SeriesEdit } from '../../../contract/events/planning.ts';
import type { SeriesScope } from '../../../contract/values/enums.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { askAboutNextDate } from '../../notifications/dates-question-queries.ts';
import type { NewEventNotification } from '../../notifications/rules.ts';
import { refreshSeats } from '../../registrations/change-queries.ts';
import { applyChange, isMoved, planChange } from '../change/change.ts';
import { type Effect, mergeEffects, noEffect } from '../change/effects.ts';
import { editedFrom, notUsable, type PlannedEdit, type PlannerTx, validateFollowing } from '../drafts.ts';
import { findStored, type StoredEvent } from '../event-queries.ts';
import { findPlaceName } from '../places/place-queries.ts';
import { type Planned, statusAfter } from '../rules.ts';
import { type FollowedEdit, followed, warned, withoutTimes } from './series-edit-rules.ts';
import { datesOfSeries, lockSeries, type Part } from './series-queries.ts';
import { hasBegun } from './series-rules.ts';

export type SeriesTx = PlannerTx & Parameters<typeof planChange>[0];
export type DateRow = Awaited<ReturnType<typeof datesOfSeries>>[number];

/** An edit of one date of a locked series, and how other dates follow. */
export type SeriesChange = {
  stored: StoredEvent;
  edit: PlannedEdit;
  following: Omit<SeriesEdit, 'scope'> & { scope: Exclude<SeriesScope, 'this'> };
  actorId: string;
};

export type OpenedSeries = {
  /** All of its dates, in the order of their slots. */
  dates: readonly DateRow[];
  /** The parts of the edited date's owner. Parts of other owners do not follow an edit of a date that was given away. */
  parts: ReadonlyMap<string, Part>;
  /** The templates of all parts. */
  templates: ReadonlyMap<string, Planned>;
  /** The edited date, after the edit. */
  followedEdit: FollowedEdit;
};

/** Throws not_permitted or validation_failed for the edit itself. */
export async function openSeries(tx: SeriesTx, change: SeriesChange): Promise<OpenedSeries> {
  const { db, dialect } = tx;
  const { stored, edit, following } = change;
  const after = await editedFrom(tx, stored, edit);
  const dates = await datesOfSeries(db, stored.row.series_id ?? '');
  const parts = new Map<string, Part>();
  const templates = new Map<string, Planned>();
  for (const id of new Set(dates.map(({ series_id }) => series_id ?? ''))) {
    const part = await lockSeries(db, dialect, id);
    if (!part) continue;
    templates.set(id, part.template);
    if (part.template.owner.id === stored.planned.owner.id) parts.set(id, part);
  }
  const followedEdit = {
    before: stored.planned,
    after,
    slot: stored.row.recurrence_id ?? '',
    fields: new Set(Object.keys(edit).flatMap((field) => decides[field] ?? (field as keyof Planned))),
    replacesOwn: following.handEdits === 'replace',
    notUsable: await notUsable(tx, after),
  };
  return { dates, parts, templates, followedEdit };
}

/** Fields of an edit that map to other or more stored fields. */
const decides: Record<string, (keyof Planned)[]> = {
  place: ['placeId'],
  owner: ['owner', 'teamIds'],
  eventStatus: [],
};

export type DatesChanged = {
  /** The ids of the changed dates. */
  ids: ReadonlySet<string>;
  /** Dates that keep own values. */
  kept: ChangePreview['keptDates'];
  effect: Effect;
  notices: NewEventNotification[];
};

type DateChange = { stored: StoredEvent; after: Planned; asked: PlannedEdit['eventStatus'] };

/** Applies the edit to these dates. Throws validation_failed if one would be invalid. */
export async function changeDates(
  tx: SeriesTx,
  change: SeriesChange,
  opened: OpenedSeries,
  dates: readonly DateRow[],
): Promise<DatesChanged> {
  const { edit, actorId } = change;
  const names = new Map<string | null, string | null>();
  const effects: Effect[] = [];
  const notices: NewEventNotification[] = [];
  const postponed: string[] = [];
  const { changes, kept, missing } = await changesOf(tx, change, opened, dates);
  // Known before the first date moves, because it may move to where the next one still is.
  const moved = changes.filter(({ stored, after }) => isMoved(stored.planned, after));
  const moving = new Set(moved.map(({ stored }) => stored.row.id));
  const changeDate = async ({ stored, after, asked }: DateChange) => {
    if (!names.has(after.placeId)) names.set(after.placeId, await findPlaceName(tx.db, after.placeId));
    const placeName = names.get(after.placeId) ?? null;
    const { leaderIds: namedLeaders } = edit;
    const plan = await planChange(tx, { stored, after, namedLeaders, placeName, asked, actorId, moving });
    notices.push(...(await applyChange(tx, stored, plan, actorId)));
    effects.push(plan.effect);
    if (plan.status === 'EventPostponed') postponed.push(stored.row.id);
  };
  await forEachYielding(changes, changeDate, stepsAtOnce);
  await askAboutNextDate(tx.db, postponed, tx.at);
  const effect = mergeEffects([...effects, ...missing]);
  return { ids: new Set(changes.map(({ stored }) => stored.row.id)), kept, effect, notices };
}

/** Each is some milliseconds of work, and there may be hundreds. */
const stepsAtOnce = 1;

/**
 * The dates as the edit changes them, the dates that keep own values, and the warnings about what dates do not get.
 * Throws like `changeDates`.
 */
async function changesOf(
  tx: SeriesTx,
  { stored: edited, edit, actorId }: SeriesChange,
  { templates, followedEdit }: OpenedSeries,
  dates: readonly DateRow[],
): Promise<{ changes: DateChange[]; kept: ChangePreview['keptDates']; missing: Effect[] }> {
  const changes: DateChange[] = [];
  const kept: ChangePreview['keptDates'] = [];
  const missing: Effect[] = [];
  const wasPostponed = edited.row.event_status === 'EventPostponed';
  const followDate = async (date: DateRow) => {
    const { id, series_id, recurrence_id: slot } = date;
    const isEdited = id === edited.row.id;
    // Other fields still reach a date at which people are.
    const staysWhen = !isEdited && hasBegun(date, tx.at);
    if (!isEdited) await refreshSeats(tx, id, actorId);
    const stored = isEdited ? edited : await findStored(tx.db, id);
    const template = templates.get(series_id ?? '');
    if (!stored || !template || slot === null) return;
    const followedFields = staysWhen ? withoutTimes(followedEdit) : followedEdit;
    const next = isEdited ? null : followed({ date: stored.planned, slot, template }, followedFields);
    const after = next?.after ?? followedEdit.after;
    if (next && next.own.length > 0) kept.push({ startsAt: stored.planned.startsAt, fields: next.own });
    // Also where nothing else changes, so that the date is not among the changes.
    if (next) missing.push({ ...noEffect, events: warned(next.missing, 1) });
    // A postponed date that only moves along with the others does not get a new date.
    const staysPostponed = stored.row.event_status === 'EventPostponed' && !wasPostponed;
    const askedAlong = edit.eventStatus ?? (staysPostponed ? 'EventPostponed' : undefined);
    const asked = staysWhen ? undefined : askedAlong;
    const isSame = JSON.stringify(after) === JSON.stringify(stored.planned);
    const { event_status: eventStatus, publication } = stored.row;
    const was = { eventStatus, startsAt: stored.planned.startsAt, isPublished: publication === 'published' };
    if (isSame && statusAfter(was, { startsAt: after.startsAt, asked }) === eventStatus) return;
    if (!isEdited) await validateFollowing(tx, stored, after);
    changes.push({ stored, after, asked });
  };
  await forEachYielding(dates, followDate, stepsAtOnce);
  return { changes, kept, missing };
}
