// Reads asked for ahead of a tap. Each waits a few seconds for the screen that needs it, and is used once.
import type { Answer, Call } from '../../../contract/api.ts';
import { callApi, endedWrites, type Request, urlOf } from '../http/call.ts';
import { onRefreshed } from './freshness.ts';

/** Older than this, a read says too little about now to stand in for a fresh one. */
const warmMs = 10_000;
const warm = new Map<string, { answer: Promise<unknown>; at: number; writes: number }>();

/** From before a write it would show the state before it: a link that was passed on the way to a button asks ahead, too. */
const isWarm = ({ at, writes }: { at: number; writes: number }) =>
  Date.now() - at <= warmMs && writes === endedWrites();

// What the device held may be corrected before there is a screen to hear it.
onRefreshed((url, answer) => {
  const copy = warm.get(url);
  if (copy && answer !== undefined) warm.set(url, { ...copy, answer: Promise.resolve(answer) });
  else warm.delete(url);
});

/** Asks now for what a screen is about to read. A failure is forgotten: the screen asks again, and shows it. */
export function warmUp<K extends Call>(call: K, request: Request<K>): Promise<unknown> {
  for (const [url, asked] of warm) if (!isWarm(asked)) warm.delete(url);
  const url = urlOf(call, request);
  const asked = warm.get(url);
  if (asked) return asked.answer;
  const answer = callApi(call, request);
  answer.catch(() => warm.delete(url));
  warm.set(url, { answer, at: Date.now(), writes: endedWrites() });
  return answer;
}

/** The answer that was asked for ahead, or a new one. */
export function read<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const url = urlOf(call, request);
  const kept = warm.get(url);
  warm.delete(url);
  return kept && isWarm(kept) ? (kept.answer as Promise<Answer<K>>) : callApi(call, request);
}

/** Forgets all of them: another person is here now. */
export function coolDown(): void {
  warm.clear();
}
