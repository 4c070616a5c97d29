// Reads the answers that a page was drawn from, once for the start and for its screens. Until they are there the page is
// what it was drawn as: text, links and forms.
import type { Call } from '../../contract/api.ts';
import type { Drawn, DrawnNote } from './drawn.ts';
import { versionAt } from './freshness.ts';
import { ApiError } from './problem.ts';
import { warmUp } from './warm.ts';

const firstPauseMs = 1000;
const longestPauseMs = 8000;

/** `isSame`: the answers are still the ones that the page shows. */
export async function readDrawnAnswers({
  versions,
  ...note
}: DrawnNote): Promise<{ drawn: Drawn; isSame: boolean }> {
  const drawn: Drawn = { problems: {}, ...note, answers: {} };
  const same = await Promise.all(
    Object.entries(versions).map(async ([key, version]) => {
      // A list's key is its first page's address behind a sign of SWR's own, and its answer the first of its pages.
      const address = key.replace(/^\$inf\$/, '');
      const answer = await insist(address);
      if (answer !== undefined) drawn.answers[key] = address === key ? answer : [answer];
      return versionAt(address) === version;
    }),
  );
  return { drawn, isSame: same.every(Boolean) };
}

/** The answer, asked for until one comes; undefined where the server refuses it. */
async function insist(address: string): Promise<unknown> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await warmUp(`GET ${address}` as Call, {});
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
