// Knows whether anything was written to a PostgreSQL database, by this process or any other: see `Database.version`.
import { writesChannel } from './announced-writes.ts';
import { openListener } from './listener.ts';

export type WriteWatch = {
  /** Changes with every write; null while writes of others may go unnoticed. */
  version(): string | null;
  /** This process has written: its next read must not wait for the notification. */
  countOwn(): void;
  close(): Promise<void>;
};

/**
 * `url` leads to the database without a pooler between, and `notify` sends a payload on `writesChannel` the way that writes
 * go. `warn` gets what keeps it from working.
 */
export function watchWrites(
  url: string,
  notify: (payload: string) => Promise<unknown>,
  warn: (message: string) => void,
): WriteWatch {
  let count = 0;
  let isListening = false;
  const listener = openListener({
    url,
    channel: writesChannel,
    notify,
    onPayload: () => {
      count += 1;
    },
    // What is being read at this moment began while a write could be missed.
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
        'Notifications of PostgreSQL do not arrive, so public answers are not remembered. Behind a pooler, set DATABASE_DIRECT_URL.',
      ),
  });
  return {
    version: () => (isListening ? String(count) : null),
    countOwn: () => {
      count += 1;
    },
    close: listener.close,
  };
}
