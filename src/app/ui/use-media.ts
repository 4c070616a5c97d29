// Whether a media query holds. A server does not know, and draws as for a phone.
import { useCallback, useSyncExternalStore } from 'react';

/** From here the list stands left and what was chosen right: the side rail, a list of 26 rem and the rest fit without crowding. */
export const twoPanes = '(min-width: 80em)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
