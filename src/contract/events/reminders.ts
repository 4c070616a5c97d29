// Who has not answered an event, and reminding them (docs/product.md, "Replies").
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, pageOf, pageQuery, RosterPersonSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';

const params = z.object({ id: IdSchema });
/** When anyone was last reminded of this event, by the clock or by hand. */
const remindedAt = InstantSchema.nullable();

export const reminderEndpoints = endpoints({
  'GET /api/events/{id}/reminders': {
    operationId: 'listUnanswered',
    summary:
      'Members of its teams who have not answered, and people who are asked whether they still come, by name, for those who run the event.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    params,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(
      z.object({
        user: RosterPersonSchema,
        /** When they were last reminded; null where they were not. */
        remindedAt,
        /** Has an account, and was not reminded in the last 12 hours. */
        canRemind: z.boolean(),
        /** Has answered, and has not said whether they still come since the times of the event changed. */
        isAskedAgain: z.boolean(),
      }),
    ).extend({ remindedAt }),
    problems: ['gone', 'not_permitted'],
  },
  'POST /api/events/{id}/reminders': {
    operationId: 'remind',
    summary:
      'Remind those who have not answered, or not said whether they still come, each at most once in 12 hours.',
    tag: 'events',
    access: 'session',
    // A reminder that arrives late may come after the event.
    offline: 'never',
    affects: ['GET /api/events/{id}', 'GET /api/events/{id}/reminders'],
    params,
    body: z.strictObject({}),
    status: 200,
    answer: z.object({ reminded: CountSchema, remindedAt }),
    problems: ['gone', 'not_permitted'],
  },
});
