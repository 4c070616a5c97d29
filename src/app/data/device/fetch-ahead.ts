// Asks ahead for what people want where there is no signal: calendar, events, teams. In idle time, while there is a
// network, and not for people who save data. The answers go into SWR's cache, and so onto the device.
import type { Cache, ScopedMutator } from 'swr';
import type { Answer, Call } from '../../../contract/api.ts';
import type { CalendarEntry } from '../../../contract/people/me.ts';
import { type MyEventTab, myEventTabs } from '../../../contract/values/words.ts';
import { callApi, type Request, urlOf } from '../http/call.ts';
import { serverNow } from '../http/clock.ts';
import { onReturn, savesData } from '../http/connectivity.ts';
import { idle } from '../http/idle.ts';
import { ApiError } from '../http/problem.ts';
import { monthQuestion, monthsAround } from '../resources/calendar-months.ts';
import { answeredAt } from '../resources/freshness.ts';
import { rememberList } from '../resources/list-keys.ts';
import { sessionNow } from '../session/session.ts';

/** What `useSWRConfig` gives. */
export type AnswerStore = { cache: Cache; mutate: ScopedMutator };
type Question<K extends Call> = Pick<Request<K>, 'params' | 'query'>;

/** Asks for one answer, unless it is there or on its way. A failure is no news: the screen that needs it asks again. */
export async function answerAhead<K extends Call>(
  { cache, mutate }: AnswerStore,
  call: K,
  question: Question<K>,
): Promise<void> {
  const key = urlOf(call, question);
  const held = cache.get(key);
  if (held?.data !== undefined || held?.isValidating || savesData() || !navigator.onLine) return;
  try {
    await mutate(key, await callApi(call, question as Request<K>), { revalidate: false });
  } catch (error) {
    console.info('An answer could not be asked for ahead.', error);
  }
}

/** The first run waits until the page has settled. */
const settleMs = 2000;
/** An answer younger than this is not asked for again. */
const restMs = 4 * 60 * 60_000;
const detailDays = 14;
const detailsMost = 30;

/** Keeps a window of the calendar and what belongs to it on this device. Call while someone is signed in; returns how to stop. */
export function startFetchAhead(store: AnswerStore): () => void {
  const ending = new AbortController();
  let isRunning = false;
  const run = async () => {
    if (isRunning || savesData() || !navigator.onLine || document.visibilityState === 'hidden') return;
    isRunning = true;
    try {
      await fetchWindow(readerFor(store, ending.signal), serverNow());
    } catch (error) {
      // The way is gone, or the person: what is missing is asked for when there is one again.
      if (!ending.signal.aborted) console.info('Not everything was asked for ahead.', error);
    }
    isRunning = false;
  };
  const start = () => void run();
  const timer = setTimeout(start, settleMs);
  const endReturn = onReturn(start);
  document.addEventListener('visibilitychange', start);
  return () => {
    ending.abort();
    clearTimeout(timer);
    endReturn();
    document.removeEventListener('visibilitychange', start);
  };
}

type Reader = {
  /** The answer, asked for when the one at hand is old; undefined where the server refuses it. */
  one<K extends Call>(call: K, question: Question<K>): Promise<Answer<K> | undefined>;
  /** The first page of a list that screens show by pages. */
  list<K extends Call>(call: K, question: Question<K>): Promise<void>;
};

async function fetchWindow({ one, list }: Reader, now: number): Promise<void> {
  const entries = new Map<string, CalendarEntry>();
  for (const month of monthsAround(now)) {
    const answer = await one('GET /api/users/me/calendar', monthQuestion(month));
    for (const entry of answer?.items ?? []) entries.set(entry.eventId, entry);
  }
  const isCoach = sessionNow().user?.type === 'coach';
  const isShown = (tab: MyEventTab) => tab !== 'coaching' || isCoach;
  for (const tab of myEventTabs.filter(isShown)) await list('GET /api/users/me/events', { query: { tab } });
  // What the form of an event finds places in.
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

function readerFor({ cache, mutate }: AnswerStore, signal: AbortSignal): Reader {
  const isYoung = (address: string) => Date.now() - (answeredAt(address) ?? 0) < restMs;
  const ask = async <K extends Call>(call: K, question: Question<K>) => {
    await idle();
    signal.throwIfAborted();
    try {
      return await callApi(call, { ...question, signal } as Request<K>);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 401) return;
      throw error;
    }
  };
  return {
    async one(call, question) {
      const key = urlOf(call, question);
      const held = cache.get(key)?.data as Answer<typeof call> | undefined;
      if (held !== undefined && isYoung(key)) return held;
      const answer = await ask(call, question);
      signal.throwIfAborted();
      if (answer !== undefined) await mutate(key, answer, { revalidate: false });
      return answer;
    },
    async list(call, question) {
      const address = urlOf(call, question);
      const key = rememberList(address);
      const held = cache.get(key)?.data as unknown[] | undefined;
      // A list of several pages is being read: its own screen keeps it.
      if (held && (held.length > 1 || isYoung(address))) return;
      const page = await ask(call, question);
      signal.throwIfAborted();
      if (page !== undefined) await mutate(key, [page], { revalidate: false });
    },
  };
}
