// Sideline's logo: two half circles of a pitch, shifted along the halfway line until they and their sidelines
// form an S.

import type { JSX } from 'react';

/** Decorative, beside the word "Sideline". Loaded lazily. */
export function Logo(): JSX.Element {
  return <img src="/favicon.svg" alt="" loading="lazy" width={28} height={28} />;
}
