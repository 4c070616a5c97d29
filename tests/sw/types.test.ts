// Checks the worker against a worker's globals, which the page's type check does not know.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the worker type-checks against worker globals', () => {
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', 'sw'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
}, 60_000);
