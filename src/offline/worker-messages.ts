// What page and worker say to each other. Both sides import these types, so neither can say what the other does not know.

/** From the page to the worker. */
export type PageMessage =
  /** Take over from the worker that runs now. */
  | { type: 'SKIP_WAITING' }
  /**
   * The page has come to rest: put back files that the browser has dropped, and keep the answers it was drawn from.
   * `page`: path and query of a public page that a visitor looks at, to be kept as it is drawn; null for everyone else.
   */
  | { type: 'SETTLED'; addresses: string[]; page: string | null };

/** From the worker to the page that asked. `address` is the path and query of a read whose kept copy was shown first. */
export type WorkerMessage =
  /** The server has answered; `answer` only where it says something else than the copy. */
  | { type: 'REFRESHED'; address: string; savedAt: number; answer?: unknown }
  /**
   * `unreachable`: the copy is all there is. `portal`: so it is, as the network wants a sign-in of its own first. `refused`:
   * the API refuses it, and the page should ask for itself. `later`: the server has no time now.
   */
  | {
      type: 'NOT_REFRESHED';
      address: string;
      reason: 'unreachable' | 'portal' | 'refused' | 'later';
    };

/** On an answer that comes from the device: when it was saved, in milliseconds. */
export const savedAtHeader = 'x-saved-at';
