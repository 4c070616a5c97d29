// An edit of one date that other dates of its series follow: each changes as an edit of it alone would change it, and the
// series goes on as they do.
import type { EventEdit, SeriesEdit } from '../../../contract/events/planning.ts';
import type { SeriesScope } from '../../../contract/values/words.ts';
import { forEachYielding } from '../../db/yielding.ts';
import type { DateNotice } from '../../notifications/rules.ts';
import { bringUpToNow } from '../../registrations/change-queries.ts';
import { carryOut, planChange } from '../change.ts';
import { type At, demandFollowing, editedFrom } from '../drafts.ts';
import { type Effect, together } from '../effects.ts';
import { findStored, type StoredEvent } from '../event-queries.ts';
import { findPlaceName } from '../places/place-queries.ts';
import type { Planned } from '../rules.ts';
import { type FollowedEdit, followed } from './series-edit-rules.ts';
import { datesOfSeries, lockSeries } from './series-queries.ts';

export type SeriesWork = At & Parameters<typeof planChange>[0];
export type Stored = NonNullable<StoredEvent>;
export type Part = NonNullable<Awaited<ReturnType<typeof lockSeries>>>;
export type DateRow = Awaited<ReturnType<typeof datesOfSeries>>[number];

/** A date that was opened to be edited, in a series that is locked, and how its other dates follow. */
export type SeriesChange = {
  stored: Stored;
  edit: EventEdit;
  following: Omit<SeriesEdit, 'scope'> & { scope: Exclude<SeriesScope, 'this'> };
  actorId: string;
};

export type OpenedSeries = {
  /** All of its dates, in the order of their slots. */
  dates: readonly DateRow[];
  parts: ReadonlyMap<string, Part>;
  /** The edited date, as the edit makes it. */
  followedEdit: FollowedEdit;
};

/** Throws not_permitted or validation_failed for the edit itself. */
export async function openSeries(work: SeriesWork, change: SeriesChange): Promise<OpenedSeries> {
  const { db, dialect } = work;
  const { stored, edit, following } = change;
  const after = await editedFrom(work, stored, edit);
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

/** Fields that are stored under other names, or decide others too. */
const decides: Record<string, (keyof Planned)[]> = {
  place: ['placeId'],
  owner: ['owner', 'teamIds'],
  eventStatus: [],
};

export type DatesChanged = {
  /** How many changed. */
  count: number;
  /** The starts of those that keep something of their own. */
  kept: string[];
  effect: Effect;
  notices: DateNotice[];
};

/** Changes these dates as each follows the edit. Throws validation_failed where one cannot. */
export async function changeDates(
  work: SeriesWork,
  { stored, edit: { eventStatus: asked }, actorId }: SeriesChange,
  { parts, followedEdit }: OpenedSeries,
  dates: readonly DateRow[],
): Promise<DatesChanged> {
  const { db } = work;
  const names = new Map<string | null, string | null>();
  const effects: Effect[] = [];
  const notices: DateNotice[] = [];
  const kept: string[] = [];
  const changeDate = async ({ id, series_id, recurrence_id: slot }: DateRow) => {
    const isEdited = id === stored.row.id;
    if (!isEdited) await bringUpToNow(work, id, actorId);
    const one = isEdited ? stored : await findStored(db, id);
    const part = parts.get(series_id ?? '');
    if (!one || !part || slot === null) return;
    const { after, hasOwn } = isEdited
      ? { after: followedEdit.after, hasOwn: false }
      : followed({ date: one.planned, slot, template: part.template }, followedEdit);
    if (hasOwn) kept.push(one.planned.startsAt);
    const isSame = JSON.stringify(after) === JSON.stringify(one.planned);
    if (isSame && (asked === undefined || asked === one.row.event_status)) return;
    if (!isEdited) demandFollowing(work, one, after);
    if (!names.has(after.placeId)) names.set(after.placeId, await findPlaceName(db, after.placeId));
    const placeName = names.get(after.placeId) ?? null;
    const plan = await planChange(work, { stored: one, after, placeName, asked, actorId });
    notices.push(...(await carryOut(work, one, plan, actorId)));
    effects.push(plan.effect);
  };
  // Each is some milliseconds of work, and there may be hundreds.
  await forEachYielding(dates, changeDate, 1);
  return { count: effects.length, kept, effect: together(effects), notices };
}
