// The time of a decision on a device whose clock is wrong.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidedAt } from '../../../src/server/registrations/rules.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const at = '2026-11-21T10:00:00.000Z';

describe('decidedAt', () => {
  it.each<[string, { occurredAt?: string; sentAt?: string }, string]>([
    ['nothing was sent', {}, at],
    ['the time of the decision alone', { occurredAt: '2026-11-21T09:00:00Z' }, '2026-11-21T09:00:00.000Z'],
    ['a later time than now', { occurredAt: '2026-11-21T11:00:00Z' }, at],
    [
      'a clock that is an hour fast',
      { occurredAt: '2026-11-21T10:30:00Z', sentAt: '2026-11-21T11:00:00Z' },
      '2026-11-21T09:30:00.000Z',
    ],
    [
      'a clock that is five minutes slow',
      { occurredAt: '2026-11-21T09:55:00Z', sentAt: '2026-11-21T09:55:00Z' },
      at,
    ],
    [
      'a decision after it was sent',
      { occurredAt: '2026-11-21T09:58:00Z', sentAt: '2026-11-21T09:55:00Z' },
      at,
    ],
    ['an invalid year', { occurredAt: '0000-01-01T00:00:00Z' }, '1000-01-01T00:00:00.000Z'],
    [
      'years apart',
      { occurredAt: '0000-01-01T00:00:00Z', sentAt: '9999-12-31T00:00:00Z' },
      '1000-01-01T00:00:00.000Z',
    ],
  ])("is corrected by the clock's offset: %s", (_, times, expected) => {
    expect(decidedAt(times, at)).toBe(expected);
  });
});

describe('PUT /api/events/{id}/registration', () => {
  let server: TestServer;
  let ann: Client;
  let put: (body: object, key?: string, offsetMs?: string) => ReturnType<Client['call']>;
  beforeEach(async () => {
    server = await startTestServer();
    ann = await signIn(server, await buildUser(server.database.db));
    const { id } = await buildEvent(server.database.db);
    put = (body, key, offsetMs) =>
      ann.call('PUT /api/events/{id}/registration', {
        params: { id },
        body,
        headers: {
          ...(key && { 'idempotency-key': key }),
          ...(offsetMs && { 'x-clock-offset': offsetMs }),
        },
      } as never);
  });
  afterEach(() => server.close());

  it('accepts a reply from a phone that is five minutes slow after one made on another device', async () => {
    await put({ response: 'declined' });
    server.advance(1000);
    const slow = '2026-11-21T09:55:01.000Z';
    const { body } = await put({ response: 'attending', occurredAt: slow, sentAt: slow });
    expect(body).toMatchObject({ outcome: 'applied', registration: { state: 'confirmed' } });
  });

  it("returns superseded for a reply that was really decided earlier, regardless of the phone's clock", async () => {
    server.advance(600_000);
    await put({ response: 'declined' });
    server.advance(1000);
    // Decided ten minutes before it was sent, on a phone that is an hour fast.
    const sent = { occurredAt: '2026-11-21T11:00:01.000Z', sentAt: '2026-11-21T11:10:01.000Z' };
    expect((await put({ response: 'attending', ...sent })).body).toMatchObject({ outcome: 'superseded' });
  });

  it('does not take the time that a request travels for a wrong clock that the device has measured', async () => {
    const offsetMs = String(5 * 60_000);
    server.advance(2500);
    const first = '2026-11-21T09:55:00.000Z';
    await put({ response: 'attending', occurredAt: first, sentAt: first }, 'k1', offsetMs);
    server.advance(400);
    const sent = { occurredAt: '2026-11-21T09:55:01.500Z', sentAt: '2026-11-21T09:55:02.600Z' };
    const { body } = await put({ response: 'declined', ...sent }, 'k2', offsetMs);
    expect(body).toMatchObject({ outcome: 'applied', registration: { state: 'declined' } });
  });

  it.each(['600000', '-1', '1e3', 'wrong', '99999999999999999999'])(
    'ignores the offset %s that the time of sending does not confirm',
    async (offsetMs) => {
      await put({ response: 'declined' });
      server.advance(1000);
      const slow = '2026-11-21T09:55:01.000Z';
      const { body } = await put({ response: 'attending', occurredAt: slow, sentAt: slow }, 'k1', offsetMs);
      expect(body).toMatchObject({ outcome: 'applied' });
    },
  );

  it('is one write however often it is retried, each time with another sentAt', async () => {
    const occurredAt = '2026-11-21T09:59:00.000Z';
    const first = await put({ response: 'attending', occurredAt, sentAt: '2026-11-21T09:59:30.000Z' }, 'k1');
    const second = await put({ response: 'attending', occurredAt, sentAt: '2026-11-21T10:00:30.000Z' }, 'k1');
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const other = await put({ response: 'declined', occurredAt, sentAt: '2026-11-21T10:00:30.000Z' }, 'k1');
    expect(other.status).toBe(409);
  });
});
