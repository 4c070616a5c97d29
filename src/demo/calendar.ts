// Dates and times of events: days around now in each time zone, and the usual hours of each kind of event.
import { activities } from '../contract/values/activities.ts';
import type { EventKind } from '../contract/values/enums.ts';
import type { Random } from './random.ts';
import type { Session } from './texts/sessions.ts';
import { timingOf } from './texts/timing.ts';

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

  /** That weekday of a week, or of the next week further from today on which it is no holiday. */
  function openWeekday(timeZone: string, week: number, dayOfWeek: number): Temporal.PlainDate {
    const day = weekday(timeZone, week, dayOfWeek);
    return isHoliday(day) ? openWeekday(timeZone, week + (week < 0 ? -1 : 1), dayOfWeek) : day;
  }

  /** The instant of a local time such as `18:30`. */
  function at(day: Temporal.PlainDate, time: string, timeZone: string): number {
    return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  }

  return { today, weekday, openWeekday, at };
}

const holidays = ['12-24', '12-25', '12-26', '12-31', '01-01'];

/** Whether clubs and halls are closed: Christmas and the turn of the year. */
export const isHoliday = (day: Temporal.PlainDate) => holidays.includes(day.toString().slice(5));

/** Whether it is dark after about five in the afternoon: October to March, in the towns of the demo. */
const isDarkSeason = (day: Temporal.PlainDate) => day.month >= 10 || day.month <= 3;

/** The instant, or nine in the evening before it when it is between ten in the evening and eight in the morning. */
export function awakeBefore(atMs: number, timeZone: string): number {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
  if (at.hour >= 8 && at.hour < 22) return atMs;
  return at.subtract({ days: at.hour < 8 ? 1 : 0 }).withPlainTime({ hour: 21 }).epochMilliseconds;
}

/** The local day of an instant, `YYYY-MM-DD`. */
export function localDay(atMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

type Slot = { weekdays: number[]; times: string[]; minutes: number[] };

const evenings = ['17:30', '18:00', '18:15', '18:30', '19:00', '19:30', '20:00', '20:15'];
const mornings = ['08:30', '09:00', '09:15', '09:30', '10:00', '10:30', '11:00', '11:15'];
const early = ['06:45', '07:00', '07:30', '08:30', '09:30', '10:30'];
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

/**
 * A plausible time for a session, from 6 weeks before to 10 weeks after now; the next weekends get more. It fits the words of
 * the session, no event is on a holiday, and none without lights in the dark.
 */
export function momentFor(session: Session, timeZone: string, calendar: Calendar, random: Random) {
  const choices = slotsFor(session);
  const weekendSlot = choices.find((slot) => slot.weekdays.includes(6));
  const isSoon = weekendSlot !== undefined && random.chance(0.34);
  const slot = isSoon ? weekendSlot : random.pick(choices);
  const week = isSoon ? random.pick([-1, 0, 0, 0, 1, 1, 2]) : random.int(-5, 9);
  const day = calendar.openWeekday(timeZone, week, random.pick(slot.weekdays));
  const needsDaylight = isDarkSeason(day) && isUnlit(session);
  const times = needsDaylight ? slot.times.filter((time) => time >= '08:30' && time <= '14:30') : slot.times;
  const time =
    timingOf(session, day.month).time ?? random.pick(times.length > 0 ? times : ['12:30', '13:30']);
  return { startsAt: calendar.at(day, time, timeZone), minutes: random.pick(slot.minutes) };
}

const isUnlit = ({ activity }: Session) =>
  activity === 'beach-volleyball' || ['trail', 'water'].includes(activities[activity].field);

/** The slots of its kind, limited to the days and times that its words name. */
function slotsFor(session: Session): [Slot, ...Slot[]] {
  const { weekdays, times, minutes } = timingOf(session, 1);
  const [first, ...others] = slots[session.kind].flatMap((slot) => {
    const days = weekdays ? slot.weekdays.filter((day) => weekdays.includes(day)) : slot.weekdays;
    const hours = times ? slot.times.filter((time) => time >= times.from && time <= times.to) : slot.times;
    return days.length > 0 && hours.length > 0
      ? [{ weekdays: days, times: hours, minutes: minutes ?? slot.minutes }]
      : [];
  });
  if (first) return [first, ...others];
  const [usual] = slots[session.kind];
  return [
    {
      weekdays: weekdays ?? usual.weekdays,
      times: times
        ? [...early, ...evenings].filter((time) => time >= times.from && time <= times.to)
        : weekdays?.every((day) => day > 5)
          ? usual.times
          : evenings,
      minutes: minutes ?? usual.minutes,
    },
  ];
}
