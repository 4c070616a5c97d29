// What a screen reader says by itself: each new text of a live region.
import { onTestFinished } from 'vitest';

const live = '[role=status]:not([aria-live=off]), [role=alert], [aria-live=polite]';

/** Listens from now on; returns the texts that were said, in order. */
export function listen(): string[] {
  const said: string[] = [];
  const before = new Map<Element, string>();
  for (const region of document.querySelectorAll(live)) before.set(region, region.textContent ?? '');
  const hear = () => {
    for (const region of document.querySelectorAll(live)) {
      const text = region.textContent?.trim() ?? '';
      if (text !== '' && text !== before.get(region)) said.push(text);
      before.set(region, text);
    }
  };
  const observer = new MutationObserver(hear);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return said;
}
