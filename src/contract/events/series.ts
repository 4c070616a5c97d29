// Series of events, with their upcoming dates. The answers contain only the dates that the viewer may open.
import { z } from 'zod';
import { CountSchema, DaySchema, IdSchema, InstantSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { MyEventSchema, MyEventSummarySchema } from './events.ts';

/** A part of a series: its rule, the local day that the rule counts from, and its times. */
const SeriesPartSchema = z.object({
  rrule: z.string(),
  startsOn: DaySchema,
  /** Who owns it, for those who may edit its dates. */
  ownerId: IdSchema.nullable(),
  /** The first of its upcoming dates that was not moved by itself; a moved one where all were. */
  startsAt: InstantSchema,
  endsAt: InstantSchema,
  timeZone: z.string(),
  /** The start of the last one that was not moved to another day; null where the rule has no end. */
  lastStartsAt: InstantSchema.nullable(),
});
export type SeriesPart = z.infer<typeof SeriesPartSchema>;

/** A date of a series, with the viewer's registration and permissions. */
const SeriesDateSchema = MyEventSummarySchema.omit({ series: true });
export type SeriesDate = z.infer<typeof SeriesDateSchema>;

const SeriesSchema = MyEventSchema.pick({
  name: true,
  kind: true,
  activities: true,
  organizer: true,
  teams: true,
  visibility: true,
  attendanceMode: true,
  place: true,
  startsAt: true,
  endsAt: true,
  attendingRefusedFor: true,
})
  .extend({
    /** If the series was split, the id of its first part. */
    id: IdSchema,
    rrule: z.string(),
    /** Its parts with upcoming dates that the viewer may open, in their order: more than one after a split. */
    parts: z.array(SeriesPartSchema),
    timeZone: z.string(),
    /** Upcoming days without a date, also some that the rule does not name. */
    exceptDates: z.array(DaySchema),
    /** The number of upcoming dates that the viewer may open. */
    count: CountSchema,
    /** How many of them are cancelled; left out where none is. */
    cancelled: CountSchema.optional(),
    /** The start of the last of them; null without one. */
    lastStartsAt: InstantSchema.nullable(),
    /** The first page of them. */
    dates: z.array(SeriesDateSchema),
    /** The cursor of the next page; null on the last one. */
    nextCursor: z.string().nullable(),
  })
  .meta({
    description:
      'Name, times, teams and place are those of the next date that is neither moved nor cancelled; of the last one where none is to come.',
  });
export type Series = z.infer<typeof SeriesSchema>;

const reading = {
  tag: 'events',
  access: 'optional',
  offline: 'public',
  params: z.object({ id: IdSchema }),
  status: 200,
  problems: [],
} as const;

export const seriesEndpoints = endpoints({
  'GET /api/series/{id}': {
    ...reading,
    operationId: 'getSeries',
    summary:
      'A series with its next dates, as far as the viewer may open them; without such a date it is not found.',
    answer: SeriesSchema,
  },
  'GET /api/series/{id}/dates': {
    ...reading,
    operationId: 'listSeriesDates',
    summary: 'The dates of a series that are not over and that the viewer may open, soonest first.',
    query: z.strictObject(pageQuery),
    answer: pageOf(SeriesDateSchema),
  },
});
