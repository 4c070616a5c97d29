// Applies an edit of one date to other dates of its series: each date changes like an edit of that date alone.
import type { SeriesEdit } from '../../../contract/events/planning.ts';
import type { SeriesScope } from '../../../contract/values/enums.ts';
import { forEachYielding } from '../../db/yielding.ts';
import type { NewEventNotification } from '../../notifications/rules.ts';
import { refreshSeats } from '../../registrations/change-queries.ts';
import { applyChange, planChange } from '../change/change.ts';
import { type Effect, mergeEffects } from '../change/effects.ts';
import { editedFrom, type PlannedEdit, type PlannerTx, validateFollowing } from '../drafts.ts';
import { findStored, type StoredEvent } from '../event-queries.ts';
import { findPlaceName } from '../places/place-queries.ts';
import type { Planned } from '../rules.ts';
import { type FollowedEdit, followed } from './series-edit-rules.ts';
import { datesOfSeries, lockSeries } from './series-queries.ts';

export type SeriesTx = PlannerTx & Parameters<typeof planChange>[0];
export type Stored = NonNullable<StoredEvent>;
export type Part = NonNullable<Awaited<ReturnType<typeof lockSeries>>>;
export type DateRow = Awaited<ReturnType<typeof datesOfSeries>>[number];

/** An edit of one date of a locked series, and how other dates follow. */
export type SeriesChange = {
  stored: Stored;
  edit: PlannedEdit;
  following: Omit<SeriesEdit, 'scope'> & { scope: Exclude<SeriesScope, 'this'> };
  actorId: string;
};

export type OpenedSeries = {
  /** All of its dates, in the order of their slots. */
  dates: readonly DateRow[];
  parts: ReadonlyMap<string, Part>;
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
  for (const id of new Set(dates.map(({ series_id }) => series_id ?? ''))) {
    const part = await lockSeries(db, dialect, id);
    if (part) parts.set(id, part);
  }
  const followedEdit = {
    before: stored.planned,
    after,
    slot: stored.row.recurrence_id ?? '',
    fields: new Set(Object.keys(edit).flatMap((field) => decides[field] ?? (field as keyof Planned))),
    replacesOwn: following.handEdits === 'replace',
  };
  return { dates, parts, followedEdit };
}

/** Fields of an edit that map to other or more stored fields. */
const decides: Record<string, (keyof Planned)[]> = {
  place: ['placeId'],
  owner: ['owner', 'teamIds'],
  eventStatus: [],
};

export type DatesChanged = {
  /** The number of changed dates. */
  count: number;
  /** The starts of dates that keep own values. */
  kept: string[];
  effect: Effect;
  notices: NewEventNotification[];
};

/** Applies the edit to these dates. Throws validation_failed if one would be invalid. */
export async function changeDates(
  tx: SeriesTx,
  { stored, edit: { eventStatus: asked }, actorId }: SeriesChange,
  { parts, followedEdit }: OpenedSeries,
  dates: readonly DateRow[],
): Promise<DatesChanged> {
  const { db } = tx;
  const names = new Map<string | null, string | null>();
  const effects: Effect[] = [];
  const notices: NewEventNotification[] = [];
  const kept: string[] = [];
  const changeDate = async ({ id, series_id, recurrence_id: slot }: DateRow) => {
    const isEdited = id === stored.row.id;
    if (!isEdited) await refreshSeats(tx, id, actorId);
    const one = isEdited ? stored : await findStored(db, id);
    const part = parts.get(series_id ?? '');
    if (!one || !part || slot === null) return;
    const { after, hasOwn } = isEdited
      ? { after: followedEdit.after, hasOwn: false }
      : followed({ date: one.planned, slot, template: part.template }, followedEdit);
    if (hasOwn) kept.push(one.planned.startsAt);
    const isSame = JSON.stringify(after) === JSON.stringify(one.planned);
    if (isSame && (asked === undefined || asked === one.row.event_status)) return;
    if (!isEdited) validateFollowing(tx, one, after);
    if (!names.has(after.placeId)) names.set(after.placeId, await findPlaceName(db, after.placeId));
    const placeName = names.get(after.placeId) ?? null;
    const plan = await planChange(tx, { stored: one, after, placeName, asked, actorId });
    notices.push(...(await applyChange(tx, one, plan, actorId)));
    effects.push(plan.effect);
  };
  // Each is some milliseconds of work, and there may be hundreds.
  await forEachYielding(dates, changeDate, 1);
  return { count: effects.length, kept, effect: mergeEffects(effects), notices };
}
