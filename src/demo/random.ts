// Seeded random generator: the same seed gives the same numbers and ids. Not for secrets.
import { v7 } from 'uuid';

export type Random = ReturnType<typeof createRandom>;

/** A mulberry32 generator with the methods that demo data needs. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const bytes = new Uint8Array(16);
  const words = new DataView(bytes.buffer);

  function draw(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  /** At least 0, less than 1. */
  const next = () => draw() / 2 ** 32;
  /** An integer, both ends included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const chance = (probability: number) => next() < probability;

  function pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(next() * list.length)];
    if (found === undefined) throw new Error('Nothing to pick from.');
    return found;
  }

  /** Up to `count` different items in random order; fast on long lists. */
  function sample<T>(list: readonly T[], count: number): T[] {
    if (count * 4 >= list.length) return shuffled(list).slice(0, count);
    const taken = new Set<T>();
    while (taken.size < count) taken.add(pick(list));
    return [...taken];
  }

  function shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, rank: next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }

  /** A UUIDv7 of that instant. */
  function id(atMs: number): string {
    // The first six bytes are the time.
    words.setUint32(4, draw());
    words.setUint32(8, draw());
    words.setUint32(12, draw());
    return v7({ msecs: atMs, random: bytes });
  }

  return { next, int, chance, pick, sample, shuffled, id };
}
