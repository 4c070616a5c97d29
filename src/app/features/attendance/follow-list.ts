// Keys and gestures in the attendance list. Each has a button that does the same: the row itself, and its "…".
import type { Status } from '../../format/words/mark.ts';
import { keyOf, statuses } from './mark-words.ts';

export type Actions = {
  mark: (id: string, status: Status) => void;
  takeBack: (id: string) => void;
  /** Opens the choices of a person. */
  choose: (id: string) => void;
};

const idOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-person]')?.dataset.person ?? null) : null;

const buttonsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-mark]')];

/** Arrows, Home and End move through the list; a letter marks. Returns a function that removes the listener. */
export function followKeys(list: HTMLElement, read: () => Actions): () => void {
  const onKey = (event: KeyboardEvent) => {
    const id = idOf(event.target);
    if (id === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = buttonsOf(list);
    const at = buttons.findIndex((button) => idOf(button) === id);
    const row = buttons[at]?.parentElement;
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: buttons[at + 1],
      ArrowUp: buttons[at - 1],
      Home: buttons[0],
      End: buttons.at(-1),
      ArrowRight: row?.querySelector<HTMLElement>('[data-more]'),
      ArrowLeft: buttons[at],
    };
    if (event.key in targets) {
      event.preventDefault();
      targets[event.key]?.focus();
      return;
    }
    const actions = read();
    const status = statuses.find((one) => keyOf(one) === event.key.toLowerCase());
    if (status === 'late') actions.choose(id);
    else if (status) actions.mark(id, status);
    else if (event.key === 'Backspace' || event.key === 'Delete') actions.takeBack(id);
    else return;
    event.preventDefault();
  };
  list.addEventListener('keydown', onKey);
  return () => list.removeEventListener('keydown', onKey);
}

/** The row with `tabIndex` 0 of each list (roving tabindex). Stored, because a search among 500 rows would delay every tap. */
const tabStops = new WeakMap<HTMLElement, Element>();

/** Makes this row the only tab stop of the list. */
export function setTabStop(list: HTMLElement, row: Element | null): void {
  for (const button of tabStops.get(list)?.querySelectorAll('button') ?? []) button.tabIndex = -1;
  tabStops.delete(list);
  if (!row) return;
  for (const button of row.querySelectorAll('button')) button.tabIndex = 0;
  tabStops.set(list, row);
}

/** Whether the tab stop is a row that is still in the list. */
export const hasTabStop = (list: HTMLElement): boolean => {
  const row = tabStops.get(list);
  return row !== undefined && list.contains(row);
};

/** The row that was focused last is the tab stop. Returns a function that removes the listener. */
export function followFocus(list: HTMLElement): () => void {
  const onFocus = ({ target }: FocusEvent) => setTabStop(list, (target as Element).closest('[data-person]'));
  list.addEventListener('focusin', onFocus);
  return () => list.removeEventListener('focusin', onFocus);
}

const holdMs = 500;
/** A finger that moves further is no long press. */
const moveTolerancePx = 10;
const swipePx = 56;

/** A long press on a row, or a swipe along it, opens its choices. Returns a function that removes the listeners. */
export function followTouch(list: HTMLElement, read: () => Actions): () => void {
  let start: { id: string; x: number; y: number; pointer: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The click that follows a gesture is not a tap. */
  let isGesture = false;
  const end = () => {
    clearTimeout(timer);
    start = null;
  };
  const choose = (id: string) => {
    end();
    isGesture = true;
    read().choose(id);
  };
  // After a long press the finger is lifted over the sheet that has opened, where it must neither close nor choose anything.
  const onLift = (event: Event) => {
    if (!isGesture) return;
    event.preventDefault();
    event.stopPropagation();
    // The click comes right after the touch, if at all.
    setTimeout(() => {
      isGesture = false;
    }, 50);
  };
  const handlers = {
    pointerdown: (event: PointerEvent) => {
      isGesture = false;
      const id = idOf(event.target);
      if (id === null || event.pointerType === 'mouse' || !event.isPrimary) return;
      start = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId };
      clearTimeout(timer);
      timer = setTimeout(() => choose(id), holdMs);
    },
    pointermove: (event: PointerEvent) => {
      if (start?.pointer !== event.pointerId) return;
      const [x, y] = [Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y)];
      if (Math.max(x, y) > moveTolerancePx) clearTimeout(timer);
      if (x > swipePx && x > 2 * y) choose(start.id);
    },
    pointerup: end,
    pointercancel: end,
    // Otherwise a long press also opens the browser's own menu.
    contextmenu: (event: MouseEvent) => {
      if (start !== null || isGesture) event.preventDefault();
    },
  };
  const entries = Object.entries(handlers) as [string, EventListener][];
  for (const [type, handler] of entries) list.addEventListener(type, handler, { capture: true });
  // In the capture phase: before the row or the sheet gets them.
  for (const type of ['touchend', 'click'])
    document.addEventListener(type, onLift, { capture: true, passive: false });
  return () => {
    end();
    for (const type of ['touchend', 'click']) document.removeEventListener(type, onLift, { capture: true });
    for (const [type, handler] of entries) list.removeEventListener(type, handler, { capture: true });
  };
}
