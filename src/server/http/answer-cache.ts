// Remembers answers to public reads for a moment, so that a list which a whole club opens at once is made once and an
// unchanged one costs next to nothing. Only where the database tells at once that something was written.

export type KeptAnswer = { body: string; etag: string };

export type AnswerCache = {
  get(url: string): KeptAnswer | null;
  set(url: string, answer: KeptAnswer): void;
};

/** Places left and "not over yet" hang on the clock too, so nothing outlives the second it was made in. */
const secondMs = 1000;
const maxKept = 500;

/** `version` changes with every write, and is null where the database cannot tell: then nothing is kept. */
export function createAnswerCache(version: () => string | null, now: () => number): AnswerCache {
  let kept = new Map<string, KeptAnswer>();
  let keptVersion: string | null = null;
  let keptSecond = 0;
  /** Empties it as soon as anything in it may be out of date; false where nothing can be kept. */
  const isCurrent = () => {
    const current = version();
    const second = Math.floor(now() / secondMs);
    if (current === null) return false;
    if (current === keptVersion && second === keptSecond && kept.size < maxKept) return true;
    kept = new Map();
    keptVersion = current;
    keptSecond = second;
    return true;
  };
  return {
    get: (url) => (isCurrent() ? (kept.get(url) ?? null) : null),
    set: (url, answer) => {
      if (isCurrent()) kept.set(url, answer);
    },
  };
}
