// How long until a deadline, in words. Pure.
import { t } from '../words/t.ts';

const minuteMs = 60_000;
/** Up to two hours in minutes. */
const closeMinutes = 120;

/** `24 minutes`, `3 h 20 min`, `1 day 12 h`; rounded up to a minute. */
export function durationText(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs);
  if (minutes <= closeMinutes) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) {
    const rest = { days: Math.floor(hours / 24), hours: hours % 24 };
    return rest.hours === 0
      ? t('{days, plural, one {# day} other {# days}}', { days: rest.days })
      : t('{days, plural, one {# day} other {# days}} {hours} h', rest);
  }
  return minutes % 60 === 0
    ? t('{hours, plural, one {# hour} other {# hours}}', { hours })
    : t('{hours} h {minutes} min', { hours, minutes: minutes % 60 });
}
