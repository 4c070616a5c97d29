// What a page was drawn from by the server: answers, locale and time. The browser starts from the same, so that nothing
// moves at hydration.
import { createContext, useContext } from 'react';
import type { ProblemBody } from '../../../contract/values/problems.ts';
import type { Instance } from '../session/instance.ts';

export type Drawn = {
  locale: string;
  /** When it was drawn, in milliseconds; null for a page that was not. */
  now: number | null;
  /** Answers by SWR key. */
  answers: Record<string, unknown>;
  /** Refusals by SWR key. */
  problems: Record<string, ProblemBody>;
  /** Only while the server renders: in a browser the page holds it. */
  instance?: Instance;
};

export const notDrawn: Drawn = { locale: 'en', now: null, answers: {}, problems: {} };

/** `isDrawnView`: this is still the page as the server drew it, before the person has gone anywhere. */
const Context = createContext<Drawn & { isDrawnView: boolean }>({ ...notDrawn, isDrawnView: false });
export const DrawnProvider = Context.Provider;
export const useDrawn = () => useContext(Context);

/** What a drawn page says of itself, as JSON. The answers are not in it: the browser reads them as its screens do. */
export type DrawnNote = Omit<Drawn, 'answers' | 'problems' | 'instance'> & {
  /** Missing where there are none. */
  problems?: Drawn['problems'];
  /** The answers it was drawn from, each with the name of its content (contract/etag.ts). */
  reads: { address: string; isList: boolean; version: string }[];
  /** What Intl wrote on the server (format/intl.ts). Missing where it wrote nothing. */
  texts?: Record<string, string>;
};
