// Attendance over time: a team's people and dates.
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
import { AttendanceRateSchema } from '../people/rosters.ts';
import { attendanceStatuses, eventKinds } from '../values/enums.ts';

/** `noShow`: absent, with a place until the end. Only for those who run the team; others see `absent`. */
const CellSchema = z.enum([...attendanceStatuses, 'noShow']).nullable();

const TableDateSchema = z.object({
  eventId: IdSchema,
  name: z.string(),
  kind: z.enum(eventKinds),
  startsAt: InstantSchema,
  timeZone: TimeZoneSchema,
});
export type TableDate = z.infer<typeof TableDateSchema>;

const TablePersonSchema = z.object({
  user: RosterPersonSchema,
  /** In the order of the dates; null without a mark. */
  cells: z.array(CellSchema),
  /** Matches and competitions apart from trainings; `other` is meetings and social events. */
  training: AttendanceRateSchema,
  match: AttendanceRateSchema,
  other: AttendanceRateSchema,
  /** Null for viewers who do not run the team. */
  noShows: CountSchema.nullable(),
  /** The last date of the period on which they came. */
  lastCameAt: InstantSchema.nullable(),
  /** Has not come for three weeks in which attendance was marked, today and whatever the period; null as for `noShows`. */
  isLongAway: z.boolean().nullable(),
});
export type TablePerson = z.infer<typeof TablePersonSchema>;

/** The days of statistics. */
export const PeriodSchema = z.strictObject({
  from: DaySchema.optional().meta({ description: 'Absent: a year before `to`' }),
  to: DaySchema.optional().meta({ description: 'Absent: today' }),
});

/** A link that downloads a file cannot send the page's language in `Accept-Language`. */
export const FileSchema = z.strictObject({
  lang: z
    .string()
    .max(35)
    .optional()
    .meta({ description: 'The language of the file, in place of `Accept-Language`' }),
});
export const FileOfPeriodSchema = PeriodSchema.extend(FileSchema.shape);

const reading = { access: 'session', status: 200 } as const;
const asFile = { answerType: 'text/csv; charset=utf-8', offline: 'never', answer: z.string() } as const;
const team = {
  tag: 'groups',
  params: z.object({ id: IdSchema }),
  query: PeriodSchema,
  problems: ['not_permitted'],
} as const;

export const attendanceTableEndpoints = endpoints({
  'GET /api/teams/{id}/attendance': {
    ...reading,
    ...team,
    operationId: 'getTeamAttendance',
    summary:
      'The past dates of a team that were not cancelled or postponed, at most 400 of them, with the newest marks of its people by name, at most 500. Members get their own row.',
    offline: 'saved',
    answer: z.object({
      from: DaySchema,
      to: DaySchema,
      /** The earliest first. */
      dates: z.array(TableDateSchema),
      /** Whether the period has more dates, which are earlier. */
      hasEarlier: z.boolean(),
      people: z.array(TablePersonSchema),
      /** Whether the team has more people, who are later by name. */
      hasMorePeople: z.boolean(),
    }),
  },
  'GET /api/teams/{id}/attendance.csv': {
    ...reading,
    ...team,
    ...asFile,
    query: FileOfPeriodSchema,
    operationId: 'exportTeamAttendance',
    summary:
      'The same as a table for those who run the team. A last row says if dates or people are missing. The audit log names who downloaded it.',
    fileName: 'attendance.csv',
  },
});
