import { expect, test } from 'vitest';
import { initials } from '../../src/app/ui/pictures/avatar.tsx';

test.each([
  ['Eva De Smet', 'ES'],
  ['KV Rooigem U12', 'KU'],
  ['Cher', 'C'],
  ['U9', 'U9'],
  ['u12', 'U12'],
  ['Ada2010', 'A'],
  ["Sinéad O'Neill", 'SO'],
  ['St. Georg', 'SG'],
  ['Lys Swimmers (youth)', 'LY'],
  ['élan 2', 'É2'],
  ['日本 太郎', '日太'],
  ['…', ''],
])('the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
