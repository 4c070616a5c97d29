// Idempotency keys: which endpoints accept them, and how they behave.
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { api, type Call } from '../../../src/contract/api.ts';
import { limits } from '../../../src/contract/values/limits.ts';
import { Problem } from '../../../src/server/http/problem.ts';
import { fingerprintOf, writeOnce } from '../../../src/server/http/write-once.ts';
import { prune } from '../../../src/server/pruning/prune.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { plan } from '../planning/club.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const at = '2026-11-21T10:00:00.000Z';

const queued = (Object.keys(api) as Call[]).filter((call) => api[call].offline === 'queued');

test.each(queued)('%s accepts an idempotency key, and only from a signed-in user', async (call) => {
  expect([api[call].access, call.startsWith('GET ')]).toEqual(['session', false]);
  const client = await signIn(server, await buildUser(db()));
  const path = (call.split(' ')[1] ?? '').replace(/\{\w+\}/g, 'x');
  for (const key of ['', 'a b', 'é', 'x'.repeat(129)]) {
    const response = await client.request(path.replaceAll('/x', `/${(await buildUser(db())).id}`), {
      method: call.split(' ')[0] ?? '',
      headers: { 'idempotency-key': key },
    });
    expect([key, response.status]).toEqual([key, 422]);
  }
});

describe('a reply with an idempotency key', () => {
  const put = (client: Client, id: string, key: string, body: object) =>
    client.call('PUT /api/events/{id}/registration', {
      params: { id },
      body,
      headers: { 'idempotency-key': key },
    });

  it('is applied once, and gets the same answer regardless of later changes', async () => {
    const event = await buildEvent(db(), { maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const ann = await signIn(server, await buildUser(db()));
    const first = await put(ann, event.id, 'k1', { response: 'attending' });
    expect(first.body.outcome).toBe('applied');
    await put(ann, event.id, 'k2', { response: 'declined' });
    const again = await put(ann, event.id, 'k1', { response: 'attending' });
    expect([again.status, again.body, again.headers.get('content-type')]).toEqual([
      200,
      first.body,
      'application/json',
    ]);
    const { body } = await ann.call('GET /api/events/{id}', { params: { id: event.id } });
    expect(body.registration?.state).toBe('declined');
  });

  it('is known by its body as it was sent, because the defaults of a later version may be others', async () => {
    const ann = await signIn(server, await buildUser(db(), { is_coach: 1 }));
    const body = { ...plan(), id: uuid() };
    const { status } = await ann.call('POST /api/events', { body, headers: { 'idempotency-key': 'k' } });
    expect(status).toBe(201);
    const stored = await db().selectFrom('mutations').select('fingerprint').executeTakeFirstOrThrow();
    expect(stored.fingerprint).toBe(fingerprintOf('POST /api/events', undefined, undefined, body));
  });

  it('is refused with another body or endpoint, and the key belongs to one user', async () => {
    const event = await buildEvent(db());
    const [ann, bo] = [
      await signIn(server, await buildUser(db())),
      await signIn(server, await buildUser(db())),
    ];
    await put(ann, event.id, 'key', { response: 'attending' });
    expect((await put(ann, event.id, 'key', { response: 'declined' })).body.code).toBe(
      'idempotency_mismatch',
    );
    const other = await buildEvent(db());
    expect((await put(ann, other.id, 'key', { response: 'attending' })).status).toBe(409);
    const remove = await ann.call('DELETE /api/events/{id}/registration', {
      params: { id: event.id },
      headers: { 'idempotency-key': 'key' },
    });
    expect(remove.status).toBe(409);
    expect((await put(bo, event.id, 'key', { response: 'attending' })).body.outcome).toBe('applied');
  });

  it('stays refused after a final refusal', async () => {
    const ann = await signIn(server, await buildUser(db()));
    const draft = await buildEvent(db(), { publication: 'draft' });
    const first = await put(ann, draft.id, 'key', { response: 'attending' });
    expect(first.status).toBe(404);
    await db().updateTable('events').set({ publication: 'published' }).where('id', '=', draft.id).execute();
    const again = await put(ann, draft.id, 'key', { response: 'attending' });
    expect([again.status, again.body, again.headers.get('content-type')]).toEqual([
      404,
      first.body,
      'application/problem+json',
    ]);
  });
});

describe('a stored answer', () => {
  const ask = async (userId?: string) => ({
    userId: userId ?? (await buildUser(db())).id,
    key: 'key',
    fingerprint: 'one',
  });
  const kept = () => db().selectFrom('mutations').select(['status', 'answer']).execute();

  it('is committed together with its effect or not at all', async () => {
    const given = await ask();
    const write = writeOnce(db(), given, at, async (transaction) => {
      await transaction.updateTable('people').set({ name: 'Changed' }).execute();
      throw new Error('cut off');
    });
    await expect(write).rejects.toThrow('cut off');
    expect(await kept()).toEqual([]);
    const { name } = await db().selectFrom('people').select('name').executeTakeFirstOrThrow();
    expect(name).not.toBe('Changed');
  });

  it('is never a 401, 403, 429 or 5xx; other refusals are stored and their effect rolled back', async () => {
    const given = await ask();
    for (const code of ['session_ended', 'account_suspended', 'rate_limited', 'unavailable'] as const)
      await expect(
        writeOnce(db(), given, at, () => {
          throw new Problem(code, 'No.');
        }),
      ).rejects.toThrow('No.');
    expect(await kept()).toEqual([]);
    const refused = await writeOnce(db(), given, at, async (transaction) => {
      await transaction.updateTable('people').set({ name: 'Changed' }).execute();
      throw new Problem('not_permitted', 'Never.');
    });
    expect(refused.status).toBe(409);
    expect(await kept()).toEqual([{ status: 409, answer: refused.body }]);
    const { name } = await db().selectFrom('people').select('name').executeTakeFirstOrThrow();
    expect(name).not.toBe('Changed');
  });

  it('is no stale version, which holds a whole object: a repeat is judged again', async () => {
    const coach = await buildUser(db(), { is_coach: 1 });
    const event = await buildEvent(db(), { organizer_user_id: coach.id, leaders: [coach.id] });
    const client = await signIn(server, coach);
    const edit = async () =>
      (
        await client.call('PATCH /api/events/{id}', {
          params: { id: event.id },
          body: { version: 99, name: 'Other' },
          headers: { 'idempotency-key': 'stale' },
        })
      ).body as { code?: string; current?: { name: string } };
    expect(await edit()).toMatchObject({ code: 'stale_version', current: { name: event.name } });
    expect(await kept()).toEqual([]);
    await db().updateTable('events').set({ name: 'Newer' }).where('id', '=', event.id).execute();
    expect(await edit()).toMatchObject({ code: 'stale_version', current: { name: 'Newer' } });
  });

  it('is refused with its effect above the bytes of a day', async () => {
    const given = limits as { storedAnswerBytes: number };
    const { storedAnswerBytes } = given;
    onTestFinished(() => void Object.assign(given, { storedAnswerBytes }));
    given.storedAnswerBytes = 1;
    const limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    onTestFinished(() => limited.close());
    const { db: own } = limited.database;
    const event = await buildEvent(own);
    const user = await buildUser(own);
    const send = async (headers: Record<string, string>) =>
      (await signIn(limited, user)).call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response: 'attending' },
        headers,
      });
    const refused = await send({ 'idempotency-key': 'large' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
    const stored = () => own.selectFrom('mutations').select('answer').execute();
    const replies = () => own.selectFrom('registrations').select('state').execute();
    expect([await stored(), await replies()]).toEqual([[], []]);
    expect((await send({})).status).toBe(200);
  });

  it('is created once by concurrent requests, refusals too', async () => {
    const given = await ask();
    let runs = 0;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        writeOnce(db(), given, at, async (transaction) => {
          await transaction.selectFrom('users').select('id').execute();
          runs += 1;
          return { status: 200, body: `{"run":${runs}}` };
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const refusedTwice = { ...given, key: 'other' };
    const refusals = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        writeOnce(db(), refusedTwice, at, async (transaction) => {
          await transaction.selectFrom('users').select('id').execute();
          throw new Problem('not_permitted', `Refused ${index}`);
        }),
      ),
    );
    expect([runs, new Set(refusals.map(({ body }) => body)).size]).toEqual([1, 1]);
  });

  it('is deleted after 30 days', async () => {
    const given = await ask();
    const write = (key: string, when: string) =>
      writeOnce(db(), { ...given, key }, when, async () => ({ status: 200, body: '{}' }));
    await write('old', '2026-10-22T09:59:59.999Z');
    await write('young', '2026-10-22T10:00:00.000Z');
    await prune(server.database, new Date(at));
    expect(await db().selectFrom('mutations').select('idempotency_key').execute()).toEqual([
      { idempotency_key: 'young' },
    ]);
  });
});
