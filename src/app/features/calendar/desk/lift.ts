// The subject of a drag in the week: hours for a new event, an event, or its lower edge. Its new span follows
// from the distance, for pointer and keyboard alike. Pure.
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

/** `part`: its lane in the day. */
export type Lift =
  | { kind: 'new'; part: number; day: Day; from: Point }
  | { kind: 'move' | 'resize'; part: number; entry: Entry; from: Point };

/** Events that the viewer may move: those that they run, neither over nor cancelled or postponed. */
export const isMovable = ({ canEdit, isOff, endMs }: Entry, nowMs: number): boolean =>
  canEdit && !isOff && endMs > nowMs;

export const isLong = ({ firstDay, lastDay }: Entry): boolean => firstDay < lastDay;

/** The span under the pointer. */
export function spanAt(lift: Lift, to: Point, timeZone: string): Span {
  if (lift.kind === 'new') return spanOn(lift.day, quartersBetween(lift.from.minutes, to.minutes), timeZone);
  const { entry, from } = lift;
  if (lift.kind === 'resize') {
    return resizedSpan(entry, wholeSteps(to.minutes - from.minutes));
  }
  // An event of several days has no hour to grab.
  const { days, minutes } = stepsBetween(from, to, startOf(entry, timeZone).minutes);
  return movedSpan(entry, { days, minutes: isLong(entry) ? 0 : minutes });
}

/** The distance that keys have moved an event, in days and minutes, and how much longer it is. */
export type Moved = { days: number; minutes: number; longer: number };

/** The step of an arrow key; null for all other keys. With Shift only the end moves. */
export function stepOfKey(key: string, isShifted: boolean): Moved | null {
  const minutes = { ArrowUp: -stepMinutes, ArrowDown: stepMinutes }[key];
  if (minutes !== undefined)
    return isShifted ? { days: 0, minutes: 0, longer: minutes } : { days: 0, minutes, longer: 0 };
  const days = isShifted ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[key];
  return days === undefined ? null : { days, minutes: 0, longer: 0 };
}

export const spanAfterKeys = (entry: Entry, moved: Moved): Span =>
  resizedSpan({ ...movedSpan(entry, moved), timeZone: entry.timeZone }, moved.longer);
