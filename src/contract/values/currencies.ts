// Decimals of currencies. Runtimes disagree about some (forint, rupiah), and an amount in minor units must mean the same
// in the app and at the payment provider.

const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const thousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** Decimals of a currency (ISO 4217): 0 for yen, 3 for dinars, else 2. */
export function decimalsOf(currency: string): number {
  if (none.includes(currency)) return 0;
  return thousandths.includes(currency) ? 3 : 2;
}
