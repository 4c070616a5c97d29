// Pictures that people uploaded, by the hash of their content.
import { z } from 'zod';
import { endpoints } from './endpoint.ts';

export const pictureEndpoints = endpoints({
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
