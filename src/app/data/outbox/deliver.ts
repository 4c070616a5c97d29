// Delivers one row of the queue, as the signed-in user, and remembers when that has failed.
import type { DeviceStore } from '../../../offline/device-store.ts';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import type { Outcome } from '../../../offline/send-queue.ts';
import { sessionNow } from '../session/session.ts';
import { attempt } from './attempt.ts';
import { freeSpaceFor } from './outbox-rows.ts';
import { raiseVersions } from './raise-versions.ts';
import { keepingRest } from './refused-batch.ts';

/**
 * A reconnect within this time after a failed attempt does not trigger another one: other calls reach the server on this
 * network, and this write still failed.
 */
const minReconnectMs = 2000;

/** When a write last got no response, by `performance.now()`. */
let failedAt = Number.NEGATIVE_INFINITY;

export const hasJustFailed = (): boolean => performance.now() - failedAt <= minReconnectMs;

/** Sends a row of `store`. */
export async function deliver(
  store: DeviceStore<QueuedWrite>,
  write: QueuedWrite,
  userId: string,
): Promise<Outcome> {
  // Never under another person's session, even if another user signs in meanwhile.
  if (sessionNow().user?.id !== userId) return { kind: 'paused' };
  const outcome = await attempt(write);
  if (outcome.kind === 'later') failedAt = performance.now();
  const freeSpace = freeSpaceFor(userId);
  // Before the row is removed: the page may be closed at any moment, and then it is sent and answered again.
  await raiseVersions(store, write, outcome, freeSpace);
  return keepingRest(store, write, outcome, freeSpace);
}
