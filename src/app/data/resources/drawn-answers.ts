// Reads the answers that a page was drawn from, once for the start and for its screens. Until they are there the page is
// what it was drawn as: text, links and forms.
import type { Call } from '../../../contract/api.ts';
import { ApiError } from '../http/problem.ts';
import type { Drawn, DrawnNote } from './drawn.ts';
import { versionAt } from './freshness.ts';
import { rememberList } from './list-keys.ts';
import { warmUp } from './warm.ts';

const firstPauseMs = 1000;
const longestPauseMs = 8000;

/** `isSame`: the answers are still the ones that the page shows. */
export async function readDrawnAnswers({
  reads,
  ...note
}: DrawnNote): Promise<{ drawn: Drawn; isSame: boolean }> {
  const drawn: Drawn = { problems: {}, ...note, answers: {} };
  const same = await Promise.all(
    reads.map(async ({ address, isList, version }) => {
      const answer = await insist(address);
      // A list is held as a list of its pages.
      if (answer !== undefined)
        drawn.answers[isList ? rememberList(address) : address] = isList ? [answer] : answer;
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
