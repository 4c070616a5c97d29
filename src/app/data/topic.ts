// Notifications without a state: each topic is a value of the module that owns it, with its own arguments.

export type Topic<Args extends unknown[], Result = unknown> = {
  /** Returns a function that unsubscribes. A listener that is already subscribed is not added again. */
  on(listener: (...args: Args) => Result): () => void;
  /** Calls the listeners, oldest first, and returns what they return. */
  emit(...args: Args): Result[];
};

export function createTopic<Args extends unknown[] = [], Result = unknown>(): Topic<Args, Result> {
  const listeners = new Set<(...args: Args) => Result>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...args) => Array.from(listeners, (listener) => listener(...args)),
  };
}
