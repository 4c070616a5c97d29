// Moving an event in the week by keys: M takes it, arrows move it, Shift and arrows change how long it is, Enter asks what that
// does, and Escape puts it back.
import type { Entry } from '../entries.ts';
import { stepOfKey, type Taken, takenSpan } from './lift.ts';
import type { Span } from './spans.ts';

export type Keying = {
  movableAt: (link: Element) => Entry | null;
  /** Whether it starts on a day that is shown. */
  isInSight: (span: Span) => boolean;
  onShow: (entry: Entry, link: Element, span: Span) => unknown;
  onDrop: (entry: Entry, link: Element, span: Span) => void;
  onGiveUp: (entry: Entry) => void;
  onSay: (text: string) => void;
  /** N leads to the hours for a new event. */
  onNew: () => void;
};

const none: Taken = { days: 0, minutes: 0, longer: 0 };

/** Follows keys in the week's scroller, until the returned function is called. `read` gives what is true by now. */
export function followKeys(scroller: HTMLElement, read: () => Keying): () => void {
  let moving: { entry: Entry; link: Element; taken: Taken } | null = null;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const giveUp = () => {
    const given = moving;
    moving = null;
    if (given) read().onGiveUp(given.entry);
  };

  const move = (event: KeyboardEvent): boolean => {
    if (!moving) return false;
    const { entry, link, taken } = moving;
    const step = stepOfKey(event.key, event.shiftKey);
    if (step) {
      const next = {
        days: taken.days + step.days,
        minutes: taken.minutes + step.minutes,
        longer: taken.longer + step.longer,
      };
      const span = takenSpan(entry, next);
      if (!read().isInSight(span)) {
        read().onSay('It can only move within these days. Edit the event to move it further.');
        return true;
      }
      // A length below the least is no step that has to be taken back.
      const before = takenSpan(entry, taken);
      const isSame = before.startMs === span.startMs && before.endMs === span.endMs;
      if (!isSame) moving = { entry, link, taken: next };
      read().onShow(entry, link, span);
      return true;
    }
    if (event.key === 'Enter') {
      moving = null;
      const span = takenSpan(entry, taken);
      if (span.startMs === entry.startMs && span.endMs === entry.endMs) read().onGiveUp(entry);
      else read().onDrop(entry, link, span);
      return true;
    }
    if (event.key === 'Escape') giveUp();
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
      read().onSay("This event can't be moved here.");
      return true;
    }
    moving = { entry, link, taken: none };
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
  // Going on to something else lets it go.
  scroller.addEventListener('focusout', giveUp, options);
  return () => {
    giveUp();
    listening.abort();
  };
}
