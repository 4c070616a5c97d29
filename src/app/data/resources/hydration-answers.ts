// Reads the answers that a page was rendered from again, for hydration and for its screens. Until they arrive, the page is
// static: text, links and forms.
import type { Call } from '../../../contract/api.ts';
import { ApiError } from '../http/problem.ts';
import { versionAt } from './freshness.ts';
import { rememberList } from './list-keys.ts';
import { prefetch } from './prefetched-reads.ts';
import type { HydrationData, RenderData } from './render-data.ts';

const firstPauseMs = 1000;
const longestPauseMs = 8000;

/** `isSame`: the answers are the ones that the server rendered. */
export async function readHydrationAnswers({
  reads,
  ...note
}: HydrationData): Promise<{ data: RenderData; isSame: boolean }> {
  const data: RenderData = { problems: {}, ...note, answers: {} };
  const same = await Promise.all(
    reads.map(async ({ address, isList, version }) => {
      const answer = await readWithRetries(address);
      // SWR stores a list as an array of its pages.
      if (answer !== undefined)
        data.answers[isList ? rememberList(address) : address] = isList ? [answer] : answer;
      return versionAt(address) === version;
    }),
  );
  return { data, isSame: same.every(Boolean) };
}

/** Reads an answer with retries; undefined if the server refuses it. */
async function readWithRetries(address: string): Promise<unknown> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await prefetch(`GET ${address}` as Call, {});
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
