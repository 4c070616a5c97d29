// A list with all of its pages, for sums and overviews: over a part of the rows they would be wrong.
import { useEffect } from 'react';
import type { Params, Query } from '../../../contract/api.ts';
import { type ReadCall, useList } from './use-resource.ts';

/** The list as `useList` gives it, page after page until its end. `whole`: all rows; undefined until then. */
export function useWholeList<K extends ReadCall>(
  call: K,
  question: { params?: Params<K>; query?: Query<K> } | null,
) {
  const list = useList(call, question);
  const { items, error, hasMore, isLoadingMore, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) loadMore();
  }, [hasMore, isLoadingMore, error, loadMore]);
  return { ...list, whole: hasMore ? undefined : items };
}
