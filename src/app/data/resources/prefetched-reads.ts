// Prefetched reads: each is cached for a few seconds until a screen reads it, and is used once.
import type { Answer, Call } from '../../../contract/api.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { callApi, finishedWrites, type Request, urlOf } from '../http/call.ts';
import { UnreachableError } from '../http/problem.ts';
import { sessionNow } from '../session/session.ts';
import { createdAnswer } from './created-events.ts';
import { onRefreshed } from './freshness.ts';

/** A prefetched read expires after this time. */
const maxAgeMs = 10_000;
type Prefetched = { answer: Promise<unknown>; at: number; writes: number; userId: string | undefined };
const prefetched = new Map<string, Prefetched>();

const userIdNow = () => sessionNow().user?.id;

/**
 * A read from before a write may show the state before it: hovering a link on the way to a button prefetches, too. Another person
 * may have signed in on another tab.
 */
const isFresh = ({ at, writes, userId }: Prefetched) =>
  Date.now() - at <= maxAgeMs && writes === finishedWrites() && userId === userIdNow();

// The worker may update a prefetched copy before a screen subscribes.
onRefreshed((url, answer) => {
  const copy = prefetched.get(url);
  if (copy && answer !== undefined) prefetched.set(url, { ...copy, answer: Promise.resolve(answer) });
  else prefetched.delete(url);
});

/** The server does not have what so far only the outbox has, which may be read from the device while the server is asked. */
async function ask<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const created = () => createdAnswer(urlOf(call, request)) as Answer<K> | undefined;
  try {
    return created() ?? (await callApi(call, request));
  } catch (error) {
    const answer = created();
    if (answer === undefined) throw error;
    return answer;
  }
}

/** Prefetches a read of the next screen. A failure is not cached: the screen reads again and shows the error. */
export function prefetch<K extends Call>(call: K, request: Request<K>): Promise<unknown> {
  for (const [url, cached] of prefetched) if (!isFresh(cached)) prefetched.delete(url);
  const url = urlOf(call, request);
  const cached = prefetched.get(url);
  if (cached) return cached.answer;
  const answer = ask(call, request);
  answer.catch(() => prefetched.delete(url));
  prefetched.set(url, { answer, at: Date.now(), writes: finishedWrites(), userId: userIdNow() });
  return answer;
}

/**
 * The prefetched answer, or a new one. Without a connection it fails once the device's saved answers are read: before, a screen
 * would say that it has none.
 */
export async function read<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const url = urlOf(call, request);
  const cached = prefetched.get(url);
  prefetched.delete(url);
  try {
    return await (cached && isFresh(cached) ? (cached.answer as Promise<Answer<K>>) : ask(call, request));
  } catch (error) {
    const { user } = sessionNow();
    if (user && error instanceof UnreachableError) await (await loadDeviceCode())?.loadDevice(user.id);
    throw error;
  }
}

/** Drops all prefetched reads: they are outdated, or belong to another user. */
export function clearPrefetch(): void {
  prefetched.clear();
}
