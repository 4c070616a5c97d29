// After something was saved: its page shows the answer at once, and no list or copy shows it as it was.
import { useSWRConfig } from 'swr';
import type { Answer } from '../../../contract/api.ts';
import { callApi, type Request, urlOf } from '../http/call.ts';
import { distrust } from './freshness.ts';
import type { ReadCall } from './use-resource.ts';
import { coolDown } from './warm.ts';

/** Makes the answer to a write what a read gives from now on; with null that is asked for again. */
export function useAdopt() {
  const { mutate, cache } = useSWRConfig();
  return async <K extends ReadCall>(
    call: K,
    question: Request<K>,
    answer: Answer<K> | null,
  ): Promise<void> => {
    const address = urlOf(call, question);
    // Copies of the worker, and what was fetched ahead, are older than the answer.
    distrust(address);
    coolDown();
    for (const key of [...cache.keys()]) if (key.includes('/api/explore')) cache.delete(key);
    if (answer === null) await mutate(address);
    else await mutate(address, answer, { revalidate: false });
  };
}

/** Asks the server for something as it is now, and no copy. */
export function askAgain<K extends ReadCall>(call: K, question: Request<K>): Promise<Answer<K>> {
  distrust(urlOf(call, question));
  return callApi(call, question);
}
