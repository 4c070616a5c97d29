// The currency of a country, where the form offers it. Pure.

const byCountry: Record<string, string> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IN: 'INR',
  JP: 'JPY',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  TR: 'TRY',
  US: 'USD',
  ZA: 'ZAR',
};

export const currencies: readonly string[] = ['EUR', ...Object.values(byCountry)];

export const currencyOf = (country: string | undefined): string => byCountry[country ?? ''] ?? 'EUR';
