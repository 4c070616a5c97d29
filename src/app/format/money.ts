// Money in words. Pure.
import type { Money } from '../../contract/common.ts';
import { t } from '../words/t.ts';
import { currencyText, exactCurrencyText } from './intl.ts';

/** `€35`, `€7.50`, `¥500`; minor units by the currency's own number of digits. */
export const moneyText = ({ amountMinor, currency }: Money, locale: string): string =>
  currencyText(locale, amountMinor, currency);

/** The same with all its decimals, for receipts and payments: `€35.00`, `¥500`, `KWD 3.500`. */
export const amountText = ({ amountMinor, currency }: Money, locale: string): string =>
  exactCurrencyText(locale, amountMinor, currency);

/** `Free` where there is nothing to pay. */
export function priceText(price: Money | null, locale: string): string {
  return price === null || price.amountMinor === 0 ? t('Free') : moneyText(price, locale);
}
