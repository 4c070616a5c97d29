import { expect, test } from 'vitest';
import { createQuota } from '../../../src/server/http/limits/quota.ts';

test('a quota allows its amount in each window, for each person', () => {
  let now = 0;
  const quota = createQuota(() => now, { amount: 10, windowMs: 60_000 });
  expect([quota.take('ann', 6), quota.take('ann', 5), quota.take('ann', 4)]).toEqual([0, 60, 0]);
  now = 30_500;
  expect([quota.take('ann', 1), quota.take('bo', 10)]).toEqual([30, 0]);
  now = 60_000;
  expect([quota.take('ann', 10), quota.take('bo', 1)]).toEqual([0, 31]);
  now = 200_000;
  expect(quota.take('ann', 11)).toBe(60);
});

test('a quota begins a new window when the clock goes back by more than a window', () => {
  let now = 86_400_000;
  const quota = createQuota(() => now, { amount: 10, windowMs: 60_000 });
  expect(quota.take('ann', 10)).toBe(0);
  now = 0;
  expect([quota.take('ann', 10), quota.take('ann', 1)]).toEqual([0, 60]);
});
