// The worker is checked against a worker's globals, which the page's check does not know.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the types of the worker hold', () => {
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', 'sw'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
}, 60_000);
