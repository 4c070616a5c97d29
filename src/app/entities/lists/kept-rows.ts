// The rows of a list of replies due. A row that was answered stays until the list is opened again, so that no other
// row moves under the thumb that has just tapped, and the answer can be changed. So does one that was answered beside
// the list, on a wide screen.
import { useEffect, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { useResource } from '../../data/resources/use-resource.ts';

/**
 * `rows`: the items, in the order of their dates, and the answered ones that the server no longer lists. `chosenId`: of
 * the event beside the list.
 */
export function useKeptRows(items: readonly MyEventSummary[] | undefined, chosenId?: string) {
  const [kept, setKept] = useState<readonly MyEventSummary[]>([]);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const add = (row: MyEventSummary) =>
    setKept((before) => [...before.filter(({ id }) => id !== row.id), row]);
  const isListed = (id: string) => items?.some((item) => item.id === id) ?? false;
  const gone = kept.filter(({ id }) => !isListed(id));
  const rows = gone.length === 0 ? items : [...(items ?? []), ...gone].toSorted(byDate);

  const chosen = rows?.find(({ id }) => id === chosenId);
  const { data: beside } = useResource(
    'GET /api/events/{id}',
    chosen ? { params: { id: chosen.id } } : null,
    { excludedFromFreshness: true },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is read when its answer beside the list changes
  useEffect(() => {
    if (chosen && beside && !answered.has(chosen.id)) add({ ...chosen, registration: beside.registration });
  }, [beside]);

  return {
    rows,
    /** Those that still wait for an answer: the server lists them, and they were not answered here. */
    due: items?.filter(({ id }) => !answered.has(id)),
    isKept: (id: string) => kept.some((row) => row.id === id),
    /** Answered in its row. */
    isAnswered: (id: string) => answered.has(id),
    /** Whether the row asks: not once it was answered beside the list. */
    isOwed: (id: string) => isListed(id) || answered.has(id),
    /** Of a row that was answered here. */
    keep: (row: MyEventSummary) => {
      add(row);
      setAnswered((before) => new Set([...before, row.id]));
    },
  };
}

const byDate = (a: MyEventSummary, b: MyEventSummary) =>
  Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1);
