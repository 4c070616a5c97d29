// Caches answers to public reads for a second, so that a list which a whole club opens at once is made once. Only while
// `Database.version` changes with every write.
import type { Encodable } from './compress.ts';

/** An answer with its compressed copies so far. */
export type CachedAnswer = Encodable & { etag: string };

/** The key of an answer is its language and URL. */
export type AnswerCache = {
  /** Now, for `get` and `make` of one request; null while nothing may be cached. Asks the database. */
  moment(): string | null;
  /** The cached answer; null where there is none, or after a write. */
  get(moment: string | null, key: string): CachedAnswer | null;
  /**
   * Makes and caches an answer, or waits for the one that another request is making. An answer is neither shared nor cached
   * when a write happened meanwhile.
   */
  make(moment: string | null, key: string, make: () => Promise<CachedAnswer>): Promise<CachedAnswer>;
};

/** Answers also depend on the clock (free seats, "not over yet"), so the cache is cleared each second. */
const secondMs = 1000;
const maxEntries = 500;

/** `version` is `Database.version`; while it is null, nothing is cached. */
export function createAnswerCache(version: () => string | null, now: () => number): AnswerCache {
  let cached = new Map<string, CachedAnswer>();
  let making = new Map<string, Promise<CachedAnswer>>();
  let cachedAt: string | null = null;
  /** The version and second. */
  const moment = () => {
    const current = version();
    return current === null ? null : `${current} at ${Math.floor(now() / secondMs)}`;
  };
  const clearUnless = (at: string) => {
    if (at === cachedAt) return;
    cached = new Map();
    making = new Map();
    cachedAt = at;
  };
  return {
    moment,
    get: (at, key) => (at !== null && at === cachedAt ? (cached.get(key) ?? null) : null),
    make: (at, key, make) => {
      if (at === null) return make();
      clearUnless(at);
      const pending = making.get(key);
      if (pending) return pending;
      const ours = making;
      const answer = make()
        .then((made) => {
          if (at !== cachedAt || at !== moment()) return made;
          if (cached.size >= maxEntries) cached = new Map();
          cached.set(key, made);
          return made;
        })
        .finally(() => ours.delete(key));
      making.set(key, answer);
      return answer;
    },
  };
}
