// Moves an event in the week by keyboard: M starts, arrows move it, Shift and arrows resize it, Enter asks
// what that changes, and Escape cancels.

import { t } from '../../../words/t.ts';
import type { Entry } from '../entries.ts';
import { type Moved, spanAfterKeys, stepOfKey } from './lift.ts';
import type { Span } from './spans.ts';

export type Keying = {
  movableAt: (link: Element) => Entry | null;
  /** Whether it starts on a shown day. */
  isInView: (span: Span) => boolean;
  onShow: (entry: Entry, link: Element, span: Span) => unknown;
  onDrop: (entry: Entry, link: Element, span: Span) => void;
  onCancel: (entry: Entry) => void;
  onSay: (text: string) => void;
  /** N moves to the hours for a new event. */
  onNew: () => void;
};

const none: Moved = { days: 0, minutes: 0, longer: 0 };

/**
 * Handles keys in the week's scroller. Returns a function that removes the listeners. `read` returns the current
 * state.
 */
export function followKeys(scroller: HTMLElement, read: () => Keying): () => void {
  let moving: { entry: Entry; link: Element; moved: Moved } | null = null;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const cancel = () => {
    const given = moving;
    moving = null;
    if (given) read().onCancel(given.entry);
  };

  const move = (event: KeyboardEvent): boolean => {
    // Someone else has moved or cancelled it. Most browsers send no `focusout` when the focused link is removed.
    if (moving && !moving.link.isConnected) cancel();
    if (!moving) return false;
    const { entry, link, moved } = moving;
    const step = stepOfKey(event.key, event.shiftKey);
    if (step) {
      const next = {
        days: moved.days + step.days,
        minutes: moved.minutes + step.minutes,
        longer: moved.longer + step.longer,
      };
      const span = spanAfterKeys(entry, next);
      if (!read().isInView(span)) {
        read().onSay(t('You can only move it within these days. To move it further, edit the event.'));
        return true;
      }
      // A step below the shortest length is not counted, so it need not be reversed.
      const before = spanAfterKeys(entry, moved);
      const isSame = before.startMs === span.startMs && before.endMs === span.endMs;
      if (!isSame) moving = { entry, link, moved: next };
      read().onShow(entry, link, span);
      return true;
    }
    if (event.key === 'Enter') {
      moving = null;
      const span = spanAfterKeys(entry, moved);
      if (span.startMs === entry.startMs && span.endMs === entry.endMs) read().onCancel(entry);
      else read().onDrop(entry, link, span);
      return true;
    }
    if (event.key === 'Escape') cancel();
    return event.key === 'Escape';
  };

  const begin = (event: KeyboardEvent): boolean => {
    if (event.shiftKey) return false;
    const key = event.key.toLowerCase();
    const link = (event.target as Element).closest('a');
    if (!link || (key !== 'm' && key !== 'n')) return false;
    if (key === 'n') {
      read().onNew();
      return true;
    }
    const entry = read().movableAt(link);
    if (!entry) {
      read().onSay(t("You can't move this event here."));
      return true;
    }
    moving = { entry, link, moved: none };
    read().onShow(entry, link, entry);
    return true;
  };

  scroller.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!move(event) && !begin(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  // Moving the focus elsewhere cancels.
  scroller.addEventListener('focusout', cancel, options);
  return () => {
    cancel();
    listening.abort();
  };
}
