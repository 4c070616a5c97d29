// When other events take the places and leaders of the week's events that the viewer runs and does not see.
import type { Busy } from '../../../../contract/people/busy.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { addDays, type Day, dayStart } from '../days.ts';

/** Null before the answer and offline: then only the viewer's own calendar is compared. */
export function useBusy(days: readonly Day[], timeZone: string): Busy | null {
  const [first] = days;
  const last = days.at(-1);
  const iso = (ms: number) => new Date(ms).toISOString();
  const query = first &&
    last && { from: iso(dayStart(first, timeZone)), to: iso(dayStart(addDays(last, 1), timeZone)) };
  const { data } = useResource('GET /api/users/me/busy', query ? { query } : null, {
    excludedFromFreshness: true,
  });
  return data ?? null;
}
