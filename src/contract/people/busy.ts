// When the places and leaders of the events that I run are taken by events that my calendar does not show. Times only.
import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';

const times = { startsAt: InstantSchema, endsAt: InstantSchema };

const BusySchema = z.object({
  places: z.array(z.object({ placeId: IdSchema, ...times })),
  leaders: z.array(z.object({ personId: IdSchema, ...times })),
});
export type Busy = z.infer<typeof BusySchema>;

export const busyEndpoints = endpoints({
  'GET /api/users/me/busy': {
    operationId: 'getBusyTimes',
    summary:
      'For planning a week: when other events of the same owner or organization take the places and leaders of the events that I run in it. Without the events of my calendar, and without names.',
    tag: 'me',
    access: 'session',
    // An old answer would warn of events that have moved since.
    offline: 'never',
    query: z.strictObject({ from: InstantSchema, to: InstantSchema }),
    status: 200,
    answer: BusySchema,
    problems: [],
  },
});
