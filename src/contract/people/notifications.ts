// What a person was told: the list in the app, newest first.
import { z } from 'zod';
import { CountSchema, IdSchema, InstantSchema, pageOf, pageQuery } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { notificationKinds } from '../values/words.ts';

export const NotificationSchema = z.object({
  id: IdSchema,
  kind: z.enum(notificationKinds),
  /** The event it is about, as it is now; null where there is none or it was taken down. */
  event: z
    .object({ id: IdSchema, name: z.string(), startsAt: InstantSchema, timeZone: z.string() })
    .nullable(),
  /** The team or organization it is about; null where there is none. */
  group: z.object({ kind: z.enum(['team', 'organization']), id: IdSchema, name: z.string() }).nullable(),
  /** What changed: a field's name on the wire, its old and its new value. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
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
    summary: 'What I was told, newest first, and how much of it I have not read.',
    offline: 'saved',
    query: z.strictObject(pageQuery),
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
