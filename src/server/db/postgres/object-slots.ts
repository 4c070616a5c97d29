// Bounds the connections that writes to one object use at once. While its row is locked, each of them holds its connection until
// the lock timeout; the rest wait here without one, in the order in which they came.
import { WaitedTooLong } from '../outages.ts';

type Slots = {
  /** Resolves once the object has a free slot, with the function that frees it. Rejects after `waitMs`. */
  take(objectId: string): Promise<() => void>;
  /** How many wait, for any object. */
  waiting(): number;
};

export function createObjectSlots({ each, waitMs }: { each: number; waitMs: number }): Slots {
  const objects = new Map<string, { used: number; queue: Set<() => void> }>();
  const slotOf = (objectId: string) => {
    const known = objects.get(objectId);
    if (known) return known;
    const made = { used: 0, queue: new Set<() => void>() };
    objects.set(objectId, made);
    return made;
  };
  return {
    async take(objectId) {
      const object = slotOf(objectId);
      if (object.used < each) object.used += 1;
      else await turnIn(object.queue, waitMs);
      return () => {
        // The next one takes over the slot, so `used` does not change.
        for (const next of object.queue) return next();
        object.used -= 1;
        if (object.used === 0) objects.delete(objectId);
      };
    },
    waiting: () => objects.values().reduce((sum, { queue }) => sum + queue.size, 0),
  };
}

function turnIn(queue: Set<() => void>, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.delete(turn);
      clearTimeout(timer);
    };
    const turn = () => {
      leave();
      resolve();
    };
    const timer = setTimeout(() => {
      leave();
      reject(new WaitedTooLong('Too many writes to one object, such as an event, wait for each other'));
    }, waitMs);
    queue.add(turn);
  });
}
