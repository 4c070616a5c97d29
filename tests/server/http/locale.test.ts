// The language of server-rendered pages.
import { expect, test } from 'vitest';
import { localeOf } from '../../../src/server/http/locale.ts';

test.each([
  ['de-CH,de;q=0.9,en;q=0.5', 'de-CH'],
  ['nl', 'nl'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  // Variants are unlimited: each would be rendered and cached as a separate page.
  ['en-abcde', 'en'],
  ['en-GB-oxendict', 'en-GB'],
  ['xx', 'en'],
  ['en-US-x-private', 'en'],
  ['../..', 'en'],
  ['', 'en'],
])('the page language for %j: %s', (asked, locale) => {
  expect(localeOf(new Headers({ 'accept-language': asked }))).toBe(locale);
});
