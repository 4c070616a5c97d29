// Rules of series: the dates of a recurrence rule, its validation, and the dates in a scope. Pure.

import type { RecurrenceDraft } from '../../../contract/events/recurrence.ts';
import type { SeriesScope } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { FieldError } from '../../../contract/values/problems.ts';
import { datesOf, type Slot, withUntilAsDay } from '../../../recurrence/dates.ts';
import { formatRule, isRuleError, parseRule } from '../../../recurrence/rule.ts';
import { closedFor, type EventTerms } from '../../events/can-rules.ts';
import { dayIn } from '../../events/rules.ts';
import { t } from '../../words/t.ts';
import type { Planned } from '../rules.ts';

const dayMs = 86_400_000;

export type PlannedSeries = {
  /** As stored: UNTIL is a local day. */
  rrule: string;
  exceptDays: string[];
  slots: Slot[];
  /** For a rule without an end the last day that has dates, else null. */
  extendedUntil: string | null;
};

/**
 * The series of an event and a rule, or a validation error. `now` as instants are stored. `lastKnownDay`: the last day that has
 * a date already, perhaps later than those that a rule without an end gets now.
 */
export function seriesFrom(
  { rrule, exceptDates }: RecurrenceDraft,
  event: Planned,
  now: string,
  lastKnownDay = '',
): PlannedSeries | FieldError {
  const complain = (path: string, code: string, message: string) => ({ path, code, message });
  const wrong = (code: string, message: string) => complain('recurrence.rrule', code, message);
  const { startsAt, timeZone } = event;
  if (Date.parse(startsAt) % 60_000 !== 0)
    return complain('startsAt', 'not_on_minute', t('A series begins on a full minute'));
  const parsed = parseRule(rrule);
  if (isRuleError(parsed)) return wrong(parsed.code, parsed.message);
  const rule = withUntilAsDay(parsed, { startsAt, timeZone });
  const firstDay = dayIn(timeZone, new Date(startsAt));
  if (rule.until !== null && rule.until < firstDay)
    return wrong('too_early', t('Ends before the first date'));
  const lastDay = dayIn(timeZone, new Date(Date.parse(now) + limits.plannedAheadDays * dayMs));
  const isOpen = rule.until === null && rule.count === null;
  if (rule.until !== null && rule.until > lastDay)
    return wrong('too_late', t('Ends in more than five years'));
  const horizon = horizonOf(timeZone, startsAt > now ? startsAt : now);
  const openThrough = lastKnownDay > horizon ? lastKnownDay : horizon;
  const throughDay = isOpen ? openThrough : lastDay;
  const max = limits.seriesDatesMax + exceptDates.length;
  const named = datesOf(rule, { startsAt, timeZone }, { throughDay, max: max + 1 });
  if (rule.count !== null && rule.count <= max && named.length < rule.count)
    return wrong('too_late', t('Ends in more than five years'));
  const skipped = new Set(exceptDates);
  const slots = named.filter(({ local }) => !skipped.has(local.slice(0, 10)));
  // Too many until the last known day: those after the horizon are left out, and the job makes them later.
  if (isOpen && slots.length > limits.seriesDatesMax && throughDay > horizon)
    return seriesFrom({ rrule, exceptDates }, event, now);
  if (slots.length > limits.seriesDatesMax)
    return wrong('too_many', t('At most {max} dates: end it earlier', { max: limits.seriesDatesMax }));
  if (slots.length === 0) return complain('recurrence.exceptDates', 'no_dates', t('Every date is skipped'));
  return {
    rrule: formatRule(rule),
    exceptDays: exceptDates.toSorted(),
    slots,
    extendedUntil: isOpen ? throughDay : null,
  };
}

export const isRefused = (series: PlannedSeries | FieldError): series is FieldError => 'message' in series;

type OwnerColumns = {
  owner_team_id: string | null;
  organizer_organization_id: string | null;
  organizer_user_id: string | null;
};

/** The id of the owner of a date. A date that was given to another owner no longer follows its series. */
export const ownerIdOf = (date: OwnerColumns) =>
  date.owner_team_id ?? date.organizer_organization_id ?? date.organizer_user_id;

export type SeriesDate = OwnerColumns & {
  id: string;
  recurrence_id: string | null;
  publication: EventTerms['publication'];
  event_status: EventTerms['event_status'];
  starts_at: string;
  ends_at: string;
  removed_at: string | null;
};

/** Whether a date is in a scope that starts at another date: same owner, and not taken down. */
export const isInScope = (
  date: SeriesDate,
  from: OwnerColumns & { recurrence_id: string | null },
  scope: SeriesScope,
) =>
  date.removed_at === null &&
  ownerIdOf(date) === ownerIdOf(from) &&
  (scope === 'all' || (date.recurrence_id ?? '') >= (from.recurrence_id ?? ''));

/**
 * The dates to cancel in a scope. `following` are those that take place later: a date that was moved by hand may be before or
 * after others against the order of their slots, and nothing brings a cancelled date back.
 */
export const datesToCancel = <T extends SeriesDate>(
  dates: readonly T[],
  from: OwnerColumns & { recurrence_id: string | null; starts_at: string },
  { scope, at }: { scope: SeriesScope; at: string },
): T[] =>
  dates.filter(
    (date) =>
      isInScope(date, from, 'all') &&
      (scope === 'all' || date.starts_at >= from.starts_at) &&
      closedFor(date, at) === null,
  );

export const isOver = ({ ends_at, event_status }: SeriesDate, at: string) =>
  ends_at <= at && event_status !== 'EventPostponed';

/** Whether people are at a date, or were. */
export const hasBegun = ({ starts_at, event_status }: SeriesDate, at: string) =>
  starts_at <= at && event_status !== 'EventPostponed';

/** Whether a date keeps its time and its slot when a scope moves or gets a new rule: it has begun, and is not the edited date. */
export const keepsTime = (date: SeriesDate, edited: { id: string }, at: string) =>
  isOver(date, at) || (date.id !== edited.id && hasBegun(date, at));

/**
 * The dates of an owner whose versions rise when the rule changes or the series is split: an edit of the rule as it was is
 * refused, whichever of them it is sent from, also from one that is over once a device without signal sends it.
 */
export const idsOfOwner = (dates: readonly SeriesDate[], ownerId: string | null): string[] =>
  dates.filter((date) => ownerIdOf(date) === ownerId).map(({ id }) => id);

/** The upcoming, editable dates that follow an edit in a scope. */
export const datesToChange = <T extends SeriesDate>(
  dates: readonly T[],
  from: OwnerColumns & { id: string; recurrence_id: string | null },
  { scope, at }: { scope: SeriesScope; at: string },
): T[] =>
  dates.filter(
    (date) =>
      date.id === from.id ||
      (isInScope(date, from, scope) &&
        !isOver(date, at) &&
        date.event_status !== 'EventCancelled' &&
        date.publication !== 'archived'),
  );

/** A series that gets no more dates, and whose rule ends before a day; the rule stays if the day is before its first date. */
export function endedBefore<Part extends { rrule: string; template: Planned }>(part: Part, day: string) {
  const rule = parseRule(part.rrule);
  const until = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
  const firstDay = dayIn(part.template.timeZone, new Date(part.template.startsAt));
  const isKept = isRuleError(rule) || until < firstDay;
  const rrule = isKept ? part.rrule : formatRule({ ...rule, count: null, until });
  return { ...part, rrule, extendedUntil: null };
}

/** The skipped days of a part of a series. Days after the end of a part that is not the last one belong to the next part. */
export function skippedDays(
  { rrule, exceptDays }: { rrule: string; exceptDays: readonly string[] },
  isLast: boolean,
): string[] {
  const rule = parseRule(rrule);
  const until = isLast || isRuleError(rule) ? null : rule.until;
  return exceptDays.filter((day) => until === null || day <= until);
}

/** The last day to fill with dates for a series without an end, counted from an instant. */
export function horizonOf(timeZone: string, from: string): string {
  const day = Temporal.PlainDate.from(dayIn(timeZone, new Date(from)));
  return day.add({ months: limits.seriesAheadMonths }).toString();
}
