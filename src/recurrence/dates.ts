// Expands a rule to the dates of a series in its time zone, with rrule-temporal.
import { RRuleTemporal } from 'rrule-temporal';
import { formatByDay, type RecurrenceRule } from './rule.ts';

/** DTSTART of a series: an instant and its time zone. */
export type SeriesStart = { startsAt: string; timeZone: string };

/** `local`: local time in the zone, `YYYY-MM-DDTHH:MM`; `startsAt`: the same as an instant. */
export type Slot = { local: string; startsAt: string };

type ExpandOptions = {
  /** Days (`YYYY-MM-DD`, in the zone) without a date. */
  exceptDays?: readonly string[];
  /** The last day to expand to. */
  throughDay: string;
  /** Only dates after this slot, for a series that has dates already. */
  afterLocal?: string;
  /** The maximum number of dates. */
  max: number;
};

/**
 * The dates of a series in order. DTSTART is always a date and counts towards COUNT, even if the rule does not match it.
 * A local time that a clock change skips gives no date and does not count; of a repeated one, the first is used
 * (RFC 5545, 3.3.5 and 3.3.10). `exceptDays` count towards COUNT.
 */
export function datesOf(rule: RecurrenceRule, start: SeriesStart, options: ExpandOptions): Slot[] {
  const { exceptDays = [], throughDay, afterLocal = '', max } = options;
  const firstMs = Date.parse(start.startsAt);
  const lastDay = rule.until !== null && rule.until < throughDay ? rule.until.slice(0, 10) : throughDay;
  const except = new Set(exceptDays);
  const isWanted = ({ local, startsAt }: Slot) =>
    local.slice(0, 10) <= lastDay &&
    !isAfter(startsAt, rule.until) &&
    local > afterLocal &&
    !except.has(local.slice(0, 10));
  const library = libraryRule(rule, start);
  // The last day ends at most 14 hours later than in UTC, in every zone.
  const endMs = Date.parse(`${lastDay}T23:59:59.999Z`) + 14 * hourMs;
  const first = { local: localOf(start), startsAt: new Date(firstMs).toISOString() };
  const dates = [first].filter(isWanted);
  let counted = 1;
  // COUNT counts from DTSTART on.
  const isCounted = rule.count !== null || afterLocal === '';
  let fromMs = isCounted ? firstMs : Math.max(firstMs, Date.parse(`${afterLocal}:00.000Z`) - 16 * hourMs);
  // One window at a time: a daily rule has thousands of dates, and few are needed.
  for (; fromMs < endMs && dates.length < max && counted < (rule.count ?? Infinity); fromMs += windowMs) {
    const to = new Date(Math.min(endMs, fromMs + windowMs));
    for (const date of library.between(new Date(fromMs), to, false)) {
      const startsAt = new Date(date.epochMilliseconds).toISOString();
      if (startsAt <= first.startsAt) continue;
      if (counted >= (rule.count ?? Infinity)) break;
      counted += 1;
      const slot = { local: date.toPlainDateTime().toString({ smallestUnit: 'minute' }), startsAt };
      if (isWanted(slot)) dates.push(slot);
    }
    // `between` excludes both ends.
    fromMs -= 1;
  }
  return dates.slice(0, max);
}

/** The rule with UNTIL as a day in the zone, so that a series can be moved and split by days. */
export function withUntilAsDay(rule: RecurrenceRule, start: SeriesStart): RecurrenceRule {
  if (rule.until === null || !isInstant(rule.until)) return rule;
  const last = localOf({ ...start, startsAt: rule.until });
  const isTooEarly = last.slice(11) < localOf(start).slice(11);
  return { ...rule, until: isTooEarly ? dayBefore(last.slice(0, 10)) : last.slice(0, 10) };
}

/** The local time of an instant in a zone, `YYYY-MM-DDTHH:MM`. */
export const localOf = ({ startsAt, timeZone }: SeriesStart) =>
  zoned({ startsAt, timeZone }).toPlainDateTime().toString({ smallestUnit: 'minute' });

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);
}

const hourMs = 3_600_000;
const windowMs = 250 * 24 * hourMs;

const isInstant = (until: string) => until.endsWith('Z');
const isAfter = (startsAt: string, until: string | null) =>
  until !== null && isInstant(until) && startsAt > until;

/** A text instead of a Temporal object: the library parses it, also in browsers without Temporal. */
const textOf = ({ startsAt, timeZone }: SeriesStart) => ({
  timeZoneId: timeZone,
  toString: () => `${startsAt}[${timeZone}]`,
});

const zoned = (start: SeriesStart) =>
  new RRuleTemporal({ freq: 'DAILY', count: 1, dtstart: textOf(start) }).options().dtstart;

function libraryRule(
  { frequency, interval, byDay, byMonthDay, weekStart }: RecurrenceRule,
  start: SeriesStart,
) {
  return new RRuleTemporal({
    freq: frequency.toUpperCase() as 'DAILY' | 'WEEKLY' | 'MONTHLY',
    interval,
    ...(byDay.length > 0 && { byDay: byDay.map(formatByDay) }),
    ...(byMonthDay.length > 0 && { byMonthDay }),
    wkst: weekStart,
    dtstart: textOf(start),
    cache: false,
  });
}
