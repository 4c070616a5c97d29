// Focuses the title after a navigation, so that a screen reader announces the page and Tab continues from
// there; after Back, ui/navigation/scroll-restoration.ts focuses the link that was followed. Within a page, keep-focus.ts
// takes over.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Stop waiting for the page's title after this time. */
const timeoutMs = 10_000;

/** Call once, above the routes. */
export function useFocusTitle(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const asked = useRef<{ path: string; from: Element | null }>({ path: pathname, from: null });
  /** What had the focus at the last click. */
  const clicked = useRef<Element | null>(null);
  useEffect(() => {
    const remember = (path: string, from: Element | null) => {
      if (path !== asked.current.path) asked.current = { path, from };
    };
    // The address changes before the page does, and with a transition after the click: until then the person may move the focus.
    const beforeClick = () => remember(window.location.pathname, clicked.current ?? document.activeElement);
    const onClick = () => {
      clicked.current = document.activeElement;
      remember(window.location.pathname, clicked.current);
    };
    const onStep = () => remember(window.location.pathname, document.activeElement);
    addEventListener('click', beforeClick, { capture: true });
    addEventListener('click', onClick);
    addEventListener('popstate', onStep);
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    if (isOther) remember(pathname, clicked.current ?? document.activeElement);
    const stop = isOther ? focusTitle(asked.current.from) : undefined;
    return () => {
      removeEventListener('click', beforeClick, { capture: true });
      removeEventListener('click', onClick);
      removeEventListener('popstate', onStep);
      stop?.();
    };
  }, [pathname]);
  useEffect(() => {
    let stop: (() => void) | null | undefined;
    // Not part of the first load. If the code fails to load, the browser's own rules apply.
    void import('./keep-focus.ts')
      .then(({ keepFocus }) => {
        if (stop === undefined) stop = keepFocus();
      })
      .catch(() => {});
    return () => {
      stop?.();
      stop = null;
    };
  }, []);
}

/**
 * Focuses the title as soon as it exists, unless the page or the person has moved the focus into it before.
 * Repeats this when a focused title is removed, such as that of a loading screen. `from`: what had the focus when
 * the person asked for the page.
 */
function focusTitle(from: Element | null): () => void {
  const main = document.getElementById('main');
  // Until then the focus at least leaves the controls of the previous page.
  if (!tryFocus(from)) main?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body || document.activeElement === main) tryFocus(from);
  });
  const timer = setTimeout(() => stop(), timeoutMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

function tryFocus(from: Element | null): boolean {
  const main = document.getElementById('main');
  const active = document.activeElement;
  const title = document.querySelector<HTMLElement>('h1[tabindex]');
  // The list beside an event is not the page: an event that is opened from it gets the focus, but not from a field
  // there that the person has gone to since.
  const isBeside = active === from && active?.closest('[data-scroller]')?.contains(title) === false;
  if (active && active !== main && main?.contains(active) && !isBeside) return true;
  title?.focus({ preventScroll: true });
  return title !== null;
}
