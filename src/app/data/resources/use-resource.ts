// Reads through SWR: one resource, or a paginated list. Keys are URLs, so equal requests are deduplicated.
import { useEffect, useLayoutEffect, useRef } from 'react';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Answer, Call, Params, Query } from '../../../contract/api.ts';
import { type Request, urlOf } from '../http/call.ts';
import { onReconnect } from '../http/connectivity.ts';
import { ApiError } from '../http/problem.ts';
import { acknowledgedWrites, isAffectedSince, onAcknowledged } from './acknowledged-writes.ts';
import { useAnswerUpdates, useCopyAt } from './freshness.ts';
import { listKey, rememberList } from './list-keys.ts';
import { read } from './prefetched-reads.ts';
import { useRenderData } from './render-data.ts';

export type ReadCall = Extract<Call, `GET ${string}`>;
type ReadRequest<K extends Call> = Pick<Request<K>, 'params' | 'query'>;

/**
 * The answer to a read, revalidated by SWR. Reads nothing if `request` is null. `excludedFromFreshness`: the read is
 * secondary, so its age does not count for the page.
 */
export function useResource<K extends ReadCall>(
  call: K,
  request: ReadRequest<K> | null,
  { excludedFromFreshness = false } = {},
) {
  const key = request && urlOf(call, request);
  const { problems } = useRenderData();
  const savedAt = useCopyAt(key);
  const resource = useSWR<Answer<K>, Error>(key, () => read(call, request as Request<K>));
  const apply = (_: string, answer: unknown) =>
    void (answer === undefined
      ? resource.mutate()
      : resource.mutate(answer as Answer<K>, { revalidate: false }));
  useAnswerUpdates(key === null ? [] : [key], apply, excludedFromFreshness);
  const rendered = key === null ? undefined : problems[key];
  // A refusal that the server rendered is shown until the page has read for itself.
  const isRenderedRefusal = rendered && resource.data === undefined && !resource.error;
  // Hide deleted resources: a server-rendered page would otherwise fall back to the answer it was rendered from.
  const isGone = resource.error instanceof ApiError && [404, 410].includes(resource.error.status);
  return {
    data: isGone ? undefined : resource.data,
    error: isRenderedRefusal ? new ApiError(rendered.status, rendered) : resource.error,
    isLoading: !isRenderedRefusal && resource.isLoading,
    mutate: resource.mutate,
    /** When the shown copy was saved on this device, in milliseconds; null for an answer of the server. */
    savedAt,
  };
}

type Page<K extends ReadCall> =
  Answer<K> extends { items: (infer Item)[]; nextCursor: string | null } ? Item : never;

const cursorOf = (page: unknown) => (page as { nextCursor: string | null } | null | undefined)?.nextCursor;

/** By the address of a list's first page: how many writes were acknowledged when that page was last requested. */
const acknowledgedBefore = new Map<string, number>();

/**
 * A paginated list: the loaded `pages`, and `loadMore` while `hasMore`. While another request loads, the rows of the
 * previous one stay (`isStale`). The number of loaded pages is remembered, so that Back restores the list. Reads nothing
 * if `request` is null.
 */
export function useList<K extends ReadCall>(
  call: K,
  request: { params?: Params<K>; query?: Query<K> } | null,
) {
  const keyOf = (index: number, previous: Answer<K> | null) => {
    if (request === null) return null;
    const cursor = cursorOf(previous);
    if (index > 0 && !cursor) return null;
    const query = index > 0 ? { ...(request.query as object), cursor } : request.query;
    return urlOf(call, { ...request, query });
  };
  const address = request && urlOf(call, request);
  // SWR reads in a layout effect of its own, after this one, and may store a prefetched answer before passive effects run.
  useLayoutEffect(() => {
    if (address !== null) rememberList(address);
  }, [address]);
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite<Answer<K>, Error>(
    keyOf,
    (url: string) => {
      if (url === address) acknowledgedBefore.set(address, acknowledgedWrites());
      const query = Object.fromEntries(new URL(url, 'http://page').searchParams);
      return read(call, { ...request, query } as Request<K>);
    },
    { revalidateFirstPage: false },
  );
  const savedAt = useCopyAt(address);
  // As in `useResource`.
  const { problems } = useRenderData();
  const rendered = address === null ? undefined : problems[listKey(address)];
  const refused = data || error || !rendered ? error : new ApiError(rendered.status, rendered);
  // Includes the first page before it is loaded: the worker's update of its copy may already arrive.
  const pagesAsked = request === null ? [] : (data ?? [null]);
  const addresses = pagesAsked.map((_, index) => keyOf(index, data?.[index - 1] ?? null) ?? '');
  useAnswerUpdates(addresses, (address, answer) => {
    if (answer === undefined || !data) return void mutate();
    const at = addresses.indexOf(address);
    const next = data.map((page, index) => (index === at ? (answer as Answer<K>) : page));
    // If this page ends elsewhere, the next one begins elsewhere: request the pages again.
    const isAsLong = cursorOf(answer) === cursorOf(data[at]);
    void mutate(next, { revalidate: !isAsLong && at < addresses.length - 1 });
  });
  // Revalidates after a reconnect or an affecting write. SWR's global mutate of a list's key would not request pages that
  // are already loaded.
  useEffect(() => {
    if (address === null) return;
    const again = () => void mutate();
    const stops = [onReconnect(again), onAcknowledged((affects) => (affects(address) ? mutate() : null))];
    // A write that was acknowledged while another screen was open.
    if (isAffectedSince(acknowledgedBefore.get(address) ?? acknowledgedWrites(), address)) again();
    return () => {
      for (const stop of stops) stop();
    };
  }, [mutate, address]);
  const before = useRef<typeof data>(undefined);
  useEffect(() => {
    if (data) before.current = data;
  }, [data]);
  const isStale = request !== null && !data && !refused && before.current !== undefined;
  const shown = isStale ? before.current : data;
  const pages = shown as (Answer<K> & { items: Page<K>[]; nextCursor: string | null })[] | undefined;
  return {
    pages,
    items: pages?.flatMap((page) => page.items),
    error: refused,
    isStale,
    isLoadingMore: data !== undefined && size > data.length && !refused,
    nextCursor: pages?.at(-1)?.nextCursor ?? null,
    hasMore: Boolean(pages?.at(-1)?.nextCursor),
    isValidating,
    loadMore: () => void setSize((count) => count + 1),
    retry: () => void mutate(),
    /** As in `useResource`, for the first page. */
    savedAt,
  };
}
