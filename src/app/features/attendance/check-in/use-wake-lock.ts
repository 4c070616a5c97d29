import { useEffect } from 'react';

/** Keeps the screen on while it is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | null> | null = null;
    // The browser ends the lock of a hidden page, and refuses one where the battery is low.
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      lock = navigator.wakeLock?.request('screen').catch(() => null) ?? null;
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock?.then((held) => held?.release());
    };
  }, []);
}
