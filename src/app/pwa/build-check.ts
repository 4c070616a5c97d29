// Asks now and then whether the server has a newer build. Every hour, and when the page is looked at again after half an
// hour; whatever one check meets, the next one comes.
import { ownBuild } from '../data/session/page-meta.ts';

const everyMs = 60 * 60 * 1000;
const afterMs = 30 * 60 * 1000;

/** Calls `onNewer` when the server's newest build is another than this page's. */
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
      // Next time.
    } finally {
      clearTimeout(timer);
      timer = setTimeout(check, everyMs);
    }
  };
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= afterMs) void check();
  };
  timer = setTimeout(check, everyMs);
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, look);
}

/** The id of the newest build; null where the answer is anything but what a build writes. Rejects without an answer. */
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
