// Prefetches what people need offline: calendar, events, teams, and for those who mark attendance its lists. Runs in idle time,
// while online, and not with data saving on. The answers go into SWR's cache, which saves them on the device. After that it
// deletes what the device has saved and this person may no longer read.
import type { Cache, ScopedMutator } from 'swr';
import type { Answer, Call } from '../../../contract/api.ts';
import type { CalendarEntry } from '../../../contract/people/me.ts';
import { type MyEventList, myEventLists } from '../../../contract/values/enums.ts';
import { isSubject } from '../../../offline/saved-answers.ts';
import { callApi, finishedWrites, type Request, urlOf } from '../http/call.ts';
import { serverNow } from '../http/clock.ts';
import { isServerThere, onReconnect, savesData } from '../http/connectivity.ts';
import { idle } from '../http/idle.ts';
import { ApiError, ForeignAnswerError, isTakenAway } from '../http/problem.ts';
import { onAccessChange } from '../resources/acknowledged-writes.ts';
import { monthRequest, monthsAround } from '../resources/calendar-months.ts';
import { answeredAt } from '../resources/freshness.ts';
import { listAddress, rememberList } from '../resources/list-keys.ts';
import { sessionNow } from '../session/session.ts';
import { noteRoles } from './saved-roles.ts';

/** From `useSWRConfig`. */
export type AnswerStore = { cache: Cache; mutate: ScopedMutator };
type ReadRequest<K extends Call> = Pick<Request<K>, 'params' | 'query'>;

/** Prefetches one answer, unless it is cached or loading. Errors are only logged: the screen reads again and shows them. */
export async function prefetchAnswer<K extends Call>(
  { cache, mutate }: AnswerStore,
  call: K,
  request: ReadRequest<K>,
): Promise<void> {
  const key = urlOf(call, request);
  const held = cache.get(key);
  if (held?.data !== undefined || held?.isValidating || savesData() || !navigator.onLine) return;
  const isNewest = watchForNewer(cache, key);
  try {
    const answer = await callApi(call, request as Request<K>);
    if (isNewest()) await mutate(key, answer, { revalidate: false });
  } catch (error) {
    console.info('An answer could not be asked for ahead.', error);
  }
}

/**
 * Call before a request: the returned function says whether its answer is the newest. It is not after a write has ended
 * or a screen has put another answer into the cache meanwhile.
 */
function watchForNewer(cache: Cache, key: string): () => boolean {
  const before = cache.get(key)?.data;
  const writes = finishedWrites();
  return () => writes === finishedWrites() && cache.get(key)?.data === before;
}

/** The delay of the first run, so that the page loads first. */
const settleMs = 2000;
/** Only an older answer is read again. */
const restMs = 4 * 60 * 60_000;
/** Younger lists of groups and events are not read again when the page becomes visible, every hour, and after a reconnect. */
const listRestMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const detailDays = 14;
const detailsMost = 30;

/**
 * Prefetches a window of the calendar, its events and teams, and confirms saved answers. Call while a user is signed in, once their
 * saved answers are in the cache; returns a function that stops.
 */
export function startOfflinePrefetch(store: AnswerStore, userId: string): () => void {
  const ending = new AbortController();
  let isRunning = false;
  /** A run is due that reads lists from before this time again. */
  let since: number | null = Date.now();
  const run = async () => {
    if (isRunning || since === null || !navigator.onLine || document.visibilityState === 'hidden') return;
    isRunning = true;
    const due = since;
    since = null;
    try {
      const failures: unknown[] = [];
      const reader = readerFor(store, ending.signal, (error) => failures.push(error));
      const lostAt = await noteRoles(reader, userId, due);
      // On a bad connection tonight's lists come first.
      if (!savesData()) await fetchWindow(reader, serverNow(), due);
      // Also with data saving on: it is little, and there are no names at the pitch without it.
      const onError = (error: unknown) => void failures.push(error);
      const ahead = await import('./attendance-ahead.ts').catch(onError);
      await ahead?.fetchAttendance(reader);
      const later = await import('./confirm-saved.ts').catch(onError);
      if (lostAt !== null) await later?.confirmSaved(reader, store.cache, lostAt, due);
      if (failures.length > 0) throw failures[0];
    } catch (error) {
      // Offline, or signed out: the next run reads what is missing.
      if (!ending.signal.aborted) console.info('Not everything was asked for ahead.', error);
      isRunning = false;
      // Asked for meanwhile: the connection is back, or access has changed.
      if (since === null) since = due;
      else if (!ending.signal.aborted) runSince(due);
      return;
    }
    isRunning = false;
    // Access has changed meanwhile.
    void run();
  };
  const runSince = (time: number) => {
    since = Math.max(since ?? 0, time);
    void run();
  };
  const start = () => runSince(Date.now() - listRestMs);
  const timer = setTimeout(() => void run(), settleMs);
  const hourly = setInterval(start, hourMs);
  const ends = [onReconnect(start), onAccessChange(() => runSince(Date.now()))];
  document.addEventListener('visibilitychange', start);
  return () => {
    ending.abort();
    clearTimeout(timer);
    clearInterval(hourly);
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', start);
  };
}

export type Reader = {
  /**
   * The answer, read again if the cached one is older than `maxAgeMs`, by default four hours. Null if this person may not read
   * it (`isTakenAway`): then the device deletes its copy, too. Undefined if it cannot be read for another reason.
   */
  one<K extends Call>(
    call: K,
    request: ReadRequest<K>,
    maxAgeMs?: number,
  ): Promise<Answer<K> | null | undefined>;
  /**
   * Reads an answer in the cache again. If this person may not read it any more, the device deletes it with what is at the same
   * path and, of a group or an event, below it.
   */
  again(key: string): Promise<void>;
  /** The first page of a paginated list; undefined if it cannot be read. */
  list<K extends Call>(call: K, request: ReadRequest<K>): Promise<Answer<K> | undefined>;
};

/** The events of the next days. A calendar from before `since` is read again. */
async function fetchWindow({ one, list }: Reader, now: number, since: number): Promise<void> {
  const entries = new Map<string, CalendarEntry>();
  for (const month of monthsAround(now)) {
    const answer = await one('GET /api/users/me/calendar', monthRequest(month), Date.now() - since);
    for (const entry of answer?.items ?? []) entries.set(entry.eventId, entry);
  }
  const isCoach = sessionNow().user?.type === 'coach';
  const isShown = (tab: MyEventList) => tab !== 'coaching' || isCoach;
  for (const tab of myEventLists.filter(isShown)) await list('GET /api/users/me/events', { query: { tab } });
  // For the place field of the event form.
  if (isCoach) await list('GET /api/places', { query: { limit: 100 } });
  await one('GET /api/users/me/absences', {});
  const teams = await one('GET /api/users/me/teams', {});
  for (const { id } of teams?.items ?? []) await one('GET /api/teams/{id}', { params: { id } });
  const from = new Date(now).toISOString();
  const to = new Date(now + detailDays * 86_400_000).toISOString();
  const next = [...entries.values()]
    .filter(({ startsAt, endsAt }) => endsAt > from && startsAt < to)
    .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    .slice(0, detailsMost);
  for (const { eventId } of next) await one('GET /api/events/{id}', { params: { id: eventId } });
}

/** Whether other requests would fail in the same way now. */
function isOfAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof ForeignAnswerError);
  return [401, 429].includes(error.status) || (error.status >= 500 && error.retryAfterSeconds !== undefined);
}

/** After so many failures in a row the run ends, although the server is there. */
const failuresMost = 5;

/** `onFailure` is called for an answer that could not be read, while others may be. */
function readerFor(
  { cache, mutate }: AnswerStore,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Reader {
  let failuresInRow = 0;
  const isYoung = (address: string, maxAgeMs: number) => {
    const ageMs = Date.now() - (answeredAt(address) ?? 0);
    // Saved in the future: the clock was ahead, and how old it is is not known.
    return ageMs >= 0 && ageMs <= maxAgeMs;
  };
  /** `dataOf`: what the cache holds of the answer. Resolves to null if it is taken away; to undefined if it cannot be read. */
  const ask = async <K extends Call>(
    call: K,
    request: ReadRequest<K>,
    key: string,
    dataOf: (answer: Answer<K>) => unknown,
  ) => {
    await idle();
    signal.throwIfAborted();
    const askOnce = async () => {
      const isNewest = watchForNewer(cache, key);
      const answer = await callApi(call, { ...request, signal } as Request<K>);
      signal.throwIfAborted();
      if (isNewest()) await mutate(key, dataOf(answer), { revalidate: false });
      failuresInRow = 0;
      return answer;
    };
    try {
      const writes = finishedWrites();
      const answer = await askOnce();
      // A write may have changed this answer, which counts as read already.
      return writes === finishedWrites() ? answer : await askOnce();
    } catch (error) {
      if (isTakenAway(error)) return null;
      if (isOfAll(error)) throw error;
      if (error instanceof ApiError && error.status < 500) return undefined;
      failuresInRow += 1;
      // Behind a portal, or while the server restarts, all others would fail, too.
      const isOfOne = failuresInRow > 1 ? failuresInRow < failuresMost : await isServerThere();
      if (!isOfOne) throw error;
      onFailure(error);
      return undefined;
    }
  };
  /** Deletes the answer that is refused at an address with those at its path: of other periods or pages, and as a list. */
  const remove = async (address: string) => {
    const path = address.split('?', 1)[0] ?? '';
    const isOf = (other: string) =>
      other.split('?', 1)[0] === path || (isSubject(path) && other.startsWith(`${path}/`));
    const keys = [...cache.keys()]
      .filter((key) => cache.get(key)?.data !== undefined && isOf(listAddress(key) ?? key))
      // Pages before their list, which SWR would otherwise make of them again; the answer itself last, by which the next run
      // finds the others.
      .sort((a, b) => rank(a) - rank(b));
    function rank(key: string) {
      if (key === path) return 2;
      return listAddress(key) === null ? 0 : 1;
    }
    // A screen that shows it reads again, and says why.
    for (const key of keys) await mutate(key, undefined, { revalidate: true });
  };
  return {
    async one(call, request, maxAgeMs = restMs) {
      const key = urlOf(call, request);
      const held = cache.get(key)?.data as Answer<typeof call> | undefined;
      if (held !== undefined && isYoung(key, maxAgeMs)) return held;
      const answer = await ask(call, request, key, (answer) => answer);
      signal.throwIfAborted();
      if (answer === null && held !== undefined) await remove(key);
      return answer;
    },
    async again(key) {
      const address = listAddress(key) ?? key;
      const held = cache.get(key)?.data as unknown[];
      const dataOf = (answer: unknown) => {
        if (key === address) return answer;
        // A screen has loaded more pages, and revalidates them itself.
        return held.length > 1 ? held : [answer];
      };
      const answer = await ask(`GET ${address}` as Call, {}, key, dataOf);
      signal.throwIfAborted();
      if (answer === null) await remove(address);
    },
    async list(call, request) {
      const address = urlOf(call, request);
      const key = rememberList(address);
      const held = cache.get(key)?.data as Answer<typeof call>[] | undefined;
      // A screen has loaded several pages of the list and revalidates it itself.
      if (held && (held.length > 1 || isYoung(address, restMs))) return held[0];
      return (await ask(call, request, key, (page) => [page])) ?? undefined;
    },
  };
}
