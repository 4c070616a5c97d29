// Dates and times in words: in the zone of the event, and in the viewer's where their clocks differ. Pure.
import type { EventStatus } from '../../contract/values/enums.ts';
import { t } from '../words/t.ts';
import { clocksText, clockText, daysText, dayText } from './intl.ts';
import { dateOf, dayNumberIn, dayNumberOf, dayOf, isKnownZone, wallMinutes, wallTime } from './wall-clock.ts';

/** A start, an end and a zone: instants in ISO 8601, zone by its IANA name. */
export type Span = { startsAt: string; endsAt: string; timeZone: string };

/** An event that runs past midnight counts as one evening up to this length. */
const eveningMs = 12 * 3_600_000;

/** The day an instant falls on in a zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, at: string | number): string => dayOf(dayNumberIn(timeZone, at));

/** The date column of a card; the month has its year where that differs from the year of `now`. */
export function dateParts(at: string, timeZone: string, locale: string, now: number | null) {
  const day = dayNumberIn(timeZone, at);
  return {
    weekday: dayText(locale, 'weekday', day),
    day: String(dateOf(day).date),
    month: dayText(locale, isOtherYear(day, timeZone, now) ? 'shortMonthYear' : 'month', day),
  };
}

/** `09:30`, in the zone. */
export function clockTime(at: string, timeZone: string, locale: string): string {
  return clockText(locale, wallMinutes(timeZone, at)) + zoneNote(timeZone);
}

/** A zone that this runtime does not know is shown in UTC, and labelled so. */
const zoneNote = (timeZone: string) => (isKnownZone(timeZone) ? '' : ' UTC');

/** `Sat 28 Nov`, in the zone. */
export function shortDay(at: string, timeZone: string, locale: string): string {
  return dayText(locale, 'shortDay', dayNumberIn(timeZone, at));
}

/** `Weekly training, Sat 28 Nov`: a list may have several dates of a series, and the names of their buttons tell them apart. */
export const datedName = (
  { name, startsAt, timeZone }: Pick<Span, 'startsAt' | 'timeZone'> & { name: string },
  locale: string,
): string => `${name}, ${shortDay(startsAt, timeZone, locale)}`;

/** `Sat 28 Nov` of a day in the form `YYYY-MM-DD`. */
export const shortDayOf = (day: string, locale: string): string =>
  dayText(locale, 'shortDay', dayNumberOf(day));

/** The time of saving: `14:05`, or `Sat 28 Nov, 14:05` on another day than `now`. Both in milliseconds. */
export function savedTime(at: number, timeZone: string, locale: string, now: number): string {
  const instant = new Date(at).toISOString();
  const time = clockTime(instant, timeZone, locale);
  return dayIn(timeZone, at) === dayIn(timeZone, now)
    ? time
    : `${shortDay(instant, timeZone, locale)}, ${time}`;
}

/** A deadline on the viewer's clock: `14:30`, or with its day where that is not today. */
export function holdEnd(
  at: string,
  { locale, timeZone, now }: { locale: string; timeZone: string | null; now: number | null },
): string {
  return savedTime(Date.parse(at), timeZone ?? 'UTC', locale, now ?? 0);
}

/** `Saturday 28 November`, with the year where it differs from the year of `now`. */
export function longDay(at: string, timeZone: string, locale: string, now: number | null): string {
  const day = dayNumberIn(timeZone, at);
  return dayText(locale, isOtherYear(day, timeZone, now) ? 'longDayYear' : 'longDay', day);
}

/** The same in two parts, for a heading: `Saturday`, `28 November`. */
export const dayHeading = (at: string, timeZone: string, locale: string, now: number | null) =>
  headingOf(dayNumberIn(timeZone, at), timeZone, locale, now);

/** The same for a day in the form `YYYY-MM-DD`. */
export const dayHeadingOf = (day: string, locale: string, now: number | null) =>
  headingOf(dayNumberOf(day), 'UTC', locale, now);

/** `Away until 17 March`, of a day in the form `YYYY-MM-DD`. */
export const awayUntil = (day: string, locale: string, now: number | null): string =>
  t('Away until {date}', { date: dayHeadingOf(day, locale, now ?? 0).date });

const headingOf = (day: number, timeZone: string, locale: string, now: number | null) => ({
  weekday: dayText(locale, 'longWeekday', day),
  date: dayText(locale, isOtherYear(day, timeZone, now) ? 'dayMonthYear' : 'dayMonth', day),
});

const isOtherYear = (day: number, timeZone: string, now: number | null) =>
  now !== null && dateOf(day).year !== dateOf(dayNumberIn(timeZone, now)).year;

/**
 * How many midnights of its zone a span crosses; none if it ends at midnight, or is an evening that runs past
 * it.
 */
export function nightsOf({ startsAt, endsAt, timeZone }: Span): number {
  const start = Date.parse(startsAt);
  const end = Math.max(start, Date.parse(endsAt) - 1);
  const nights = dayNumberIn(timeZone, end) - dayNumberIn(timeZone, start);
  return nights === 1 && end - start < eveningMs ? 0 : nights;
}

/** `09:30–11:00`; over several days `Sat 28 – Mon 30 Nov, 09:30`. */
export function timeRange(span: Span, locale: string): string {
  const { startsAt, endsAt, timeZone } = span;
  if (nightsOf(span) > 0) return `${dayRange(span, locale)}, ${clockTime(startsAt, timeZone, locale)}`;
  const clocks = clocksText(locale, wallMinutes(timeZone, startsAt), wallMinutes(timeZone, endsAt));
  return clocks + zoneNote(timeZone);
}

/** `Sat 28 – Mon 30 Nov`. */
export function dayRange({ startsAt, endsAt, timeZone }: Span, locale: string): string {
  const last = Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1);
  return daysText(locale, 'shortDay', dayNumberIn(timeZone, startsAt), dayNumberIn(timeZone, last));
}

/** `Saturday 28 November,` and `09:30–11:00`; or `Saturday 28 November, 09:00 –` and the day and time of the end. */
export function rangeParts(span: Span, locale: string, now: number | null): { day: string; times: string } {
  const { startsAt, endsAt, timeZone } = span;
  if (nightsOf(span) === 0)
    return { day: `${longDay(startsAt, timeZone, locale, now)},`, times: timeRange(span, locale) };
  const edge = (at: string) => `${longDay(at, timeZone, locale, now)}, ${clockTime(at, timeZone, locale)}`;
  return { day: `${edge(startsAt)}\u00a0–`, times: edge(endsAt) };
}

/** `Saturday 28 November, 09:30–11:00`, or from one day and time to another. */
export function fullRange(span: Span, locale: string, now: number | null): string {
  const { day, times } = rangeParts(span, locale, now);
  return `${day} ${times}`;
}

/**
 * Whether an event has ended by `now`; false while `now` is unknown. A postponed event has no date that could
 * be over.
 */
export const isOver = (
  { endsAt, eventStatus }: Pick<Span, 'endsAt'> & { eventStatus: EventStatus },
  now: number | null,
): boolean => now !== null && Date.parse(endsAt) <= now && eventStatus !== 'EventPostponed';

/** Attendance is offered this long before the start. */
const attendanceAheadMs = 30 * 60_000;

/** Whether it is time to take attendance, or past it. */
export const takesAttendance = ({ startsAt }: Pick<Span, 'startsAt'>, now: number | null): boolean =>
  now !== null && now >= Date.parse(startsAt) - attendanceAheadMs;

/** The city in the name of a zone: `America/New_York` → `New York`. */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/**
 * The start on the viewer's clock, where that differs: `15:00`, or `Sun 29 Nov, 01:30` when it is another
 * day. Null where both clocks show the same, and while the viewer's zone is unknown.
 */
export function yourStart(span: Span, viewerZone: string | null, locale: string): string | null {
  const yours = startElsewhere(span, viewerZone, locale);
  return (
    yours && (yours.day === null ? yours.time : `${dayText(locale, 'shortDay', yours.day)}, ${yours.time}`)
  );
}

/** The same next to the day of the event, in a line without room for another date: `15:00`, `Sun 01:30`. */
export function yourStartBeside(span: Span, viewerZone: string | null, locale: string): string | null {
  const yours = startElsewhere(span, viewerZone, locale);
  return (
    yours && (yours.day === null ? yours.time : `${dayText(locale, 'weekday', yours.day)} ${yours.time}`)
  );
}

/** `day` is null where it is the same. */
function startElsewhere({ startsAt, timeZone }: Span, viewerZone: string | null, locale: string) {
  if (viewerZone === null || isSameClock(startsAt, timeZone, viewerZone)) return null;
  const day = dayNumberIn(viewerZone, startsAt);
  return {
    day: day === dayNumberIn(timeZone, startsAt) ? null : day,
    time: clockTime(startsAt, viewerZone, locale),
  };
}

/** Whether the clocks of two zones show the same at an instant. */
export const isSameClock = (at: string, zone: string, other: string): boolean =>
  zone === other || wallTime(zone, at) === wallTime(other, at);

/** For a list: `09:30–11:00`, or `09:00–10:30 New York time · 15:00 yours`. */
export function timeRangeForBoth(span: Span, viewerZone: string | null, locale: string): string {
  const range = timeRange(span, locale);
  const yours = yourStart(span, viewerZone, locale);
  return yours === null
    ? range
    : t('{range} {city} time · {yours} yours', { range, city: zoneCity(span.timeZone), yours });
}

/**
 * `On now`, `Ended`, `In 40 minutes`, `Today, in 3 hours`, `Tomorrow`, `In 6 days`: in days of the event's
 * zone. Null while `now` is unknown.
 */
export function relativeDay({ startsAt, endsAt, timeZone }: Span, now: number | null): string | null {
  if (now === null) return null;
  const start = Date.parse(startsAt);
  if (Date.parse(endsAt) <= now) return t('Ended');
  if (start <= now) return t('On now');
  const days = dayNumberIn(timeZone, startsAt) - dayNumberIn(timeZone, now);
  const minutes = Math.ceil((start - now) / 60_000);
  if (minutes < 60) return t('In {minutes, plural, one {# minute} other {# minutes}}', { minutes });
  if (days === 0)
    return t('Today, in {hours, plural, one {# hour} other {# hours}}', { hours: Math.round(minutes / 60) });
  if (days === 1) return t('Tomorrow');
  if (days < 14) return t('In {days, plural, one {# day} other {# days}}', { days });
  return days < 60
    ? t('In {weeks, plural, one {# week} other {# weeks}}', { weeks: Math.round(days / 7) })
    : t('In {months, plural, one {# month} other {# months}}', { months: Math.round(days / 30.4) });
}
