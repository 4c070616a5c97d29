// Applies a new rule to the upcoming dates of a series. Dates of the new rule keep their replies. Left-out dates become single
// events, are cancelled, or are deleted if they have no replies. Missing dates are inserted, each like the dates around it.
import { localOf, type Slot } from '../../../recurrence/dates.ts';
import { isNamed } from '../../../recurrence/days.ts';
import { formatRule, isRuleError, parseRule, type RecurrenceRule } from '../../../recurrence/rule.ts';
import { answerForMembersAway } from '../../absences/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { invalid } from '../../http/problem.ts';
import { askAboutNextDate } from '../../notifications/dates-question-queries.ts';
import type { NewEventNotification } from '../../notifications/rules.ts';
import { endEvents } from '../../registrations/change-queries.ts';
import { t } from '../../words/t.ts';
import { cancelEffect, peopleOn } from '../change/effect-queries.ts';
import type { Effect } from '../change/effects.ts';
import { deleteEvent } from '../event-queries.ts';
import type { PublishedDate } from '../publish.ts';
import { atStart, isGivenAway, type Planned } from '../rules.ts';
import { addDates, stillLeading } from './series.ts';
import type { DateRow, OpenedSeries, SeriesChange, SeriesTx } from './series-change.ts';
import { changesTimes, dayAfter, movedSlot, shiftOf, slotOf, slotStart } from './series-edit-rules.ts';
import { saveRest, templateAfter } from './series-parts.ts';
import { endParts, havePeople, type Part, raiseVersions, setSlots } from './series-queries.ts';
import {
  idsOfOwner,
  isInScope,
  isRefused,
  keepsTime,
  ownerIdOf,
  type PlannedSeries,
  seriesFrom,
  skippedDays,
} from './series-rules.ts';

/** A new rule matched with the existing dates. */
export type NewRule = {
  /** The part that gets the rule, from a slot on. */
  part: Part;
  firstSlot: string;
  /** Of the last part: dates that the job adds later are like the last ones. */
  template: Planned;
  series: PlannedSeries;
  /** Dates that stay, with their slots. */
  staying: { id: string; slot: string }[];
  leftOut: DateRow[];
  /** By the part that they lie in, whose dates they are like. */
  missing: { template: Planned; slots: Slot[] }[];
  /** Dates of the owner's other parts; these parts end before them. */
  others: DateRow[];
};

/** Throws validation_failed if the rule has no dates, and for a date that its series' owner gave away. */
export async function newRuleOf(
  tx: SeriesTx,
  { stored, following }: SeriesChange,
  openedSeries: OpenedSeries,
): Promise<NewRule> {
  const { at } = tx;
  const { dates, parts, followedEdit } = openedSeries;
  const wrong = (code: string, message: string) => invalid({ path: 'recurrence.rrule', code, message });
  const { rrule, exceptDates } = following.recurrence ?? { rrule: '' };
  const isOfParts = ({ series_id }: { series_id: string | null }) => parts.has(series_id ?? '');
  if (!isOfParts(stored.row))
    throw wrong(
      'other_owner',
      t('This event was given to another owner. Only the owner of the series can change how it repeats.'),
    );
  const opened = stored.row.recurrence_id ?? '';
  const rest = dates.filter(
    (date) =>
      isOfParts(date) &&
      (following.scope === 'all' || (date.recurrence_id ?? '') >= opened) &&
      !keepsTime(date, stored.row, at),
  );
  const [first] = rest;
  const part = parts.get(first?.series_id ?? '');
  const lastPart = parts.get(rest.at(-1)?.series_id ?? '');
  const firstSlot = first?.recurrence_id;
  if (!first || !part || !lastPart || !firstSlot) throw wrong('no_dates', t('All of its dates are over'));
  const rule = parseRule(rrule);
  if (isRuleError(rule)) throw wrong(rule.code, rule.message);
  const shift = shiftOf(followedEdit);
  const dayOfMoved = (slot: string) => movedSlot(slot, shift).slice(0, 10);
  const dayAfterMove = (date: DateRow) => dayOfMoved(date.recurrence_id ?? '');
  const firstDay = firstSlot.slice(0, 10);
  const model = await templateOn(tx, lastPart, firstDay, followedEdit);
  const start = startOf(rule, dayOfMoved(opened), model);
  if (!start) throw wrong('no_dates', t('This rule has no dates'));
  const template = atStart(model, start.startsAt);
  const series = seriesFrom(
    {
      rrule: formatRule({ ...rule, count: start.count }),
      exceptDates: exceptDaysFrom(slotOf(template).slice(0, 10), exceptDates, openedSeries),
    },
    template,
    at,
    dayAfterMove(rest.at(-1) ?? first),
  );
  if (isRefused(series)) throw invalid(series);
  const unmatched = new Map(series.slots.map((slot) => [slot.local.slice(0, 10), slot]));
  const slots = new Map<DateRow, Slot>();
  const match = (date: DateRow, day: string) => {
    const slot = unmatched.get(day);
    if (!slot || slots.has(date)) return;
    slots.set(date, slot);
    unmatched.delete(day);
  };
  for (const date of rest) match(date, dayAfterMove(date));
  // Dates that keep their slots, such as one that was brought forward and has begun, are not made again.
  for (const date of dates)
    if (ownerIdOf(date) === stored.planned.owner.id && (date.recurrence_id ?? '') >= firstSlot)
      unmatched.delete(dayAfterMove(date));
  // A date that was moved by hand to a day of the new rule is the date of that day, unless the edit moves it, too.
  const isMovedToo = followedEdit.replacesOwn && changesTimes(followedEdit);
  if (!isMovedToo && dayOfMoved(opened) === opened.slice(0, 10))
    for (const date of rest) match(date, date.starts_on);
  const staying = rest.flatMap((date) => {
    const slot = slots.get(date);
    return slot ? [{ id: date.id, slot: slot.local }] : [];
  });
  const leftOut = rest.filter((date) => !slots.has(date));
  const partOn = (day: string) =>
    parts.get(rest.findLast((date) => dayAfterMove(date) <= day)?.series_id ?? '') ?? part;
  const byPart = Map.groupBy(unmatched.values(), ({ local }) => partOn(local.slice(0, 10)));
  const missing: NewRule['missing'] = [];
  for (const [own, slots] of byPart) {
    const like = await templateOn(tx, own, firstDay, followedEdit);
    const all = slots.map(({ local }) => ({ local, startsAt: slotStart(onDay(like, local), like.timeZone) }));
    missing.push({ template: like, slots: all.filter(({ startsAt }) => startsAt > at) });
  }
  return {
    part,
    firstSlot,
    template,
    series,
    staying,
    leftOut,
    missing,
    others: rest.filter(({ series_id }) => series_id !== part.id),
  };
}

/**
 * The first date of a rule from a template's start on, and its COUNT from there; null without a date. The form shows the dates
 * from the edited date on, so the rule's interval and COUNT are counted from that one, also where it applies to earlier dates.
 */
function startOf(rule: RecurrenceRule, editedDay: string, template: Planned) {
  const { timeZone } = template;
  const fromDay = slotOf(template).slice(0, 10);
  const startOn = (day: string) => slotStart(onDay(template, day), timeZone);
  // A local time that a clock change skips gives no date.
  const isDate = (day: string) =>
    isNamed(rule, editedDay, day) && localOf({ startsAt: startOn(day), timeZone }) === onDay(template, day);
  const day = daysFrom(fromDay, dayAfter(fromDay, daysToFirst)).find(isDate);
  if (day === undefined) return null;
  const earlier = daysFrom(day, editedDay).filter(isDate).toArray().length;
  const later = daysFrom(editedDay, day).filter(isDate).toArray().length;
  const count = rule.count && rule.count + earlier - later;
  return count === null || count > 0 ? { startsAt: startOn(day), count } : null;
}

function* daysFrom(first: string, end: string) {
  for (let day = first; day < end; day = dayAfter(day, 1)) yield day;
}

/** The slot of a template's time on a day. */
const onDay = (template: Planned, day: string) => day.slice(0, 10) + slotOf(template).slice(10);
const templateOn = (tx: SeriesTx, part: Part, day: string, edit: OpenedSeries['followedEdit']) =>
  templateAfter(tx, part, onDay(part.template, day), edit);

/**
 * The skipped days of the new rule from its first day on: the current ones of all parts, moved with their dates. `sent` replaces
 * them from the day of the edited date on, because its form does not show earlier ones.
 */
function exceptDaysFrom(
  firstDay: string,
  sent: readonly string[] | undefined,
  { dates, parts, followedEdit }: OpenedSeries,
): string[] {
  const shift = shiftOf(followedEdit);
  const last = dates.findLast(({ series_id }) => parts.has(series_id ?? ''))?.series_id;
  const current = [...parts.values()].flatMap((part) => {
    const time = slotOf(part.template).slice(10);
    return skippedDays(part, part.id === last).map((day) => movedSlot(day + time, shift).slice(0, 10));
  });
  const editedDay = slotOf(followedEdit.after).slice(0, 10);
  const staying = current.filter((day) => day >= firstDay && (sent === undefined || day < editedDay));
  return [...new Set([...staying, ...(sent ?? [])])];
}

/** The first date of a monthly rule may be months later. */
const daysToFirst = 3 * 366;

/** Writes the series with the new rule. Returns the inserted dates. */
export async function applyRule(
  tx: SeriesTx,
  { stored, actorId }: SeriesChange,
  { dates, followedEdit }: OpenedSeries,
  { part, firstSlot, template, series, staying, leftOut, missing, others }: NewRule,
) {
  const { db, at } = tx;
  await endParts(tx, stored.planned.owner.id, others);
  const isRest = new Set([...staying, ...leftOut].map(({ id }) => id));
  const hasBefore = dates.some((date) => date.series_id === part.id && !isRest.has(date.id));
  const next = { ...part, ...series, template };
  const id = await saveRest(tx, part, next, hasBefore ? firstSlot : null);
  await setSlots(db, id, staying);
  const ofOwner = idsOfOwner(dates, ownerIdOf(stored.row));
  await raiseVersions(db, [...new Set([...isRest, ...ofOwner, stored.row.id])], at);
  const { publication, organizer_user_id } = stored.row;
  const organizerId = isGivenAway(stored.planned, followedEdit.after)
    ? null
    : (organizer_user_id ?? part.createdBy);
  const given = {
    createdBy: organizerId ?? actorId,
    publication: publication === 'draft' ? ('draft' as const) : ('published' as const),
    seriesId: id,
  };
  const added: PublishedDate[] = [];
  for (const { template: like, slots } of missing) {
    const leaderIds = await stillLeading(db, like);
    added.push(...(await addDates(tx, given, { template: { ...like, leaderIds }, slots })));
  }
  if (publication === 'published')
    await answerForMembersAway(
      tx,
      added.map((date) => date.id),
    );
  return added;
}

export type LeftOutDone = {
  /** The number of dates that are ended. */
  count: number;
  effect: Effect;
  notices: NewEventNotification[];
};

/** Separates, cancels or deletes the dates that the rule leaves out; the edited date is never deleted. */
export async function endLeftOut(
  tx: SeriesTx,
  { stored, following, actorId }: SeriesChange,
  leftOut: readonly DateRow[],
): Promise<LeftOutDone> {
  const { db } = tx;
  const people = await havePeople(
    db,
    leftOut.map(({ id }) => id),
    tx.at,
  );
  const isOurs = (date: DateRow) =>
    isInScope(date, stored.row, 'all') &&
    date.publication !== 'archived' &&
    date.event_status !== 'EventCancelled';
  const deleted = leftOut.filter((date) => isOurs(date) && date.id !== stored.row.id && !people.has(date.id));
  const replied = leftOut.filter((date) => isOurs(date) && !deleted.includes(date));
  const cancelled = following.leftOut === 'cancel' ? replied.filter(isPublished) : [];
  await askAboutNextDate(
    db,
    [...deleted, ...cancelled].map(({ id }) => id),
    tx.at,
  );
  await setSlots(
    db,
    null,
    leftOut.map(({ id }) => ({ id, slot: null })),
  );
  await forEachYielding(deleted, ({ id }) => deleteEvent(db, id));
  const { holding, paying, ...ofCancelled } = await cancelEffect(tx, cancelled, actorId);
  const separated = replied.filter((date) => !cancelled.includes(date));
  const effect = {
    ...ofCancelled,
    ...(await peopleOn(tx, separated)),
    people: { repliesEnded: holding, refunded: paying },
    events: {
      datesDeleted: deleted.length,
      datesSeparated: separated.length,
      datesCancelled: cancelled.length,
    },
  };
  const notices = await endEvents(tx, cancelled, { actorId });
  return { count: deleted.length + replied.length, effect, notices };
}

const isPublished = ({ publication }: DateRow) => publication === 'published';
