// The notifications of a person in the app, newest first.
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { notificationKinds } from '../values/enums.ts';

export const NotificationSchema = z.object({
  id: IdSchema,
  kind: z.enum(notificationKinds),
  /** The event it is about, in its current state; null without one, or if it was taken down. */
  event: z
    .object({ id: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() })
    .nullable(),
  /** The team or organization it is about, if any. */
  group: z.object({ kind: z.enum(['team', 'organization']), id: IdSchema, name: z.string() }).nullable(),
  /** The changed fields by their API names, with old and new value. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** Who acted: the first names, and how many people. Null where no one did; absent in answers that older versions saved. */
  by: z
    .object({ names: z.array(z.string()), count: CountSchema })
    .nullable()
    .optional(),
  createdAt: InstantSchema,
  readAt: InstantSchema.nullable(),
});
export type Notification = z.infer<typeof NotificationSchema>;

const mine = { tag: 'me', access: 'session', status: 200 } as const;
const unreadCount = CountSchema;

export const notificationEndpoints = endpoints({
  'GET /api/users/me/notifications': {
    ...mine,
    operationId: 'listMyNotifications',
    summary:
      'My notifications, newest first, and how many of them are unread; `only=owed`: those that ask for an action.',
    offline: 'saved',
    query: z.strictObject({ only: z.enum(['owed']).optional(), ...pageQuery }),
    answer: pageOf(NotificationSchema).extend({ unreadCount }),
    problems: [],
  },
  'PUT /api/users/me/notifications/read': {
    ...mine,
    operationId: 'readMyNotifications',
    summary: 'Mark as read: this one and all before it (`upTo`), these (`ids`), or all.',
    offline: 'queued',
    affects: ['GET /api/users/me/notifications'],
    body: z
      .strictObject({ upTo: IdSchema.optional(), ids: z.array(IdSchema).min(1).max(100).optional() })
      .refine(({ upTo, ids }) => upTo === undefined || ids === undefined, {
        path: ['ids'],
        error: said('Send either upTo or ids'),
      }),
    answer: z.object({ unreadCount }),
    problems: [],
  },
});
