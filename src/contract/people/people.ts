// People, with the fields that the viewer may see. E-mail, phone, birth date and payments are never public.
import { z } from 'zod';
import { ActivitySchema, IdSchema, ImagePathSchema, LevelSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { EventSummarySchema } from '../events/events.ts';
import { userTypes } from '../values/enums.ts';

export const UserSchema = z.object({
  id: IdSchema,
  name: z.string(),
  type: z.enum(userTypes),
  avatarSrc: ImagePathSchema,
  /** Null if the viewer may not see the field; an empty list if it is empty. */
  activities: z.array(ActivitySchema).nullable(),
  region: z.string().nullable(),
  qualifications: z.array(z.string()).nullable(),
  bio: z.string().nullable(),
  level: LevelSchema.nullable(),
  languages: z.array(z.string()).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** A coach's next public events. */
  upcomingEvents: z.array(EventSummarySchema),
  isMe: z.boolean(),
});
export type User = z.infer<typeof UserSchema>;

export const peopleEndpoints = endpoints({
  'GET /api/users/{id}': {
    operationId: 'getUser',
    summary: 'A person, with the fields that the viewer may see; 404 if they may not see the person.',
    tag: 'people',
    access: 'optional',
    offline: 'saved',
    params: z.object({ id: IdSchema }),
    status: 200,
    answer: UserSchema,
    problems: [],
  },
});
