// A person's actions on a page of any engine. Each waits until the page is ready, and its timeout error says
// for what.
import type { Found, Tab, Target } from './engine.ts';
import { patternOf } from './locate.ts';

const limitMs = 20_000;
/** Drivers sometimes lose a command while the page navigates. */
const answerMs = 8000;

/** Rejects on timeout. */
export async function within<T>(ms: number, what: string, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} s: ${what}`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Polls until the answer is neither null nor false. An error during a navigation is retried. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false>,
  { pauseMs = 40 } = {},
): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    try {
      const answer = await within(answerMs, what, ask());
      if (answer !== null && answer !== false) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`Not within ${limitMs / 1000} s: ${what}`, { cause: last });
}

const wordsOf = (target: Target) => {
  const { by, source } = patternOf(target);
  return `${by} ${source}`;
};

export const sees = (tab: Tab, target: Target): Promise<Found> =>
  until(wordsOf(target), () => tab.find(target));

/** While a sheet slides in, a driver clicks the button's old position. */
const isStill = (tab: Tab) =>
  tab.evaluate(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );

/** Acts on an element once it stops moving; retries if it is covered or gone by then. */
async function act(tab: Tab, target: Target, action: (found: Found) => Promise<void>): Promise<void> {
  await until(wordsOf(target), async () => {
    const found = await tab.find(target);
    // Last: what it is in may begin to move as it appears.
    if (!found || !(await isStill(tab))) return null;
    await action(found);
    return true;
  });
}

export const click = (tab: Tab, target: Target) => act(tab, target, (found) => found.click());
export const fill = (tab: Tab, target: Target, text: string) => act(tab, target, (found) => found.type(text));
export const upload = (tab: Tab, target: Target, path: string) =>
  act(tab, target, (found) => found.upload(path));

/** Waits for a line of text; a string must match the whole line. */
export async function says(tab: Tab, text: string | RegExp): Promise<void> {
  let lines: string[] = [];
  const isSaid = async () => {
    lines = await tab.evaluate(() => document.body.innerText.split('\n'));
    return lines.some((line) => (typeof text === 'string' ? line.trim() === text : text.test(line)));
  };
  await until(`the text ${text}`, isSaid).catch((error: Error) => {
    error.message += `\nThe page says: ${lines.join(' | ').slice(0, 1500)}`;
    throw error;
  });
}

export async function isAt(tab: Tab, path: RegExp): Promise<void> {
  await until(`the address ${path}`, async () =>
    path.test(await tab.evaluate(() => location.pathname + location.search)),
  );
}

/** Waits until the app runs and no part of it is loading. */
export async function isSettled(tab: Tab): Promise<void> {
  await until('a page that is settled', () =>
    tab.evaluate(() => {
      const page = document.documentElement;
      const loading = '[aria-busy=true], [role=status][aria-label^=Loading]';
      return (
        document.readyState === 'complete' &&
        page.dataset.started === 'true' &&
        document.querySelector('h1') !== null &&
        document.querySelector(loading) === null
      );
    }),
  );
}

/** Waits until the service worker controls the page; the error describes the registration. */
export async function isInstalled(tab: Tab): Promise<void> {
  let found: unknown;
  const isSo = async () => {
    found = await tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const { installing, waiting, active } = registration ?? {};
      const states = [installing, waiting, active].map((worker) => worker?.state ?? null);
      return { isRegistered: !!registration, states, runsPage: navigator.serviceWorker.controller !== null };
    });
    const { states, runsPage } = found as { states: (string | null)[]; runsPage: boolean };
    return states[2] === 'activated' && runsPage;
  };
  await until('a service worker that runs the page', isSo).catch((error: Error) => {
    error.message += `: ${JSON.stringify(found)}`;
    throw error;
  });
}
