// Arriving on a page: its title gets the focus, so that a screen reader says where we are, and the scroll position is the
// top for a new page and the old one on the way back.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long a page may take until its title or its full height is there. */
const patienceMs = 4000;
const storageKey = 'scrollPositions';
const keptPositions = 100;

/** Call once, above the routes. */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const last = useRef({ pathname, key });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    return keepPositions();
  }, []);

  useEffect(() => {
    const { pathname: from, key: fromKey } = last.current;
    last.current = { pathname, key };
    here = key === 'default' ? pathname : key;
    const isFirst = fromKey === key;
    const isNewPage = from !== pathname;
    const stopFocus = isNewPage ? focusTitle() : undefined;
    let stopScroll: (() => void) | undefined;
    if (type === 'POP' && !hash && !(isFirst && isOpenedAnew())) stopScroll = restore(positions().get(here));
    else if (!isFirst && (type === 'PUSH' || isNewPage)) scrollTo(0, 0);
    return () => {
      stopFocus?.();
      stopScroll?.();
    };
  }, [pathname, hash, key, type]);
}

/** A link or a typed address opened the app, not a reload or the way back into it. */
function isOpenedAnew(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

/** Focuses the title as soon as it is there, unless the page or the person has put the focus somewhere in it before. */
function focusTitle(): (() => void) | undefined {
  const tryNow = () => {
    const main = document.getElementById('main');
    const active = document.activeElement;
    if (active && active !== main && main?.contains(active)) return true;
    const title = document.querySelector<HTMLElement>('[data-screen-title]');
    title?.focus({ preventScroll: true });
    return title !== null;
  };
  if (tryNow()) return undefined;
  // Until then at least not on a control of the page before.
  document.getElementById('main')?.focus({ preventScroll: true });
  return repeatUntil(tryNow);
}

/** Scrolls to `top` as soon as the page is high enough, unless the person scrolls first. */
function restore(top: number | undefined): (() => void) | undefined {
  if (!top) return undefined;
  const tryNow = () => {
    scrollTo(0, top);
    return Math.abs(scrollY - top) < 2;
  };
  if (tryNow()) return undefined;
  const stop = repeatUntil(tryNow);
  for (const name of ['wheel', 'touchstart', 'keydown']) addEventListener(name, stop, { once: true });
  return stop;
}

/** Tries again at each change of the page until it works or patience ends. */
function repeatUntil(tryNow: () => boolean): () => void {
  const observer = new MutationObserver(() => {
    if (tryNow()) stop();
  });
  const timer = setTimeout(() => stop(), patienceMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** The history entry that is open: its key, or its path where the browser made it. Positions are kept under it. */
let here = '/';
let known: Map<string, number> | null = null;

function positions(): Map<string, number> {
  if (!known) {
    known = new Map();
    try {
      for (const [key, top] of Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')))
        known.set(key, Number(top));
    } catch {
      // Storage is blocked or holds something else: positions last until the page is left.
    }
  }
  return known;
}

function keepPositions(): () => void {
  const keep = () => {
    const kept = positions();
    kept.delete(here);
    kept.set(here, scrollY);
  };
  const save = () => {
    try {
      sessionStorage.setItem(
        storageKey,
        JSON.stringify(Object.fromEntries([...positions()].slice(-keptPositions))),
      );
    } catch {
      // As above.
    }
  };
  addEventListener('scroll', keep, { passive: true });
  addEventListener('pagehide', save);
  return () => {
    removeEventListener('scroll', keep);
    removeEventListener('pagehide', save);
  };
}
