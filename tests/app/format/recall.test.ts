// A bounded memo cache.
import { expect, test, vi } from 'vitest';
import { recall } from '../../../src/app/format/recall.ts';

test('a value is computed once, also when it is false or empty', () => {
  for (const value of ['text', '', false, 0]) {
    const find = vi.fn(() => value);
    const known = new Map<string, typeof value>();
    expect([recall(known, 'a', 9, find), recall(known, 'a', 9, find)]).toEqual([value, value]);
    expect(find).toHaveBeenCalledTimes(1);
  }
});

test('the cache keeps a limited number of values', () => {
  const known = new Map<number, number>();
  for (let key = 0; key < 100; key++) {
    expect(recall(known, key, 8, () => -key)).toBe(-key);
    expect(known.size).toBeLessThanOrEqual(8);
  }
});
