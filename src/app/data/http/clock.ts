// The server's time on a device whose clock is wrong: the offset between both clocks, measured on network responses.
// Code that depends on the time calls `serverNow`. Writes send the device's own times together with `sentAt`, and the
// server corrects them.
import { useSyncExternalStore } from 'react';
import { serverTimeHeader } from '../../../contract/values/headers.ts';

/** A slower response is too imprecise to measure the offset. */
const longestTripMs = 10_000;
/** A smaller change of the offset is noise. */
const noiseMs = 1000;
/** From this offset on the page shows a notice. */
const largeMs = 2 * 60_000;

let offsetMs = 0;
/** How far the true offset may be from `offsetMs`: half the round trip of the measured response. */
let errorMs = Number.POSITIVE_INFINITY;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the server's clock; by the device's clock before the first response. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Measures the offset on a response. `startedAt`: `performance.now()` when the request was sent. */
export function noteServerTime({ headers }: Response, startedAt: number): void {
  const serverAt = Number(headers.get(serverTimeHeader) ?? Number.NaN);
  // A cached response has the time at which the server created it.
  const isOld =
    Number(headers.get('age') ?? 0) > 0 || /max-age=[1-9]/.test(headers.get('cache-control') ?? '');
  const tripMs = performance.now() - startedAt;
  if (!Number.isFinite(serverAt) || isOld || tripMs > longestTripMs) return;
  const sampleMs = serverAt + tripMs / 2 - Date.now();
  const sampleErrorMs = tripMs / 2;
  // Both measuring errors together cannot explain the difference: the device's clock was set.
  const isMoved = Math.abs(sampleMs - offsetMs) > errorMs + sampleErrorMs;
  if (!isMoved && sampleErrorMs >= errorMs) return;
  errorMs = sampleErrorMs;
  if (Math.abs(sampleMs - offsetMs) <= noiseMs) return;
  offsetMs = sampleMs;
  for (const listener of listeners) listener();
}

/** Calls `listener` when the offset changes by more than a second. Returns a function that unsubscribes. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const largeOffset = () => (Math.abs(offsetMs) >= largeMs ? offsetMs : null);

/** Milliseconds to add to the device's clock if it is wrong by two minutes or more; null otherwise. */
export const useLargeClockOffset = (): number | null =>
  useSyncExternalStore(onClockChange, largeOffset, () => null);
