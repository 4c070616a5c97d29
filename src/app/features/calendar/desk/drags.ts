// Dragging in the week with a mouse or a pen: what was pressed, where it is now, and how to cancel. Touch
// scrolls instead.
import type { Day } from '../days.ts';
import type { Entry } from '../entries.ts';
import { type Lift, spanAt } from './lift.ts';
import { type Box, type Point, pointAt, type Span } from './spans.ts';

export type Dragging = {
  days: readonly Day[];
  parts: number;
  timeZone: string;
  /** The entry of a link in the week; null where it may not be moved. */
  movableAt: (link: Element) => Entry | null;
  onShow: (lift: Lift, span: Span) => unknown;
  onDrop: (lift: Lift, span: Span) => void;
  onCancel: () => void;
  /** Empty hours were pressed without a drag. */
  onPress: (point: Point) => void;
};

/** A shorter move is a press with an unsteady hand. */
const dragThresholdPixels = 4;
/** Within this distance of the edge the hours scroll, by so much per frame. */
const edgePixels = 36;
const scrollPixels = 8;

/**
 * Handles pointers over the week's scroller. Returns a function that removes the listeners. `read` returns the
 * current state.
 */
export function followDrags(scroller: HTMLElement, read: () => Dragging): () => void {
  let end = () => {};
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    end();
    const lift = liftAt(event, scroller, read());
    if (lift) end = follow(event, { scroller, lift, read });
    isPressed = lift !== null;
  };
  let isPressed = false;
  // Otherwise the browser computes a text selection at each step, which forces a layout.
  const selectNothing = (event: MouseEvent) => {
    if (isPressed) event.preventDefault();
    isPressed = false;
  };
  scroller.addEventListener('pointerdown', press);
  scroller.addEventListener('mousedown', selectNothing);
  return () => {
    end();
    scroller.removeEventListener('pointerdown', press);
    scroller.removeEventListener('mousedown', selectNothing);
  };
}

function liftAt(
  event: PointerEvent,
  scroller: HTMLElement,
  { days, parts, movableAt }: Dragging,
): Lift | null {
  const target = event.target as Element;
  const link = target.closest('a');
  const from = pointAt(boxOf(scroller, days.length, parts), event.clientX, event.clientY);
  if (!link) {
    const day = days[from.column];
    return day && target.closest('.column, .slot') ? { kind: 'new', part: from.part, day, from } : null;
  }
  const entry = movableAt(link);
  if (!entry) return null;
  return { kind: target.closest('.edge') ? 'resize' : 'move', part: from.part, entry, from };
}

function boxOf(scroller: HTMLElement, columns: number, parts: number): Box {
  const all = scroller.querySelectorAll('.column');
  const first = all[0]?.getBoundingClientRect();
  const last = all[all.length - 1]?.getBoundingClientRect();
  const { left = 0, top = 0, height = 0 } = first ?? {};
  return { left, top, width: (last?.right ?? 0) - left, height, columns, parts };
}

function follow(
  start: PointerEvent,
  { scroller, lift, read }: { scroller: HTMLElement; lift: Lift; read: () => Dragging },
): () => void {
  const listening = new AbortController();
  const { days, parts, timeZone } = read();
  let box: Box | null = null;
  let at = { x: start.clientX, y: start.clientY };
  let span: Span | null = null;
  let frame = 0;

  const show = () => {
    box ??= boxOf(scroller, days.length, parts);
    const next = spanAt(lift, pointAt(box, at.x, at.y), timeZone);
    if (span && next.startMs === span.startMs && next.endMs === span.endMs) return;
    span = next;
    read().onShow(lift, next);
  };
  // Read once: reading it in each frame would force a layout.
  const { top, bottom } = scroller.getBoundingClientRect();
  const head = scroller.querySelector('.top')?.clientHeight ?? 0;
  const scrollAtEdge = () => {
    const by = at.y < top + head + edgePixels ? -scrollPixels : at.y > bottom - edgePixels ? scrollPixels : 0;
    if (by !== 0) scroller.scrollBy(0, by);
    frame = requestAnimationFrame(scrollAtEdge);
  };
  const end = () => {
    listening.abort();
    cancelAnimationFrame(frame);
  };
  const cancel = () => {
    end();
    if (span) read().onCancel();
  };

  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    scroller.addEventListener(type, act, { signal: listening.signal });
  on('pointermove', (event) => {
    if (event.pointerId !== start.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (!span) {
      if (Math.hypot(at.x - start.clientX, at.y - start.clientY) < dragThresholdPixels) return;
      capture(scroller, start.pointerId, lift.kind);
      frame = requestAnimationFrame(scrollAtEdge);
    }
    show();
  });
  on('scroll', () => {
    box = null;
    if (span) show();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== start.pointerId) return;
    end();
    if (span) {
      suppressClick();
      read().onDrop(lift, span);
    } else if (lift.kind === 'new' && !(event.target as Element).closest('.slot')) read().onPress(lift.from);
  });
  on('pointercancel', cancel);
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !span) return;
      event.preventDefault();
      // The button is still pressed.
      addEventListener('pointerup', suppressClick, { capture: true, once: true });
      cancel();
    },
    { signal: listening.signal, capture: true },
  );
  return cancel;
}

/**
 * Captures the pointer on a small element of its own, which sets the cursor: a cursor on the whole week would
 * restyle each block at the first step.
 */
function capture(scroller: HTMLElement, pointerId: number, kind: Lift['kind']): void {
  const grip = scroller.querySelector<HTMLElement>('.grip') ?? scroller;
  grip.dataset.kind = kind;
  grip.setPointerCapture(pointerId);
}

/** The end of a drag must not click the dragged link. */
function suppressClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  // The click follows at once, or not at all.
  setTimeout(() => removeEventListener('click', stop, { capture: true }), clickMs);
}
const clickMs = 50;
