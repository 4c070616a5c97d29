// What a write says about the clock of its device.
import { beforeEach, expect, it, vi } from 'vitest';
import { clockOffsetHeader, serverTimeHeader } from '../../../src/contract/values/headers.ts';

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
