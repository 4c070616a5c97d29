// How often the series of an event repeats, shown beside the number of its dates.
import { cycleOf } from '../../../format/words/series.ts';

/** Nothing where the rule can't be parsed. */
export function Cycle({ rrule, locale }: { rrule: string; locale: string }) {
  const words = cycleOf(rrule, locale);
  return words ? ` · ${words}` : null;
}
