// The OpenAPI 3.1 document of the API, generated from the contract.
import type { z } from 'zod';
import { api, type Call } from '../../contract/api.ts';
import { type Endpoint, sharedProblems } from '../../contract/endpoint.ts';
import { problemTitles } from '../../contract/problem-titles.ts';
import { limits } from '../../contract/values/limits.ts';
import { type ProblemCode, problems } from '../../contract/values/problems.ts';
import { headers, headersOf, headersOfProblem } from './openapi-headers.ts';
import { type JsonSchema, SchemaCollection } from './schema-collection.ts';

let made: ReturnType<typeof makeDocument> | null = null;

/** The document; made once, as the contract does not change while the server runs. */
export function openApiDocument() {
  made ??= makeDocument();
  return made;
}

function makeDocument() {
  const collection = new SchemaCollection();
  const calls = Object.keys(api) as Call[];
  const answers = new Map(calls.map((call) => [call, answerOf(api[call], collection)]));
  const responses: Responses = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    const described = operation(call, answers.get(call) ?? null, { collection, responses });
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sideline',
      version: '1',
      description: 'The API of Sideline. Sessions are cookies; refusals are problem details (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sideline_access' } },
      headers,
      responses,
      schemas: { ...collection.schemas, Problem: problemSchema } as Record<string, JsonSchema>,
    },
  };
}

/** `listTeams` → `ListTeams`. */
const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function answerOf({ operationId, answer, answerType }: Endpoint, collection: SchemaCollection) {
  if (!answer) return null;
  // A calendar or a picture is a text without parts.
  return answerType
    ? collection.convert(answer, 'output')
    : collection.add(`${capitalized(operationId)}Answer`, answer, 'output');
}

type Responses = Record<string, { description: string; headers: JsonSchema; content: JsonSchema }>;

function operation(
  call: Call,
  answer: JsonSchema | null,
  { collection, responses }: { collection: SchemaCollection; responses: Responses },
) {
  const endpoint: Endpoint = api[call];
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: { public: [], optional: [{ session: [] }, {}], session: [{ session: [] }] }[endpoint.access],
    parameters: [
      ...parameters('path', endpoint.params, collection),
      ...parameters('query', endpoint.query, collection),
      ...(endpoint.offline === 'queued' ? [idempotencyKey] : []),
      ...(isEventStream(endpoint) ? [lastEventId] : []),
    ],
    ...(endpoint.bodyType === 'image' && { requestBody: imageBody }),
    ...(endpoint.bodyType === 'signed' && { requestBody: signedBody }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse({}).success,
        content: {
          'application/json': {
            schema: collection.add(`${capitalized(endpoint.operationId)}Body`, endpoint.body, 'input'),
          },
        },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        headers: headersOf(call, endpoint),
        ...(answer && { content: { [endpoint.answerType ?? 'application/json']: { schema: answer } } }),
      },
      ...(call.startsWith('GET ') &&
        !isEventStream(endpoint) && {
          304: {
            description: 'Not changed since the ETag that was sent',
            headers: headersOf(call, endpoint),
          },
        }),
      ...problemResponses([...endpoint.problems, ...sharedProblems(call, endpoint)], responses),
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

const isEventStream = ({ answerType }: Endpoint) => answerType === 'text/event-stream';

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The id of the last event that arrived, or the time in milliseconds when the device began to read: what changed since then comes first. `reset` where that is longer ago than 15 minutes.',
  schema: { type: 'string', pattern: '^[0-9]{13}$' },
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

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined, collection: SchemaCollection) {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: collection.convert(field as z.ZodType, 'input'),
  }));
}

/** References to the responses of these problems, one for each status; many endpoints share them. */
function problemResponses(codes: ProblemCode[], responses: Responses) {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes))
    byStatus.set(problems[code].status, [...(byStatus.get(problems[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => {
      const name = these.map((code) => code.split('_').map(capitalized).join('')).join('Or');
      responses[name] ??= {
        description: these.map((code) => `\`${code}\`: ${problemTitles[code]}`).join('. '),
        headers: headersOfProblem(status),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
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
