// How a new event repeats, as the controls of its form hold it, and the rule that this is: both directions. Pure.
import { limits } from '../../../../contract/values/limits.ts';
import { daysOf, placeInMonth, weekdayOf } from '../../../../recurrence/days.ts';
import {
  isComplaint,
  parseRule,
  type RecurrenceRule,
  ruleText,
  type Weekday,
  weekdays,
} from '../../../../recurrence/rule.ts';
import { dayNumberOf, dayOf } from '../../../format/wall-clock.ts';

export type Frequency = RecurrenceRule['frequency'];
export type MonthBy = 'date' | 'weekday' | 'lastWeekday';
export type EndKind = 'day' | 'count' | 'never';

/** Days without a date, first and last; an empty `to` is the day of `from`. */
export type Skip = { from: string; to: string };

/** Numbers and days as they are typed. What follows from the day of the first date is not part of it, and so moves along. */
export type Repeat = {
  frequency: Frequency;
  /** 1 is every day, week or month. */
  interval: string;
  /** Of a weekly rule: the weekdays beside that of the first date. */
  byDay: Weekday[];
  /** Of a monthly rule: by the date, the weekday or the last weekday that the first date is. */
  byMonth: MonthBy;
  end: { kind: EndKind; day: string; count: string };
  skips: Skip[];
};

/** What the API is sent. */
export type Recurrence = { rrule: string; exceptDates: string[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holdsTexts = (value: unknown, ...keys: string[]) =>
  isObject(value) && keys.every((key) => typeof value[key] === 'string');

/** Whether what a device has stored is what this version of the app writes. */
export const isRepeat = (value: unknown): boolean =>
  isObject(value) &&
  holdsTexts(value, 'frequency', 'interval', 'byMonth') &&
  Array.isArray(value.byDay) &&
  value.byDay.every((day) => weekdays.includes(day)) &&
  holdsTexts(value.end, 'kind', 'day', 'count') &&
  Array.isArray(value.skips) &&
  value.skips.every((skip) => holdsTexts(skip, 'from', 'to'));

const dayMonths = { firstOfSeason: '-05-01', endOfSeason: '-06-30' };

/**
 * The last day of the season that a first date is in: the 30th of June, of the next year from May on. Every day ends after
 * the most dates that there may be.
 */
export function seasonEnd(day: string, frequency: Frequency): string {
  const year = Number(day.slice(0, 4)) + (day.slice(4) < dayMonths.firstOfSeason ? 0 : 1);
  const end = `${String(year).padStart(4, '0')}${dayMonths.endOfSeason}`;
  const most = dayOf(dayNumberOf(day) + limits.seriesDatesMax - 1);
  return frequency === 'daily' && most < end ? most : end;
}

/** What repeating begins with, once it is chosen how often. */
export const firstRepeat = (frequency: Frequency, day: string): Repeat => ({
  frequency,
  interval: '1',
  byDay: [],
  byMonth: 'date',
  end: { kind: 'day', day: seasonEnd(day, frequency), count: '' },
  skips: [],
});

/** The same with another frequency; an end that no one chose is that of the new one. */
export const withFrequency = (repeat: Repeat, frequency: Frequency, day: string): Repeat => ({
  ...repeat,
  frequency,
  end: followingEnd(repeat, seasonEnd(day, repeat.frequency), seasonEnd(day, frequency)),
});

/** Another end; what it needs is filled in where it is empty. */
export const withEndKind = (repeat: Repeat, kind: EndKind, day: string): Repeat => ({
  ...repeat,
  end: {
    kind,
    day: repeat.end.day || seasonEnd(day, repeat.frequency),
    count: repeat.end.count || usualCount,
  },
});

const usualCount = '10';

/** The same after its first date was moved: to another season the end of the season moves along. */
export const movedRepeat = (repeat: Repeat, from: string, to: string): Repeat => ({
  ...repeat,
  end: followingEnd(repeat, seasonEnd(from, repeat.frequency), seasonEnd(to, repeat.frequency)),
});

const followingEnd = ({ end }: Repeat, before: string, after: string) =>
  end.day === before ? { ...end, day: after } : end;

/** The ways to name the day of the first date in its month. A fifth Tuesday is named as the last one alone. */
export function monthChoices(day: string): MonthBy[] {
  const { nth, isLast } = placeInMonth(day);
  return ['date', ...(nth < 5 ? (['weekday'] as const) : []), ...(isLast ? (['lastWeekday'] as const) : [])];
}

/** The way that is chosen, or the other one by weekday where it does not fit the first date any more. */
export function fittingMonthBy(byMonth: MonthBy, day: string): MonthBy {
  if (monthChoices(day).includes(byMonth)) return byMonth;
  return byMonth === 'weekday' ? 'lastWeekday' : 'weekday';
}

/** The part of a rule that says which days of a month it names. */
export function monthDaysOf(byMonth: MonthBy, day: string): Pick<RecurrenceRule, 'byDay' | 'byMonthDay'> {
  if (byMonth === 'date') return { byDay: [], byMonthDay: [Number(day.slice(8))] };
  const nth = byMonth === 'weekday' ? placeInMonth(day).nth : -1;
  return { byDay: [{ weekday: weekdayOf(day), nth }], byMonthDay: [] };
}

/** The weekdays of a weekly rule, in the order of the week. */
export const chosenWeekdays = ({ byDay }: Repeat, day: string): Weekday[] =>
  weekdays.filter((weekday) => weekday === weekdayOf(day) || byDay.includes(weekday));

export const maxInterval = 99;

/** A whole number from 1 to `max`; null for anything else. */
export const countIn = (text: string, max: number): number | null =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max ? Number(text) : null;

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The rule from a first day on; null while a field is not filled in. */
export function ruleOf(repeat: Repeat, day: string): RecurrenceRule | null {
  const { frequency, end } = repeat;
  const interval = countIn(repeat.interval, maxInterval);
  const count = end.kind === 'count' ? countIn(end.count, limits.seriesDatesMax) : null;
  const isEnded = end.kind === 'never' || (end.kind === 'day' ? isDay(end.day) : count !== null);
  if (!isDay(day) || interval === null || !isEnded) return null;
  return {
    frequency,
    interval,
    byDay:
      frequency === 'weekly' ? chosenWeekdays(repeat, day).map((weekday) => ({ weekday, nth: null })) : [],
    byMonthDay: [],
    ...(frequency === 'monthly' && monthDaysOf(fittingMonthBy(repeat.byMonth, day), day)),
    weekStart: 'MO',
    count,
    until: end.kind === 'day' ? end.day : null,
  };
}

/** The days of a rule that are skipped. */
export function exceptDaysOf(skips: readonly Skip[], rule: RecurrenceRule, day: string): string[] {
  const ranges = skips.filter(({ from }) => isDay(from)).map(({ from, to }) => ({ from, to: to || from }));
  if (ranges.length === 0) return [];
  const last = ranges.reduce((latest, { to }) => (to > latest ? to : latest), '');
  const horizon = dayOf(dayNumberOf(day) + limits.plannedAheadDays);
  const named = daysOf(rule, day, last < horizon ? last : horizon);
  return [...named].filter((one) => ranges.some(({ from, to }) => from <= one && one <= to));
}

/** What the API is sent; null for an event that does not repeat, and while a field is not filled in. */
export function recurrenceOf(repeat: Repeat | null, day: string): Recurrence | null {
  const rule = repeat === null ? null : ruleOf(repeat, day);
  if (repeat === null || rule === null) return null;
  return { rrule: ruleText(rule), exceptDates: exceptDaysOf(repeat.skips, rule, day) };
}

/** How a series repeats, as the controls hold it; null for a rule that they cannot make. */
export function repeatOf(
  { rrule, exceptDates = [] }: { rrule: string; exceptDates?: string[] | undefined },
  day: string,
): Repeat | null {
  const rule = parseRule(rrule);
  if (isComplaint(rule)) return null;
  const { frequency, interval, byDay, byMonthDay, count, until } = rule;
  const own = weekdayOf(day);
  const nth = byDay[0]?.nth ?? null;
  const repeat: Repeat = {
    frequency,
    interval: String(interval),
    byDay:
      frequency === 'weekly' ? byDay.map(({ weekday }) => weekday).filter((weekday) => weekday !== own) : [],
    byMonth: byMonthDay.length > 0 || nth === null ? 'date' : nth < 0 ? 'lastWeekday' : 'weekday',
    end: {
      kind: until !== null ? 'day' : count !== null ? 'count' : 'never',
      day: until ?? '',
      count: count === null ? '' : String(count),
    },
    skips: skipsOf(exceptDates, rule, day),
  };
  const made = ruleOf(repeat, day);
  return made !== null && ruleText(made) === ruleText(rule) ? repeat : null;
}

/** Skipped days as ranges, each without a date in it that takes place. */
function skipsOf(exceptDates: readonly string[], rule: RecurrenceRule, day: string): Skip[] {
  const except = new Set(exceptDates);
  const last = exceptDates.toSorted().at(-1) ?? '';
  const skips: Skip[] = [];
  let isOpen = false;
  for (const one of daysOf(rule, day, last)) {
    const open = skips.at(-1);
    if (!except.has(one)) isOpen = false;
    else if (isOpen && open) open.to = one;
    else {
      skips.push({ from: one, to: one });
      isOpen = true;
    }
  }
  return skips;
}
