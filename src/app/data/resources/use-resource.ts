// Reading through SWR: one resource, or a list page by page. Keys are addresses, so the same question is asked once.
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { Answer, Call, Params, Query } from '../../../contract/api.ts';
import { type Request, urlOf } from '../http/call.ts';
import { onReturn } from '../http/connectivity.ts';
import { ApiError } from '../http/problem.ts';
import { useDrawn } from './drawn.ts';
import { useCopyAt, useShown } from './freshness.ts';
import { listKey, rememberList } from './list-keys.ts';
import { isAffectedSince, onSettled, settledWrites } from './settled.ts';
import { read } from './warm.ts';

export type ReadCall = Extract<Call, `GET ${string}`>;
type Question<K extends Call> = Pick<Request<K>, 'params' | 'query'>;

/** The answer to a read, kept fresh. `null` as question asks nothing. An aside is not what the page is about. */
export function useResource<K extends ReadCall>(
  call: K,
  question: Question<K> | null,
  { isAside = false } = {},
) {
  const key = question && urlOf(call, question);
  const { problems } = useDrawn();
  const savedAt = useCopyAt(key);
  const resource = useSWR<Answer<K>, Error>(key, () => read(call, question as Request<K>));
  const apply = (_: string, answer: unknown) =>
    void (answer === undefined
      ? resource.mutate()
      : resource.mutate(answer as Answer<K>, { revalidate: false }));
  useShown(key === null ? [] : [key], apply, isAside);
  const drawn = key === null ? undefined : problems[key];
  // What the server drew as refused is refused until the page has asked for itself.
  const isDrawn = drawn && resource.data === undefined && !resource.error;
  // What is not there any more is not shown any longer; without this a drawn page would fall back to what it came with.
  const isGone = resource.error instanceof ApiError && [404, 410].includes(resource.error.status);
  return {
    data: isGone ? undefined : resource.data,
    error: isDrawn ? new ApiError(drawn.status, drawn) : resource.error,
    isLoading: !isDrawn && resource.isLoading,
    mutate: resource.mutate,
    /** When the shown answer was saved on this device, in milliseconds; null for one that the server has just given. */
    savedAt,
  };
}

type Page<K extends ReadCall> =
  Answer<K> extends { items: (infer Item)[]; nextCursor: string | null } ? Item : never;

const cursorOf = (page: unknown) => (page as { nextCursor: string | null } | null | undefined)?.nextCursor;

/** For each list, by the address of its first page: how many writes were settled when that page was last asked for. */
const settledBefore = new Map<string, number>();

/**
 * A list that grows by pages: `pages` so far, `loadMore` while `hasMore`. While another question loads, the rows of the
 * one before stay (`isStale`). How many pages were loaded is remembered, so that Back finds the list as it was left.
 * `null` as question asks nothing.
 */
export function useList<K extends ReadCall>(
  call: K,
  question: { params?: Params<K>; query?: Query<K> } | null,
) {
  const keyOf = (index: number, previous: Answer<K> | null) => {
    if (question === null) return null;
    const cursor = cursorOf(previous);
    if (index > 0 && !cursor) return null;
    const query = index > 0 ? { ...(question.query as object), cursor } : question.query;
    return urlOf(call, { ...question, query });
  };
  const address = question && urlOf(call, question);
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite<Answer<K>, Error>(
    keyOf,
    (url: string) => {
      if (url === address) settledBefore.set(address, settledWrites());
      const query = Object.fromEntries(new URL(url, 'http://page').searchParams);
      return read(call, { ...question, query } as Request<K>);
    },
    { revalidateFirstPage: false },
  );
  // Before SWR has an answer to put under the list's key.
  useEffect(() => {
    if (address !== null) rememberList(address);
  }, [address]);
  const savedAt = useCopyAt(address);
  // As in `useResource`.
  const { problems } = useDrawn();
  const drawn = address === null ? undefined : problems[listKey(address)];
  const refused = data || error || !drawn ? error : new ApiError(drawn.status, drawn);
  // The first page's also before it is there: the worker may already say what the server says of its copy.
  const pagesAsked = question === null ? [] : (data ?? [null]);
  const addresses = pagesAsked.map((_, index) => keyOf(index, data?.[index - 1] ?? null) ?? '');
  useShown(addresses, (address, answer) => {
    if (answer === undefined || !data) return void mutate();
    const at = addresses.indexOf(address);
    const next = data.map((page, index) => (index === at ? (answer as Answer<K>) : page));
    // Another end of this page is another beginning of the next: then the pages are requested again.
    const isAsLong = cursorOf(answer) === cursorOf(data[at]);
    void mutate(next, { revalidate: !isAsLong && at < addresses.length - 1 });
  });
  // What was shown meanwhile may have changed, and so may what a write was about. SWR's own mutate of a list's key asks
  // for no page that is there already.
  useEffect(() => {
    if (address === null) return;
    const again = () => void mutate();
    const stops = [onReturn(again), onSettled((affects) => (affects(address) ? mutate() : null))];
    // A write that was settled while another screen was open.
    if (isAffectedSince(settledBefore.get(address) ?? settledWrites(), address)) again();
    return () => {
      for (const stop of stops) stop();
    };
  }, [mutate, address]);
  const before = useRef<typeof data>(undefined);
  useEffect(() => {
    if (data) before.current = data;
  }, [data]);
  const isStale = question !== null && !data && !refused && before.current !== undefined;
  const shown = isStale ? before.current : data;
  const pages = shown as { items: Page<K>[]; nextCursor: string | null }[] | undefined;
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
    /** As `useResource` says it, of the first page. */
    savedAt,
  };
}
