// What is dragged in the week: hours for a new event, an event, or its lower edge. Where it is by then follows from how far it
// was taken; the same for pointer and keyboard. Pure.
import type { Day } from '../days.ts';
import type { Entry } from '../entries.ts';
import {
  movedSpan,
  type Point,
  quartersBetween,
  resizedSpan,
  type Span,
  spanOn,
  startOf,
  stepMinutes,
  stepsBetween,
  wholeSteps,
} from './spans.ts';

/** `part`: the lane of the day that it is in. */
export type Lift =
  | { kind: 'new'; part: number; day: Day; from: Point }
  | { kind: 'move' | 'resize'; part: number; entry: Entry; from: Point };

/** What of the week the reader may take: their own to run, and not over or off. */
export const isMovable = ({ canEdit, isOff, endMs }: Entry, nowMs: number): boolean =>
  canEdit && !isOff && endMs > nowMs;

export const isLong = ({ firstDay, lastDay }: Entry): boolean => firstDay < lastDay;

/** Where a pointer has taken it. */
export function spanAt(lift: Lift, to: Point, timeZone: string): Span {
  if (lift.kind === 'new') return spanOn(lift.day, quartersBetween(lift.from.minutes, to.minutes), timeZone);
  const { entry, from } = lift;
  if (lift.kind === 'resize') {
    return resizedSpan(entry, wholeSteps(to.minutes - from.minutes));
  }
  // What runs over several days has no hour to be taken at.
  const { days, minutes } = stepsBetween(from, to, startOf(entry, timeZone).minutes);
  return movedSpan(entry, { days, minutes: isLong(entry) ? 0 : minutes });
}

/** How far keys have taken an event, in days and minutes, and how much longer they have made it. */
export type Taken = { days: number; minutes: number; longer: number };

/** What an arrow key adds; null for all other keys. With Shift the end alone moves. */
export function stepOfKey(key: string, isShifted: boolean): Taken | null {
  const minutes = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes }[key];
  if (minutes !== undefined)
    return isShifted ? { days: 0, minutes: 0, longer: minutes } : { days: 0, minutes, longer: 0 };
  const days = isShifted ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[key];
  return days === undefined ? null : { days, minutes: 0, longer: 0 };
}

export const takenSpan = (entry: Entry, taken: Taken): Span =>
  resizedSpan({ ...movedSpan(entry, taken), timeZone: entry.timeZone }, taken.longer);
