// What is remembered, and that it does not grow without end.
import { expect, test, vi } from 'vitest';
import { recall } from '../../../src/app/format/recall.ts';

test('finds once what is asked for again, also where that is false or empty', () => {
  for (const value of ['text', '', false, 0]) {
    const find = vi.fn(() => value);
    const known = new Map<string, typeof value>();
    expect([recall(known, 'a', 9, find), recall(known, 'a', 9, find)]).toEqual([value, value]);
    expect(find).toHaveBeenCalledTimes(1);
  }
});

test('holds so many at most', () => {
  const known = new Map<number, number>();
  for (let key = 0; key < 100; key++) {
    expect(recall(known, key, 8, () => -key)).toBe(-key);
    expect(known.size).toBeLessThanOrEqual(8);
  }
});
