// The language that pages are drawn in.
import { expect, test } from 'vitest';
import { localeOf } from '../../../src/server/http/locale.ts';

test.each([
  ['de-CH,de;q=0.9,en;q=0.5', 'de-CH'],
  ['nl', 'nl'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  // There is no end of variants: each would be a page of its own to draw and to keep.
  ['en-abcde', 'en'],
  ['en-GB-oxendict', 'en-GB'],
  ['xx', 'en'],
  ['en-US-x-private', 'en'],
  ['../..', 'en'],
  ['', 'en'],
])('%j: %s', (asked, locale) => {
  expect(localeOf(new Headers({ 'accept-language': asked }))).toBe(locale);
});
