// Parses and formats RRULE values (RFC 5545), in the subset that events support. Pure.

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

const frequencies = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly' } as const;
type Frequency = (typeof frequencies)[keyof typeof frequencies];

export type RecurrenceRule = {
  frequency: Frequency;
  /** 1 is every day, week or month. */
  interval: number;
  /** Monthly: the nth weekday of the month, -1 for the last. Weekly: every such weekday, with `nth` null. */
  byDay: { weekday: Weekday; nth: number | null }[];
  /** 1 to 31, or counted from the end of the month: -1 is the last day. */
  byMonthDay: number[];
  weekStart: Weekday;
  count: number | null;
  /** The last day (`YYYY-MM-DD`) or the last instant (with `Z`) that a date may start. */
  until: string | null;
};

export type RuleError = { code: 'malformed' | 'unsupported'; message: string };

/** Parses an RRULE value, without `RRULE:`. An unsupported part is an error, never ignored. */
export function parseRule(text: string): RecurrenceRule | RuleError {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [, name, value] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || parts.has(name))
      return malformed('Not a recurrence rule, such as FREQ=WEEKLY;BYDAY=TU,TH');
    parts.set(name, value);
  }
  const unknown = [...parts.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) return unsupported(`Events do not repeat by ${unknown}`);
  const freq = parts.get('FREQ') ?? '';
  if (!(freq in frequencies)) return unsupported('Events repeat DAILY, WEEKLY or MONTHLY');
  const frequency = frequencies[freq as keyof typeof frequencies];

  const interval = integer(parts.get('INTERVAL') ?? '1', 1, maxInterval);
  if (interval === null) return malformed(`INTERVAL is a number from 1 to ${maxInterval}`);
  const count = parts.has('COUNT') ? integer(parts.get('COUNT') ?? '', 1, maxCount) : null;
  if (parts.has('COUNT') && count === null) return malformed(`COUNT is a number from 1 to ${maxCount}`);
  const until = parts.has('UNTIL') ? untilOf(parts.get('UNTIL') ?? '') : null;
  if (parts.has('UNTIL') && until === null)
    return malformed('UNTIL is a day such as 20270630, or an instant such as 20270630T160000Z');
  if (count !== null && until !== null) return malformed('Either COUNT or UNTIL');
  const weekStart = parts.get('WKST') ?? 'MO';
  if (!isWeekday(weekStart)) return malformed('WKST is a weekday such as MO');

  const days = listOf(parts.get('BYDAY')).map(dayOf);
  const byDay = days.filter((day) => day !== null);
  if (byDay.length < days.length) return malformed('BYDAY is a list of weekdays such as TU,TH or -1FR');
  const monthDays = listOf(parts.get('BYMONTHDAY')).map((item) => integer(item, -31, 31));
  const byMonthDay = monthDays.filter((day) => day !== null).filter((day) => day !== 0);
  if (byMonthDay.length < monthDays.length) return malformed('BYMONTHDAY is a list of days from 1 to 31');
  const isMonthly = frequency === 'monthly';
  if (byMonthDay.length > 0 && (!isMonthly || byDay.length > 0))
    return unsupported('BYMONTHDAY is for rules that are MONTHLY, without BYDAY');
  if (byDay.length > 0 && frequency === 'daily') return unsupported('BYDAY is for WEEKLY and MONTHLY rules');
  if (byDay.some(({ nth }) => (nth !== null) !== isMonthly))
    return unsupported(
      isMonthly ? 'BYDAY of a month says which one, such as 2TU' : 'BYDAY of a week is a weekday such as TU',
    );
  return { frequency, interval, byDay, byMonthDay, weekStart, count, until };
}

export const isRuleError = (rule: RecurrenceRule | RuleError): rule is RuleError => 'code' in rule;

/** Formats a rule as an RRULE value. Equal rules give equal texts. */
export function formatRule(rule: RecurrenceRule): string {
  const { frequency, interval, byMonthDay, weekStart, count, until } = rule;
  const parts = [`FREQ=${frequency.toUpperCase()}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  const byDay = rule.byDay.toSorted(
    (one, other) =>
      (one.nth ?? 0) - (other.nth ?? 0) || weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday),
  );
  if (byDay.length > 0) parts.push(`BYDAY=${unique(byDay.map(formatByDay)).join(',')}`);
  if (byMonthDay.length > 0)
    parts.push(`BYMONTHDAY=${unique(byMonthDay.toSorted((one, other) => one - other)).join(',')}`);
  if (weekStart !== 'MO') parts.push(`WKST=${weekStart}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  if (until !== null) parts.push(`UNTIL=${until.replace(/[-:]|\.000/g, '')}`);
  return parts.join(';');
}

/** Formats a weekday for BYDAY: `TU`, `2TU`, `-1FR`. */
export const formatByDay = ({ weekday, nth }: RecurrenceRule['byDay'][number]) => `${nth ?? ''}${weekday}`;

const maxInterval = 99;
const maxCount = 999;
const names: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'BYMONTHDAY',
]);

const malformed = (message: string): RuleError => ({ code: 'malformed', message });
const unsupported = (message: string): RuleError => ({ code: 'unsupported', message });
const unique = <T>(list: T[]) => [...new Set(list)];
const listOf = (value: string | undefined) => value?.split(',') ?? [];
const isWeekday = (text: string): text is Weekday => (weekdays as readonly string[]).includes(text);

function integer(text: string, min: number, max: number): number | null {
  if (!/^[+-]?\d{1,3}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function dayOf(text: string): RecurrenceRule['byDay'][number] | null {
  const [, nth, weekday = ''] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(text) ?? [];
  return isWeekday(weekday) ? { weekday, nth: nth === undefined ? null : Number(nth) } : null;
}

function untilOf(text: string): string | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const instant = new Date(`${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.000Z`);
  // For a day such as 31 February, `Date` gives a later day or an invalid date.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(date)) return null;
  return hour === undefined ? date : instant.toISOString();
}
