// A list with all of its pages, for sums and overviews, which would be wrong over only some of the rows.
import { useEffect } from 'react';
import type { Params, Query } from '../../../contract/api.ts';
import { type ReadCall, useList } from './use-resource.ts';

/** Like `useList`, and loads all pages. `whole`: all rows; undefined until they are loaded. */
export function useWholeList<K extends ReadCall>(
  call: K,
  request: { params?: Params<K>; query?: Query<K> } | null,
) {
  const list = useList(call, request);
  const { items, error, hasMore, isLoadingMore, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) loadMore();
  }, [hasMore, isLoadingMore, error, loadMore]);
  return { ...list, whole: hasMore ? undefined : items };
}
