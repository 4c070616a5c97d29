// What goes on around the start of the demo: an event under way at any hour, and one today.
import { type Calendar, isHoliday, minuteMs } from '../calendar.ts';
import type { Session } from '../texts/sessions.ts';
import type { City } from '../world.ts';

const quarterMs = 15 * minuteMs;

/** Runs day and night, so that something is under way at any hour. */
export const challenge: Session = {
  activity: 'running',
  kind: 'competition',
  level: 'beginner',
  name: 'Three-day kilometre challenge',
  hook: 'Run or walk wherever you are and post your kilometres. The bandstand wall shows the total of all of us.',
};

/** On weekdays and weekends alike, while other people work. */
export const daytimeSession: Session = {
  activity: 'football',
  kind: 'class',
  level: 'beginner',
  name: 'Walking football, talking football',
  hook: 'All the passing, none of the sprinting. Knees of every vintage welcome.',
};

type Begun = { startsAt: number; minutes: number };

/** The challenge from midnight to the evening of the day after tomorrow. */
export function challengeTime(calendar: Calendar, { timeZone }: City): Begun {
  const today = calendar.today(timeZone);
  const startsAt = calendar.at(today, '00:00', timeZone);
  const endsAt = calendar.at(today.add({ days: 2 }), '20:00', timeZone);
  return { startsAt, minutes: (endsAt - startsAt) / minuteMs };
}

/** A session that began a quarter to half an hour ago, if it is between nine and half past four; null on holidays. */
export function daytimeTime(now: number, calendar: Calendar, { timeZone }: City): Begun | null {
  const today = calendar.today(timeZone);
  const at = (time: string) => calendar.at(today, time, timeZone);
  // On Saturday mornings the pitches belong to the children.
  const from = at(today.dayOfWeek === 6 ? '12:30' : '09:00');
  if (isHoliday(today) || now < from || now >= at('16:30')) return null;
  return { startsAt: Math.max(from - quarterMs, quarterBefore(now)), minutes: 75 };
}

/** The evening training: at seven, or under way from five on; over by a quarter to ten. Null on holidays. */
export function eveningTime(now: number, calendar: Calendar, { timeZone }: City): Begun | null {
  const today = calendar.today(timeZone);
  const at = (time: string) => calendar.at(today, time, timeZone);
  if (isHoliday(today)) return null;
  const isUsual = now < at('17:15');
  const startsAt = isUsual ? at('19:00') : Math.min(Math.max(at('17:00'), quarterBefore(now)), at('20:30'));
  return { startsAt, minutes: 75 };
}

const quarterBefore = (now: number) => Math.floor((now - quarterMs) / quarterMs) * quarterMs;
