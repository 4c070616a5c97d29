// Watches writes to a PostgreSQL database, of this and other processes: see `Database.version`.

import { openListener } from './listener.ts';
import { livePayload, writesChannel } from './notify-triggers.ts';

export type WriteWatch = {
  /** Changes with every write; null while writes of other processes may be missed. */
  version(): string | null;
  /** The same for `Database.liveVersion`. */
  liveVersion(): string | null;
  /** Call after a write of this process, so that its next read does not depend on the notification. */
  countOwn(): void;
  close(): Promise<void>;
};

/**
 * `url` has no pooler, and `notify` sends a payload on `writesChannel` over the pool of writes. `warn` gets the reason why it
 * does not work.
 */
export function watchWrites(
  url: string,
  notify: (payload: string) => Promise<unknown>,
  warn: (message: string) => void,
): WriteWatch {
  let count = 0;
  let liveCount = 0;
  let isListening = false;
  const listener = openListener({
    url,
    channel: writesChannel,
    notify,
    onPayload: (payload) => {
      if (payload === livePayload) liveCount += 1;
      else count += 1;
    },
    // A read in progress began while writes could be missed.
    onListening: () => {
      isListening = true;
      count += 1;
    },
    onLost: () => {
      isListening = false;
      count += 1;
    },
    onDeaf: () =>
      warn(
        'Notifications of PostgreSQL do not arrive, so public answers are not remembered and live updates are a second late. Behind a pooler, set DATABASE_DIRECT_URL.',
      ),
  });
  return {
    version: () => (isListening ? String(count) : null),
    liveVersion: () => (isListening ? `${count} ${liveCount}` : null),
    countOwn: () => {
      count += 1;
    },
    close: listener.close,
  };
}
