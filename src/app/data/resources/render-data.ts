// The data that the server rendered a page from: answers, locale and time. The browser hydrates with the same data, so
// that nothing moves.
import { createContext, useContext } from 'react';
import type { ProblemBody } from '../../../contract/values/problems.ts';
import type { Instance } from '../session/instance.ts';

export type RenderData = {
  locale: string;
  /** When the page was rendered, in milliseconds; null for a page that was not server-rendered. */
  now: number | null;
  /** Answers by SWR key. */
  answers: Record<string, unknown>;
  /** Refusals by SWR key. */
  problems: Record<string, ProblemBody>;
  /** Only while the server renders: in a browser it is in the page's <meta> elements. */
  instance?: Instance;
};

export const notRendered: RenderData = { locale: 'en', now: null, answers: {}, problems: {} };

/** `isServerRendered`: true on a server-rendered page until the first navigation. */
const Context = createContext<RenderData & { isServerRendered: boolean }>({
  ...notRendered,
  isServerRendered: false,
});
export const RenderDataProvider = Context.Provider;
export const useRenderData = () => useContext(Context);

/** The render data in the HTML of a page, as JSON. Without the answers, which the browser reads again. */
export type HydrationData = Omit<RenderData, 'answers' | 'problems' | 'instance'> & {
  /** Missing if there are none. */
  problems?: RenderData['problems'];
  /** The answers that the page was rendered from, each with its content name (contract/values/etag.ts). */
  reads: { address: string; isList: boolean; version: string }[];
  /** The texts that Intl formatted on the server (format/intl.ts). Missing if there are none. */
  texts?: Record<string, string>;
};
