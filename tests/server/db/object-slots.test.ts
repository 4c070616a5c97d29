// How many writes to one object go on at once.
import { expect, test } from 'vitest';
import { isContention, isOutage } from '../../../src/server/db/outages.ts';
import { createObjectSlots } from '../../../src/server/db/postgres/object-slots.ts';

/** Resolves after everything that is ready to go on has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('writes to one object get its slots in the order in which they asked, and other objects have their own', async () => {
  const slots = createObjectSlots({ each: 2, waitMs: 60_000 });
  const order: string[] = [];
  const take = async (objectId: string, name: string) => {
    const free = await slots.take(objectId);
    order.push(name);
    return free;
  };
  const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => take('event', name));
  await take('other', 'x');
  await settled();
  expect(order).toEqual(['a', 'b', 'x']);
  expect(slots.waiting()).toBe(3);
  for (const freed of [1, 0, 2]) (await taken[freed])?.();
  await settled();
  expect(order).toEqual(['a', 'b', 'x', 'c', 'd', 'e']);
  expect(slots.waiting()).toBe(0);
});

test('a write that waits too long is refused as contention, and leaves the queue to the next one', async () => {
  const slots = createObjectSlots({ each: 1, waitMs: 20 });
  const free = await slots.take('event');
  const late: unknown = await slots.take('event').catch((error: unknown) => error);
  expect([isOutage(late), isContention(late)]).toEqual([true, true]);
  const next = slots.take('event');
  free();
  (await next)();
  expect(slots.waiting()).toBe(0);
  (await slots.take('event'))();
});
