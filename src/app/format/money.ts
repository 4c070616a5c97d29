// Money as people read it. Pure.
import type { Money } from '../../contract/common.ts';
import { decimalsOf } from '../../contract/currencies.ts';
import { mostFormats } from './intl.ts';
import { recall } from './recall.ts';

const formats = new Map<string, Intl.NumberFormat>();

type Zeros = 'auto' | 'stripIfInteger';

function formatOf(currency: string, locale: string, zeros: Zeros): Intl.NumberFormat {
  return recall(
    formats,
    `${locale} ${currency} ${zeros}`,
    mostFormats,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: decimalsOf(currency),
        maximumFractionDigits: decimalsOf(currency),
        trailingZeroDisplay: zeros,
      }),
  );
}

function written({ amountMinor, currency }: Money, locale: string, zeros: Zeros): string {
  const format = formatOf(currency, locale, zeros);
  return format.format(amountMinor / 10 ** decimalsOf(currency));
}

/** `€35`, `€7.50`, `¥500`; minor units by the currency's own number of digits. */
export const moneyText = (money: Money, locale: string): string => written(money, locale, 'stripIfInteger');

/** The same with all its decimals, as it stands where money changes hands: `€35.00`, `¥500`, `KWD 3.500`. */
export const amountText = (money: Money, locale: string): string => written(money, locale, 'auto');

/** `Free` where there is nothing to pay. */
export function priceText(price: Money | null, locale: string): string {
  return price === null || price.amountMinor === 0 ? 'Free' : moneyText(price, locale);
}
