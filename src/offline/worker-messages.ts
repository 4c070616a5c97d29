// The messages between page and service worker.

/** From the page to the worker. */
export type PageMessage =
  /** Activate the waiting worker. */
  | { type: 'SKIP_WAITING' }
  /**
   * The page is idle: restore evicted files, and cache the answers that it was rendered from.
   * `page`: path and query of the public page that a visitor is on, to cache it; null for signed-in users.
   */
  | { type: 'SETTLED'; addresses: string[]; page: string | null };

/** From the worker to the page that asked. `address` is the path and query of a read that was answered from the cache. */
export type WorkerMessage =
  /** The server has answered; `answer` is set only if it differs from the cached one. */
  | { type: 'REFRESHED'; address: string; savedAt: number; answer?: unknown }
  /**
   * `unreachable`: no answer of the API. `portal`: a captive portal answered. `refused`: the API refused the read, and the
   * page should send it itself. `later`: the server is too busy.
   */
  | {
      type: 'NOT_REFRESHED';
      address: string;
      reason: 'unreachable' | 'portal' | 'refused' | 'later';
    };

/** On an answer from a cache of the worker: when it was saved, in milliseconds since 1970. */
export const savedAtHeader = 'x-saved-at';
