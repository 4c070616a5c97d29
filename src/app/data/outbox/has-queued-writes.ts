import { longTimeoutMs } from '../../../offline/device-store.ts';
import { readQueue } from '../../../offline/outbox.ts';
import { sessionNow } from '../session/session.ts';
import { changed, openOutbox } from './outbox.ts';
import { storeOf } from './outbox-rows.ts';
import { outboxStore } from './outbox-state.ts';

/** Whether signing out would delete queued writes of this user. Waits for a busy device. */
export async function hasQueuedWrites(): Promise<boolean> {
  const userId = sessionNow().user?.id ?? null;
  openOutbox(userId);
  // Until it was read from the device, the outbox is empty for another reason. A device that cannot be read keeps no one signed in.
  if (userId !== null && !outboxStore.get().isRead)
    await changed(await readQueue(storeOf(userId, longTimeoutMs)).catch(() => null));
  return outboxStore.get().rows.length > 0;
}
