// The days and times that the words of a session name: a Sunday cup is on a Sunday, a night is not at noon.
import type { Session } from './sessions.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** About 90 minutes before sunset in the towns of the demo, from January to December. */
const beforeSunset = [
  ...['15:30', '16:15', '17:00', '18:30', '19:00', '19:30'],
  ...['19:30', '19:00', '18:00', '17:00', '15:30', '15:15'],
];

/** The weekdays that a text names, 1 for Monday. */
export function weekdaysIn(text: string): number[] {
  const found = days.flatMap((name, at) => (text.includes(name) ? [at + 1] : []));
  return found.length === 0 && /weekend/i.test(text) ? [6, 7] : found;
}

type Timing = {
  weekdays: number[] | null;
  times: { from: string; to: string } | null;
  minutes: number[] | null;
  time: string | null;
};

/** Null where its words name nothing; `time` depends on the month, 1 for January. */
export function timingOf({ name, hook }: Pick<Session, 'name' | 'hook'>, month: number): Timing {
  const text = `${name} ${hook}`;
  const weekdays = weekdaysIn(text);
  const isLong = /two days/i.test(text);
  return {
    weekdays: weekdays.length > 0 ? weekdays : isLong ? [6] : null,
    times: /before breakfast|dawn/i.test(text)
      ? { from: '06:45', to: '08:30' }
      : /\bmornings?\b/i.test(text)
        ? { from: '08:30', to: '10:30' }
        : /\b(evenings?|nights?|late|lights|supper)\b/i.test(text)
          ? { from: '17:30', to: '20:30' }
          : null,
    minutes: isLong ? [1860] : null,
    time: /sunset/i.test(text) ? (beforeSunset[month - 1] ?? null) : null,
  };
}
