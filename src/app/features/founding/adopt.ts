// After a group was saved: its page shows the answer at once, and no list shows it as it was.
import { useSWRConfig } from 'swr';
import { distrust } from '../../data/freshness.ts';

export function useAdopt() {
  const { mutate, cache } = useSWRConfig();
  /** `address` is that of the read that the answer is one of; without an answer it is asked for again. */
  return async (address: string, answer: object | undefined): Promise<void> => {
    // A copy that the worker has is older than the answer.
    distrust(address);
    for (const key of [...cache.keys()]) if (key.includes('/api/explore')) cache.delete(key);
    await mutate(address, answer, { revalidate: answer === undefined });
  };
}
