// The language of server-rendered pages.
import { expect, test } from 'vitest';
import { languageOfCall, languageOfPage, localeOf } from '../../../src/server/http/locale.ts';

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

const asking = (path: string, headers: Record<string, string>) =>
  languageOfPage({ url: `https://club.example${path}`, headers: new Headers(headers) });

test('a page is in the language of its address, else of the device, else of the browser', () => {
  const wishes = { 'accept-language': 'nl-BE,nl;q=0.9,de;q=0.8,en;q=0.7' };
  expect(asking('/explore', wishes)).toBe('de');
  expect(asking('/explore', { ...wishes, cookie: 'a=b; lang=en; c=d' })).toBe('en');
  expect(asking('/explore?lang=de', { cookie: 'lang=en' })).toBe('de');
  expect(asking('/explore?lang=xx', { cookie: 'slang=de' })).toBe('en');
  expect(asking('/explore', {})).toBe('en');
});

const calling = (path: string, language?: string) =>
  languageOfCall({
    url: `https://club.example${path}`,
    headers: new Headers(language === undefined ? {} : { 'accept-language': language }),
  });

test('an API call is answered in the first supported language of Accept-Language', () => {
  expect(calling('/api/explore', 'fr, de-CH;q=0.9')).toBe('de');
  expect(calling('/api/explore')).toBe('en');
  expect(calling('/api/explore', `${'fr,'.repeat(5000)}de`)).toBe('en');
});

test('a file is in the language that its link names, which is that of the page', () => {
  expect(calling('/api/events/1/roster.csv?lang=de', 'en')).toBe('de');
  expect(calling('/api/teams/1/attendance.csv?from=2026-01-01&lang=en', 'de')).toBe('en');
  expect(calling('/api/events/1/roster.csv?lang=xx', 'de')).toBe('de');
});
