// Validates phone numbers and country codes, and normalizes them to the stored form.
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { FieldError } from '../../contract/values/problems.ts';
import { t } from '../words/t.ts';

/** `phone`: null where none was given. */
export type StoredPhone = { phone: string | null; countryCode: string };

/**
 * `countryCode` is ISO 3166-1 alpha-2 (`DE`) or a calling code (`49`, `+49`, `0049`). Returns the number as E.164 and
 * the country as alpha-2, or a field error. Without a number only the country is checked.
 */
export function parsePhone(phone: string | null | undefined, countryCode: string): StoredPhone | FieldError {
  const given = countryCode.toUpperCase();
  if (isSupportedCountry(given)) {
    if (!phone) return { phone: null, countryCode: given };
    const number = parsePhoneNumberFromString(phone, { defaultCountry: given, extract: false });
    return validatePhone(number, getCountryCallingCode(given), given);
  }
  const callingCode = /^(?:\+|00)?([1-9][0-9]{0,2})$/.exec(given)?.[1];
  const country = callingCode && countryOf(callingCode);
  if (!country)
    return {
      path: 'countryCode',
      code: 'invalid_country',
      message: t('Not a country code such as DE or +49'),
    };
  if (!phone) return { phone: null, countryCode: country };
  const number = parsePhoneNumberFromString(phone, { defaultCallingCode: callingCode, extract: false });
  return validatePhone(number, callingCode, number?.country ?? country);
}

/** Countries that share a calling code also share a numbering plan, so a number is checked by its code. */
function validatePhone(
  number: PhoneNumber | undefined,
  callingCode: string,
  country: CountryCode,
): StoredPhone | FieldError {
  if (!number?.isValid() || number.countryCallingCode !== callingCode)
    return {
      path: 'phone',
      code: 'invalid_phone',
      message: t('Not a phone number with +{code}', { code: callingCode }),
    };
  return { phone: number.number, countryCode: country };
}

/** The main country of a calling code that several share, where it is not the first of them by name. */
const mainCountries: Record<string, CountryCode> = {
  1: 'US',
  7: 'RU',
  212: 'MA',
  358: 'FI',
  590: 'GP',
  599: 'CW',
};

function countryOf(callingCode: string): CountryCode | undefined {
  return (
    mainCountries[callingCode] ??
    getCountries().find((country) => getCountryCallingCode(country) === callingCode)
  );
}
