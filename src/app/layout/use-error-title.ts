// The title of a page that replaces all screens after an error. What keeps the focus (focus-title.ts, keep-focus.ts) has gone with
// them, so the title takes it from what was removed.
import { type RefObject, useEffect, useRef } from 'react';

export function useErrorTitle(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
}
