// Series of events as they are read: the whole, and its dates to come. Each date is there for those who may open it.
import { z } from 'zod';
import { CountSchema, DaySchema, IdSchema, InstantSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { MyEventSchema, MyEventSummarySchema } from './events.ts';

/** A date of a series, with what this viewer has answered and may do; a visitor has answered nothing. */
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
})
  .extend({
    /** Of the first of its parts, where it was split. */
    id: IdSchema,
    rrule: z.string(),
    timeZone: z.string(),
    /** Days to come that the rule names and that have no date. */
    exceptDates: z.array(DaySchema),
    /** How many dates to come this viewer may open. */
    count: CountSchema,
    /** When the last of them starts; null where none is to come. */
    lastStartsAt: InstantSchema.nullable(),
    /** The next of them. */
    dates: z.array(SeriesDateSchema),
    /** Where the dates after these begin; null where these are all. */
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
