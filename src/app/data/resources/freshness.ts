// The freshness of the answers on the page: which are copies from this device, and how old they are. The service worker
// responds with a copy first and revalidates it (stale-while-revalidate); its message then updates the screen in place.
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { contentHashOf } from '../../../contract/values/etag.ts';
import { savedAtHeader, type WorkerMessage } from '../../../offline/worker-messages.ts';
import { reportReached, reportUnreachable } from '../http/connectivity.ts';
import { sessionNow } from '../session/session.ts';
import { createStore } from '../store.ts';
import { createTopic } from '../topic.ts';
import { useStore } from '../use-store.ts';

/** When an answer was received, and since when it is shown as a copy that is not revalidated; in milliseconds. */
type Got = {
  at: number;
  copySince: number | null;
  hasFailed?: true;
  version?: string | null;
  askedAt?: number;
};
/** `answers`: of the user `userId`, by address. `shown`: the addresses that mounted hooks show, by the id of the hook. */
type State = {
  userId: string | null;
  answers: ReadonlyMap<string, Got>;
  shown: ReadonlyMap<string, readonly string[]>;
};
const store = createStore<State>(() => ({ userId: null, answers: new Map(), shown: new Map() }));
type Refreshed = (address: string, answer: unknown) => void;
const refreshed = createTopic<Parameters<Refreshed>>();

/** How long a copy is shown without a notice while it is revalidated. */
const quietMs = 1500;

const change = (next: Partial<State>) => store.dispatch({ ...store.get(), ...next });

const personNow = () => sessionNow().user?.id ?? null;

/** Of the user who is signed in: the answers to another one say nothing about what this one sees. */
function answersNow(): State['answers'] {
  const { userId, answers } = store.get();
  return userId === personNow() ? answers : new Map();
}

function setAnswers(entries: Iterable<[address: string, got: Got]>): void {
  change({ userId: personNow(), answers: new Map([...answersNow(), ...entries]) });
}

/** Lets the components look at the time again once a copy may be doubtful. */
const changeAfterQuiet = () => setTimeout(() => change({}), quietMs);

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

/**
 * Records when the answer to a read was received. `askedAt`: when it was asked for, by `performance.now()`, because the device's
 * clock may be set back before a change arrives.
 */
export function noteAnswer(address: string, { headers }: Response, askedAt: number): void {
  const saved = headers.get(savedAtHeader);
  const now = Date.now();
  const version = contentHashOf(headers.get('etag'));
  const known = answersNow().get(address);
  // On a busy device the worker's message arrives before the copy that it is about.
  const requestedAt = Math.floor(now - (performance.now() - askedAt));
  const isRevalidated = known?.copySince === null && known.at >= requestedAt;
  if (!saved) setAnswers([[address, { at: now, copySince: null, version, askedAt }]]);
  else if (isRevalidated) setAnswers([[address, { ...known, version }]]);
  else {
    setAnswers([[address, { at: Number(saved), copySince: now, version }]]);
    changeAfterQuiet();
  }
}

/** Records that the server failed to answer a read: a copy that is shown stays a copy. */
export function noteFailure(address: string): void {
  const answer = answersNow().get(address);
  if (answer)
    setAnswers([[address, { ...answer, copySince: answer.copySince ?? Date.now(), hasFailed: true }]]);
}

/** Records answers that are shown as saved on the device, by address. */
export function noteCopies(times: Iterable<[address: string, savedAt: number]>): void {
  const copySince = Date.now();
  const answers = answersNow();
  // A newer answer of the server takes precedence.
  const older = [...times].filter(([address, at]) => (answers.get(address)?.at ?? 0) < at);
  setAnswers(older.map(([address, at]) => [address, { at, copySince }]));
  changeAfterQuiet();
}

/** Called before the first read: a message that arrives before anyone listens is lost. */
export function listenToWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.addEventListener('message', (event) => take(event.data as WorkerMessage));
}

function take(message: WorkerMessage): void {
  if (message.type === 'REFRESHED') {
    reportReached();
    const { address, savedAt: at } = message;
    const isSame = !('answer' in message);
    setAnswers([[address, { at, copySince: null, ...(isSame && { version: versionAt(address) }) }]]);
    if (!isSame) refreshed.emit(address, message.answer);
  } else if (message.reason === 'unreachable' || message.reason === 'portal')
    reportUnreachable(message.reason);
  else reportReached();
  // The screen reads again and gets the server's error.
  if (message.type === 'NOT_REFRESHED' && message.reason === 'refused') {
    invalidate(message.address);
    refreshed.emit(message.address, undefined);
  }
  // The copy may be doubtful by now.
  change({});
}

/** Calls `listener` with an answer of the server that differs from the copy; undefined if it refuses. */
export const onRefreshed = refreshed.on;

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
    return refreshed.on(listener);
  }, [wanted]);
  useEffect(() => {
    if (excludedFromFreshness) return;
    change({ shown: new Map([...store.get().shown, [id, wanted.split(' ')]]) });
    return () => change({ shown: new Map([...store.get().shown].filter(([key]) => key !== id)) });
  }, [id, wanted, excludedFromFreshness]);
}

/** The time of the oldest answer on the page, in milliseconds; null if none is known. */
function oldestShown({ answers, shown }: State): number | null {
  const times = [...shown.values()].flat().flatMap((address) => answers.get(address)?.at ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Whether revalidating a copy on the page is slow or has failed; null otherwise. */
function doubt({ answers, shown }: State): 'slow' | 'failed' | null {
  const before = Date.now() - quietMs;
  const onPage = [...shown.values()].flat().map((address) => answers.get(address));
  if (onPage.some((answer) => answer?.hasFailed)) return 'failed';
  return onPage.some((answer) => (answer?.copySince ?? Infinity) <= before) ? 'slow' : null;
}

/** The age of the page's content, and why it may be outdated. */
export function useSavedAt(): { savedAt: number | null; doubt: 'slow' | 'failed' | null } {
  return {
    savedAt: useStore(store, oldestShown, null),
    doubt: useStore(store, doubt, null),
  };
}

/** When the copy at an address was saved, in milliseconds; null if it was revalidated. */
export function useCopyAt(address: string | null): number | null {
  const copyAt = ({ answers }: State) => {
    const answer = address === null ? undefined : answers.get(address);
    return answer && answer.copySince !== null ? answer.at : null;
  };
  return useStore(store, copyAt, null);
}

/** The content name of the last answer (contract/values/etag.ts); null if there was none. */
export const versionAt = (address: string): string | null => answersNow().get(address)?.version ?? null;

/** When the last answer of the server was asked for, by `performance.now()`; null if there was none. */
export const askedAt = (address: string): number | null => answersNow().get(address)?.askedAt ?? null;

/** When the last answer was received, in milliseconds; null if there was none. */
export const answeredAt = (address: string): number | null => answersNow().get(address)?.at ?? null;

/** Every address that this page has read: on a first visit the worker caches their answers. */
export const seenAddresses = () => [...answersNow().keys()];
