// Polls the server for a newer build: every hour, and when the page becomes visible again after half an hour. A failed
// check does not stop the next one.
import { ownBuild } from '../data/session/page-meta.ts';

const everyMs = 60 * 60 * 1000;
const afterMs = 30 * 60 * 1000;

/** Calls `onNewer` when the server's newest build differs from this page's. */
export function watchBuild(onNewer: () => unknown): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checkedAt = Date.now();
  const check = async () => {
    clearTimeout(timer);
    checkedAt = Date.now();
    try {
      const latest = await readLatest();
      if (latest !== null && latest !== ownBuild()) await onNewer();
    } catch {
      // The next check retries.
    } finally {
      clearTimeout(timer);
      timer = setTimeout(check, everyMs);
    }
  };
  const checkIfDue = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= afterMs) void check();
  };
  timer = setTimeout(check, everyMs);
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, checkIfDue);
}

/** The id of the newest build; null for an invalid response. Rejects without a response. */
async function readLatest(): Promise<string | null> {
  const response = await fetch('/builds/latest.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) return null;
  const latest: unknown = await response.json();
  const { id, timestamp } = (latest ?? {}) as { id?: unknown; timestamp?: unknown };
  return typeof id === 'string' && id !== '' && typeof timestamp === 'number' ? id : null;
}
