// Paints one picture at a time and keeps what was painted: one link shared in a full group is painted once.
import type { Painting } from './paint.ts';

export type Paint = (painting: Painting) => Promise<Buffer>;

export type Painter = {
  /** The PNG, painted or kept; null where too many wait already. `key` names what is painted and its version. */
  png(key: string, painting: Painting): Promise<Buffer> | null;
};

/** A picture takes about 0.1 s of one core: more would wait longer than those who ask do. */
const maxWaiting = 20;
const maxKeptBytes = 8_000_000;

export function createPainter(paint: Paint): Painter {
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  const keep = (key: string, png: Buffer) => {
    kept.set(key, png);
    keptBytes += png.length;
    // The one that was not asked for the longest goes first.
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= maxKeptBytes) break;
      kept.delete(oldest);
      keptBytes -= length;
    }
  };

  return {
    png(key, painting) {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return Promise.resolve(known);
      }
      const same = underWay.get(key);
      if (same) return same;
      if (underWay.size >= maxWaiting) return null;
      const made = last.then(() => paint(painting));
      underWay.set(key, made);
      last = made
        .then((png) => keep(key, png))
        .catch(() => {})
        .finally(() => underWay.delete(key));
      return made;
    },
  };
}
