// Remembers answers to public reads for a moment, so that a list which a whole club opens at once is made once and an
// unchanged one costs next to nothing. Only where the database tells at once that something was written.
import type { Encodable } from './compress.ts';

/** With the copies that were compressed for those who asked so far. */
export type KeptAnswer = Encodable & { etag: string };

export type AnswerCache = {
  get(url: string): KeptAnswer | null;
  /**
   * Makes an answer and keeps it, unless something was written while it was made. Requests that ask for the same while it is
   * made, and before anything was written, share it.
   */
  make(url: string, make: () => Promise<KeptAnswer>): Promise<KeptAnswer>;
};

/** Places left and "not over yet" hang on the clock too, so nothing outlives the second it was made in. */
const secondMs = 1000;
const maxKept = 500;

/** `version` changes with every write, and is null where the database cannot tell: then nothing is kept. */
export function createAnswerCache(version: () => string | null, now: () => number): AnswerCache {
  let kept = new Map<string, KeptAnswer>();
  let keptAt: string | null = null;
  const underWay = new Map<string, Promise<KeptAnswer>>();
  const moment = () => {
    const current = version();
    return current === null ? null : `${current} at ${Math.floor(now() / secondMs)}`;
  };
  const keep = (url: string, answer: KeptAnswer, madeAt: string) => {
    if (madeAt !== moment()) return;
    if (madeAt !== keptAt || kept.size >= maxKept) kept = new Map();
    keptAt = madeAt;
    kept.set(url, answer);
  };
  return {
    get: (url) => (keptAt !== null && keptAt === moment() ? (kept.get(url) ?? null) : null),
    async make(url, make) {
      const madeAt = moment();
      if (madeAt === null) return make();
      const key = `${madeAt} ${url}`;
      const known = underWay.get(key);
      if (known) return known;
      const making = make();
      underWay.set(key, making);
      try {
        const answer = await making;
        keep(url, answer, madeAt);
        return answer;
      } finally {
        underWay.delete(key);
      }
    },
  };
}
