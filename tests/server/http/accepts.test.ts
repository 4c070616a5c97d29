import { expect, test } from 'vitest';
import { accepts } from '../../../src/server/http/answer/accepts.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['BR;q=0.5', true],
  ['gzip, br ; q=0', false],
  ['br;q=0.0', false],
  ['gzip', false],
  ['', false],
  ['brotli', false],
])('accepted codings of Accept-Encoding: %s', (header, isTaken) => {
  expect(accepts('br', new Request('http://x/', { headers: { 'accept-encoding': header } }))).toBe(isTaken);
});
