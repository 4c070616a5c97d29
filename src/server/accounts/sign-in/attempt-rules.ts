// How attempts to sign in slow each other down, and when the owner of an account is notified. Pure.

const dayMs = 24 * 60 * 60_000;

/** Failures of one name that cost no wait yet. */
export const freeFailures = 10;
const firstWaitMs = 5000;
const longestWaitMs = 15 * 60_000;
/** After so long without a failure a name starts from zero. */
export const forgottenAfterMs = dayMs;

/** From so many failures on an owner is notified; fewer are typing errors. */
export const reportedFrom = 10;
export const reportedEveryMs = dayMs;

/** An address that keeps failing at a name has waits of its own; for so long only other addresses count as more failures. */
export const sameAddressMs = 15 * 60_000;

/** Failures of a name in a row, and the instant from which the next attempt is checked. */
export type Failures = { failures: number; retryAt: number; lastFailedAt: number };

/** How long the next attempt waits after so many failures, in milliseconds: doubles up to 15 minutes. */
export function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(firstWaitMs * 2 ** (failures - freeFailures), longestWaitMs);
}

/**
 * What an attempt at the instant `at` changes, as if it failed; or how many milliseconds it has to wait. `isNewAddress`:
 * the address has not failed at this name lately. Beyond the free failures each one counts, wherever it comes from.
 */
export function countAttempt(
  before: Failures | null,
  { at, isNewAddress }: { at: number; isNewAddress: boolean },
): { waitMs: number } | { after: Failures; counted: 0 | 1 } {
  const isForgotten = before === null || at - before.lastFailedAt >= forgottenAfterMs;
  if (!isForgotten && before.retryAt > at) return { waitMs: before.retryAt - at };
  const failures = isForgotten ? 0 : before.failures;
  const counted = isNewAddress || failures >= freeFailures ? 1 : 0;
  const wait = counted === 1 ? waitAfter(failures + 1) : 0;
  return { after: { failures: failures + counted, retryAt: at + wait, lastFailedAt: at }, counted };
}
