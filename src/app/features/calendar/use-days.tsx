// The entries of some days, from the answers of their months: read from SWR's cache, and fetched by
// components that render nothing.
import { memo, type ReactNode, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CalendarEntry } from '../../../contract/people/me.ts';
import { prefetchAnswer } from '../../data/device/offline-prefetch.ts';
import { urlOf } from '../../data/http/call.ts';
import {
  type Month,
  monthRequest,
  monthsTouching,
  shiftMonth,
} from '../../data/resources/calendar-months.ts';
import { useCreatedEvents } from '../../data/resources/created-events.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { addDays, type Day, dayStart } from './days.ts';
import { type Days, daysOf, type Entry, queuedItem } from './entries.ts';

const call = 'GET /api/users/me/calendar';

/** A month without an answer: still loading, or failed with `error`. */
export type MissingMonth = { month: Month; error: Error | null };

export type ShownDays = Days & {
  missing: readonly MissingMonth[];
  /** Reloads the months; resolves when they are there. */
  retry: () => Promise<unknown>;
  /** Fetches the months and renders nothing: put it into the view. */
  feeds: ReactNode;
};

/** The UTC months that contain the days from `first` to `last` in a zone. */
export const monthsOfDays = (first: Day, last: Day, timeZone: string): Month[] =>
  monthsTouching(dayStart(first, timeZone), dayStart(addDays(last, 1), timeZone));

/** `isShown`: the filter by teams; pass the same function until the filter changes. */
export function useDays(
  first: Day,
  last: Day,
  timeZone: string,
  isShown: (entry: Entry) => boolean,
): ShownDays {
  const { cache, mutate } = useSWRConfig();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const span = monthsOfDays(first, last, timeZone).join(' ');
  const months = useMemo(() => span.split(' '), [span]);
  const states = months.map((month) => cache.get(addressOf(month)));
  const rendered = useRef(states);
  useEffect(() => {
    rendered.current = states;
  });
  const look = useCallback(() => {
    const hasChanged = months.some((month, index) => {
      const now = cache.get(addressOf(month));
      const before = rendered.current[index];
      return now?.data !== before?.data || now?.error !== before?.error;
    });
    if (hasChanged) rerender();
  }, [cache, months]);
  useNeighbours(months);

  const answers = useSame(
    states.flatMap((state) => (state?.data ? [state.data.items as CalendarEntry[]] : [])),
  );
  const created = useCreatedEvents();
  const queued = useMemo(() => created.map(({ event }) => queuedItem(event)), [created]);
  const days = useMemo(
    // An answer that has the event counts, because it comes last.
    () => daysOf([queued, ...answers], timeZone, isShown),
    [queued, answers, timeZone, isShown],
  );
  const missing = months.flatMap((month, index) => {
    const { data, error } = states[index] ?? {};
    return data ? [] : [{ month, error: (error as Error | undefined) ?? null }];
  });
  return {
    ...days,
    missing: useSame(missing, ({ month, error }, other) => month === other.month && error === other.error),
    retry: useCallback(() => Promise.all(months.map((month) => mutate(addressOf(month)))), [months, mutate]),
    feeds: months.map((month) => <MonthFeed key={month} month={month} onAnswer={look} />),
  };
}

const addressOf = (month: Month) => urlOf(call, monthRequest(month));

const MonthFeed = memo(function MonthFeed({ month, onAnswer }: { month: Month; onAnswer: () => void }) {
  const { data, error } = useResource(call, monthRequest(month));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is when to tell
  useEffect(onAnswer, [onAnswer, data, error]);
  return null;
});

/** The previous list as long as it has the same items. */
function useSame<T>(list: readonly T[], isSame: (one: T, other: T) => boolean = Object.is): readonly T[] {
  const [held] = useState({ list });
  const isAsBefore =
    held.list.length === list.length && list.every((one, index) => isSame(one, held.list[index] as T));
  if (!isAsBefore) held.list = list;
  return held.list;
}

/** Prefetch the neighbouring months after this time on a month. */
const restMs = 250;

function useNeighbours(months: readonly Month[]): void {
  const store = useSWRConfig();
  useEffect(() => {
    const beside = [shiftMonth(months.at(-1) ?? '', 1), shiftMonth(months[0] ?? '', -1)];
    const timer = setTimeout(() => {
      for (const month of beside) void prefetchAnswer(store, call, monthRequest(month));
    }, restMs);
    return () => clearTimeout(timer);
  }, [store, months]);
}
