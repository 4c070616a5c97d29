// The server's time on a device whose clock is wrong: the offset between both, measured on answers that came over the
// network. Whatever the page decides by time asks `serverNow`; times of decisions are sent as the device has them,
// together with `sentAt`, and the server corrects them.
import { useSyncExternalStore } from 'react';
import { serverTimeHeader } from '../../../contract/values/headers.ts';

/** An answer that took longer says too little. */
const longestTripMs = 10_000;
/** A smaller change of the offset is noise. */
const noiseMs = 1000;
/** The page shows a notice from this offset on. */
const largeMs = 2 * 60_000;

let offsetMs = 0;
/** How far the true offset may be from `offsetMs`: half the round trip of the answer that it comes from. */
let errorMs = Number.POSITIVE_INFINITY;
const listeners = new Set<() => void>();

/** Milliseconds since 1970 by the server's clock, as far as it is known; by the device's own before the first answer. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Takes the server's time from an answer. `startedAt`: `performance.now()` when it was asked. */
export function noteServerTime({ headers }: Response, startedAt: number): void {
  const serverAt = Number(headers.get(serverTimeHeader) ?? Number.NaN);
  // An answer out of a cache on the way carries the time at which it was made.
  const isOld =
    Number(headers.get('age') ?? 0) > 0 || /max-age=[1-9]/.test(headers.get('cache-control') ?? '');
  const tripMs = performance.now() - startedAt;
  if (!Number.isFinite(serverAt) || isOld || tripMs > longestTripMs) return;
  const sampleMs = serverAt + tripMs / 2 - Date.now();
  const sampleErrorMs = tripMs / 2;
  // Further apart than both errors explain: somebody has set the device's clock.
  const isMoved = Math.abs(sampleMs - offsetMs) > errorMs + sampleErrorMs;
  if (!isMoved && sampleErrorMs >= errorMs) return;
  errorMs = sampleErrorMs;
  if (Math.abs(sampleMs - offsetMs) <= noiseMs) return;
  offsetMs = sampleMs;
  for (const listener of listeners) listener();
}

/** Calls back when the offset has changed by more than a second; returns how to stop. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const largeOffset = () => (Math.abs(offsetMs) >= largeMs ? offsetMs : null);

/** Milliseconds to add to the device's clock where it is wrong by two minutes or more; null where it is not. */
export const useLargeClockOffset = (): number | null =>
  useSyncExternalStore(onClockChange, largeOffset, () => null);
