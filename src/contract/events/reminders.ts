// Members without a reply to an event, and reminders to them (docs/product.md, "Replies").
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, pageOf, pageQuery, RosterPersonSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';

const params = z.object({ id: IdSchema });
/** When a reminder was last sent, automatically or by hand; null without one. */
const remindedAt = InstantSchema.nullable();

export const reminderEndpoints = endpoints({
  'GET /api/events/{id}/reminders': {
    operationId: 'listUnanswered',
    summary:
      'Members of its teams without a reply, and people who have to confirm their reply, by name, for those who run the event.',
    tag: 'events',
    access: 'session',
    offline: 'saved',
    grantedBy: 'can.edit',
    params,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(
      z.object({
        user: RosterPersonSchema,
        /** When this person was last reminded. */
        remindedAt,
        /** Has an account, and was not reminded in the last 12 hours. */
        canRemind: z.boolean(),
        /** Has to confirm their reply, because the times of the event changed. */
        isAskedAgain: z.boolean(),
      }),
    ).extend({ remindedAt }),
    problems: ['gone', 'not_permitted'],
  },
  'POST /api/events/{id}/reminders': {
    operationId: 'remind',
    summary:
      'Remind members without a reply and people who have to confirm theirs, each at most once in 12 hours.',
    tag: 'events',
    access: 'session',
    // A queued reminder could be sent after the event.
    offline: 'never',
    affects: ['GET /api/events/{id}', 'GET /api/events/{id}/reminders'],
    params,
    body: z.strictObject({}),
    status: 200,
    answer: z.object({ reminded: CountSchema, remindedAt }),
    problems: ['gone', 'not_permitted'],
  },
});
