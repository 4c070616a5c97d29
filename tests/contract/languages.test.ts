// Which language is chosen, and how dates are written beside it.
import { expect, test } from 'vitest';
import { languageFor, localeIn } from '../../src/words/languages.ts';

test.each([
  [['de-AT'], 'de'],
  [['nl-BE', 'de'], 'de'],
  [[null, undefined, '', 'DE'], 'de'],
  [['fr', 'xx-not-a-tag'], 'en'],
  [[], 'en'],
])('languageFor %j is %s', (wishes, language) => {
  expect(languageFor(wishes)).toBe(language);
});

test.each([
  ['en', 'nl-BE', 'en-BE'],
  ['en', 'en-GB', 'en-GB'],
  ['de', 'de-AT', 'de-AT'],
  ['de', 'en', 'de-US'],
  ['en', 'not a tag', 'en'],
])('localeIn(%j, %j) is %s', (language, wish, locale) => {
  expect(localeIn(language, wish)).toBe(locale);
});
