// Rate limiters. Their counts are in the memory of this process and end with it.
import type { Deps } from '../../deps.ts';
import { Problem } from '../problem.ts';

export type Limiter = {
  /** Counts one use of `key`. Returns 0 when it is allowed, else the seconds until it will be. */
  take(key: string): number;
};

const maxKeys = 50_000;

type Rate = { count: number; windowMs: number; maxWaitMs?: number; growing?: boolean };

/** A limiter by the server's clock; with RATE_LIMIT=off it never refuses. */
export const limiterOf = ({ config, now }: Pick<Deps, 'config' | 'now'>, rate: Rate): Limiter =>
  config.rateLimit ? createLimiter(() => now().getTime(), rate) : { take: () => 0 };

/** Counts one use of `key`. Throws rate_limited with `refusal`, which is said only then. */
export function takeUse(limiter: Limiter, key: string, refusal: () => string): void {
  const retryAfterSeconds = limiter.take(key);
  if (retryAfterSeconds > 0) throw new Problem('rate_limited', refusal(), { retryAfterSeconds });
}

/**
 * Allows `count` uses per `windowMs` for each key. With `growing`, every refusal in a row doubles the wait up to
 * `maxWaitMs`; a key is never locked for good.
 */
export function createLimiter(
  now: () => number,
  { count, windowMs, maxWaitMs = windowMs, growing = false }: Rate,
): Limiter {
  const uses = new Map<string, { times: number[]; waitMs: number; blockedUntil: number; lastAt: number }>();
  return {
    take(key) {
      const at = now();
      if (uses.size > maxKeys) forgetOld(uses, at - Math.max(windowMs, maxWaitMs));
      const known = uses.get(key);
      // A last use in the future: the clock was set back, and no time of this key means anything.
      const use =
        known && known.lastAt <= at ? known : { times: [], waitMs: windowMs, blockedUntil: 0, lastAt: at };
      uses.set(key, use);
      // No use for as long as the longest wait resets the growth.
      if (at - use.lastAt > maxWaitMs) use.waitMs = windowMs;
      use.lastAt = at;
      if (at < use.blockedUntil) return seconds(use.blockedUntil - at);
      // The times are sorted and mostly none has expired, so `shift` copies nothing in the usual case.
      while (use.times[0] !== undefined && use.times[0] <= at - windowMs) use.times.shift();
      if (use.times.length < count) {
        use.times.push(at);
        return 0;
      }
      if (!growing) return seconds((use.times[0] ?? at) + windowMs - at);
      use.blockedUntil = at + use.waitMs;
      use.waitMs = Math.min(use.waitMs * 2, maxWaitMs);
      return seconds(use.blockedUntil - at);
    },
  };
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

function forgetOld(uses: Map<string, { lastAt: number }>, before: number) {
  for (const [key, use] of uses) if (use.lastAt < before) uses.delete(key);
  // Evict the oldest keys to bound memory under a flood of new ones; a tenth at once, so that this is rare.
  for (const key of uses.keys()) {
    if (uses.size <= maxKeys * 0.9) break;
    uses.delete(key);
  }
}
