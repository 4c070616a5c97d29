// Limits of an amount in a long window, such as bytes in a day. The sums are in the memory of this process and end with it.

export type Quota = {
  /** Adds an amount for `key`. Returns 0 when it is allowed, else the seconds until it will be. */
  take(key: string, amount: number): number;
};

/** Allows `amount` for each key in a window, which begins with the first use. */
export function createQuota(
  now: () => number,
  { amount: max, windowMs }: { amount: number; windowMs: number },
): Quota {
  const uses = new Map<string, { sum: number; until: number }>();
  let cleanAt = 0;
  /** A window that ends later than one from now on began before the clock was set back: it counts as over. */
  const isOver = (until: number, at: number) => until <= at || until > at + windowMs;
  return {
    take(key, amount) {
      const at = now();
      if (isOver(cleanAt, at)) {
        for (const [known, { until }] of uses) if (isOver(until, at)) uses.delete(known);
        cleanAt = at + windowMs;
      }
      const known = uses.get(key);
      const use = known && !isOver(known.until, at) ? known : { sum: 0, until: at + windowMs };
      if (use.sum + amount > max) return Math.ceil((use.until - at) / 1000);
      use.sum += amount;
      uses.set(key, use);
      return 0;
    },
  };
}

/** Never refuses: for RATE_LIMIT=off. */
export const noQuota: Quota = { take: () => 0 };
