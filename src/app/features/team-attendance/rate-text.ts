// A rate with its counts: `18 of 20 · 90%`. Pure.
import { percentText } from '../../format/intl.ts';
import { t } from '../../words/t.ts';
import type { Rate } from './table-order.ts';

export function rateText({ attended, counted }: Rate, locale: string): string {
  if (counted === 0) return '–';
  return `${t('{attended} of {counted}', { attended, counted })} · ${percentText(locale, attended / counted)}`;
}
