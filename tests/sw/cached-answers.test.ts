// What the worker answers from its cache. It runs here without a browser, with its globals stubbed.
import { beforeEach, expect, test, vi } from 'vitest';
import { personHeader } from '../../src/contract/values/headers.ts';

type Worker = {
  answerPublicCall(event: object, call: { path: string; access: 'public' | 'optional' }): Promise<Response>;
};
const address = 'http://club.example/api/organizations/1';
const call = { path: '/api/organizations/{id}', access: 'optional' } as const;

let messages: { type: string }[];
let answerPublicCall: Worker['answerPublicCall'];

/** A worker that has cached the visitor's answer. Its file needs a worker's types, so the import names no literal. */
beforeEach(async () => {
  messages = [];
  const headers = { 'content-type': 'application/json', 'x-saved-at': String(Date.now()) };
  const cache = {
    match: async () => new Response('{"name":"As a visitor sees it"}', { headers }),
    put: async () => {},
    keys: async () => [],
  };
  vi.stubGlobal('self', {
    caches: { open: async () => cache },
    clients: { get: async () => ({ postMessage: (message: { type: string }) => messages.push(message) }) },
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.resetModules();
  const path = `${import.meta.dirname}/../../sw/cached-answers.ts`;
  ({ answerPublicCall } = (await import(path)) as Worker);
});

const ask = (headers: Record<string, string>) => {
  const request = new Request(address, { headers });
  return answerPublicCall({ request, clientId: 'page', waitUntil: () => {} }, call);
};

test('without a connection a visitor gets the cached answer', async () => {
  expect(await (await ask({})).json()).toEqual({ name: 'As a visitor sees it' });
});

test("without a connection a signed-in user does not get the visitor's answer, which would replace their own copy", async () => {
  await expect(ask({ [personHeader]: 'ada' })).rejects.toThrow('Failed to fetch');
  expect(messages).toEqual([]);
});
