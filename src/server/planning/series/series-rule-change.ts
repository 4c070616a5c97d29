// A new rule for the dates of a series to come: dates that it names too go on with their replies; those that it leaves out
// become events of their own, are cancelled, or are deleted where no one replied; and those that are missing are made.
import { datesOf, isNamed, type Slot } from '../../../recurrence/dates.ts';
import { isComplaint, parseRule } from '../../../recurrence/rule.ts';
import { answerForMembersAway } from '../../absences/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { invalid } from '../../http/problem.ts';
import type { DateNotice } from '../../notifications/rules.ts';
import { endEvents } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { cancelEffect } from '../effect-queries.ts';
import type { Effect } from '../effects.ts';
import { deleteEvent } from '../event-queries.ts';
import { atStart, type Planned } from '../rules.ts';
import { addDates } from './series.ts';
import type { DateRow, OpenedSeries, Part, SeriesChange, SeriesWork } from './series-change.ts';
import { dayAfter, daysBetween, movedSlot, shiftOf } from './series-edit-rules.ts';
import { saveRest, templateAfter } from './series-parts.ts';
import { endParts, havePeople, setSlots } from './series-queries.ts';
import { isInScope, isOver, isRefused, type PlannedSeries, seriesFrom } from './series-rules.ts';

/** What a new rule means for the dates that there are. */
export type NewRule = {
  /** The part that goes on by it, from a slot on. */
  part: Part;
  firstSlot: string;
  template: Planned;
  series: PlannedSeries;
  /** Dates that go on, with their slots. */
  staying: { id: string; slot: string }[];
  leftOut: DateRow[];
  missing: Slot[];
  /** Dates of other parts, which end where these begin. */
  others: DateRow[];
};

/** Throws validation_failed where the rule means no dates. */
export function newRuleOf(
  { stored, following }: SeriesChange,
  { dates, parts, followedEdit }: OpenedSeries,
  at: string,
): NewRule {
  const wrong = (code: string, message: string) => invalid({ path: 'recurrence.rrule', code, message });
  const { rrule, exceptDates } = following.recurrence ?? { rrule: '' };
  const opened = stored.row.recurrence_id ?? '';
  const rest = dates.filter(
    (date) => (following.scope === 'all' || (date.recurrence_id ?? '') >= opened) && !isOver(date, at),
  );
  const [first] = rest;
  const part = parts.get(first?.series_id ?? '');
  const firstSlot = first?.recurrence_id;
  if (!first || !part || !firstSlot) throw wrong('no_dates', t('All of its dates are over'));
  const rule = parseRule(rrule);
  if (isComplaint(rule)) throw wrong(rule.code, rule.message);
  const shift = shiftOf(followedEdit);
  const model = templateAfter(part, firstSlot, followedEdit);
  // The date that was there first goes on only where the new rule names it.
  const [start] = isNamed(rule, model)
    ? [model]
    : datesOf({ ...rule, count: null }, model, {
        throughDay: dayAfter(firstSlot.slice(0, 10), daysToFirst),
        max: 2,
      }).slice(1);
  if (!start) throw wrong('no_dates', t('This rule has no dates'));
  const template = atStart(model, start.startsAt);
  const days = daysBetween(firstSlot, movedSlot(firstSlot, shift));
  const skipped = part.exceptDays.map((day) => dayAfter(day, days));
  const series = seriesFrom({ rrule, exceptDates: exceptDates ?? skipped }, template, at);
  if (isRefused(series)) throw invalid(series);
  const unmatched = new Map(series.slots.map((slot) => [slot.local.slice(0, 10), slot]));
  const staying: NewRule['staying'] = [];
  const leftOut: DateRow[] = [];
  for (const date of rest) {
    const day = movedSlot(date.recurrence_id ?? '', shift).slice(0, 10);
    const slot = unmatched.get(day);
    if (slot) staying.push({ id: date.id, slot: slot.local });
    else leftOut.push(date);
    unmatched.delete(day);
  }
  return {
    part,
    firstSlot,
    template,
    series,
    staying,
    leftOut,
    missing: [...unmatched.values()].filter(({ startsAt }) => startsAt > at),
    others: rest.filter(({ series_id }) => series_id !== part.id),
  };
}

/** A rule of months may name its first date only after some. */
const daysToFirst = 3 * 366;

/** Writes the series as the rule has it. Returns the dates that were made. */
export async function carryOutRule(
  work: SeriesWork,
  { stored, actorId }: SeriesChange,
  { dates }: OpenedSeries,
  { part, firstSlot, template, series, staying, leftOut, missing, others }: NewRule,
) {
  const { db, dialect, at } = work;
  await endParts(db, dialect, others, at);
  const isRest = new Set([...staying, ...leftOut].map(({ id }) => id));
  const hasBefore = dates.some((date) => date.series_id === part.id && !isRest.has(date.id));
  const next = { ...part, ...series, template };
  const id = await saveRest(work, part, next, hasBefore ? firstSlot : null);
  await setSlots(db, id, staying);
  const { publication } = stored.row;
  const added = await addDates(
    db,
    {
      createdBy: part.createdBy ?? actorId,
      publication: publication === 'draft' ? 'draft' : 'published',
      seriesId: id,
    },
    { template, slots: missing },
    at,
  );
  if (publication === 'published')
    await answerForMembersAway(
      work,
      added.map((date) => date.id),
    );
  return added;
}

export type LeftOutDone = {
  deleted: number;
  separated: number;
  cancelled: number;
  effect: Effect;
  notices: DateNotice[];
};

/** What becomes of the dates that the rule leaves out; the one that is edited is never deleted. */
export async function endLeftOut(
  work: SeriesWork,
  { stored, following, actorId }: SeriesChange,
  leftOut: readonly DateRow[],
): Promise<LeftOutDone> {
  const { db } = work;
  const people = await havePeople(
    db,
    leftOut.map(({ id }) => id),
  );
  const isOurs = (date: DateRow) =>
    isInScope(date, stored.row, 'all') &&
    date.publication !== 'archived' &&
    date.event_status !== 'EventCancelled';
  const deleted = leftOut.filter((date) => isOurs(date) && date.id !== stored.row.id && !people.has(date.id));
  const replied = leftOut.filter((date) => isOurs(date) && !deleted.includes(date));
  const cancelled = following.leftOut === 'cancel' ? replied.filter(isPublished) : [];
  await setSlots(
    db,
    null,
    leftOut.map(({ id }) => ({ id, slot: null })),
  );
  await forEachYielding(deleted, ({ id }) => deleteEvent(db, id));
  const effect = await cancelEffect(work, cancelled, actorId);
  const notices = await endEvents(work, cancelled, { actorId });
  return {
    deleted: deleted.length,
    separated: replied.length - cancelled.length,
    cancelled: cancelled.length,
    effect,
    notices,
  };
}

const isPublished = ({ publication }: DateRow) => publication === 'published';
