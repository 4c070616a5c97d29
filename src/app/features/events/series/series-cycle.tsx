// How often the series of an event repeats, beside how many dates it has.
import { cycleOf } from '../../../format/series-words.ts';

/** Nothing where the rule can't be read. */
export function Cycle({ rrule, locale }: { rrule: string; locale: string }) {
  const words = cycleOf(rrule, locale);
  return words ? ` · ${words}` : null;
}
