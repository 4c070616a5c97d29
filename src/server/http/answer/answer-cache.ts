// Caches answers to public reads for a moment, so that a list which a whole club opens at once is made once and an
// unchanged one costs next to nothing. Only while the database tells at once that something was written.
import type { Encodable } from './compress.ts';

/** With the copies that were compressed for those who asked so far. */
export type KeptAnswer = Encodable & { etag: string };

/** The key of an answer is its language and address. */
export type AnswerCache = {
  /** The cached answer; null where there is none, or something was written since. */
  get(key: string): KeptAnswer | null;
  /**
   * Makes an answer, or waits for one that another request is making, and caches it. One that something was written
   * during is not shared or cached.
   */
  make(key: string, make: () => Promise<KeptAnswer>): Promise<KeptAnswer>;
};

/** Places left and "not over yet" depend on the clock too, so nothing outlives the second it was made in. */
const secondMs = 1000;
const maxKept = 500;

/** `version` changes with every write, and is null where the database cannot tell: then nothing is cached. */
export function createAnswerCache(version: () => string | null, now: () => number): AnswerCache {
  let kept = new Map<string, KeptAnswer>();
  let making = new Map<string, Promise<KeptAnswer>>();
  let keptAt: string | null = null;
  /** Null where nothing may be cached. */
  const moment = () => {
    const current = version();
    return current === null ? null : `${current} at ${Math.floor(now() / secondMs)}`;
  };
  const keepFor = (at: string) => {
    if (at === keptAt) return;
    kept = new Map();
    making = new Map();
    keptAt = at;
  };
  return {
    get: (key) => (keptAt !== null && keptAt === moment() ? (kept.get(key) ?? null) : null),
    make: (key, make) => {
      const at = moment();
      if (at === null) return make();
      keepFor(at);
      const begun = making.get(key);
      if (begun) return begun;
      const ours = making;
      const answer = make()
        .then((made) => {
          if (at !== keptAt || at !== moment()) return made;
          if (kept.size >= maxKept) kept = new Map();
          kept.set(key, made);
          return made;
        })
        .finally(() => ours.delete(key));
      making.set(key, answer);
      return answer;
    },
  };
}
