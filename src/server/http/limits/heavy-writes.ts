// Runs the heavy writes of one person one after another: each holds the only transaction of SQLite, or many row locks of
// PostgreSQL, and all other people wait for it.
import type { Call } from '../../../contract/api.ts';
import { createSemaphore } from './semaphore.ts';

const heavyCalls: ReadonlySet<Call> = new Set([
  'POST /api/events/preview',
  'POST /api/events/{id}/preview',
  'PUT /api/series/{id}/registration',
]);

/** Whether a write can concern many events: previews, series replies, and writes with a scope or a recurrence. */
export function isHeavyWrite(call: Call, { query, body }: { query: unknown; body: unknown }): boolean {
  // Not by copying them: the body may be the bytes of a picture.
  const given = (name: string): unknown =>
    Reflect.get(Object(body), name) ?? Reflect.get(Object(query), name);
  return (
    heavyCalls.has(call) || (given('scope') ?? 'this') !== 'this' || (given('recurrence') ?? null) !== null
  );
}

export type PersonGate = <T>(userId: string, task: () => Promise<T>) => Promise<T>;

/** Runs one task of a person at once and lets `waiting` more wait; beyond that 429 with Retry-After and `refusal`. */
export function createPersonGate(given: { waiting: number; refusal: () => string }): PersonGate {
  const gates = new Map<string, { through: ReturnType<typeof createSemaphore>; uses: number }>();
  return async (userId, task) => {
    const known = gates.get(userId);
    const gate = known ?? {
      through: createSemaphore({ running: 1, code: 'rate_limited', ...given }),
      uses: 0,
    };
    if (!known) gates.set(userId, gate);
    gate.uses += 1;
    try {
      return await gate.through(task);
    } finally {
      gate.uses -= 1;
      if (gate.uses === 0) gates.delete(userId);
    }
  };
}

/** Limits nothing: for RATE_LIMIT=off. */
export const openGate: PersonGate = (_, task) => task();
