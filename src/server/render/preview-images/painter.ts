// Paints one link preview image at a time and caches it, so that a link shared in a large group is painted once.
import type { Painting } from './paint.ts';

export type Paint = (painting: Painting) => Promise<Buffer>;

export type Painter = {
  /** The PNG, painted or cached; null where the queue is full. `key` names the subject and its version. */
  png(key: string, painting: Painting): Promise<Buffer> | null;
};

/** An image takes about 0.1 s of one core; a client gives up before a longer queue reaches it. */
const maxWaiting = 20;
const maxCachedBytes = 8_000_000;

export function createPainter(paint: Paint): Painter {
  const cached = new Map<string, Buffer>();
  let cachedBytes = 0;
  const pending = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  const store = (key: string, png: Buffer) => {
    cached.set(key, png);
    cachedBytes += png.length;
    // Evict the least recently used image first.
    for (const [oldest, { length }] of cached) {
      if (cachedBytes <= maxCachedBytes) break;
      cached.delete(oldest);
      cachedBytes -= length;
    }
  };

  return {
    png(key, painting) {
      const known = cached.get(key);
      if (known) {
        cached.delete(key);
        cached.set(key, known);
        return Promise.resolve(known);
      }
      const same = pending.get(key);
      if (same) return same;
      if (pending.size >= maxWaiting) return null;
      const made = last.then(() => paint(painting));
      pending.set(key, made);
      last = made
        .then((png) => store(key, png))
        .catch(() => {})
        .finally(() => pending.delete(key));
      return made;
    },
  };
}
