// Restores scroll positions: a new page starts at its top, Back and Forward return to the earlier position and
// to the link that was followed there.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** `link`: the target of the link that was clicked last. */
type Place = { y: number; row: string | null; rowTop: number; link?: string | null | undefined };

const places = new Map<string, Place>();
const maxPlaces = 100;
/** A press, too: the field that it focuses keeps the focus. */
const inputs = ['wheel', 'pointerdown', 'touchstart', 'keydown'];
// A server has no layout; the effect then does nothing.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Remembers the first visible row and not only the offset: rows above it may have another height next time.
 */
function placeNow(): Place {
  for (const row of document.querySelectorAll<HTMLElement>('#main [data-row]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > 0 && top >= -bottom) return { y: scrollY, row: keyOf(row), rowTop: top };
  }
  return { y: scrollY, row: null, rowTop: 0 };
}

/** The key of a row: its `data-row`, or the target of its link. */
function keyOf(row: HTMLElement): string | null {
  return row.dataset.row || (row.querySelector('a')?.getAttribute('href') ?? null);
}

function rowOf(key: string): Element | null {
  const word = CSS.escape(key);
  const found = document.querySelector(`#main :is([data-row="${word}"], [data-row] a[href="${word}"])`);
  return found?.closest('[data-row]') ?? null;
}

function restore(place: Place): boolean {
  const link = document.querySelector<HTMLElement>(`#main a[href="${CSS.escape(place.link ?? '')}"]`);
  link?.focus({ preventScroll: true });
  const row = place.row === null ? null : rowOf(place.row);
  const isShown = row !== null && row.getClientRects().length > 0;
  if (isShown) scrollBy(0, row.getBoundingClientRect().top - place.rowTop);
  else scrollTo(0, place.y);
  return isShown || Math.abs(scrollY - place.y) < 2;
}

/** Call once, beside the routes. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  const shownKey = useRef(key);
  useEffect(() => {
    let frame = 0;
    const remember = ({ target }: Partial<Event> = {}) => {
      const clicked = target instanceof Element && target.closest('#main a');
      const link = clicked ? clicked.getAttribute('href') : places.get(shownKey.current)?.link;
      places.delete(shownKey.current);
      places.set(shownKey.current, { ...placeNow(), link });
      const oldest = places.keys().next().value;
      if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
    };
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => remember());
    };
    addEventListener('scroll', onScroll, { passive: true });
    // A click on a link stores the exact position before the router acts on it.
    addEventListener('click', remember, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('click', remember, { capture: true });
    };
  }, []);
  useBrowserLayoutEffect(() => {
    // From here on scroll events belong to the new page; the position of the previous one stays as it is.
    shownKey.current = key;
    const isOtherPage = before.current !== pathname;
    before.current = pathname;
    const place = type === 'POP' ? places.get(key) : undefined;
    if (!place) {
      // A filter that replaces its history entry keeps the position; a redirect of the guard does not.
      if ((type === 'PUSH' || (type === 'REPLACE' && isOtherPage)) && !location.hash) scrollTo(0, 0);
      return;
    }
    // Rows render over the next few frames; input of the person stops the correction.
    let left = 20;
    let frame = 0;
    const stop = () => {
      left = 0;
    };
    const step = () => {
      if (left-- > 0) {
        if (restore(place)) left = Math.min(left, 2);
        frame = requestAnimationFrame(step);
      }
    };
    step();
    for (const kind of inputs) addEventListener(kind, stop, { once: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const kind of inputs) removeEventListener(kind, stop);
    };
  }, [key, pathname]);
}
