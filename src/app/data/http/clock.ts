// The server's time on a device whose clock is wrong: the offset between both clocks, measured on network responses.
// It is saved, so that a device that starts without a network shows the right time, too: a check-in code of another minute is
// refused. Code that depends on the time calls `serverNow`. Writes send the device's own times together with `sentAt` and the
// offset, and the server corrects them.
import { serverTimeHeader } from '../../../contract/values/headers.ts';
import { localItems } from '../storage.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';

/** A slower response is too imprecise to measure the offset. */
const longestTripMs = 10_000;
/** A smaller change of the offset is noise. */
const noiseMs = 1000;
/** From this offset on the page shows a notice. */
const largeMs = 2 * 60_000;

/** `errorMs`: how far the true offset may be from `offsetMs`: half the round trip of the measured response. */
type Clock = { offsetMs: number; errorMs: number };

/** The clock after another measurement of the offset. */
function measured(clock: Clock, { offsetMs, errorMs }: Clock): Clock {
  const differenceMs = Math.abs(offsetMs - clock.offsetMs);
  // Both measuring errors together cannot explain the difference: the device's clock was set.
  const isMoved = differenceMs > clock.errorMs + errorMs;
  if (!isMoved && errorMs >= clock.errorMs) return clock;
  return { offsetMs: differenceMs > noiseMs ? offsetMs : clock.offsetMs, errorMs };
}

const key = 'clock';
/** `savedAt`: by the device's clock. */
type Saved = { offsetMs: number; savedAt: number };

const isSaved = (value: unknown): value is Saved => {
  const { offsetMs, savedAt } = (value ?? {}) as Partial<Saved>;
  return Number.isFinite(offsetMs) && Number.isFinite(savedAt);
};

/** The first measurement replaces the saved offset. A clock that is behind the time of saving was set since. */
function startingClock(): Clock {
  const saved = localItems.getJson(key, isSaved);
  const offsetMs = saved && saved.savedAt <= Date.now() ? saved.offsetMs : 0;
  return { offsetMs, errorMs: Number.POSITIVE_INFINITY };
}

const store = createStore(startingClock, measured);

/** Milliseconds to add to the device's clock for the server's; the offset of the last visit before the first response. */
export const serverOffsetMs = (): number => store.get().offsetMs;

/** The device's clock less the time that the page has run. It changes when the clock is set, and in some browsers by sleep. */
const runningSince = (): number => Date.now() - performance.now();
/** The same at the last measurement. */
let measuredSince = Number.NaN;
/** A smaller change is no change of the clock. */
const setMs = 2000;

/** Whether the clock of the device has run on since the last measurement. False before the first one of this page. */
export const isOffsetFresh = (): boolean => Math.abs(runningSince() - measuredSince) <= setMs;

/**
 * The offset as this page has measured it, in whole milliseconds; undefined before the first response, and once the clock was set
 * back. That of the last visit does not count: the clock may have been set since.
 */
export const measuredOffsetMs = (): number | undefined =>
  runningSince() - measuredSince >= -setMs ? Math.round(serverOffsetMs()) : undefined;

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + serverOffsetMs();

/** Measures the offset on a response. `startedAt`: `performance.now()` when the request was sent. */
export function noteServerTime({ headers }: Response, startedAt: number): void {
  const serverAt = Number(headers.get(serverTimeHeader) ?? Number.NaN);
  // A cached response has the time at which the server created it.
  const isOld =
    Number(headers.get('age') ?? 0) > 0 || /max-age=[1-9]/.test(headers.get('cache-control') ?? '');
  const tripMs = performance.now() - startedAt;
  if (!Number.isFinite(serverAt) || isOld || tripMs > longestTripMs) return;
  measuredSince = runningSince();
  store.dispatch({ offsetMs: serverAt + tripMs / 2 - Date.now(), errorMs: tripMs / 2 });
  save(store.get().offsetMs);
}

/** Not for noise: a right clock leaves nothing on the device. */
function save(offsetMs: number): void {
  const saved = localItems.getJson(key, isSaved);
  if (Math.abs(offsetMs - (saved?.offsetMs ?? 0)) <= noiseMs) return;
  localItems.setJson(key, Math.abs(offsetMs) <= noiseMs ? null : { offsetMs, savedAt: Date.now() });
}

/** Calls `work` once the server's time is known: now, or with the first response that this page measures. */
export function onTimeKnown(work: () => void): void {
  if (isOffsetFresh()) {
    work();
    return;
  }
  const stop = store.subscribe(() => {
    stop();
    work();
  });
}

/** Calls `listener` when the offset is measured more exactly. Returns a function that unsubscribes. */
export const onClockChange = store.subscribe;

/** Milliseconds to add to the device's clock if it is wrong by two minutes or more; null otherwise. */
export const useLargeClockOffset = (): number | null =>
  useStore(store, ({ offsetMs }) => (Math.abs(offsetMs) >= largeMs ? offsetMs : null), null);
