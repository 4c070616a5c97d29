// The page's own list of countries equals that of libphonenumber, which the server uses to check phone
// numbers.
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { countries, countriesIn, countryOfLanguage } from '../../../src/app/format/countries.ts';

describe('the countries of the registration form', () => {
  it('are those of libphonenumber, with its calling codes', () => {
    const known = getCountries().map((code) => ({
      code: `${code}`,
      callingCode: `${getCountryCallingCode(code)}`,
    }));
    const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
    expect(countries.toSorted(byCode)).toEqual(known.toSorted(byCode));
  });

  it("are named and sorted in the user's language", () => {
    const named = countriesIn('de');
    expect(named.find(({ code }) => code === 'AT')).toMatchObject({ name: 'Österreich', callingCode: '43' });
    const names = named.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')));
  });

  it.each([
    ['nl-BE', 'BE'],
    ['de', 'DE'],
    ['pt-BR', 'BR'],
    ['xx-QQ', undefined],
    ['', undefined],
  ])('start with the one of the language %s: %s', (language, country) => {
    expect(countryOfLanguage(language)).toBe(country);
  });
});
