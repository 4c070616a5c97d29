import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/**
 * What `select` returns for the state; it returns the same value for the same state. `onServer`: the value on a server, and
 * while its page is hydrated.
 */
export const useStore = <State, Part>(
  { get, subscribe }: Pick<Store<State, never>, 'get' | 'subscribe'>,
  select: (state: State) => Part,
  onServer: Part,
): Part =>
  useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => onServer,
  );
