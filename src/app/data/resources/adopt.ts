// Updates the caches after a write: the page shows the answer at once, and no list or copy shows the old state.
import { useSWRConfig } from 'swr';
import type { Answer } from '../../../contract/api.ts';
import { callApi, type Request, urlOf } from '../http/call.ts';
import { invalidate } from './freshness.ts';
import { clearPrefetch } from './prefetched-reads.ts';
import type { ReadCall } from './use-resource.ts';

/** Stores the answer to a write as the answer to a read; null revalidates the read instead. */
export function useAdopt() {
  const { mutate, cache } = useSWRConfig();
  return async <K extends ReadCall>(
    call: K,
    request: Request<K>,
    answer: Answer<K> | null,
  ): Promise<void> => {
    const address = urlOf(call, request);
    // The worker's copies and prefetched reads are older than the answer.
    invalidate(address);
    clearPrefetch();
    for (const key of [...cache.keys()]) if (key.includes('/api/explore')) cache.delete(key);
    if (answer === null) await mutate(address);
    else await mutate(address, answer, { revalidate: false });
  };
}

/** Reads from the server, bypassing copies. */
export function readUncached<K extends ReadCall>(call: K, request: Request<K>): Promise<Answer<K>> {
  invalidate(urlOf(call, request));
  return callApi(call, request);
}
