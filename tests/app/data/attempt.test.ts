// What a write says about the clock of its device.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffsetHeader, serverTimeHeader } from '../../../src/contract/values/headers.ts';
import { sentOnArrival } from '../../../src/server/http/device-clock.ts';
import { type DeviceTimes, decidedAt } from '../../../src/server/registrations/rules.ts';

beforeEach(() => void vi.resetModules());

/** The offsets, in seconds, of two writes of a page that has just started. The answers say that the device's clock is right. */
async function offsetsSent(): Promise<number[]> {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get(clockOffsetHeader));
    return new Response(JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' }), {
      status: 503,
      headers: { 'Content-Type': 'application/problem+json', [serverTimeHeader]: String(Date.now()) },
    });
  });
  const { attempt } = await import('../../../src/app/data/outbox/attempt.ts');
  const write = {
    id: 'w1',
    call: 'PUT /api/events/{id}/registration',
    params: { id: 'e1' },
    body: { occurredAt: new Date().toISOString() },
    subject: 'registration:e1',
    title: 'Going',
  };
  await attempt(write);
  await attempt(write);
  return sent.map((offset) => (offset === null ? Number.NaN : Math.abs(Math.round(Number(offset) / 1000))));
}

it('the first write after a start without a network has the offset of the last visit', async () => {
  localStorage.setItem('clock', JSON.stringify({ offsetMs: 20_000.4, savedAt: Date.now() - 1000 }));
  expect(await offsetsSent()).toEqual([20, 0]);
});

it('the first write of a device whose clock was right at the last visit says so', async () => {
  expect(await offsetsSent()).toEqual([0, 0]);
});

describe('a write that was made with a wrong clock', () => {
  const minute = 60_000;
  const ten = Date.parse('2026-11-28T10:00:00.000Z');
  /** The server's time, and how far the clock of the device is ahead of it. */
  let trueMs = ten;
  let aheadMs = 0;
  const asked: string[] = [];
  const decisions: string[] = [];

  beforeEach(() => {
    asked.length = 0;
    decisions.length = 0;
    trueMs = ten;
    aheadMs = 7 * minute;
    vi.spyOn(Date, 'now').mockImplementation(() => trueMs + aheadMs);
    vi.spyOn(performance, 'now').mockImplementation(() => trueMs - ten + 1000);
    vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit = {}) => {
      asked.push(url);
      const at = new Date(trueMs);
      if (typeof body === 'string') {
        const times = sentOnArrival(JSON.parse(body), new Headers(headers), at) as DeviceTimes;
        decisions.push(decidedAt(times, at.toISOString()));
      }
      const health = { status: 'ok', database: 'sqlite', version: '1', buildId: 'b' };
      return new Response(JSON.stringify(health), {
        headers: { 'Content-Type': 'application/json', [serverTimeHeader]: String(trueMs) },
      });
    });
  });

  /** A page, which has measured its clock or not, and a reply made in it at 10:00 by the server's clock. */
  async function madeAtTen({ isMeasured = true } = {}) {
    const clock = await import('../../../src/app/data/http/clock.ts');
    const measure = () =>
      clock.noteServerTime(
        new Response(null, { headers: { [serverTimeHeader]: String(trueMs) } }),
        performance.now(),
      );
    if (isMeasured) measure();
    const write = {
      id: 'w1',
      call: 'PUT /api/events/{id}/registration',
      params: { id: 'e1' },
      body: { occurredAt: new Date(Date.now()).toISOString() },
      subject: 'registration:e1',
      title: 'Going',
      queuedAt: Date.now(),
      offsetMs: clock.measuredOffsetMs(),
    };
    const { attempt } = await import('../../../src/app/data/outbox/attempt.ts');
    return { measure, write, send: () => attempt(write) };
  }
  const decided = () => decisions.map((at) => at.slice(11, 16));

  it('is decided at its true time when the clock was set right before it is sent', async () => {
    const { measure, send } = await madeAtTen();
    trueMs += 10 * minute;
    aheadMs = 0;
    measure();
    await send();
    expect(decided()).toEqual(['10:00']);
  });

  it('is decided at its true time when it is the first call since the clock was set right', async () => {
    const { send } = await madeAtTen();
    trueMs += 10 * minute;
    aheadMs = 0;
    await send();
    expect(decided()).toEqual(['10:00']);
    // Later writes need no measurement.
    await send();
    expect(asked.filter((url) => url === '/api/health')).toHaveLength(1);
  });

  it('waits when the clock cannot be measured again', async () => {
    const { send } = await madeAtTen();
    trueMs += 10 * minute;
    aheadMs = 0;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await send()).toEqual({ kind: 'later' });
  });

  it.each([
    ['the clock is still wrong', { isMeasured: true, wait: 10 * minute, ahead: 7 * minute }],
    ['it is sent at once', { isMeasured: true, wait: 1000, ahead: 7 * minute }],
    [
      'the clock is still wrong and was not measured',
      { isMeasured: false, wait: 10 * minute, ahead: 7 * minute },
    ],
  ])('is decided at its true time, without another call, when %s', async (_, { isMeasured, wait, ahead }) => {
    const { send } = await madeAtTen({ isMeasured });
    trueMs += wait;
    aheadMs = ahead;
    await send();
    expect(decided()).toEqual(['10:00']);
    expect(asked).toEqual(['/api/events/e1/registration']);
  });

  it('is decided at its true time when the clock was set right before it was made, but not measured since', async () => {
    const { measure } = await madeAtTen();
    aheadMs = 0;
    const { write, send } = await madeAtTen({ isMeasured: false });
    expect(write.offsetMs).toBeUndefined();
    trueMs += 10 * minute;
    measure();
    await send();
    expect(decided()).toEqual(['10:00']);
  });
});

it('waits longer for the answer where the first ones came too late', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { attempt } = await import('../../../src/app/data/outbox/attempt.ts');
  const write = { id: 'w1', call: 'PUT /api/events/{id}/registration', params: { id: 'e1' }, body: {} };
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  for (const attempts of [0, 1, 2, 9])
    await attempt({ ...write, subject: 'registration:e1', title: 'Going', attempts });
  expect(timeout.mock.calls.flat()).toEqual([20_000, 20_000, 60_000, 60_000]);
});
