// Looks after what one person keeps on this device, while they are signed in: late answers, waiting changes, and asking
// ahead for what they will want where there is no signal.
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { loadDevice } from '../data/device/device.ts';
import { startFetchAhead } from '../data/device/fetch-ahead.ts';
import { openOutbox, startSending } from '../data/outbox/outbox.ts';
import { isInstalled } from '../pwa/install.ts';
import { useMirrors } from './mirrors.ts';

export function DeviceCare({ userId }: { userId: string }) {
  const { cache, mutate } = useSWRConfig();
  // Where the first paint did not wait for the device's storage, what it holds is still missing. SWR drops the answer to a
  // question that was on its way when its cache was written, so that one is asked again.
  useEffect(() => {
    void loadDevice(userId).then((saved) => {
      for (const [key, { data }] of saved) {
        const shown = cache.get(key);
        if (shown?.data === undefined) void mutate(key, data, { revalidate: shown?.isValidating === true });
      }
    });
  }, [userId, cache, mutate]);
  useEffect(() => {
    startSending(userId);
    // An app that was installed is meant to keep what it holds, also when the device runs short of room.
    if (isInstalled()) void navigator.storage?.persist?.().catch(() => false);
    return () => openOutbox(null);
  }, [userId]);
  useMirrors();
  useEffect(() => startFetchAhead({ cache, mutate }), [cache, mutate]);
  return null;
}
