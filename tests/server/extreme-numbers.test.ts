// Every number, instant, day and cursor of the contract at its extremes, sent by a user with the permission:
// never a 5xx.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Call } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { openApiDocument } from '../../src/server/system/openapi.ts';
import { signIn } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { matrix, type Row } from './access/matrix.ts';
import { buildWorld, viewers } from './access/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const numbers = [2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 63, -1, -(2 ** 31) - 1, 0, 1.5, 1e308];
const instants = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'];
const days = ['0000-01-01', '0001-01-01', '9999-12-31'];
const id = '0197a000-0000-7000-8000-000000000000';
const cursors = [...numbers, ...instants].map((key) => `${id}_${key}`);

type Schema = { type?: unknown; format?: string; anyOf?: Schema[]; properties?: Record<string, Schema> };
type Parameter = { name: string; in: string; schema: Schema };
type Operation = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};

function extremesOf(name: string, schema: Schema): unknown[] {
  if (name === 'cursor') return cursors;
  const all = [schema, ...(schema.anyOf ?? [])];
  if (all.some(({ type }) => type === 'integer' || type === 'number')) return numbers;
  if (all.some(({ format }) => format === 'date-time')) return instants;
  return all.some(({ format }) => format === 'date') ? days : [];
}

/** The fields of a call to test, with their part of the request. */
function fieldsOf(call: Call): { part: 'query' | 'body'; name: string; extremes: unknown[] }[] {
  const [method = '', path = ''] = call.split(' ');
  const operation = openApiDocument().paths[path]?.[method.toLowerCase()] as Operation;
  const body = operation.requestBody?.content['application/json']?.schema?.properties ?? {};
  return [
    ...operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => ({ part: 'query' as const, name, extremes: extremesOf(name, schema) })),
    ...Object.entries(body).map(([name, schema]) => ({
      part: 'body' as const,
      name,
      extremes: extremesOf(name, schema),
    })),
  ].filter(({ extremes }) => extremes.length > 0);
}

const calls = (Object.keys(api) as Call[]).filter((call) => fieldsOf(call).length > 0);

test.each(calls)('%s returns no 5xx for extreme numbers, instants, days and cursors', async (call) => {
  const row: Row = matrix[call];
  const { status: success }: Endpoint = api[call];
  const world = await buildWorld(server.database.db);
  const able = viewers.find((name, at) => name !== 'visitor' && row.statuses[at] === success) ?? 'coach';
  if (able === 'visitor') return;
  const client = await signIn(server, world.people[able]);
  const asked = row.ask(world, able);
  for (const { part, name, extremes } of fieldsOf(call))
    for (const value of extremes) {
      const { status } = await client.call(call, { ...asked, [part]: { ...asked[part], [name]: value } });
      expect(status, `${part}.${name} = ${value}`).toBeLessThan(500);
    }
});
