// The period of statistics.
import { limits } from '../../contract/values/limits.ts';
import { dayIn, instantNear } from '../events/rules.ts';
import { invalid } from '../http/problem.ts';
import { t } from '../words/t.ts';

/**
 * Days are those of the events' zones. `last`: the last day with events, which is after `to` where no end was given and it is
 * tomorrow already in an event's zone. `since` and `until` are instants around the starts on those days, and `until` is not
 * after `now`. An event may end after `until`.
 */
export type Period = { from: string; to: string; last: string; since: string; until: string; now: string };

type Given = { from?: string | undefined; to?: string | undefined };

const dayMs = 86_400_000;
const yearDays = 365;

/**
 * The days of a period and the instants around them, until now; without an end until today in this zone. Throws a validation
 * problem if it is empty or too long.
 */
export function requirePeriod(given: Given, now: Date, timeZone: string): Period {
  const to = given.to ?? dayIn(timeZone, now);
  const from = given.from ?? instantNear(to, -yearDays).slice(0, 10);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days < 0 || days > limits.calendarSpanDays)
    throw invalid({
      path: 'to',
      code: 'invalid_span',
      message: t('Later than the start, by {max} days at most', { max: limits.calendarSpanDays }),
    });
  // A day of an event may begin almost a day earlier or end almost a day later than in UTC.
  const until = instantNear(to, 2);
  const at = now.toISOString();
  const last = given.to ?? instantNear(to, 1).slice(0, 10);
  return { from, to, last, since: instantNear(from, -1), until: until < at ? until : at, now: at };
}
