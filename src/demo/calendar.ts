// Dates and times of events: days around now in each time zone, and the usual hours of each kind of event.
import type { EventKind } from '../contract/values/enums.ts';
import type { Random } from './random.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const iso = (atMs: number) => new Date(atMs).toISOString();

export type Calendar = ReturnType<typeof createCalendar>;

/** Local days and times in a time zone. Weekdays are 1 (Monday) to 7. */
export function createCalendar(nowMs: number) {
  const days = new Map<string, Temporal.PlainDate>();

  function today(timeZone: string): Temporal.PlainDate {
    const known = days.get(timeZone);
    if (known) return known;
    const day = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate();
    days.set(timeZone, day);
    return day;
  }

  /** That weekday of a week; week 0 ends with the first weekend that begins after today. */
  function weekday(timeZone: string, week: number, dayOfWeek: number): Temporal.PlainDate {
    const day = today(timeZone);
    const untilSaturday = (6 - day.dayOfWeek + 7) % 7 || 7;
    return day.add({ days: untilSaturday + week * 7 + dayOfWeek - 6 });
  }

  /** The instant of a local time such as `18:30`. */
  function at(day: Temporal.PlainDate, time: string, timeZone: string): number {
    return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  }

  return { today, weekday, at };
}

/** The local day of an instant, `YYYY-MM-DD`. */
export function localDay(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

type Slot = { weekdays: number[]; times: string[]; minutes: number[] };

const evenings = ['17:30', '18:00', '18:15', '18:30', '19:00', '19:30', '20:00', '20:15'];
const mornings = ['08:30', '09:00', '09:15', '09:30', '10:00', '10:30', '11:00', '11:15'];
const afternoons = ['13:30', '14:00', '14:30', '15:00', '15:30', '16:00'];

const slots: Record<EventKind, [Slot, ...Slot[]]> = {
  training: [
    { weekdays: [1, 2, 3, 4], times: evenings, minutes: [60, 75, 90] },
    { weekdays: [6, 7], times: mornings, minutes: [75, 90, 105] },
  ],
  class: [
    { weekdays: [1, 2, 3, 4], times: evenings, minutes: [45, 60, 75] },
    { weekdays: [6, 7], times: mornings, minutes: [60, 75] },
    { weekdays: [2, 4], times: ['06:45', '07:00', '12:15', '12:30'], minutes: [45] },
  ],
  match: [
    { weekdays: [6, 7], times: [...mornings.slice(3), ...afternoons], minutes: [90, 105, 120] },
    { weekdays: [5], times: ['19:30', '20:00', '20:30'], minutes: [90, 105] },
  ],
  competition: [{ weekdays: [6, 7], times: ['08:30', '09:00', '09:30', '10:00'], minutes: [240, 300, 420] }],
  camp: [{ weekdays: [6, 7], times: ['09:00', '09:30', '10:00'], minutes: [270, 330, 390] }],
  course: [
    { weekdays: [1, 2, 3, 4], times: ['18:30', '19:00', '19:30'], minutes: [105, 120] },
    { weekdays: [6, 7], times: ['09:30', '10:00', '13:30'], minutes: [150, 180] },
  ],
  assessment: [
    { weekdays: [6, 7], times: ['09:00', '10:00', '11:30', '14:00'], minutes: [90, 120] },
    { weekdays: [3], times: ['17:00', '18:00'], minutes: [90] },
  ],
  meeting: [{ weekdays: [1, 2, 3, 4], times: ['19:00', '19:30', '20:00'], minutes: [60, 75, 90] }],
  social: [
    { weekdays: [5, 6], times: ['18:30', '19:00', '19:30'], minutes: [150, 180] },
    { weekdays: [7], times: ['11:30', '12:00', '15:00'], minutes: [120, 150] },
  ],
};

/** A plausible time for an event of that kind, from 6 weeks before to 10 weeks after now; the next weekends get more. */
export function momentFor(kind: EventKind, timeZone: string, calendar: Calendar, random: Random) {
  const choices = slots[kind];
  const weekendSlot = choices.find((slot) => slot.weekdays.includes(6));
  const isSoon = weekendSlot !== undefined && random.chance(0.34);
  const slot = isSoon ? weekendSlot : random.pick(choices);
  const week = isSoon ? random.pick([-1, 0, 0, 0, 1, 1, 2]) : random.int(-5, 9);
  const day = calendar.weekday(timeZone, week, random.pick(slot.weekdays));
  return {
    startsAt: calendar.at(day, random.pick(slot.times), timeZone),
    minutes: random.pick(slot.minutes),
  };
}
