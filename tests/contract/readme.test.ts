import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../../src/server/settings.ts';

test("the README's table of settings matches the settings of the program", () => {
  const rows = [
    ...readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (?:`(.*)`)? ?\| (.*) \|$/gm),
  ];
  expect(rows.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))).toEqual(
    Object.entries(settings).map(([name, { fallback, meaning }]) => ({ name, fallback, meaning })),
  );
});
