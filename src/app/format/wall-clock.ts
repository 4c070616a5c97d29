// The wall clock of a zone, as numbers. Dates are computed from these and never from a formatted text:
// engines format the same locale in different ways, such as `2026-11-24` and `24/11/2026`. Pure.
import { getOrCompute } from './get-or-compute.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Minutes that zones are ahead of UTC, by instant. Cached: asking Intl takes longer than the rest of a date's
 * computation.
 */
type Zone = { isKnown: boolean; offsetAt: (atMs: number) => number };

const zones = new Map<string, Zone>();
const maxZones = 60;
const maxOffsets = 4000;

const zoneOf = (timeZone: string) => getOrCompute(zones, timeZone, maxZones, () => createZone(timeZone));

function createZone(timeZone: string): Zone {
  const format = createFormat(timeZone);
  if (!format) return { isKnown: false, offsetAt: () => 0 };
  const offsets = new Map<number, number>();
  return {
    isKnown: true,
    offsetAt: (at) => getOrCompute(offsets, at, maxOffsets, () => readOffset(format, at)),
  };
}

/** Null for a zone that this runtime does not know. */
function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    return null;
  }
}

function readOffset(format: Intl.DateTimeFormat, atMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  // Some engines call midnight 24.
  return (Date.UTC(year, month - 1, day, hour % 24, minute) - atMs) / minuteMs;
}

function offsetAt(timeZone: string, atMs: number): number {
  const zone = zoneOf(timeZone);
  const day = Math.floor(atMs / dayMs);
  const offset = zone.offsetAt(day * dayMs);
  // Clocks change on few days, and at whole minutes: St. John's did at 00:01 until 2011.
  return offset === zone.offsetAt((day + 1) * dayMs)
    ? offset
    : zone.offsetAt(Math.floor(atMs / minuteMs) * minuteMs);
}

/** Whether this runtime knows a zone. An unknown zone counts as UTC. */
export const isKnownZone = (timeZone: string): boolean => zoneOf(timeZone).isKnown;

/** Every zone of this runtime, by its IANA name. Some leave UTC out, and `UTC` is the server's word for an unknown zone. */
export const knownZones = (): string[] => [
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC' && zone !== 'Etc/UTC'),
  'Etc/UTC',
];

/** Whole minutes from 1970-01-01T00:00 to the wall time; `at` as ISO 8601 or in milliseconds. */
export function wallTime(timeZone: string, at: string | number): number {
  const atMs = typeof at === 'string' ? Date.parse(at) : at;
  return Math.floor(atMs / minuteMs) + offsetAt(timeZone, atMs);
}

const dayMinutes = 24 * 60;

/** Minutes since midnight on the wall clock. */
export function wallMinutes(timeZone: string, at: string | number): number {
  const time = wallTime(timeZone, at);
  return time - Math.floor(time / dayMinutes) * dayMinutes;
}

/** The day on the wall clock, counted from 1970-01-01, which is 0. */
export const dayNumberIn = (timeZone: string, at: string | number): number =>
  Math.floor(wallTime(timeZone, at) / dayMinutes);

/** The number of a day in the form `YYYY-MM-DD`. */
export const dayNumberOf = (day: string): number => Date.parse(day) / dayMs;

const days = new Map<number, string>();
const maxDays = 4000;

/** A numbered day as `YYYY-MM-DD`. */
export const dayOf = (dayNumber: number): string =>
  getOrCompute(days, dayNumber, maxDays, () => new Date(dayNumber * dayMs).toISOString().slice(0, 10));

/** The year and the day of the month of a numbered day. */
export function dateOf(dayNumber: number): { year: number; date: number } {
  const at = new Date(dayNumber * dayMs);
  return { year: at.getUTCFullYear(), date: at.getUTCDate() };
}

/** Minutes from 1970-01-01T00:00 to a wall time, given as `YYYY-MM-DD` and `HH:MM`; NaN for other input. */
export function wallTimeOf(day: string, time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || hours === undefined) return Number.NaN;
  return dayNumberOf(day) * dayMinutes + Number(hours) * 60 + Number(minutes);
}

/** Day and time of a wall time, in the form that `wallTimeOf` takes. */
export function writtenWallTime(wall: number): { day: string; time: string } {
  const day = Math.floor(wall / dayMinutes);
  const minutes = wall - day * dayMinutes;
  const two = (value: number) => String(value).padStart(2, '0');
  return { day: dayOf(day), time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}

/**
 * The instant of a wall time in a zone, in milliseconds. Of a time that occurs twice, the first one. A
 * skipped time is moved later by the length of the gap, as in Temporal ("compatible").
 */
export function instantOf(timeZone: string, wall: number): number {
  const before = wall - offsetAt(timeZone, (wall - dayMinutes) * minuteMs);
  const after = wall - offsetAt(timeZone, (wall + dayMinutes) * minuteMs);
  const shows = (at: number) => wallTime(timeZone, at * minuteMs) === wall;
  const found = shows(before) || !shows(after) ? before : after;
  return found * minuteMs;
}
