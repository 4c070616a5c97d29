// Money as people read it. Pure.
import type { Money } from '../../contract/common.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  formats.set(key, format);
  return format;
}

/** `€35`, `€7.50`, `¥500`; minor units by the currency's own number of digits. */
export function moneyText({ amountMinor, currency }: Money, locale: string): string {
  const format = formatOf(currency, locale);
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** `Free` where there is nothing to pay. */
export function priceText(price: Money | null, locale: string): string {
  return price === null || price.amountMinor === 0 ? 'Free' : moneyText(price, locale);
}
