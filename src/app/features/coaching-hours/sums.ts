// The hours of coaches, added up. Pure.
import type { CoachHours, HoursMonth } from '../../../contract/events/coaching-hours.ts';

export type Sum = { events: number; minutes: number };

export const sumOf = (parts: readonly Sum[]): Sum => ({
  events: parts.reduce((sum, { events }) => sum + events, 0),
  minutes: parts.reduce((sum, { minutes }) => sum + minutes, 0),
});

export type CoachMonth = HoursMonth & { coach: CoachHours['user'] };

/** The months of these coaches, the newest first, each with those who coached in it, in the given order. */
export function monthsOf(coaches: readonly CoachHours[]): [month: string, coaches: CoachMonth[]][] {
  const months = Map.groupBy(
    coaches.flatMap(({ user, months }) => months.map((month): CoachMonth => ({ ...month, coach: user }))),
    ({ month }) => month,
  );
  return [...months].sort(([a], [b]) => (a < b ? 1 : -1));
}
