// The cache of computed values, and its limit.
import { expect, test, vi } from 'vitest';
import { getOrCompute } from '../../../src/app/format/get-or-compute.ts';

test('getOrCompute computes a value once, also a falsy one', () => {
  for (const value of ['text', '', false, 0]) {
    const compute = vi.fn(() => value);
    const cache = new Map<string, typeof value>();
    expect([getOrCompute(cache, 'a', 9, compute), getOrCompute(cache, 'a', 9, compute)]).toEqual([
      value,
      value,
    ]);
    expect(compute).toHaveBeenCalledTimes(1);
  }
});

test('getOrCompute holds at most the given number of entries', () => {
  const cache = new Map<number, number>();
  for (let key = 0; key < 100; key++) {
    expect(getOrCompute(cache, key, 8, () => -key)).toBe(-key);
    expect(cache.size).toBeLessThanOrEqual(8);
  }
});
