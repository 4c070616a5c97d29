import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { envExample } from '../../src/server/cli/env-example.ts';
import { readConfig } from '../../src/server/config.ts';

/** The lines of a file of settings that set something. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

describe('.env.example', () => {
  test('is what `npm run env-example` writes from the table of settings', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
  });

  test('sets nothing but defaults', () => {
    expect(readConfig(settingsIn(envExample()))).toEqual(readConfig({}));
  });
});
