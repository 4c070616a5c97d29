// A time span in words, for the moved block and for screen readers. Pure.
import { dayText } from '../../../format/intl.ts';
import { dayNumberIn } from '../../../format/wall-clock.ts';
import { clockTime, isSameClock, zoneCity } from '../../../format/when.ts';
import { t } from '../../../words/t.ts';
import type { Span } from './spans.ts';

export type Spoken = { timeZone: string; locale: string };

const iso = (ms: number) => new Date(ms).toISOString();

/** `18:00–19:30`. */
export const timesText = ({ startMs, endMs }: Span, { timeZone, locale }: Spoken): string =>
  `${clockTime(iso(startMs), timeZone, locale)}–${clockTime(iso(endMs), timeZone, locale)}`;

/** `Tuesday 24 November, 18:00 to 19:30`, with the clock of the event's own zone where it differs. */
export function spanText({ startMs, endMs }: Span, { timeZone, locale }: Spoken, ownZone = timeZone): string {
  const day = (ms: number, zone: string) => dayText(locale, 'longDay', dayNumberIn(zone, ms));
  const clock = (ms: number, zone: string) => clockTime(iso(ms), zone, locale);
  const last = day(endMs - 1, timeZone);
  const first = day(startMs, timeZone);
  const end = last === first ? clock(endMs, timeZone) : `${last}, ${clock(endMs, timeZone)}`;
  const values = { day: first, start: clock(startMs, timeZone), end };
  return isSameClock(iso(startMs), ownZone, timeZone)
    ? t('{day}, {start} to {end}', values)
    : t('{day}, {start} to {end}, {there} in {city}', {
        ...values,
        there: clock(startMs, ownZone),
        city: zoneCity(ownZone),
      });
}
