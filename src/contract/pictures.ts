// Uploaded pictures, addressed by the hash of their content.
import { z } from 'zod';
import { IdSchema } from './common.ts';
import { endpoints } from './endpoint.ts';
import { MyEventSchema } from './events/events.ts';
import { needsScope, scopeMissing, seriesFields } from './events/recurrence.ts';

const ofEvent = {
  tag: 'events',
  access: 'session',
  offline: 'never',
  params: z.object({ id: IdSchema }),
  query: z
    .strictObject({ scope: seriesFields.scope, handEdits: seriesFields.handEdits })
    .refine(needsScope, scopeMissing),
  problems: ['gone', 'not_permitted'],
} as const;

export const pictureEndpoints = endpoints({
  'PUT /api/events/{id}/image': {
    ...ofEvent,
    operationId: 'setEventImage',
    summary:
      'Set the picture of an event, or with a scope of several dates of its series: JPEG, PNG or WebP, 5 MB and 16 megapixels at most. Its middle is kept in 16:9, without metadata.',
    bodyType: 'image',
    status: 200,
    answer: MyEventSchema,
  },
  'DELETE /api/events/{id}/image': {
    ...ofEvent,
    operationId: 'removeEventImage',
    summary:
      'Remove the picture of an event, or with a scope of several dates of its series. Succeeds where there is none.',
    status: 204,
    answer: null,
  },
  'GET /api/pictures/{hash}.webp': {
    operationId: 'getPicture',
    summary: 'A picture. Its address cannot be guessed and names its content, so it never changes.',
    tag: 'system',
    access: 'public',
    offline: 'public',
    maxAgeSeconds: 365 * 24 * 60 * 60,
    isImmutable: true,
    params: z.object({ hash: z.string().regex(/^[\w-]{43}$/) }),
    status: 200,
    answer: z.instanceof(Uint8Array),
    answerType: 'image/webp',
    problems: [],
  },
});
