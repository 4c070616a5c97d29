// Revalidates what the page shows when others have changed it: at most once a second, after a random delay where many devices are
// notified at once, and neither while the page is hidden nor while a pointer is pressed.
import { emitAccessChange, emitChanged } from '../resources/acknowledged-writes.ts';
import { askedAt } from '../resources/freshness.ts';
import { affectedBy } from './affected-by.ts';

/** Revalidates at most this often. */
const pauseMs = 1000;
/** Wait this long after a press, so that its click and the effects of that come first. */
const afterPressMs = 300;
/** More addresses than this count as a change of everything. */
const maxAddresses = 100;
/** For a `reset`, which means that changes were missed: everything may have changed. */
export const everything = '/api';

/** The person's memberships or replies (contract/live.ts). */
const access = '/api/users/me/teams';

export type LiveUpdates = { add(addresses: readonly string[], spreadMs: number): void; stop(): void };

export function startLiveUpdates(): LiveUpdates {
  // Times are by `performance.now()`: the device's clock may be set back.
  /** By address, when its last change arrived. */
  const waiting = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let revalidatedAt = Number.NEGATIVE_INFINITY;
  let releasedAt = Number.NEGATIVE_INFINITY;
  let isPressed = false;

  function schedule(delayMs: number) {
    const now = performance.now();
    const at = Math.max(now + delayMs, revalidatedAt + pauseMs, releasedAt + afterPressMs);
    timer ??= setTimeout(revalidate, at - now);
  }

  function revalidate() {
    timer = undefined;
    // `onVisible` and `onRelease` schedule it again.
    if (waiting.size === 0 || document.visibilityState === 'hidden' || isPressed) return;
    if (performance.now() < releasedAt + afterPressMs) return schedule(0);
    revalidatedAt = performance.now();
    const changes = [...waiting].map(([address, at]) => ({ affects: affectedBy(address), at }));
    const isAccess = waiting.delete(access);
    waiting.clear();
    if (isAccess) emitAccessChange();
    // A read that was sent after the change has it already.
    void emitChanged((read) =>
      changes.some(({ affects, at }) => affects(read) && (askedAt(read) ?? 0) <= at),
    );
  }

  const onPress = () => {
    isPressed = true;
  };
  const onRelease = () => {
    isPressed = false;
    releasedAt = performance.now();
    if (waiting.size > 0) schedule(0);
  };
  const onVisible = () => {
    if (waiting.size > 0) schedule(0);
  };
  const stop = new AbortController();
  const passive = { capture: true, passive: true, signal: stop.signal };
  addEventListener('pointerdown', onPress, passive);
  for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, onRelease, passive);
  document.addEventListener('visibilitychange', onVisible, passive);

  return {
    add(addresses, spreadMs) {
      const now = performance.now();
      for (const address of addresses) waiting.set(address, now);
      if (waiting.size > maxAddresses) {
        for (const address of waiting.keys()) if (address !== access) waiting.delete(address);
        waiting.set(everything, now);
      }
      schedule(Math.random() * spreadMs);
    },
    stop() {
      stop.abort();
      clearTimeout(timer);
    },
  };
}
