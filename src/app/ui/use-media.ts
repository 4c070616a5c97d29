// Whether a media query matches. The server cannot know and renders as for a phone.
import { useCallback, useSyncExternalStore } from 'react';

/**
 * From this width the list is on the left and the chosen item on the right: rail, 26 rem list and item fit
 * without crowding.
 */
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
