// Warms what a link leads to, when a person is about to follow it: the screen's code and its first reads. One screen
// ahead and no further, and nothing for people who save data.

import { savesData } from '../data/http/connectivity.ts';
import { coolDown, warmUp } from '../data/resources/warm.ts';
import { type ReadAhead, readsAhead } from './answers.ts';
import { findRoute, guard, type ScreenName } from './paths.ts';

/** A pointer that only passes over a link does not mean it. */
const restingMs = 65;
/** A finger that goes down means it. What a quick tap does goes first, and its page is then asked for beside its code. */
const fingerMs = 30;

export type Prefetch = {
  /** Loads the code of a screen. */
  loadScreen: (screen: ScreenName) => Promise<void>;
  /** The id of who is signed in, or null. */
  userId: () => string | null;
};

/** Watches the page's links. Call once; returns how to stop. */
export function watchIntent({ loadScreen, userId }: Prefetch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let person = userId();
  const warm = (link: HTMLAnchorElement, from: string) => {
    // A failed import is remembered by some browsers, so nothing is tried without a network.
    if (savesData() || !navigator.onLine) return;
    if (person !== userId()) coolDown();
    person = userId();
    const { pathname, search } = new URL(link.href);
    const decision = guard(pathname, person !== null);
    const target = decision.kind === 'redirect' ? decision.to : pathname;
    const found = findRoute(target);
    if (!found || target === from) return;
    void loadScreen(found.entry.screen);
    for (const { call, request } of readsAhead(
      target,
      search,
      person !== null,
    ) as ReadAhead<'GET /api/explore'>[])
      void warmUp(call, request);
  };
  const consider = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    // What the page lets people drag by itself is as often moved as opened.
    if (event.type === 'pointerdown' && link.draggable === false) return;
    const afterMs = event.type === 'pointerdown' ? fingerMs : restingMs;
    timer = setTimeout(warm, afterMs, link, location.pathname);
  };
  const kinds = ['pointerover', 'pointerdown', 'focusin'] as const;
  for (const kind of kinds) document.addEventListener(kind, consider, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const kind of kinds) document.removeEventListener(kind, consider);
  };
}
