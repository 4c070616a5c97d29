// A limiter when the clock goes back, as when NTP or the host of a virtual machine sets it.
import { expect, test } from 'vitest';
import { createLimiter } from '../../../src/server/http/limits/limiter.ts';

const start = Date.parse('2026-11-28T12:00:00Z');
const hour = 3_600_000;

test('a limiter allows uses below its limit after the clock goes back', () => {
  let now = start;
  const limiter = createLimiter(() => now, { count: 10, windowMs: 60_000 });
  for (let use = 0; use < 5; use += 1) limiter.take('club');
  now -= hour;
  const waits = Array.from({ length: 10 }, () => {
    now += 10_000;
    return limiter.take('club');
  });
  expect(waits).toEqual(Array(10).fill(0));
});

test('a growing limiter does not wait for the end of a block in the future after the clock goes back', () => {
  let now = start;
  const limiter = createLimiter(() => now, {
    count: 1,
    windowMs: 1000,
    maxWaitMs: 60_000,
    growing: true,
  });
  expect([limiter.take('ida'), limiter.take('ida')]).toEqual([0, 1]);
  now -= hour;
  expect([limiter.take('ida'), limiter.take('ida')]).toEqual([0, 1]);
});
