// The dates of a series: a rule expanded on the clock of its zone, over rrule-temporal.
import { RRuleTemporal } from 'rrule-temporal';
import { dayText, type RecurrenceRule } from './rule.ts';

/** The first date of a series: an instant, and the zone whose clock the dates follow. */
export type SeriesStart = { startsAt: string; timeZone: string };

/** `local`: the slot on the clock of the zone, `YYYY-MM-DDTHH:MM`; `startsAt`: the same as an instant. */
export type Slot = { local: string; startsAt: string };

type Wanted = {
  /** Days (`YYYY-MM-DD`, in the zone) without a date. */
  exceptDays?: readonly string[];
  /** The last day that is looked at; of a rule that ends later, or never, the dates until then. */
  throughDay: string;
  /** Only dates after this slot, for a series that has dates already. */
  afterLocal?: string;
  /** No more dates than these. */
  max: number;
};

/**
 * The dates of a series in order. As calendar programs do, the first date counts even where the rule does not name it,
 * and is one of COUNT. A local time that a clock change leaves out gives no date and is not counted; one that comes twice
 * is the first of the two (RFC 5545, 3.3.5 and 3.3.10). COUNT counts the days of `exceptDays` too.
 */
export function datesOf(rule: RecurrenceRule, start: SeriesStart, wanted: Wanted): Slot[] {
  const { exceptDays = [], throughDay, afterLocal = '', max } = wanted;
  const firstMs = Date.parse(start.startsAt);
  const lastDay = rule.until !== null && rule.until < throughDay ? rule.until.slice(0, 10) : throughDay;
  const except = new Set(exceptDays);
  const isWanted = ({ local, startsAt }: Slot) =>
    local.slice(0, 10) <= lastDay &&
    !isAfter(startsAt, rule.until) &&
    local > afterLocal &&
    !except.has(local.slice(0, 10));
  const library = libraryRule(rule, start);
  // In every zone the last day has ended 14 hours after it did in UTC.
  const endMs = Date.parse(`${lastDay}T23:59:59.999Z`) + 14 * hourMs;
  const first = { local: localOf(start), startsAt: new Date(firstMs).toISOString() };
  const dates = [first].filter(isWanted);
  let counted = 1;
  // Where dates are counted, they are counted from the first one on.
  const isCounted = rule.count !== null || afterLocal === '';
  let fromMs = isCounted ? firstMs : Math.max(firstMs, Date.parse(`${afterLocal}:00.000Z`) - 16 * hourMs);
  // A window at a time, because a daily rule names thousands of dates of which few are wanted.
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
    // `between` leaves out both ends.
    fromMs -= 1;
  }
  return dates.slice(0, max);
}

/** Whether the rule itself names the first date, which is a date all the same. */
export function isNamed(rule: RecurrenceRule, start: SeriesStart): boolean {
  const ms = Date.parse(start.startsAt);
  return libraryRule(rule, start).between(new Date(ms - 1), new Date(ms + 1), false).length > 0;
}

/** The same rule with its end as a day of the zone, so that a series can be moved and split by days. */
export function endingOnDay(rule: RecurrenceRule, start: SeriesStart): RecurrenceRule {
  if (rule.until === null || !isInstant(rule.until)) return rule;
  const last = localOf({ ...start, startsAt: rule.until });
  const isTooEarly = last.slice(11) < localOf(start).slice(11);
  return { ...rule, until: isTooEarly ? dayBefore(last.slice(0, 10)) : last.slice(0, 10) };
}

/** An instant on the clock of a zone, `YYYY-MM-DDTHH:MM`. */
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

/** Browsers without Temporal have none to make a date with: the library does, from the text. */
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
    ...(byDay.length > 0 && { byDay: byDay.map(dayText) }),
    ...(byMonthDay.length > 0 && { byMonthDay }),
    wkst: weekStart,
    dtstart: textOf(start),
    cache: false,
  });
}
