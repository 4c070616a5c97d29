// Focuses the title after a navigation, so that a screen reader announces the page and Tab continues from
// there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Stop waiting for the page's title after this time. */
const timeoutMs = 10_000;

/** Call once, above the routes. */
export function useFocusTitle(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusTitle();
  }, [pathname]);
}

/**
 * Focuses the title as soon as it exists, unless the page or the person has moved the focus into it before.
 * Repeats this when a focused title is removed, such as that of a loading screen.
 */
function focusTitle(): () => void {
  const main = document.getElementById('main');
  // Until then the focus at least leaves the controls of the previous page.
  if (!tryFocus()) main?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body || document.activeElement === main) tryFocus();
  });
  const timer = setTimeout(() => stop(), timeoutMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

function tryFocus(): boolean {
  const main = document.getElementById('main');
  const active = document.activeElement;
  if (active && active !== main && main?.contains(active)) return true;
  const title = document.querySelector<HTMLElement>('h1[tabindex]');
  title?.focus({ preventScroll: true });
  return title !== null;
}
