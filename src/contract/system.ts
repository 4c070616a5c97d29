// Calls about the server itself.
import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { said } from './said.ts';
import { limits } from './values/limits.ts';

export const systemEndpoints = endpoints({
  'GET /api/health': {
    operationId: 'getHealth',
    summary: 'Whether the server and its database answer, and which version and build it is.',
    tag: 'system',
    access: 'public',
    offline: 'never',
    status: 200,
    answer: z.object({
      status: z.literal('ok'),
      database: z.enum(['sqlite', 'postgres']),
      /** Absent in answers of earlier versions, which the app may reach during a rolling update. */
      version: z.string().optional(),
      buildId: z.string(),
    }),
    problems: [],
  },
  'GET /api/ready': {
    operationId: 'getReadiness',
    summary:
      'Whether this server accepts traffic: not while it shuts down, its database is unavailable or migrations are pending.',
    tag: 'system',
    access: 'public',
    offline: 'never',
    status: 200,
    answer: z.object({ status: z.literal('ready'), version: z.string(), buildId: z.string() }),
    problems: [],
  },
  'GET /api/openapi.json': {
    operationId: 'getOpenApi',
    summary: 'This description, as OpenAPI 3.1.',
    tag: 'system',
    access: 'public',
    offline: 'never',
    status: 200,
    answer: z.looseObject({ openapi: z.literal('3.1.0') }),
    problems: [],
  },
  'GET /api/_nuxt_icon/{prefix}.json': {
    operationId: 'getIcons',
    summary: "Icons of one set, in the Iconify API's format.",
    tag: 'system',
    access: 'public',
    offline: 'public',
    maxAgeSeconds: 7 * 24 * 60 * 60,
    params: z.object({ prefix: z.string().regex(/^[a-z0-9-]{1,64}$/) }),
    query: z.strictObject({
      icons: z
        .string()
        .max(2000)
        .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/, { error: said('Names separated by commas') })
        .refine((names) => names.split(',').length <= limits.iconsPerRequest, {
          error: said('Too many icons'),
        }),
      /** Some Iconify clients send it; ignored. */
      pretty: z.string().max(1).optional(),
    }),
    status: 200,
    answer: z.looseObject({
      prefix: z.string(),
      icons: z.record(z.string(), z.looseObject({ body: z.string() })),
      not_found: z.array(z.string()).optional(),
    }),
    problems: [],
  },
});
