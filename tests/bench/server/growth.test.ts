// The soak's rule for steady growth of memory and descriptors.
import { expect, test } from 'vitest';
import { growthOf } from './growth.ts';

const rule = { at: 0.5, share: 0.03, least: 8 };
const minutes = Array.from({ length: 60 }, (_, minute) => minute);
const isSteady = (sampleAt: (minute: number) => number) => growthOf(minutes.map(sampleAt), rule).isSteady;

test('A leak of 1 MB a minute on 250 MB is steady growth', () => {
  expect(isSteady((minute) => 250 + minute)).toBe(true);
});

test('A leak below a saw-tooth of 40 MB is steady growth', () => {
  expect(isSteady((minute) => 250 + minute + (minute % 5) * 10)).toBe(true);
});

test('A cache of 128 MB that is full after half of the run is not steady growth', () => {
  expect(isSteady((minute) => 250 + Math.min(128, minute * 4))).toBe(false);
});

test('A constant value with noise is not steady growth', () => {
  expect(isSteady((minute) => 250 + ((minute * 7) % 11))).toBe(false);
});

test('A slow drift below the minimum step is not steady growth', () => {
  expect(isSteady((minute) => 250 + minute / 4)).toBe(false);
});

test('Growth compares the first quarter with the last and keeps the most', () => {
  expect(growthOf([10, 10, 90, 20, 20, 20, 30, 30], rule)).toEqual({
    first: 10,
    last: 30,
    most: 90,
    isSteady: false,
  });
});

test('An empty series has no growth', () => {
  expect(growthOf([], rule)).toEqual({ first: 0, last: 0, most: 0, isSteady: false });
});
