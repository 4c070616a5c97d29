// After "Show more" the focus goes to the first of the new rows, and their count is announced; the button is now below them,
// or gone.
import { type RefObject, useEffect, useRef } from 'react';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';

/**
 * `count`: the rows of the list, whose container is `box`; each has `data-row`. Call `onMore` where a person asks for more.
 * `isAsked`: they have asked for the first rows, too. `isSaid`: the list has its own live region.
 */
export function useFirstNewRow<Box extends HTMLElement = HTMLDivElement>(
  count: number,
  { isAsked = false, isSaid = false } = {},
): { box: RefObject<Box | null>; onMore: () => void } {
  const box = useRef<Box>(null);
  const before = useRef<number | null>(isAsked ? 0 : null);
  useEffect(() => {
    if (before.current === null || count <= before.current) return;
    const added = count - before.current;
    before.current = null;
    // From the end: rows far above may be unmounted.
    const row = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].at(-added);
    const link = row?.querySelector<HTMLElement>(':scope > a, .name a, .text a');
    if (row && !link) row.tabIndex = -1;
    (link ?? row)?.focus({ preventScroll: true });
    if (!isSaid) announce(t('{added, plural, one {# more is shown.} other {# more are shown.}}', { added }));
  }, [count, isSaid]);
  return {
    box,
    onMore: () => {
      before.current = count;
    },
  };
}
