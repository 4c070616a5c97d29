// What the server put into a page that it drew: the answers it was drawn from and the locale it was written in. The
// browser starts from the same, so that nothing moves when the page comes alive.
import { createContext, useContext } from 'react';
import type { ProblemBody } from '../../contract/problems.ts';

export type Drawn = {
  locale: string;
  /** When it was drawn, in milliseconds; null for a page that was not. */
  now: number | null;
  /** Answers by SWR key. */
  answers: Record<string, unknown>;
  /** Refusals by SWR key. */
  problems: Record<string, ProblemBody>;
};

export const notDrawn: Drawn = { locale: 'en', now: null, answers: {}, problems: {} };

/** `isDrawnView`: this is still the page as the server drew it, before the person has gone anywhere. */
const Context = createContext<Drawn & { isDrawnView: boolean }>({ ...notDrawn, isDrawnView: false });
export const DrawnProvider = Context.Provider;
export const useDrawn = () => useContext(Context);

/** Where the page holds it. */
export const drawnElementId = 'drawn';
