// The mark of Sideline: two half circles of a pitch, slid along the halfway line until they and their sidelines make an S.

import type { JSX } from 'react';

/** The same drawing as public/favicon.svg. Stands beside the word "Sideline", so it says nothing to screen readers. */
export function Logo({ size = 28 }: { size?: number }): JSX.Element {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className="logo"
      viewBox="0 0 64 64"
      width={size}
      height={size}
      fill="none"
    >
      <rect width="64" height="64" rx="12" fill="#15803d" />
      <path fill="#166534" d="M32 0v64H12A12 12 0 0 1 0 52V12A12 12 0 0 1 12 0z" />
      <path stroke="#fff" strokeWidth="8" d="M56 16H26a8 8 0 0 0 0 16h12a8 8 0 0 1 0 16H8" />
    </svg>
  );
}
