// Dates and times as people read them: in the zone of the event, and in the viewer's where their clocks differ. Pure.
import { dateFormat, mostFormats } from './intl.ts';
import { recall } from './recall.ts';

/** What has a start, an end and a zone: instants in ISO 8601, zone by its IANA name. */
export type Span = { startsAt: string; endsAt: string; timeZone: string };

const dayKeyFormat = dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });
const clockFormat = dateFormat({ timeStyle: 'short' });
const weekdayFormat = dateFormat({ weekday: 'short' });
const monthFormat = dateFormat({ month: 'short' });
const shortDayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
const longDayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const longDayYearFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const longWeekdayFormat = dateFormat({ weekday: 'long' });
const dayMonthFormat = dateFormat({ day: 'numeric', month: 'long' });
const dayMonthYearFormat = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** The longest that something may run past midnight and still count as one evening. */
const eveningMs = 12 * 3_600_000;
const dayMs = 86_400_000;

/** The day an instant falls on in a zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: string | number): string {
  return dayKeyFormat('en-CA', timeZone).format(new Date(at));
}

/** What stands in the date column of a card. */
export function dateParts(at: string, timeZone: string, locale: string) {
  const date = new Date(at);
  return {
    weekday: weekdayFormat(locale, timeZone).format(date),
    day: String(Number(dayIn(timeZone, at).slice(-2))),
    month: monthFormat(locale, timeZone).format(date),
  };
}

/** `09:30`, in the zone. */
export function clockTime(at: string, timeZone: string, locale: string): string {
  return clockFormat(locale, timeZone).format(new Date(at));
}

/** `Sat 28 Nov`, in the zone. */
export function shortDay(at: string, timeZone: string, locale: string): string {
  return shortDayFormat(locale, timeZone).format(new Date(at));
}

/** When something was saved: `14:05`, or `Sat 28 Nov, 14:05` on another day than `now`. Both in milliseconds. */
export function savedTime(at: number, timeZone: string, locale: string, now: number): string {
  const instant = new Date(at).toISOString();
  const time = clockTime(instant, timeZone, locale);
  return dayIn(timeZone, at) === dayIn(timeZone, now)
    ? time
    : `${shortDay(instant, timeZone, locale)}, ${time}`;
}

/** Until when something is to be done, by the clock of whoever has to: `14:30`, or with its day where that is not today. */
export function holdEnd(
  at: string,
  { locale, timeZone, now }: { locale: string; timeZone: string | null; now: number | null },
): string {
  return savedTime(Date.parse(at), timeZone ?? 'UTC', locale, now ?? 0);
}

/** `Saturday 28 November`, with the year where it is not the one of `now`. */
export function longDay(at: string, timeZone: string, locale: string, now: number | null): string {
  const format = isOtherYear(at, timeZone, now) ? longDayYearFormat : longDayFormat;
  return format(locale, timeZone).format(new Date(at));
}

/** The same in two parts, for a heading: `Saturday`, `28 November`. */
export function dayHeading(at: string, timeZone: string, locale: string, now: number | null) {
  const format = isOtherYear(at, timeZone, now) ? dayMonthYearFormat : dayMonthFormat;
  return {
    weekday: longWeekdayFormat(locale, timeZone).format(new Date(at)),
    date: format(locale, timeZone).format(new Date(at)),
  };
}

const isOtherYear = (at: string, timeZone: string, now: number | null) =>
  now !== null && dayIn(timeZone, at).slice(0, 4) !== dayIn(timeZone, now).slice(0, 4);

/** How many midnights of its zone a span crosses; one that ends at midnight, or an evening that runs past it, crosses none. */
export function nightsOf({ startsAt, endsAt, timeZone }: Span): number {
  const start = Date.parse(startsAt);
  const end = Math.max(start, Date.parse(endsAt) - 1);
  const nights = Math.round((Date.parse(dayIn(timeZone, end)) - Date.parse(dayIn(timeZone, start))) / dayMs);
  return nights === 1 && end - start < eveningMs ? 0 : nights;
}

const ranges = new Map<string, string>();
const mostRanges = 2000;

/** `09:30–11:00`; over several days `Sat 28 – Mon 30 Nov, 09:30`. Remembered: of all on a card, this takes longest to find. */
export function timeRange(span: Span, locale: string): string {
  const key = `${span.startsAt} ${span.endsAt} ${span.timeZone} ${locale}`;
  return recall(ranges, key, mostRanges, () => findRange(span, locale));
}

function findRange(span: Span, locale: string): string {
  const { startsAt, endsAt, timeZone } = span;
  if (nightsOf(span) > 0) return `${dayRange(span, locale)}, ${clockTime(startsAt, timeZone, locale)}`;
  // Only clocks of twelve hours need Intl's help, to say AM or PM once.
  if (hasHalfDays(locale) && dayIn(timeZone, startsAt) === dayIn(timeZone, endsAt))
    return tidy(clockFormat(locale, timeZone).formatRange(new Date(startsAt), new Date(endsAt)));
  return `${clockTime(startsAt, timeZone, locale)}–${clockTime(endsAt, timeZone, locale)}`;
}

const halfDays = new Map<string, boolean>();
/** Whether clocks there count to twelve. */
function hasHalfDays(locale: string): boolean {
  return recall(halfDays, locale, mostFormats, () => {
    const { hour12 } = clockFormat(locale, 'UTC').resolvedOptions();
    return hour12 === true;
  });
}

/** `Sat 28 – Mon 30 Nov`. */
export function dayRange({ startsAt, endsAt, timeZone }: Span, locale: string): string {
  const last = Math.max(Date.parse(startsAt), Date.parse(endsAt) - 1);
  return tidy(shortDayFormat(locale, timeZone).formatRange(new Date(startsAt), new Date(last)));
}

/** Times stand close together, days with air; Intl's thin spaces become plain ones. */
const tidy = (range: string) => range.replace(/[\u2009\u202f]/g, ' ').replace(/(\d) – (\d{1,2}:)/, '$1–$2');

/** `Saturday 28 November, 09:30–11:00`, or from one day and time to another. */
export function fullRange(span: Span, locale: string, now: number | null): string {
  const { startsAt, endsAt, timeZone } = span;
  if (nightsOf(span) === 0) return `${longDay(startsAt, timeZone, locale, now)}, ${timeRange(span, locale)}`;
  const edge = (at: string) => `${longDay(at, timeZone, locale, now)}, ${clockTime(at, timeZone, locale)}`;
  return `${edge(startsAt)} – ${edge(endsAt)}`;
}

/** The city that a zone is named after: `America/New_York` → `New York`. */
export function zoneCity(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/**
 * When the span starts by the viewer's clock, where that differs: `15:00`, or `Sun 29 Nov, 01:30` when it is another day.
 * Null where both clocks say the same, and as long as the viewer's zone is not known.
 */
export function yourStart({ startsAt, timeZone }: Span, viewerZone: string | null, locale: string) {
  if (viewerZone === null || viewerZone === timeZone) return null;
  const isSameDay = dayIn(viewerZone, startsAt) === dayIn(timeZone, startsAt);
  const yours = clockTime(startsAt, viewerZone, locale);
  if (isSameDay) return yours === clockTime(startsAt, timeZone, locale) ? null : yours;
  return `${shortDay(startsAt, viewerZone, locale)}, ${yours}`;
}

/** For a list: `09:30–11:00`, or `09:00–10:30 New York time · 15:00 yours`. */
export function timeRangeForBoth(span: Span, viewerZone: string | null, locale: string): string {
  const range = timeRange(span, locale);
  const yours = yourStart(span, viewerZone, locale);
  return yours === null ? range : `${range} ${zoneCity(span.timeZone)} time · ${yours} yours`;
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `Now`, `Ended`, `In 3 hours`, `Today`, `Tomorrow`, `In 6 days`: counted in days of the event's zone. Null while `now` is not known. */
export function relativeDay({ startsAt, endsAt, timeZone }: Span, now: number | null): string | null {
  if (now === null) return null;
  const start = Date.parse(startsAt);
  if (Date.parse(endsAt) <= now) return 'Ended';
  if (start <= now) return 'On now';
  const days = Math.round((Date.parse(dayIn(timeZone, startsAt)) - Date.parse(dayIn(timeZone, now))) / dayMs);
  const minutes = Math.ceil((start - now) / 60_000);
  if (minutes < 60) return `In ${counted(minutes, 'minute')}`;
  if (days === 0) return `Today, in ${counted(Math.round(minutes / 60), 'hour')}`;
  if (days === 1) return 'Tomorrow';
  if (days < 14) return `In ${counted(days, 'day')}`;
  return days < 60
    ? `In ${counted(Math.round(days / 7), 'week')}`
    : `In ${counted(Math.round(days / 30.4), 'month')}`;
}
