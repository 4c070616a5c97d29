// When an event is, as its fields hold it: days and times on the wall of its zone. Pure.
import {
  dayNumberOf,
  dayOf,
  instantOf,
  wallTime,
  wallTimeOf,
  writtenWallTime,
} from '../../format/wall-clock.ts';
import type { EventValues } from './values.ts';

type Times = Pick<EventValues, 'day' | 'start' | 'endDay' | 'end'>;
type Moving = Times & Pick<EventValues, 'opens' | 'closes' | 'due'>;

const startWall = ({ day, start }: Times) => wallTimeOf(day, start);
const endWall = ({ endDay, end }: Times) => wallTimeOf(endDay, end);

/** How long it takes by the clock on the wall, in minutes; NaN while a field is not filled in. */
export const minutesOf = (times: Times): number => endWall(times) - startWall(times);

/** How many days after its first day it ends. */
export const daysMore = ({ day, endDay }: Times): number => dayNumberOf(endDay) - dayNumberOf(day);

const movedDays = (text: string, days: number) => {
  const [day = '', time = ''] = text.split('T');
  return text === '' ? '' : `${dayOf(dayNumberOf(day) + days)}T${time}`;
};

/** Another start. The end keeps the duration, and replies open and close as many days before as they did. */
export function withStart(
  times: Moving,
  change: Partial<Pick<Times, 'day' | 'start'>>,
): Partial<EventValues> {
  const next = { ...times, ...change };
  const wall = startWall(next);
  const minutes = minutesOf(times);
  if (Number.isNaN(wall) || Number.isNaN(minutes)) return change;
  const end = writtenWallTime(wall + minutes);
  const days = dayNumberOf(next.day) - dayNumberOf(times.day);
  const replies =
    days === 0
      ? {}
      : {
          opens: movedDays(times.opens, days),
          closes: movedDays(times.closes, days),
          due: movedDays(times.due, days),
        };
  return { ...change, endDay: end.day, end: end.time, ...replies };
}

/** Another end. One that is not after the start, on an evening, is the next day's. */
export function withEnd(times: Times, end: string): Partial<EventValues> {
  const isOneEvening = daysMore(times) <= 1;
  if (!isOneEvening || Number.isNaN(wallTimeOf(times.day, end))) return { end };
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

/** The time that the wall shows in place of one that it skips, as clocks go forward; null for all others. */
export function skippedTo(day: string, time: string, timeZone: string): string | null {
  const wall = wallTimeOf(day, time);
  if (Number.isNaN(wall)) return null;
  const shown = wallTime(timeZone, instantOf(timeZone, wall));
  return shown === wall ? null : writtenWallTime(shown).time;
}
