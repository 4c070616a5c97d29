// Converts positions in the week's grid to times and back. Pure. The grid shows the clock of the viewer's
// zone; an event moves on the clock of its own zone.
import {
  dayNumberOf,
  instantOf,
  wallMinutes,
  wallTime,
  writtenWallTime,
} from '../../../format/wall-clock.ts';
import { addDays, type Day, dayStart } from '../days.ts';

export const stepMinutes = 15;
const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** In milliseconds. */
export type Span = { startMs: number; endMs: number };
/** A point of the grid: the day, the part of it, and minutes since midnight, not rounded. */
export type Point = { column: number; part: number; minutes: number };
/** The rectangle of all days' hours, in CSS pixels of the viewport. */
export type Box = {
  left: number;
  top: number;
  width: number;
  height: number;
  columns: number;
  parts: number;
};

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The point under a pointer; outside of the grid the nearest one. */
export function pointAt({ left, top, width, height, columns, parts }: Box, x: number, y: number): Point {
  const lanes = columns * parts;
  const lane = clamp(Math.floor(((x - left) / width) * lanes), 0, lanes - 1);
  return {
    column: Math.floor(lane / parts),
    part: lane % parts,
    minutes: clamp(((y - top) / height) * dayMinutes, 0, dayMinutes),
  };
}

const steps = (minutes: number, round: (value: number) => number) =>
  round(minutes / stepMinutes) * stepMinutes;
export const wholeSteps = (minutes: number): number => steps(minutes, Math.round);

/** The quarter hours between two points of the same day, at least one. */
export function quartersBetween(from: number, to: number): { top: number; bottom: number } {
  const top = Math.min(steps(Math.min(from, to), Math.floor), dayMinutes - stepMinutes);
  return { top, bottom: Math.max(steps(Math.max(from, to), Math.ceil), top + stepMinutes) };
}

/** From one time of a day to another, on the clock of a zone. */
export const spanOn = (day: Day, { top, bottom }: { top: number; bottom: number }, timeZone: string): Span =>
  spanOfWall(timeZone, dayNumberOf(day) * dayMinutes + top, bottom - top);

function spanOfWall(timeZone: string, wall: number, length: number): Span {
  const startMs = instantOf(timeZone, wall);
  // Where the clock skips the chosen time, a minute remains.
  return { startMs, endMs: Math.max(instantOf(timeZone, wall + length), startMs + minuteMs) };
}

/** The distance that a pointer moved, in whole steps; the start stays on the day under the pointer. */
export function stepsBetween(
  from: Point,
  to: Point,
  startMinutes: number,
): { days: number; minutes: number } {
  return {
    days: to.column - from.column,
    minutes: clamp(
      wholeSteps(to.minutes - from.minutes),
      -startMinutes,
      dayMinutes - stepMinutes - startMinutes,
    ),
  };
}

type Moving = Span & { timeZone: string };

/** Moved by days and minutes on the clock of its own zone, with the same length on that clock. */
export function movedSpan(
  { startMs, endMs, timeZone }: Moving,
  { days, minutes }: { days: number; minutes: number },
): Span {
  const wall = wallTime(timeZone, startMs);
  const length = wallTime(timeZone, endMs) - wall;
  // In an hour that occurs twice, the end may be earlier on the clock than the start.
  if (length <= 0) return movedBy({ startMs, endMs }, days * dayMinutes + minutes);
  return spanOfWall(timeZone, wall + days * dayMinutes + minutes, length);
}

const movedBy = ({ startMs, endMs }: Span, minutes: number): Span => ({
  startMs: startMs + minutes * minuteMs,
  endMs: endMs + minutes * minuteMs,
});

/** With its end moved by minutes on the clock of its own zone; at least one step long. */
export function resizedSpan({ startMs, endMs, timeZone }: Moving, minutes: number): Span {
  const end = instantOf(timeZone, wallTime(timeZone, endMs) + minutes);
  return { startMs, endMs: Math.max(end, startMs + stepMinutes * minuteMs) };
}

/** The part of a span on one of the days, in minutes since midnight. */
export type Piece = { column: number; top: number; bottom: number };

/** The pieces of a span in the grid, one for each day that it touches. */
export function piecesOf({ startMs, endMs }: Span, days: readonly Day[], timeZone: string): Piece[] {
  return days.flatMap((day, column) => {
    const from = dayStart(day, timeZone);
    const to = dayStart(addDays(day, 1), timeZone);
    if (startMs >= to || endMs <= from) return [];
    const top = startMs <= from ? 0 : wallMinutes(timeZone, startMs);
    const bottom = endMs >= to ? dayMinutes : wallMinutes(timeZone, endMs);
    return [{ column, top, bottom: Math.max(bottom, top + stepMinutes) }];
  });
}

/** The day and the minutes since midnight at which a span starts. */
export function startOf({ startMs }: Span, timeZone: string): { day: Day; minutes: number } {
  const wall = wallTime(timeZone, startMs);
  return { day: writtenWallTime(wall).day, minutes: wallMinutes(timeZone, startMs) };
}
