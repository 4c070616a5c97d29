// The freshness of the answers on the page: which are copies from this device, and how old they are. The service worker
// responds with a copy first and revalidates it (stale-while-revalidate); its message then updates the screen in place.
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { contentHashOf } from '../../../contract/values/etag.ts';
import { savedAtHeader, type WorkerMessage } from '../../../offline/worker-messages.ts';
import { reportReached, reportUnreachable } from '../http/connectivity.ts';

/** When an answer was received, and since when it is shown as a copy that is not revalidated; in milliseconds. */
type Got = { at: number; copySince: number | null; hasFailed?: true; version?: string | null };
const answers = new Map<string, Got>();
/** The addresses that mounted hooks show, by the id of the hook. */
const shown = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
type Refreshed = (address: string, answer: unknown) => void;
const refreshed = new Set<Refreshed>();

/** How long a copy is shown without a notice while it is revalidated. */
const quietMs = 1500;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Whether a response is a copy from this device. */
export const isCopy = ({ headers }: Response): boolean => headers.has(savedAtHeader);

/** Addresses whose next read must bypass the copy. */
const invalidated = new Set<string>();

/** Marks the copy at an address as unusable: the next call asks the server. */
export function invalidate(address: string): void {
  invalidated.add(address);
}

/** Whether the copy at an address is invalidated; resets it. */
export const consumeInvalidation = (address: string): boolean => invalidated.delete(address);

/** Records when the answer to a read was received. */
export function noteAnswer(address: string, { headers }: Response): void {
  const saved = headers.get(savedAtHeader);
  const now = Date.now();
  answers.set(address, {
    at: saved ? Number(saved) : now,
    copySince: saved ? now : null,
    version: contentHashOf(headers.get('etag')),
  });
  if (saved) {
    listen();
    setTimeout(changed, quietMs);
  }
  changed();
}

/** Records that the server failed to answer a read: a copy that is shown stays a copy. */
export function noteFailure(address: string): void {
  const answer = answers.get(address);
  if (!answer) return;
  answers.set(address, { ...answer, copySince: answer.copySince ?? Date.now(), hasFailed: true });
  changed();
}

/** Records answers that are shown as saved on the device, by address. */
export function noteCopies(times: Iterable<[address: string, savedAt: number]>): void {
  const now = Date.now();
  // A newer answer of the server takes precedence.
  for (const [address, at] of times)
    if ((answers.get(address)?.at ?? 0) < at) answers.set(address, { at, copySince: now });
  setTimeout(changed, quietMs);
  changed();
}

let isListening = false;
function listen(): void {
  if (isListening || !('serviceWorker' in navigator)) return;
  isListening = true;
  navigator.serviceWorker.addEventListener('message', (event) => take(event.data as WorkerMessage));
}

function take(message: WorkerMessage): void {
  if (message.type === 'REFRESHED') {
    reportReached();
    answers.set(message.address, { at: message.savedAt, copySince: null });
    if ('answer' in message) for (const listener of refreshed) listener(message.address, message.answer);
  } else if (message.reason === 'unreachable' || message.reason === 'portal')
    reportUnreachable(message.reason);
  else reportReached();
  // The screen reads again and gets the server's error.
  if (message.type === 'NOT_REFRESHED' && message.reason === 'refused') {
    invalidate(message.address);
    for (const listener of refreshed) listener(message.address, undefined);
  }
  changed();
}

/** Calls `listener` with an answer of the server that differs from the copy; undefined if it refuses. Never unsubscribes. */
export function onRefreshed(listener: Refreshed): void {
  refreshed.add(listener);
}

/**
 * Updates a screen's answers: calls `apply` with the server's answer if it differs from the copy that is shown; with
 * undefined if the server refuses, so that the screen reads again. `excludedFromFreshness` leaves secondary reads out of the
 * page's "saved at" time.
 */
export function useAnswerUpdates(
  addresses: readonly string[],
  apply: Refreshed,
  excludedFromFreshness = false,
): void {
  const id = useId();
  const latest = useRef(apply);
  const wanted = addresses.join(' ');
  // In a layout effect: a message of the worker before a passive effect runs would be lost.
  useLayoutEffect(() => {
    latest.current = apply;
  });
  useLayoutEffect(() => {
    const own = wanted.split(' ');
    const listener: Refreshed = (address, answer) => {
      if (own.includes(address)) latest.current(address, answer);
    };
    listen();
    refreshed.add(listener);
    return () => void refreshed.delete(listener);
  }, [wanted]);
  useEffect(() => {
    if (excludedFromFreshness) return;
    shown.set(id, wanted.split(' '));
    changed();
    return () => {
      shown.delete(id);
      changed();
    };
  }, [id, wanted, excludedFromFreshness]);
}

/** The time of the oldest answer on the page, in milliseconds; null if none is known. */
function oldestShown(): number | null {
  const times = [...shown.values()].flat().flatMap((address) => answers.get(address)?.at ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether revalidating a copy on the page is slow or has failed; null otherwise. */
function doubt(): 'slow' | 'failed' | null {
  const before = Date.now() - quietMs;
  const onPage = [...shown.values()].flat().map((address) => answers.get(address));
  if (onPage.some((answer) => answer?.hasFailed)) return 'failed';
  return onPage.some((answer) => (answer?.copySince ?? Infinity) <= before) ? 'slow' : null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The age of the page's content, and why it may be outdated. */
export function useSavedAt(): { savedAt: number | null; doubt: 'slow' | 'failed' | null } {
  return {
    savedAt: useSyncExternalStore(subscribe, oldestShown, () => null),
    doubt: useSyncExternalStore(subscribe, doubt, () => null),
  };
}

/** When the copy at an address was saved, in milliseconds; null if it was revalidated. */
export function useCopyAt(address: string | null): number | null {
  const copyAt = () => {
    const answer = address === null ? undefined : answers.get(address);
    return answer && answer.copySince !== null ? answer.at : null;
  };
  return useSyncExternalStore(subscribe, copyAt, () => null);
}

/** The content name of the last answer (contract/values/etag.ts); null if there was none. */
export const versionAt = (address: string): string | null => answers.get(address)?.version ?? null;

/** When the last answer was received, in milliseconds; null if there was none. */
export const answeredAt = (address: string): number | null => answers.get(address)?.at ?? null;

/** Every address that this page has read: on a first visit the worker caches their answers. */
export const seenAddresses = () => [...answers.keys()];
