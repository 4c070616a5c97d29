// Which of the answers on the page are copies from this device, and from when. The worker shows a copy first and tells
// here what the server says; a screen then changes in place.
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { contentNameOf } from '../../../contract/values/etag.ts';
import { savedAtHeader, type WorkerMessage } from '../../../offline/worker-messages.ts';
import { reportReached, reportUnreachable } from '../http/connectivity.ts';

/** When each answer was got, and since when a copy is shown that the server has not confirmed; in milliseconds. */
type Got = { at: number; copySince: number | null; hasFailed?: true; version?: string | null };
const answers = new Map<string, Got>();
/** What the mounted screens show, by the hook that shows it. */
const shown = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
type Refreshed = (address: string, answer: unknown) => void;
const refreshed = new Set<Refreshed>();

/** How long a copy is shown without a word while the server is asked. */
const quietMs = 1500;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Whether this answer is a copy from this device, and not the server's. */
export const isCopy = ({ headers }: Response): boolean => headers.has(savedAtHeader);

/** Addresses whose next answer must be the server's own, not a copy. */
const distrusted = new Set<string>();

/** The copy at an address cannot be used: the next call asks the server. */
export function distrust(address: string): void {
  distrusted.add(address);
}

/** Whether the copy at an address is distrusted, which holds for one call. */
export const takeDistrust = (address: string): boolean => distrusted.delete(address);

/** Notes when the answer to a read was got. */
export function noteAnswer(address: string, { headers }: Response): void {
  const saved = headers.get(savedAtHeader);
  const now = Date.now();
  answers.set(address, {
    at: saved ? Number(saved) : now,
    copySince: saved ? now : null,
    version: contentNameOf(headers.get('etag')),
  });
  if (saved) {
    listen();
    setTimeout(changed, quietMs);
  }
  changed();
}

/** The server was asked and failed: the copy that is shown stays what it is. */
export function noteFailure(address: string): void {
  const answer = answers.get(address);
  if (!answer) return;
  answers.set(address, { ...answer, copySince: answer.copySince ?? Date.now(), hasFailed: true });
  changed();
}

/** These answers are shown as the device kept them, by address. */
export function noteCopies(times: Iterable<[address: string, savedAt: number]>): void {
  const now = Date.now();
  // What the server has said meanwhile counts for more.
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
  // Asked again, the server says itself what is wrong.
  if (message.type === 'NOT_REFRESHED' && message.reason === 'refused') {
    distrust(message.address);
    for (const listener of refreshed) listener(message.address, undefined);
  }
  changed();
}

/** `listener` hears what the server says where it differs from a copy; undefined where it refuses. For as long as the page lives. */
export function onRefreshed(listener: Refreshed): void {
  refreshed.add(listener);
}

/**
 * Keeps a screen's answers up to date: `apply` gets what the server says where it differs from the copy that is shown;
 * undefined where it refuses, and should be asked for the reason. How old an aside is says nothing of the page.
 */
export function useShown(addresses: readonly string[], apply: Refreshed, isAside = false): void {
  const id = useId();
  const latest = useRef(apply);
  const wanted = addresses.join(' ');
  // From the moment it is on the page: what the worker says before an effect is run would be lost.
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
    if (isAside) return;
    shown.set(id, wanted.split(' '));
    changed();
    return () => {
      shown.delete(id);
      changed();
    };
  }, [id, wanted, isAside]);
}

/** The time of the oldest answer on the page, in milliseconds; null where none is known. */
function oldestShown(): number | null {
  const times = [...shown.values()].flat().flatMap((address) => answers.get(address)?.at ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Of a copy that is shown and that the server has not confirmed: whether it takes its time, or has failed. */
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

/** What the page says of the age of what it shows. */
export function useSavedAt(): { savedAt: number | null; doubt: 'slow' | 'failed' | null } {
  return {
    savedAt: useSyncExternalStore(subscribe, oldestShown, () => null),
    doubt: useSyncExternalStore(subscribe, doubt, () => null),
  };
}

/** When the copy that is shown for an address was saved, in milliseconds; null where the server has confirmed it. */
export function useCopyAt(address: string | null): number | null {
  const copyAt = () => {
    const answer = address === null ? undefined : answers.get(address);
    return answer && answer.copySince !== null ? answer.at : null;
  };
  return useSyncExternalStore(subscribe, copyAt, () => null);
}

/** What the answer's content was called when it was read last (contract/etag.ts); null where none was. */
export const versionAt = (address: string): string | null => answers.get(address)?.version ?? null;

/** When the answer at hand was got, in milliseconds; null where none was. */
export const answeredAt = (address: string): number | null => answers.get(address)?.at ?? null;

/** Every address whose answer this page has had: what the worker may keep on a first visit. */
export const seenAddresses = () => [...answers.keys()];
