// The mark of Sideline: two half circles of a pitch, slid along the halfway line until they and their sidelines make an S.

import type { JSX } from 'react';

/** Stands beside the word "Sideline", so it says nothing to screen readers. Asked for only where it is shown. */
export function Logo(): JSX.Element {
  return <img src="/favicon.svg" alt="" loading="lazy" width={28} height={28} />;
}
