// Formats money in a person's locale.
import { decimalsOf } from '../../contract/values/currencies.ts';

/** `1250 EUR` → `€12.50`: as many decimals as the currency has, none for yen and three for dinars. */
export function moneyText(
  { amountMinor, currency }: { amountMinor: number; currency: string },
  locale: string,
) {
  const digits = decimalsOf(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...shown });
  // Narrow spaces look broken in plain text mails.
  return format.format(amountMinor / 10 ** digits).replace(/\u202f|\u00a0/g, ' ');
}
