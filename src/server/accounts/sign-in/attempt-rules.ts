// Delays after failed sign-in attempts, and when the account's owner is notified. Pure.

const dayMs = 24 * 60 * 60_000;

/** Failures of one name without a delay. */
export const failuresWithoutDelay = 10;
const firstWaitMs = 5000;
const longestWaitMs = 15 * 60_000;
/** The count of a name restarts after this long without a failure. */
export const failuresExpireAfterMs = dayMs;

/** The owner is notified from this many failures on; fewer are typing errors. */
export const reportThreshold = 10;
export const reportIntervalMs = dayMs;

/** Repeated failures of one IP address count once in this time: that address has its own limits. */
export const sameAddressMs = 15 * 60_000;

/** Consecutive failures of a name, and the earliest instant of the next attempt. */
export type Failures = { failures: number; retryAt: number; lastFailedAt: number };

/** Delay of the next attempt after this many failures, in milliseconds: doubles up to 15 minutes. */
export function delayAfter(failures: number): number {
  if (failures < failuresWithoutDelay) return 0;
  return Math.min(firstWaitMs * 2 ** (failures - failuresWithoutDelay), longestWaitMs);
}

/**
 * Counts an attempt at the instant `at` as failed, or returns how many milliseconds it has to wait. `isNewAddress`: the
 * address has no recent failure with this name. Beyond `failuresWithoutDelay` every failure counts.
 *
 * A failure far in the future was counted before the clock was set back, and is forgotten. One less far stays: concurrent
 * attempts are saved out of order, and the clocks of processes differ.
 */
export function countAttempt(
  before: Failures | null,
  { at, isNewAddress }: { at: number; isNewAddress: boolean },
): { waitMs: number } | { after: Failures; counted: 0 | 1 } {
  const isForgotten =
    before === null ||
    at - before.lastFailedAt >= failuresExpireAfterMs ||
    before.lastFailedAt - at > longestWaitMs;
  if (!isForgotten && before.retryAt > at) return { waitMs: Math.min(before.retryAt - at, longestWaitMs) };
  const failures = isForgotten ? 0 : before.failures;
  const counted = isNewAddress || failures >= failuresWithoutDelay ? 1 : 0;
  const wait = counted === 1 ? delayAfter(failures + 1) : 0;
  return { after: { failures: failures + counted, retryAt: at + wait, lastFailedAt: at }, counted };
}
