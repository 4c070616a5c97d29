import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on a server and during hydration, so that both render the same. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
