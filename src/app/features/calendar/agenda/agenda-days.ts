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
 * `gapIn` returns what is missing of a month, given its first and last day; null where nothing is. Today is
 * always included.
 */
export function agendaItems<Gap>(
  { byDay }: Pick<Days, 'byDay'>,
  { first, last, today }: { first: Day; last: Day; today: Day },
  gapIn: (first: Day, last: Day) => Gap | null,
): AgendaItem<Gap>[] {
  const items: AgendaItem<Gap>[] = [];
  let freeFrom: Day | null = null;
  const endFree = (day: Day) => {
    const days = freeFrom === null ? 0 : daysBetween(freeFrom, day);
    if (freeFrom !== null && days >= minFreeDays) items.push({ kind: 'free', day: freeFrom, days });
    freeFrom = null;
  };
  for (let from = first; from <= last; from = addDays(monthEnd(from), 1)) {
    const to = monthEnd(from) < last ? monthEnd(from) : last;
    const gap = gapIn(monthStart(from), monthEnd(from));
    if (gap !== null) {
      endFree(from);
      items.push({ kind: 'gap', day: from, gap });
      continue;
    }
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const entries = byDay.get(day);
      if (entries || day === today) {
        endFree(day);
        items.push({ kind: 'day', day, entries: entries ?? noEntries });
      } else freeFrom ??= day;
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
