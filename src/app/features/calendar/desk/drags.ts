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
    const pressed = pressedAt(event.target as Element, read());
    if (pressed) end = trackPress(event, { scroller, pressed, read });
    isPressed = pressed !== null;
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

type Pressed = { kind: 'new' } | { kind: 'move' | 'resize'; entry: Entry };

function pressedAt(target: Element, { movableAt }: Dragging): Pressed | null {
  const link = target.closest('a');
  if (!link) return target.closest('.column, .slot') ? { kind: 'new' } : null;
  const entry = movableAt(link);
  return entry && { kind: target.closest('.edge') ? 'resize' : 'move', entry };
}

function liftOf(pressed: Pressed, from: Point, { days }: Dragging): Lift | null {
  const { part } = from;
  if (pressed.kind !== 'new') return { ...pressed, part, from };
  const day = days[from.column];
  return day ? { kind: 'new', part, day, from } : null;
}

function boxOf(scroller: HTMLElement, columns: number, parts: number): Box {
  const all = scroller.querySelectorAll('.column');
  const first = all[0]?.getBoundingClientRect();
  const last = all[all.length - 1]?.getBoundingClientRect();
  const { left = 0, top = 0, height = 0 } = first ?? {};
  return { left, top, width: (last?.right ?? 0) - left, height, columns, parts };
}

function trackPress(
  start: PointerEvent,
  { scroller, pressed, read }: { scroller: HTMLElement; pressed: Pressed; read: () => Dragging },
): () => void {
  const listening = new AbortController();
  const { days, parts, timeZone } = read();
  // Positions are read once, and not at the press: the browser would compute the layout again.
  let box: Box | null = null;
  const boxNow = () => {
    box ??= boxOf(scroller, days.length, parts);
    return box;
  };
  let from: Point | null = null;
  const startPoint = () => {
    from ??= pointAt(boxNow(), start.clientX, start.clientY);
    return from;
  };
  let edges = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
  let at = { x: start.clientX, y: start.clientY };
  let lift: Lift | null = null;
  let span: Span | null = null;
  let frame = 0;

  const show = () => {
    if (!lift) return;
    const next = spanAt(lift, pointAt(boxNow(), at.x, at.y), timeZone);
    if (span?.startMs === next.startMs && span.endMs === next.endMs) return;
    span = next;
    read().onShow(lift, span);
  };
  const scrollAtEdge = () => {
    const by = at.y < edges.top ? -scrollPixels : at.y > edges.bottom ? scrollPixels : 0;
    if (by !== 0) scroller.scrollBy(0, by);
  };
  const begin = () => {
    // Before any move: the hours may scroll under a pointer that rests.
    const pressedHours = startPoint();
    if (Math.hypot(at.x - start.clientX, at.y - start.clientY) < dragThresholdPixels) return;
    lift = liftOf(pressed, pressedHours, read());
    if (!lift) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const head = scroller.querySelector('.top')?.clientHeight ?? 0;
    edges = { top: top + head + edgePixels, bottom: bottom - edgePixels };
    capture(scroller, start.pointerId, lift.kind);
  };
  const eachFrame = () => {
    scrollAtEdge();
    if (lift) show();
    else begin();
    frame = requestAnimationFrame(eachFrame);
  };
  // Press, begin and first step have a frame each: together they are too much for a slow processor.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(eachFrame);
  });
  const end = () => {
    listening.abort();
    cancelAnimationFrame(frame);
  };
  const cancel = () => {
    // The next press and the end of the week cancel, too: a drag that has ended was dropped or cancelled already.
    if (listening.signal.aborted) return;
    end();
    if (span) read().onCancel();
  };

  const { signal } = listening;
  // Of the window: before the drag begins, the pointer may leave the week.
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void) =>
    addEventListener(
      type,
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        at = { x: event.clientX, y: event.clientY };
        act(event);
      },
      { signal },
    );
  scroller.addEventListener(
    'scroll',
    () => {
      box = null;
    },
    { signal },
  );
  on('pointermove', ({ buttons }) => {
    // It was let go outside the window.
    if (buttons === 0) cancel();
  });
  on('pointerup', (event) => {
    if (!lift) begin();
    show();
    end();
    if (lift && span) {
      suppressClick();
      read().onDrop(lift, span);
    } else if (pressed.kind === 'new' && !(event.target as Element).closest('.slot'))
      read().onPress(startPoint());
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
    { signal, capture: true },
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
