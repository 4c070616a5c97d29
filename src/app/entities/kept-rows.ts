// The rows of a list of replies due. A row that was answered stays until the list is opened again, so that no other
// row moves under the thumb that has just tapped, and the answer can be changed.
import { useState } from 'react';

type Row = { id: string; startsAt: string };

/** `rows`: the items, in the order of their dates, and the answered ones that the server no longer lists. */
export function useKeptRows<R extends Row>(items: readonly R[] | undefined) {
  const [kept, setKept] = useState<readonly R[]>([]);
  const gone = kept.filter(({ id }) => items?.every((item) => item.id !== id));
  return {
    rows: gone.length === 0 ? items : [...(items ?? []), ...gone].toSorted(byDate),
    isKept: (id: string) => kept.some((row) => row.id === id),
    keep: (row: R) => setKept((before) => [...before.filter(({ id }) => id !== row.id), row]),
  };
}

const byDate = (a: Row, b: Row) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1);
