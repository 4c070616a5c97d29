// The recurrence of a new event as form values, and its rule: converts both ways. Pure.
import type { SeriesPart } from '../../../../contract/events/series.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { daysOf, isNamed, nthWeekdayOf, weekdayOf } from '../../../../recurrence/days.ts';
import {
  formatRule,
  isRuleError,
  parseRule,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from '../../../../recurrence/rule.ts';
import { dayNumberOf, dayOf } from '../../../format/wall-clock.ts';

export type Frequency = RecurrenceRule['frequency'];
export type MonthBy = 'date' | 'weekday' | 'lastWeekday';
export type EndKind = 'day' | 'count' | 'never';

/** Skipped days, first and last; an empty `to` means the day of `from`. */
export type Skip = { from: string; to: string };

/** Numbers and days as typed. What follows from the first date's day is not stored, so it moves along. */
export type Repeat = {
  frequency: Frequency;
  /** 1 is every day, week or month. */
  interval: string;
  /** For a weekly rule: the weekdays besides that of the first date. */
  byDay: Weekday[];
  /** For a monthly rule: by the first date's day of the month, weekday or last weekday. */
  byMonth: MonthBy;
  end: { kind: EndKind; day: string; count: string };
  skips: Skip[];
};

/** The recurrence in the API's form. */
export type Recurrence = { rrule: string; exceptDates: string[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holdsTexts = (value: unknown, ...keys: string[]) =>
  isObject(value) && keys.every((key) => typeof value[key] === 'string');

/** Whether a value stored on the device is one that this version of the app writes. */
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
 * The last day of the season of a first date: the 30th of June, from May on of the next year. A daily rule
 * ends at the limit of dates. Empty while there is no first date.
 */
export function seasonEnd(day: string, frequency: Frequency): string {
  if (!isDay(day)) return '';
  const year = Number(day.slice(0, 4)) + (day.slice(4) < dayMonths.firstOfSeason ? 0 : 1);
  const end = `${String(year).padStart(4, '0')}${dayMonths.endOfSeason}`;
  const most = dayOf(dayNumberOf(day) + limits.seriesDatesMax - 1);
  return frequency === 'daily' && most < end ? most : end;
}

/** The default recurrence of a frequency. */
export const firstRepeat = (frequency: Frequency, day: string): Repeat => ({
  frequency,
  interval: '1',
  byDay: [],
  byMonth: 'date',
  end: { kind: 'day', day: seasonEnd(day, frequency), count: '' },
  skips: [],
});

/** Changes the frequency; a default end becomes that of the new frequency. */
export const withFrequency = (repeat: Repeat, frequency: Frequency, day: string): Repeat => ({
  ...repeat,
  frequency,
  end: followingEnd(repeat, seasonEnd(day, repeat.frequency), seasonEnd(day, frequency)),
});

/** Changes the kind of end, with a default value where it is empty. */
export const withEndKind = (repeat: Repeat, kind: EndKind, day: string): Repeat => ({
  ...repeat,
  end: {
    kind,
    day: repeat.end.day || seasonEnd(day, repeat.frequency),
    count: repeat.end.count || usualCount,
  },
});

const usualCount = '10';

/** After the first date was moved: a default end moves along to another season. */
export const movedRepeat = (repeat: Repeat, from: string, to: string): Repeat => ({
  ...repeat,
  end: followingEnd(repeat, seasonEnd(from, repeat.frequency), seasonEnd(to, repeat.frequency)),
});

const followingEnd = ({ end }: Repeat, before: string, after: string) =>
  end.day === before ? { ...end, day: after } : end;

/** The ways to name the first date's day in its month. A fifth Tuesday can only be named as the last one. */
export function monthChoices(day: string): MonthBy[] {
  const { nth, isLast } = nthWeekdayOf(day);
  return ['date', ...(nth < 5 ? (['weekday'] as const) : []), ...(isLast ? (['lastWeekday'] as const) : [])];
}

/** The chosen way, or the other one by weekday where it no longer fits the first date. */
export function fittingMonthBy(byMonth: MonthBy, day: string): MonthBy {
  if (monthChoices(day).includes(byMonth)) return byMonth;
  return byMonth === 'weekday' ? 'lastWeekday' : 'weekday';
}

/** The part of a rule that names days of a month. */
export function monthDaysOf(byMonth: MonthBy, day: string): Pick<RecurrenceRule, 'byDay' | 'byMonthDay'> {
  if (byMonth === 'date') return { byDay: [], byMonthDay: [Number(day.slice(8))] };
  const nth = byMonth === 'weekday' ? nthWeekdayOf(day).nth : -1;
  return { byDay: [{ weekday: weekdayOf(day), nth }], byMonthDay: [] };
}

/** The weekdays of a weekly rule, in the order of the week. */
export const chosenWeekdays = ({ byDay }: Repeat, day: string): Weekday[] =>
  weekdays.filter((weekday) => weekday === weekdayOf(day) || byDay.includes(weekday));

export const maxInterval = 99;

/** A whole number from 1 to `max`; null for other text. */
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

/**
 * The skipped days from a first day on. Days that the rule does not name are included, because the rule may change. Above the
 * limit, days after the end of the rule are left out, then all days that it does not name.
 */
export function exceptDaysOf(skips: readonly Skip[], rule: RecurrenceRule, day: string): string[] {
  const horizon = dayOf(dayNumberOf(day) + limits.plannedAheadDays);
  const days = daysIn(skips, day, horizon);
  if (days.length <= limits.exceptDatesMax) return days;
  const named = new Set(daysOf(rule, day, horizon));
  const end = [...named].at(-1) ?? '';
  const throughEnd = days.filter((one) => one <= end);
  return throughEnd.length <= limits.exceptDatesMax ? throughEnd : days.filter((one) => named.has(one));
}

/** The days of all ranges between two days, in order. */
function daysIn(skips: readonly Skip[], firstDay: string, lastDay: string): string[] {
  const found = new Set<string>();
  for (const { from, to } of skips.filter(({ from }) => isDay(from))) {
    const last = Math.min(dayNumberOf(to || from), dayNumberOf(lastDay));
    for (let one = Math.max(dayNumberOf(from), dayNumberOf(firstDay)); one <= last; one += 1)
      found.add(dayOf(one));
  }
  return [...found].toSorted();
}

/** The recurrence for the API; null for an event that does not repeat, and while a field is not filled in. */
export function recurrenceOf(repeat: Repeat | null, day: string): Recurrence | null {
  const rule = repeat === null ? null : ruleOf(repeat, day);
  if (repeat === null || rule === null) return null;
  return { rrule: formatRule(rule), exceptDates: exceptDaysOf(repeat.skips, rule, day) };
}

/** The form's values of a series' recurrence; null for a rule that the controls cannot express. */
export function repeatOf(
  { rrule, exceptDates = [] }: { rrule: string; exceptDates?: string[] | undefined },
  day: string,
): Repeat | null {
  const rule = parseRule(rrule);
  if (isRuleError(rule)) return null;
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
    skips: skipsOf(exceptDates, day),
  };
  const made = ruleOf(repeat, day);
  return made !== null && formatRule(made) === formatRule(rule) ? repeat : null;
}

type RulePart = Pick<SeriesPart, 'rrule' | 'startsOn' | 'ownerId'>;

/**
 * The recurrence of a date's part until the end of the last part of its series that has the same owner. Days between two parts are
 * skipped. Null if the rule would give other days: a later part is on others or begins on the last day of the one before, or the
 * date was moved to a day that the rule does not name, such as the week between two dates.
 */
export function repeatThrough(
  repeat: Repeat,
  day: string,
  { rrule, parts }: { rrule: string; parts: readonly RulePart[] },
): Repeat | null {
  const own = parts.find((part) => part.rrule === rrule);
  // A part of another owner does not follow the edit. Answers that were saved before the person ran the event name no owner.
  const following = parts
    .slice(own ? parts.indexOf(own) : parts.length)
    .filter((part) => part === own || (part.ownerId !== null && part.ownerId === own?.ownerId));
  const last = following.at(-1);
  if (!own || !last) return repeat;
  const through: Repeat = { ...repeat, end: endOf(last) };
  const rule = ruleOf(through, day);
  // The form counts the interval from the day of the date, the server from the day that the rule gave it.
  if (rule !== null && !isNamed(rule, own.startsOn, day)) return null;
  if (following.length === 1 || rule === null) return through;
  const horizon = horizonOf(last);
  const days = [...daysOf(rule, day, horizon)];
  const named = following.flatMap((part) => daysOfPart(part, horizon)).filter((one) => one >= day);
  const gaps = gapsIn(days.slice(1), following);
  const free = new Set(gaps.flat());
  const kept = days.filter((one) => !free.has(one));
  if (kept.join() !== named.join()) return null;
  const skips = gaps.map((gap): Skip => ({ from: gap[0] ?? '', to: gap.at(-1) ?? '' }));
  return { ...through, skips: skipsOf(daysIn([...repeat.skips, ...skips], day, horizon), day) };
}

/** The days between the end of each part and the first day of the next one. They have no date, because the later part was moved. */
const gapsIn = (days: readonly string[], parts: readonly RulePart[]): string[][] =>
  parts.slice(1).map(({ startsOn }, index) => {
    const before = parts[index];
    const end = before && endOf(before).day;
    return end ? days.filter((one) => one > end && one < startsOn) : [];
  });

const horizonOf = ({ startsOn }: RulePart) => dayOf(dayNumberOf(startsOn) + limits.plannedAheadDays);

function daysOfPart({ rrule, startsOn }: RulePart, throughDay: string): string[] {
  const rule = parseRule(rrule);
  return isRuleError(rule) ? [] : [...daysOf(rule, startsOn, throughDay)];
}

/** The end of a part, as a day also for a COUNT, which counts dates that are over, too. */
function endOf(part: RulePart): Repeat['end'] {
  const rule = parseRule(part.rrule);
  if (isRuleError(rule) || (rule.until === null && rule.count === null))
    return { kind: 'never', day: '', count: '' };
  return { kind: 'day', day: rule.until ?? daysOfPart(part, horizonOf(part)).at(-1) ?? '', count: '' };
}

/** Whether two recurrences are the same, in skipped days from a day on. */
export function isSameRepeat(a: Repeat, b: Repeat | null, day: string): boolean {
  const horizon = dayOf(dayNumberOf(day) + limits.plannedAheadDays);
  const comparable = (repeat: Repeat | null) =>
    JSON.stringify(repeat && { ...repeat, skips: daysIn(repeat.skips, day, horizon) });
  return comparable(a) === comparable(b);
}

/**
 * Skipped days from a day on, as ranges of consecutive days. Includes days after the end of the rule, because they stay skipped
 * when the rule is extended.
 */
function skipsOf(exceptDates: readonly string[], day: string): Skip[] {
  const skips: Skip[] = [];
  for (const one of exceptDates.filter((except) => except >= day).toSorted()) {
    const open = skips.at(-1);
    if (open && dayNumberOf(one) <= dayNumberOf(open.to) + 1) open.to = one;
    else skips.push({ from: one, to: one });
  }
  return skips;
}
