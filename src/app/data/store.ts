// State outside of React: one value, changed by named actions through a reducer. Components read it with `useStore`.
import { createTopic } from './topic.ts';

export type Store<State, Action> = {
  get(): State;
  dispatch(action: Action): void;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
};

/**
 * `start` returns the first state, at the first read: not at import, because a server has no browser to read it from.
 * `reduce` returns the next state, or the same one where the action changes nothing; without it an action is the next state.
 */
export function createStore<State>(start: () => State): Store<State, State>;
export function createStore<State, Action>(
  start: () => State,
  reduce: (state: State, action: Action) => State,
): Store<State, Action>;
export function createStore<State>(
  start: () => State,
  reduce: (state: State, action: State) => State = (_, next) => next,
): Store<State, State> {
  const changes = createTopic();
  let held: { state: State } | null = null;
  const get = () => {
    held ??= { state: start() };
    return held.state;
  };
  return {
    get,
    dispatch(action) {
      const before = get();
      held = { state: reduce(before, action) };
      if (held.state !== before) changes.emit();
    },
    subscribe: changes.on,
  };
}
