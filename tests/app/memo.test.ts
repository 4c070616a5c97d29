// What stands in for Chakra's memory of styles must tell apart what that told apart.
import { expect, it, vi } from 'vitest';
import { memo } from '../../src/app/theme/memo.ts';

const count = () => {
  const work = vi.fn((...args: unknown[]) => ({ args }));
  return { work, remembered: memo(work) };
};

it.each([
  ['the same object', () => [{ p: '4', _hover: { color: 'red' } }]],
  ['another order of keys', (turn: number) => [turn ? { a: 1, b: 2 } : { b: 2, a: 1 }]],
  ['lists', () => [['a', ['b']], 1, true, null, undefined]],
])('asks once for equal arguments: %s', (_, args) => {
  const { work, remembered } = count();
  expect(remembered(...args(0))).toBe(remembered(...args(1)));
  expect(work).toHaveBeenCalledTimes(1);
});

it.each([
  [[1], ['1']],
  [[null], [undefined]],
  [[{}], [[]]],
  [[{ a: undefined }], [{}]],
  [['a', 'b'], [['a', 'b']]],
  [[['a', 'b']], [['a,b']]],
  [[{ a: 'b' }], [{ a: { b: '' } }]],
  [[{ a: { b: 1 }, c: 2 }], [{ a: { b: 1, c: 2 } }]],
  [[() => 1], [() => 2]],
])('asks for each of %j and %j', (one, other) => {
  const { work, remembered } = count();
  expect(remembered(...one)).not.toBe(remembered(...other));
  expect(work).toHaveBeenCalledTimes(2);
});

it('answers right beyond what it remembers', () => {
  const { remembered } = count();
  for (const turn of [1, 2])
    for (let at = 0; at < 6000; at += 1) expect(remembered({ at, turn }).args).toEqual([{ at, turn }]);
});
