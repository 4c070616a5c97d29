// Arriving on a page: its title gets the focus, so that a screen reader says where we are and Tab goes on from there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How long a page may take until the title that it keeps is there. */
const patienceMs = 10_000;

/** Call once, above the routes. */
export function useArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusTitle();
  }, [pathname]);
}

/**
 * Focuses the title as soon as it is there, unless the page or the person has put the focus somewhere in it before. Again
 * where a title with the focus goes away, as that of a screen that still loads.
 */
function focusTitle(): () => void {
  const main = document.getElementById('main');
  // Until then at least not on a control of the page before.
  if (!tryFocus()) main?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body || document.activeElement === main) tryFocus();
  });
  const timer = setTimeout(() => stop(), patienceMs);
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
