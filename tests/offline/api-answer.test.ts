// Which responses come from the API, and which come from a proxy or a captive portal in between.
import { describe, expect, it } from 'vitest';
import { serverTimeHeader } from '../../src/contract/values/headers.ts';
import { problems } from '../../src/contract/values/problems.ts';
import { readApiAnswer } from '../../src/offline/api-answer.ts';

const json = 'application/json';
const problemType = 'application/problem+json';
const read = 'GET /api/users/me/calendar';
const entry = {
  id: '0190a000-0000-7000-8000-000000000001',
  eventId: '0190a000-0000-7000-8000-000000000001',
  name: 'Training',
  startsAt: '2026-11-28T10:00:00.000Z',
  endsAt: '2026-11-28T11:30:00.000Z',
  timeZone: 'Europe/Brussels',
  place: null,
  teamIds: [],
  activities: ['football'],
  eventStatus: 'EventScheduled',
  previousStartDates: [],
  state: null,
  reconfirmAskedAt: null,
  isCoaching: false,
};
const answer = (status: number, type: string, body: unknown) =>
  new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: type ? { 'Content-Type': type } : {},
  });
/** With the server's mark. */
const ofServer = (status: number, type: string, body: unknown) => {
  const response = answer(status, type, body);
  response.headers.set(serverTimeHeader, '1');
  return response;
};
const problem = (status: number, code: string) => ({ status, code, title: code, detail: 'No.' });
const html = '<!doctype html><h1>Accept our terms</h1>';

describe('a response with the right status', () => {
  it("is a success when it is JSON of the contract's shape", async () => {
    const body = { items: [entry] };
    expect(await readApiAnswer(read, answer(200, `${json}; charset=utf-8`, body))).toEqual({
      kind: 'success',
      data: body,
    });
  });

  it('is a success when a nullable field is missing; the field is null then', async () => {
    const { reconfirmAskedAt: _, ...before } = entry;
    expect(await readApiAnswer(read, answer(200, json, { items: [before] }))).toEqual({
      kind: 'success',
      data: { items: [entry] },
    });
  });

  it('is a success without a body where the contract has none', async () => {
    const headers = { [serverTimeHeader]: '1764000000000' };
    const ours = new Response(null, { status: 204, headers });
    expect(await readApiAnswer('POST /api/auth/logout', ours)).toEqual({ kind: 'success', data: undefined });
  });

  it('is foreign without a body where our mark is missing', async () => {
    const { kind } = await readApiAnswer('POST /api/auth/logout', answer(204, '', ''));
    expect(kind).toBe('foreign');
  });

  it.each<[string, string, unknown]>([
    ['an empty object', json, {}],
    ['nothing', json, null],
    ['a list', json, []],
    ['no rows', json, { items: null }],
    ['a row without fields', json, { items: [{}] }],
    ['a row with an invalid time', json, { items: [{ ...entry, startsAt: 'soon' }] }],
    ['a row whose id is a number', json, { items: [{ ...entry, id: 1 }] }],
    ['broken JSON', json, '{"items":['],
    ['JSON with another content type', 'text/plain', { items: [] }],
    ['JSON without a content type', '', { items: [] }],
  ])('is foreign when it is %s', async (_, type, body) => {
    expect(await readApiAnswer(read, answer(200, type, body))).toEqual({ kind: 'foreign', isPortal: false });
  });

  it('is foreign when it belongs to another endpoint of the contract', async () => {
    expect(await readApiAnswer(read, answer(201, json, { items: [] }))).toMatchObject({ kind: 'foreign' });
    expect(await readApiAnswer('GET /api/unknown', answer(200, json, {}))).toMatchObject({ kind: 'foreign' });
  });
});

describe('a response to a write', () => {
  const reply = 'PUT /api/events/{id}/registration';
  it('is unreadable when the server answers in the shape of another version', async () => {
    expect(await readApiAnswer(reply, ofServer(200, json, { outcome: 'applied' }))).toMatchObject({
      kind: 'unreadable',
      data: { outcome: 'applied' },
    });
  });

  it.each<[string, string, Response]>([
    ['it is not from the server', reply, answer(200, json, { outcome: 'applied' })],
    ['it is an HTML page', reply, ofServer(200, 'text/html', html)],
    ['it is no JSON', reply, ofServer(200, json, '{"outcome":')],
    ['it has another status', reply, ofServer(202, json, { outcome: 'applied' })],
    ['the call is a read', read, ofServer(200, json, { items: null })],
  ])('is foreign when %s', async (_, call, response) => {
    expect(await readApiAnswer(call, response)).toMatchObject({ kind: 'foreign' });
  });
});

describe('a problem response', () => {
  it.each(Object.entries(problems))(
    'with the code %s and its status is from the API',
    async (code, { status }) => {
      expect(await readApiAnswer(read, answer(status, problemType, problem(status, code)))).toMatchObject({
        kind: 'problem',
        problem: { code },
      });
    },
  );

  it('takes its status from HTTP when the body has none', async () => {
    expect(await readApiAnswer(read, answer(503, problemType, { code: 'unavailable' }))).toEqual({
      kind: 'problem',
      problem: { code: 'unavailable', status: 503 },
    });
  });

  it.each([404, 409, 426, 503])(
    'with a code of a newer server and the status %i is from the API',
    async (status) => {
      const newer = ofServer(status, problemType, problem(status, 'too_muddy'));
      expect(await readApiAnswer(read, newer)).toMatchObject({ kind: 'problem', problem: { detail: 'No.' } });
      const notOurs = answer(status, problemType, problem(status, 'too_muddy'));
      expect(await readApiAnswer(read, notOurs)).toMatchObject({ kind: 'foreign' });
    },
  );

  it.each([401, 403])('with a code of a newer server ends no session with %i', async (status) => {
    const newer = ofServer(status, problemType, problem(status, 'too_muddy'));
    expect(await readApiAnswer(read, newer)).toMatchObject({ kind: 'foreign' });
  });

  it.each<[string, number, string, unknown]>([
    ['a code that the contract does not know', 403, problemType, problem(403, 'forbidden')],
    ['a code of another status', 403, problemType, problem(403, 'not_found')],
    ['no code', 401, problemType, { status: 401 }],
    ['the name of an object property as its code', 403, problemType, problem(403, 'toString')],
    ['another content type', 401, json, problem(401, 'unauthenticated')],
    ['invalid field errors', 422, problemType, { ...problem(422, 'validation_failed'), errors: [null] }],
    [
      'an invalid time to wait',
      503,
      problemType,
      { ...problem(503, 'unavailable'), retryAfterSeconds: 'soon' },
    ],
    ['no JSON', 403, problemType, '403'],
  ])('with %s is foreign', async (_, status, type, body) => {
    expect(await readApiAnswer(read, answer(status, type, body))).toMatchObject({ kind: 'foreign' });
  });
});

describe('a captive portal', () => {
  it.each<[string, number, string]>([
    ['200 with an HTML page', 200, 'text/html; charset=utf-8'],
    ['403 with an HTML page', 403, 'text/html'],
    ['511', 511, 'text/plain'],
  ])('is detected by %s', async (_, status, type) => {
    expect(await readApiAnswer(read, answer(status, type, html))).toEqual({
      kind: 'foreign',
      isPortal: true,
    });
  });

  it('is detected by a redirect, which the API never sends', async () => {
    const redirect = Object.defineProperties(answer(200, '', ''), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    expect(await readApiAnswer(read, redirect)).toEqual({ kind: 'foreign', isPortal: true });
  });

  it('is not assumed when a proxy reports that the server is down', async () => {
    expect(await readApiAnswer(read, answer(502, 'text/html', html))).toEqual({
      kind: 'foreign',
      isPortal: false,
    });
  });
});
