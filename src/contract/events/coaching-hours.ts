// The hours that coaches have led: one's own, and those of the groups that one runs.
import { z } from 'zod';
import {
  CountSchema,
  DaySchema,
  IdSchema,
  InstantSchema,
  RosterPersonSchema,
  TimeZoneSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { eventKinds } from '../values/enums.ts';
import { FileOfPeriodSchema, PeriodSchema } from './attendance-table.ts';

const LedDateSchema = z.object({
  eventId: IdSchema,
  name: z.string(),
  kind: z.enum(eventKinds),
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  timeZone: TimeZoneSchema,
  minutes: CountSchema,
});

const HoursMonthSchema = z.object({
  month: z.string().meta({ description: 'YYYY-MM, in the zone of each event' }),
  events: CountSchema,
  minutes: CountSchema,
  /** By start. */
  dates: z.array(LedDateSchema),
});
export type HoursMonth = z.infer<typeof HoursMonthSchema>;

const CoachHoursSchema = z.object({ user: RosterPersonSchema, months: z.array(HoursMonthSchema) });
export type CoachHours = z.infer<typeof CoachHoursSchema>;

const mine = { tag: 'me', access: 'session', status: 200, query: PeriodSchema, problems: [] } as const;

export const coachingHoursEndpoints = endpoints({
  'GET /api/users/me/coaching-hours': {
    ...mine,
    operationId: 'getCoachingHours',
    summary:
      'The past events that I led and that were not cancelled or postponed, by month; and those that others led for the groups of which I am owner or admin.',
    offline: 'saved',
    answer: z.object({
      from: DaySchema,
      to: DaySchema,
      /** My own, the earliest first. */
      months: z.array(HoursMonthSchema),
      /** By name. Only the events of the groups that I run. */
      others: z.array(CoachHoursSchema),
      /** Whether the period has more events than fit in one answer. They are earlier. */
      hasEarlier: z.boolean(),
    }),
  },
  'GET /api/users/me/coaching-hours.csv': {
    ...mine,
    query: FileOfPeriodSchema,
    operationId: 'exportCoachingHours',
    summary:
      'The same as a table with one row for each coach and event. A last row says if events are missing. The audit log names who downloaded the hours of others.',
    answerType: 'text/csv; charset=utf-8',
    offline: 'never',
    answer: z.string(),
    fileName: 'coaching-hours.csv',
  },
});
