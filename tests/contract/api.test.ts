import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, type Call } from '../../src/contract/api.ts';
import { type Endpoint, sharedProblems } from '../../src/contract/endpoint.ts';
import { problems } from '../../src/contract/values/problems.ts';
import { openApiDocument } from '../../src/server/system/openapi.ts';

const calls = Object.keys(api) as Call[];

describe('the contract', () => {
  test('holds every documented account call, and the public reads', () => {
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /api/auth/login',
        'GET /api/users/me/profile',
        'POST /api/auth/register',
        'POST /api/auth/refresh',
        'GET /api/auth/session',
        'POST /api/auth/reset-password-email',
        'POST /api/auth/reset-password',
        'POST /api/auth/logout',
        'GET /api/explore',
        'GET /api/explore/events',
        'GET /api/explore/members',
        'GET /api/explore/organizations',
        'GET /api/explore/organizers',
        'GET /api/explore/teams',
        'GET /api/events/public/{id}',
        'GET /api/events/{id}',
        'GET /api/events/{id}/registrations',
        'GET /api/events/{id}/attendance',
        'GET /api/events/{id}/payment',
        'GET /api/users/me/events',
        'GET /api/users/me/calendar',
        'GET /api/users/me/teams',
        'GET /api/users/me/settings',
        'GET /api/users/{id}',
        'GET /api/organizations/{id}',
        'GET /api/teams/{id}',
        'POST /api/organizations',
        'PATCH /api/organizations/{id}',
        'POST /api/teams',
        'PATCH /api/teams/{id}',
        'PUT /api/teams/{id}/membership',
        'DELETE /api/teams/{id}/membership',
        'PUT /api/organizations/{id}/membership',
        'DELETE /api/organizations/{id}/membership',
        'PATCH /api/teams/{id}/members/{userId}',
        'PATCH /api/organizations/{id}/members/{userId}',
        'GET /api/health',
      ]),
    );
  });

  test('gives every operation a unique name', () => {
    const names = Object.values(api).map((endpoint) => endpoint.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('says of every write that may wait what it affects, and names only reads that exist', () => {
    const endpoints = Object.entries<Endpoint>(api);
    const silent = endpoints.filter(([, { offline, affects }]) => offline === 'queued' && !affects?.length);
    expect(silent.map(([call]) => call)).toEqual([]);
    const named = endpoints.flatMap(([, { affects }]) => affects ?? []);
    expect(new Set(named).size).toBeGreaterThan(15);
    expect(named.filter((read) => !(read in api))).toEqual([]);
    // Each read that a device stores for a person changes by some write.
    const unaffected = endpoints.filter(
      ([call, { offline }]) => offline === 'saved' && !named.includes(call as never),
    );
    expect(unaffected.map(([call]) => call)).toEqual([]);
  });

  test('rejects unknown fields in every body and query', () => {
    for (const endpoint of Object.values(api) as Endpoint[])
      for (const schema of [endpoint.body, endpoint.query])
        expect(
          schema?.safeParse({ surprise: 1 }).error?.issues.some(({ code }) => code === 'unrecognized_keys') ??
            true,
        ).toBe(true);
  });

  test('declares the secret field of every answer that has one', () => {
    const harmless = ['countryCode', 'accessTokenExpiresAt'];
    const secret = /code$|token|secret|checkoutUrl/i;
    for (const call of calls) {
      const { answer, secretField }: Endpoint = api[call];
      const fields = answer instanceof z.ZodObject ? Object.keys(answer.shape) : [];
      const found = fields.find((name) => secret.test(name) && !harmless.includes(name));
      expect([call, secretField]).toEqual([call, found ?? secretField]);
      if (secretField) expect(fields, call).toContain(secretField);
    }
  });

  test('declares exactly the parameters that a path names', () => {
    for (const call of calls) {
      const named = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const endpoint: Endpoint = api[call];
      expect(Object.keys(endpoint.params?.shape ?? {}), call).toEqual(named);
    }
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument();

  test('describes every endpoint, its success response and each of its problems', () => {
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      const operation = document.paths[path]?.[method.toLowerCase()] as {
        responses: Record<string, unknown>;
      };
      const endpoint: Endpoint = api[call];
      const statuses = [...endpoint.problems, ...sharedProblems(call, endpoint)].map((code) =>
        String(problems[code].status),
      );
      expect(Object.keys(operation.responses), call).toEqual(
        expect.arrayContaining([String(endpoint.status), ...statuses]),
      );
    }
  });

  test('documents the idempotency key of a queued write and the answers to its misuse', () => {
    const queued = calls.filter((call) => api[call].offline === 'queued');
    expect(queued.length).toBeGreaterThan(0);
    for (const call of queued) {
      const [method = '', path = ''] = call.split(' ');
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(JSON.stringify(operation), call).toMatch(/"Idempotency-Key".*IdempotencyMismatch/);
    }
    const described = Object.values(document.components.responses).map(({ description }) => description);
    expect(described.filter((text) => text.includes('`idempotency_mismatch`')).length).toBeGreaterThan(0);
  });

  test('resolves every reference, and refers to every part', () => {
    const used = new Set(JSON.stringify(document).match(/(?<="\$ref":"#\/components\/)[^"]+/g));
    const { schemas, responses, headers } = document.components;
    const parts = Object.entries({ schemas, responses, headers }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...used].toSorted()).toEqual(parts.toSorted());
  });

  test('names the schema of every JSON body and answer', () => {
    type Content = { content?: { 'application/json'?: { schema: object } } };
    const unnamed = calls.filter((call) => {
      const [method = '', path = ''] = call.split(' ');
      const { bodyType, status }: Endpoint = api[call];
      const operation = document.paths[path]?.[method.toLowerCase()] as {
        requestBody?: Content;
        responses: Record<string, Content>;
      };
      const bodies = [...(bodyType ? [] : [operation.requestBody]), operation.responses[status]];
      return bodies.some((body) => {
        const schema = body?.content?.['application/json']?.schema;
        return schema !== undefined && !('$ref' in schema);
      });
    });
    expect(unnamed).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['EventSummary', 'MyEvent', 'ListTeamsAnswer', 'LoginBody', 'Problem']),
    );
  });

  test('has no errors by the recommended rules of Redocly', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      config: await createConfig({ extends: ['recommended'] }),
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    // The rules did run: they warn of paths that only their order tells apart.
    expect(problems.map(({ ruleId }) => ruleId)).toContain('no-ambiguous-paths');
  });
});
