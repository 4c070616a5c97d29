// Keeps the focus where the work goes on. A control that was used is often gone afterwards: its row has left the
// list, another button has taken its place, its sheet has closed. The browser would then drop the focus: a screen
// reader is silent, and Tab may start at the top. It also scrolls a focused control out from under a bar, again when
// the page grows above it or a bar does.

/** Where the focus lands, from the inside out: a row, a part of the page, or what has its own place for it. */
const landings = 'li, tr, [tabindex], section, form, dialog, main';
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A bar at the edge of the window that content scrolls under. */
const bars = '[data-bar], [data-action-bar]';
/** What may scroll the page or move the focus. */
const inputs = ['keydown', 'wheel', 'pointerdown'];

/** Whose children move up when one of them goes. */
const lists = 'ul, ol, tbody';

/** `element.matches` of a form may be its field of that name. */
const fits = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);

/** A focused control and how to find its surroundings once it is gone. */
type Place = {
  element: HTMLElement;
  /** Its ancestors, from the inside out, and which child of a list led to it. */
  path: { node: Element; index: number }[];
  dialog: HTMLDialogElement | null;
  /** What had the focus before the dialog opened. */
  opener: Place | null;
};

/** Call once in a browser; returns how to stop. */
export function keepFocus(): () => void {
  /** Null while nothing has the focus because the person has left it. */
  let last: Place | null = null;
  /** The focused element until the person's next input: from then on, where the page is scrolled to is their choice. */
  let kept: HTMLElement | null = null;
  const onInput = () => {
    kept = null;
  };
  const sizes = new ResizeObserver(() => {
    if (kept) uncover(kept);
  });
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = placeOf(target, last);
    sizes.disconnect();
    // Nothing moves under a mouse or a finger.
    kept = fits(target, ':focus-visible') ? target : null;
    if (!kept) return;
    // Reports at once, too: after the browser's own scrolling.
    for (const element of [document.body, ...document.querySelectorAll(bars)])
      sizes.observe(element, { box: 'border-box' });
  };
  const check = () => {
    if (!last || document.activeElement !== document.body) return;
    const landing = landingOf(last);
    if (landing) focusOn(landing);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return;
    // After the removal that may have been the cause.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      if (last && isThere(last.element)) last = null;
      else check();
    });
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of inputs) addEventListener(type, onInput, { capture: true, passive: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  return () => {
    observer.disconnect();
    sizes.disconnect();
    for (const type of inputs) removeEventListener(type, onInput, { capture: true });
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onBlur);
  };
}

function placeOf(element: HTMLElement, before: Place | null): Place {
  const path: Place['path'] = [];
  for (
    let child: Element = element, node = element.parentElement;
    node;
    child = node, node = node.parentElement
  )
    path.push({ node, index: fits(node, lists) ? [...node.children].indexOf(child) : -1 });
  const dialog = element.closest('dialog');
  const opener = !dialog ? null : before?.dialog === dialog ? before.opener : before;
  return { element, path, dialog, opener };
}

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility?.() !== false && !fits(element, ':disabled');

function landingOf({ element, path, dialog, opener }: Place): HTMLElement | null {
  if (isThere(element)) return element;
  if (dialog && !(dialog.isConnected && dialog.open) && opener) return landingOf(opener);
  const left = path.filter(({ node }) => isThere(node));
  const [nearest] = left;
  if (!nearest) return null;
  // The next row has moved up to where the used one was.
  if (nearest.index >= 0) {
    const row = [...nearest.node.children].at(Math.min(nearest.index, nearest.node.childElementCount - 1));
    if (row instanceof HTMLElement && isThere(row)) return row;
  }
  const landing = left.find(({ node }) => fits(node, landings))?.node;
  // The title of the page stands for the page, and for the pane that it is in.
  const page =
    !landing || fits(landing, 'main') ? document : fits(landing, '#list, #beside') ? landing : null;
  const title = page?.querySelector<HTMLElement>('h1[tabindex]');
  return title || (landing as HTMLElement | undefined) || null;
}

function focusOn(landing: HTMLElement): void {
  if (!fits(landing, focusable)) landing.tabIndex = -1;
  landing.focus({ preventScroll: true });
}

/** Scrolls so that no bar covers the element (WCAG 2.4.11). */
function uncover(element: HTMLElement): void {
  for (const bar of document.querySelectorAll<HTMLElement>(bars)) {
    const { position } = getComputedStyle(bar);
    if (bar.contains(element) || !isThere(bar) || (position !== 'fixed' && position !== 'sticky')) continue;
    const [over, under] = [bar.getBoundingClientRect(), element.getBoundingClientRect()];
    const isBeside = over.right <= under.left || over.left >= under.right;
    if (isBeside || over.bottom <= under.top || over.top >= under.bottom) continue;
    const isAtTop = over.top + over.bottom < innerHeight;
    // The ring around the element, too.
    const ring = 6;
    scrollBy(0, isAtTop ? under.top - over.bottom - ring : under.bottom - over.top + ring);
  }
}
