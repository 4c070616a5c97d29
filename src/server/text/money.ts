// Money as words, in the manner of a person's language.

/** `1250 EUR` → `€12.50`: as many decimals as the currency has, none for yen and three for dinars. */
export function moneyText(
  { amountMinor, currency }: { amountMinor: number; currency: string },
  locale: string,
) {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  // Narrow spaces look broken in plain text mails.
  return format.format(amountMinor / 10 ** digits).replace(/\u202f|\u00a0/g, ' ');
}
