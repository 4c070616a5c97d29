// For the signed-in user: loads saved answers late, sends queued writes, prefetches for offline use, and starts live updates.
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { loadDevice } from '../data/device/device.ts';
import { startOfflinePrefetch } from '../data/device/offline-prefetch.ts';
import { serverNow } from '../data/http/clock.ts';
import { idle } from '../data/http/idle.ts';
import { isTakenAway } from '../data/http/problem.ts';
import { onAnswer, openOutbox, startSending } from '../data/outbox/outbox.ts';
import { sessionNow } from '../data/session/session.ts';
import { isInstalled } from '../pwa/install.ts';
import { useProfileSync } from './profile-sync.ts';

const liveAfterMs = 3000;
const importAhead = () => import('../data/device/attendance-ahead.ts').catch(() => null);
/** Null where it did not load: an event that waits then opens in its form only, until the next start. */
const importCreated = () => import('../data/device/follow-created.ts').catch(() => null);
/** Null where it did not load: the page then changes as it did before, when it is looked at again. */
const importLive = () => import('../data/live/live.ts').catch(() => null);

export function OfflineSync({ userId }: { userId: string }) {
  const { cache, mutate } = useSWRConfig();
  // Adds saved answers that were loaded after the first paint. SWR drops the response of a request that was pending when
  // its key is mutated, so such a key revalidates.
  useEffect(() => {
    void loadDevice(userId).then((saved) => {
      for (const [key, { data }] of saved) {
        const shown = cache.get(key);
        // What the server has refused meanwhile must not come back.
        if (shown?.data === undefined && !isTakenAway(shown?.error))
          void mutate(key, data, { revalidate: shown?.isValidating === true });
      }
    });
  }, [userId, cache, mutate]);
  useEffect(() => {
    let stop: (() => void) | null | undefined;
    // After the saved answers, which have the people of the teams.
    void Promise.all([importCreated(), loadDevice(userId)]).then(([created]) => {
      const { user } = sessionNow();
      if (stop === undefined && user?.id === userId)
        stop = created?.followCreatedEvents({ cache, mutate }, user);
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [userId, cache, mutate]);
  useEffect(() => {
    startSending(userId);
    // An installed app asks for persistent storage, which the browser does not evict when space is low.
    if (isInstalled()) void navigator.storage?.persist?.().catch(() => false);
    return () => openOutbox(null);
  }, [userId]);
  useEffect(() => {
    const startedAt = serverNow();
    let stop: (() => void) | null | undefined;
    // After the start, which it must not slow down. What changes until then is sent when the stream opens.
    const timer = setTimeout(async () => {
      await idle();
      const live = await importLive();
      if (stop === undefined && live) stop = live.startLive(userId, startedAt);
    }, liveAfterMs);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = null;
    };
  }, [userId]);
  useProfileSync();
  useEffect(() => {
    let stop: (() => void) | null | undefined;
    // From whatever screen it was sent: the list may be opened without a connection next.
    void importAhead().then((ahead) => {
      if (stop === undefined && ahead)
        stop = onAnswer((write, answer) => void ahead.adoptMarks({ mutate }, write, answer));
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [mutate]);
  useEffect(() => {
    let stop: (() => void) | null | undefined;
    // After the saved answers, which it confirms.
    void loadDevice(userId).then(() => {
      if (stop === undefined) stop = startOfflinePrefetch({ cache, mutate }, userId);
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [userId, cache, mutate]);
  return null;
}
