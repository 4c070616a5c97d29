// The times of an event as form fields: days and times on the wall clock of its zone. Pure.
import {
  dayNumberOf,
  dayOf,
  instantOf,
  wallTime,
  wallTimeOf,
  writtenWallTime,
} from '../../../format/wall-clock.ts';
import type { EventValues } from '../form/values.ts';
import { movedRepeat } from '../repeat/repeat.ts';
import { movedDeadline } from './deadlines.ts';

type Times = Pick<EventValues, 'day' | 'start' | 'endDay' | 'end'>;
type Moving = Times & Pick<EventValues, 'opens' | 'closes' | 'due' | 'repeat'>;

const startWall = ({ day, start }: Times) => wallTimeOf(day, start);
const endWall = ({ endDay, end }: Times) => wallTimeOf(endDay, end);

/** The duration on the wall clock, in minutes; NaN while a field is not filled in. */
export const minutesOf = (times: Times): number => endWall(times) - startWall(times);

/** How many days after its first day it ends. */
export const daysMore = ({ day, endDay }: Times): number => dayNumberOf(endDay) - dayNumberOf(day);

/** Changes the start. The end keeps the duration, and deadlines and recurrence move along. */
export function withStart(
  times: Moving,
  change: Partial<Pick<Times, 'day' | 'start'>>,
): Partial<EventValues> {
  const next = { ...times, ...change };
  const wall = startWall(next);
  const minutes = minutesOf(times);
  if (Number.isNaN(wall) || Number.isNaN(minutes)) return change;
  const end = writtenWallTime(wall + minutes);
  const moved = (text: string) => movedDeadline(text, times, next);
  return {
    ...change,
    endDay: end.day,
    end: end.time,
    opens: moved(times.opens),
    closes: moved(times.closes),
    due: moved(times.due),
    repeat: times.repeat && movedRepeat(times.repeat, times.day, next.day),
  };
}

const dayMinutes = 24 * 60;

/** Whether it ends two days later or more, or lasts over 24 hours: its last day does not follow the end then. */
export const isSeveralDays = (times: Times): boolean => daysMore(times) > 1 || minutesOf(times) > dayMinutes;

/** Changes the end. In the evening, an end that is not after the start is on the next day. */
export function withEnd(times: Times, end: string): Partial<EventValues> {
  if (isSeveralDays(times) || Number.isNaN(wallTimeOf(times.day, end))) return { end };
  const isNextDay = wallTimeOf(times.day, end) <= startWall(times);
  return { end, endDay: dayOf(dayNumberOf(times.day) + (isNextDay ? 1 : 0)) };
}

const isoOf = (timeZone: string, wall: number): string | null =>
  Number.isNaN(wall) ? null : new Date(instantOf(timeZone, wall)).toISOString();

/** The instants of start and end; null while a field is not filled in. */
export const startInstant = (values: EventValues) => isoOf(values.timeZone, startWall(values));
export const endInstant = (values: EventValues) => isoOf(values.timeZone, endWall(values));

/** The instant of a `datetime-local` text; null where it is empty. */
export function instantOfText(text: string, timeZone: string): string | null {
  const [day = '', time = ''] = text.split('T');
  return isoOf(timeZone, wallTimeOf(day, time));
}

/** The replacement for a time that the clock skips when it goes forward; null for all other times. */
export function skippedTo(day: string, time: string, timeZone: string): string | null {
  const wall = wallTimeOf(day, time);
  if (Number.isNaN(wall)) return null;
  const shown = wallTime(timeZone, instantOf(timeZone, wall));
  return shown === wall ? null : writtenWallTime(shown).time;
}

const minuteMs = 60_000;

/**
 * A refund deadline as a `datetime-local` text; empty for none, or while the start is not filled in. As on the server, days
 * are subtracted on the wall clock, and hours and minutes exactly.
 */
export function refundText(duration: string, values: EventValues): string {
  const [, digits, unit] = /(\d+)([DHM])$/.exec(duration) ?? [];
  const start = startWall(values);
  if (digits === undefined || Number.isNaN(start)) return '';
  const count = Number(digits);
  const { timeZone } = values;
  const at =
    unit === 'D'
      ? instantOf(timeZone, start - count * dayMinutes)
      : instantOf(timeZone, start) - count * (unit === 'H' ? 60 : 1) * minuteMs;
  const { day, time } = writtenWallTime(wallTime(timeZone, at));
  return `${day}T${time}`;
}

/** Longer durations are written in whole days. */
const maxMinutes = 99_999;

/**
 * A refund deadline from a `datetime-local` text; empty where it is not filled in. One after the start
 * becomes the start.
 */
export function refundAt(text: string, values: EventValues): string {
  const [day = '', time = ''] = text.split('T');
  const [start, wall] = [startWall(values), wallTimeOf(day, time)];
  if (Number.isNaN(start) || Number.isNaN(wall)) return '';
  // Not the difference on the wall clock: the clock may change in between.
  const ms = instantOf(values.timeZone, start) - instantOf(values.timeZone, wall);
  const minutes = Math.max(0, ms / minuteMs);
  return minutes <= maxMinutes ? `PT${minutes}M` : `P${Math.ceil((start - wall) / dayMinutes)}D`;
}
