// Prefetches the target of a link when a person is about to follow it: the screen's code and its first reads.
// One screen ahead only, and nothing for people who save data.

import { savesData } from '../data/http/connectivity.ts';
import { clearPrefetch, prefetch } from '../data/resources/prefetched-reads.ts';
import { type PrefetchRead, readsToPrefetch } from './page-reads.ts';
import { findRoute, guard, type ScreenName } from './paths.ts';

/** A pointer that only passes over a link is not enough. */
const restingMs = 65;
/**
 * Elements that the page lets people drag are as often moved as opened. Who moves one has pressed by then: code that arrives
 * in the middle of a drag costs it a frame.
 */
const restingOnDraggableMs = 300;
/**
 * A finger that goes down is. The delay lets a quick tap go first; it then loads data and code at the same
 * time.
 */
const fingerMs = 30;

export type Prefetch = {
  /** Loads the code of a screen. */
  loadScreen: (screen: ScreenName) => Promise<void>;
  /** The id of the signed-in user, or null. */
  userId: () => string | null;
};

/** Watches the page's links. Call once; returns how to stop. */
export function watchIntent({ loadScreen, userId }: Prefetch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let person = userId();
  const prefetchLink = (link: HTMLAnchorElement, from: string) => {
    // Some browsers cache a failed import, so nothing is prefetched without a network.
    if (savesData() || !navigator.onLine) return;
    if (person !== userId()) clearPrefetch();
    person = userId();
    const { pathname, search } = new URL(link.href);
    const decision = guard(pathname, person !== null);
    const target = decision.kind === 'redirect' ? decision.to : pathname;
    const found = findRoute(target);
    if (!found || target === from) return;
    void loadScreen(found.entry.screen);
    for (const { call, request } of readsToPrefetch(
      target,
      search,
      person !== null,
    ) as PrefetchRead<'GET /api/explore'>[])
      void prefetch(call, request);
  };
  const onEvent = (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (event.type === 'pointerdown' && !link.draggable) return;
    const rest = link.draggable ? restingMs : restingOnDraggableMs;
    const afterMs = event.type === 'pointerdown' ? fingerMs : rest;
    timer = setTimeout(prefetchLink, afterMs, link, location.pathname);
  };
  const kinds = ['pointerover', 'pointerdown', 'focusin'] as const;
  for (const kind of kinds) document.addEventListener(kind, onEvent, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const kind of kinds) document.removeEventListener(kind, onEvent);
  };
}
