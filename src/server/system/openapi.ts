// The OpenAPI 3.1 document of the API, generated from the contract.
import { z } from 'zod';
import { api, type Call } from '../../contract/api.ts';
import { type Endpoint, sharedProblems } from '../../contract/endpoint.ts';
import { problemTitles } from '../../contract/problem-titles.ts';
import { limits } from '../../contract/values/limits.ts';
import { type ProblemCode, problems } from '../../contract/values/problems.ts';

type JsonSchema = Record<string, unknown>;

let made: ReturnType<typeof makeDocument> | null = null;

/** The document; made once, as the contract does not change while the server runs. */
export function openApiDocument() {
  made ??= makeDocument();
  return made;
}

function makeDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of Object.keys(api) as Call[]) {
    const [method = '', path = ''] = call.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(call, api[call]) };
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sideline',
      version: '1',
      description: 'The API of Sideline. Sessions are cookies; refusals are problem details (RFC 9457).',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sideline_access' } },
      schemas: { Problem: problemSchema },
    },
  };
}

function operation(call: Call, endpoint: Endpoint) {
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.access === 'public'
      ? {}
      : { security: endpoint.access === 'session' ? [{ session: [] }] : [{ session: [] }, {}] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.offline === 'queued' ? [idempotencyKey] : []),
    ],
    ...(endpoint.bodyType === 'image' && { requestBody: imageBody }),
    ...(endpoint.bodyType === 'signed' && { requestBody: signedBody }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        ...(endpoint.answer && {
          content: {
            [endpoint.answerType ?? 'application/json']: { schema: schemaOf(endpoint.answer, 'output') },
          },
        }),
      },
      ...(call.startsWith('GET ') && { 304: { description: 'Not changed since the ETag that was sent' } }),
      ...problemResponses([...endpoint.problems, ...sharedProblems(call, endpoint)]),
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and request again: it happens once, and the answer is the same. Kept 30 days.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyMax, pattern: '^[!-~]+$' },
};

const imageBody = {
  required: true,
  content: { 'image/jpeg': {}, 'image/png': {}, 'image/webp': {} },
};

const signedBody = {
  required: true,
  description:
    'What happened, as the provider sends it. `Stripe-Signature` (the sandbox: `Sandbox-Signature`) holds `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`; a time more than 300 s away, before or after, is refused.',
  content: { 'application/json': { schema: { type: 'object' } } },
};

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

function problemResponses(codes: ProblemCode[]) {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes))
    byStatus.set(problems[code].status, [...(byStatus.get(problems[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [
      status,
      {
        description: these.map((code) => `\`${code}\`: ${problemTitles[code]}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { enum: Object.keys(problems) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retryAfterSeconds: { type: 'integer' },
    current: { description: 'With stale_version: what the call would answer now' },
  },
};
