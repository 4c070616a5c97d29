// After "Show more" the focus goes to the first of the new rows; the button is now below them, or gone.
import { type RefObject, useEffect, useRef } from 'react';

/** `count`: the rows of the list, whose container is `box`. Call `onMore` where a person asks for more. */
export function useFirstNewRow(count: number): { box: RefObject<HTMLDivElement | null>; onMore: () => void } {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || count <= before.current) return;
    // From the end: rows far above may be unmounted.
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row] .name a') ?? [])];
    rows.at(before.current - count)?.focus({ preventScroll: true });
    before.current = null;
  }, [count]);
  return {
    box,
    onMore: () => {
      before.current = count;
    },
  };
}
