// The agenda as a list: days with entries, free stretches, and months without an answer. Pure.
import { addDays, type Day, daysBetween, monthEnd, monthStart } from '../days.ts';
import type { Days, Entry } from '../entries.ts';
import { noEntries } from '../entries.ts';

export type AgendaItem<Gap> =
  | { kind: 'day'; day: Day; entries: readonly Entry[] }
  | { kind: 'free'; day: Day; days: number }
  | { kind: 'gap'; day: Day; gap: Gap };

/** Shorter stretches of free days are not mentioned. */
const minFreeDays = 3;

/**
 * `gapIn` returns the month that is not loaded between two days, or null. Today is listed, unless its month is not loaded.
 */
export function agendaItems<Gap>(
  { byDay }: Pick<Days, 'byDay'>,
  { first, last, today }: { first: Day; last: Day; today: Day },
  gapIn: (first: Day, last: Day) => Gap | null,
): AgendaItem<Gap>[] {
  const items: AgendaItem<Gap>[] = [];
  let freeFrom: Day | null = null;
  let shownGap: Gap | null = null;
  const endFree = (day: Day) => {
    const days = freeFrom === null ? 0 : daysBetween(freeFrom, day);
    if (freeFrom !== null && days >= minFreeDays) items.push({ kind: 'free', day: freeFrom, days });
    freeFrom = null;
  };
  for (let from = first; from <= last; from = addDays(monthEnd(from), 1)) {
    const to = monthEnd(from) < last ? monthEnd(from) : last;
    const hasGap = gapIn(monthStart(from), monthEnd(from)) !== null;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      // Months are fetched in UTC, so a local day may be in two of them.
      const gap = hasGap ? gapIn(day, day) : null;
      if (gap !== null) {
        endFree(day);
        if (gap !== shownGap) items.push({ kind: 'gap', day, gap });
        shownGap = gap;
      }
      const entries = byDay.get(day);
      if (entries || (day === today && gap === null)) {
        endFree(day);
        items.push({ kind: 'day', day, entries: entries ?? noEntries });
      } else if (gap === null) freeFrom ??= day;
    }
  }
  endFree(addDays(last, 1));
  return items;
}

/**
 * The first day by which the `wanted` number of entries is reached, counted from `from`; `last` where there
 * are fewer.
 */
export function dayWith({ byDay }: Pick<Days, 'byDay'>, wanted: number, from: Day, last: Day): Day {
  let count = 0;
  for (let day = from; day < last; day = addDays(day, 1)) {
    count += byDay.get(day)?.length ?? 0;
    if (count >= wanted) return day;
  }
  return last;
}
