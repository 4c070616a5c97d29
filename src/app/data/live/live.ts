// Live updates of the signed-in user's device: one visible tab holds the stream of changes and passes its events on to the
// others. No stream is open while all tabs are hidden or the server cannot be reached. Loaded after the start.
import { callApi } from '../http/call.ts';
import { isReachableNow, onConnectivity } from '../http/connectivity.ts';
import { type LiveEvent, readLiveStream } from './live-stream.ts';
import { everything, startLiveUpdates } from './live-updates.ts';
import { createTabs } from './tabs.ts';

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Without a stream the page polls this often, and tries the stream again after `streamAgainMs`. */
const pollEveryMs = 30_000;
const streamAgainMs = 10 * 60_000;
/** After this many failures in a row the page polls. */
const failuresBeforePolling = 3;
/** How many versions of received changes to remember: after a reconnect they are sent again. */
const maxVersions = 1000;

/** Starts live updates and returns a function that ends them. `startedAt`: when the page began to read, by the server's clock. */
export function startLive(userId: string, startedAt: number): () => void {
  const updates = startLiveUpdates();
  const versions = new Set<number>();
  let lastEventId = startedAt;
  let leading: AbortController | null = null;

  function receive({ type, id, data }: LiveEvent) {
    // The first event of a stream has the server's time: `startedAt` may be ahead of it, because the device's clock was wrong.
    lastEventId = type === 'ready' ? id : Math.max(lastEventId, id);
    if (type === 'reset') updates.add([everything], data.spreadMs ?? 0);
    const unseen = (data.changes ?? []).filter(({ version }) => !versions.has(version));
    for (const { version } of unseen) versions.add(version);
    for (const version of versions) {
      if (versions.size <= maxVersions) break;
      versions.delete(version);
    }
    if (unseen.length > 0)
      updates.add(
        unseen.map(({ address }) => address),
        data.spreadMs ?? 0,
      );
  }

  const tabs = createTabs(userId, receive);

  async function lead(signal: AbortSignal) {
    tabs.begin(lastEventId);
    const onEvent = (event: LiveEvent) => {
      receive(event);
      tabs.pass(event);
    };
    let failures = 0;
    while (!signal.aborted) {
      const openedAt = performance.now();
      const end = await readLiveStream({ userId, lastEventId, signal, onEvent });
      if (signal.aborted) return;
      if (end === 'refused') await renewSession();
      failures = end === 'ended' || performance.now() - openedAt > longestPauseMs ? 0 : failures + 1;
      if (end === 'silent' || failures >= failuresBeforePolling) {
        await poll(onEvent, signal);
        failures = 0;
      }
      // Many devices lose their stream at the same moment when a server restarts.
      else await pause(jitter(Math.min(firstPauseMs * 2 ** failures, longestPauseMs)), signal);
    }
  }

  const isWanted = () => document.visibilityState === 'visible' && isReachableNow();
  function update() {
    if (isWanted() && !leading) {
      leading = new AbortController();
      tabs.askMissed(lastEventId);
      void tabs.leadAlone(leading.signal, lead);
    } else if (!isWanted()) {
      leading?.abort();
      leading = null;
    }
  }

  document.addEventListener('visibilitychange', update);
  const stopListening = onConnectivity(update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    stopListening();
    leading?.abort();
    tabs.close();
    updates.stop();
  };
}

/** Revalidates what the tabs show every 30 s, in place of a stream. */
async function poll(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  for (const until = performance.now() + streamAgainMs; performance.now() < until && !signal.aborted; ) {
    onEvent({ type: 'reset', id: 0, data: { spreadMs: 0 } });
    await pause(jitter(pollEveryMs), signal);
  }
}

/** Any call renews an expired token, and ends the session here if the server has ended it. */
const renewSession = () => callApi('GET /api/auth/session', {}).catch(() => {});

/** A random time from three quarters of `ms` to all of it. */
const jitter = (ms: number) => ms * (0.75 + Math.random() / 4);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
