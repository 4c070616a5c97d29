// Scroll anchoring: keeps the rows where they are on the screen when something above them appears or disappears, such as "You're
// offline" after the first tap at the pitch. Browsers do so themselves only for a page that is scrolled, and Safari does not.
import { type RefObject, useEffect } from 'react';

export function useScrollAnchoring(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = box.current?.closest('main');
    if (!main) return;
    const topOf = () => box.current?.querySelector('.people')?.getBoundingClientRect().top ?? 0;
    let top = topOf();
    const keep = () => {
      const moved = topOf() - top;
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
      top = topOf();
    };
    const note = () => {
      top = topOf();
    };
    const observer = new ResizeObserver(keep);
    observer.observe(main);
    addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', note);
    };
  }, [box]);
}
