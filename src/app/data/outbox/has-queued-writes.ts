import { sessionNow } from '../session/session.ts';
import { changed, openOutbox } from './outbox.ts';
import { outboxStore } from './outbox-state.ts';

/** Whether signing out would delete queued writes of this user. */
export async function hasQueuedWrites(): Promise<boolean> {
  openOutbox(sessionNow().user?.id ?? null);
  // Until it was read from the device, the outbox is empty for another reason.
  if (!outboxStore.get().isRead) await changed();
  return outboxStore.get().rows.length > 0;
}
