// Whether a figure of the soak grows steadily, by the quarters of its samples. Pure.
import { quantile } from '../statistics.ts';

export type Growth = {
  first: number;
  last: number;
  /** Of all samples. */
  most: number;
  isSteady: boolean;
};

export type GrowthRule = {
  /** The quantile that represents a quarter: 0.5 is its median, 0.1 is near its minimum. */
  at: number;
  /** A step from one quarter to the next counts from this share of the first quarter on … */
  share: number;
  /** … and from this amount on. */
  least: number;
};

/**
 * Steady growth is a step up from each quarter to the next. A value that rises and then stays, like a cache,
 * has a quarter without a step.
 */
export function growthOf(samples: readonly number[], { at, share, least }: GrowthRule): Growth {
  const quarters = quartersOf(samples).map((quarter) => quantile(quarter, at));
  const [first = 0] = quarters;
  const step = Math.max(least, first * share);
  const isStep = (value: number, index: number) => index === 0 || value - (quarters[index - 1] ?? 0) > step;
  return {
    first,
    last: quarters.at(-1) ?? 0,
    most: samples.length > 0 ? Math.max(...samples) : 0,
    isSteady: samples.length >= 4 && quarters.every(isStep),
  };
}

/** In order, as equal as their number allows. */
export function quartersOf<T>(samples: readonly T[]): T[][] {
  return [0, 1, 2, 3].map((quarter) =>
    samples.slice(
      Math.floor((samples.length * quarter) / 4),
      Math.floor((samples.length * (quarter + 1)) / 4),
    ),
  );
}
