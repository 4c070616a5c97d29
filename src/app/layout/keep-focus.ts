// Restores the focus when the focused control is removed: its row has left the list, another button has replaced it, or its
// sheet has closed. The browser would move the focus to the body: a screen reader says nothing, and Tab may start at the top.
// Also scrolls a focused control out from under a bar, and again when the page above it or a bar grows.

/** What gets the focus instead, the innermost first: a row, a focusable container, or a landmark of the page. */
const landings = 'li, [role=listitem], tr, [tabindex], section, form, dialog, main';
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A bar at the edge of the window that content scrolls under. */
const bars = '[data-bar], [data-action-bar]';
/** The person's input that may scroll the page or move the focus. */
const inputs = ['keydown', 'wheel', 'pointerdown'];

/** Elements whose children move up when one is removed. */
const lists = 'ul, ol, tbody, [role=list] > *';

/** Not `element.matches`: on a form that may be a field called `matches` (DOM clobbering). */
const fits = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);

/** A focused control and how to find its surroundings once it is gone. */
type Origin = {
  element: HTMLElement;
  /** Its ancestors, the innermost first; for a list also the index of the child that contains it. */
  path: { node: Element; index: number }[];
  dialog: HTMLDialogElement | null;
  /** The control that opened the dialog. */
  opener: Origin | null;
};

/** Call once in a browser. Returns a function that stops it. */
export function keepFocus(): () => void {
  const { activeElement, body } = document;
  /** Null if the person themselves has moved the focus to nothing. What had it before this code arrived counts, too. */
  let last: Origin | null =
    activeElement instanceof HTMLElement && activeElement !== body ? originOf(activeElement, null) : null;
  /** The focused element to keep in view; null from the next input on, because the person may then scroll it away. */
  let kept: HTMLElement | null = null;
  const onInput = () => {
    kept = null;
  };
  const sizes = new ResizeObserver(() => {
    if (kept) uncover(kept);
  });
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = originOf(target, last);
    sizes.disconnect();
    // Not for a focus by mouse or finger: nothing must move under them.
    kept = fits(target, ':focus-visible') ? target : null;
    if (!kept) return;
    // A ResizeObserver also reports once at the start, after the browser's own scrolling.
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
    // Wait for the removal that may have caused the blur.
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

function originOf(element: HTMLElement, before: Origin | null): Origin {
  const path: Origin['path'] = [];
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

function landingOf({ element, path, dialog, opener }: Origin): HTMLElement | null {
  if (isThere(element)) return element;
  if (dialog && !(dialog.isConnected && dialog.open) && opener) return landingOf(opener);
  const left = path.filter(({ node }) => isThere(node));
  const [nearest] = left;
  if (!nearest) return null;
  // The next row is now where the removed one was.
  if (nearest.index >= 0) {
    const row = [...nearest.node.children].at(Math.min(nearest.index, nearest.node.childElementCount - 1));
    if (row instanceof HTMLElement && isThere(row)) return row;
  }
  const landing = left.find(({ node }) => fits(node, landings))?.node;
  // The title gets the focus in place of the whole page or pane.
  const page =
    !landing || fits(landing, 'main') ? document : fits(landing, '#list, #beside') ? landing : null;
  const title = page?.querySelector<HTMLElement>('h1[tabindex]');
  return title || (landing as HTMLElement | undefined) || null;
}

function focusOn(landing: HTMLElement): void {
  if (!fits(landing, focusable)) landing.tabIndex = -1;
  landing.focus({ preventScroll: true });
  // With a mouse or a finger nothing must move.
  if (fits(landing, ':focus-visible') && isOutOfView(landing)) landing.scrollIntoView({ block: 'nearest' });
}

function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}

/** Scrolls so that no bar covers the element (WCAG 2.4.11). */
function uncover(element: HTMLElement): void {
  // A dialog is above all bars of the page.
  for (const bar of (element.closest('dialog') ?? document).querySelectorAll<HTMLElement>(bars)) {
    const { position } = getComputedStyle(bar);
    if (bar.contains(element) || !isThere(bar) || (position !== 'fixed' && position !== 'sticky')) continue;
    const [over, under] = [bar.getBoundingClientRect(), element.getBoundingClientRect()];
    // A part of the whole page or pane, which has the focus until its title is there, is always beneath a bar.
    if (under.height > innerHeight / 2) continue;
    const isBeside = over.right <= under.left || over.left >= under.right;
    if (isBeside || over.bottom <= under.top || over.top >= under.bottom) continue;
    // Scrolling uncovers nothing beneath a bar of the whole height. The link to the content is above such a one.
    if (over.top <= 0 && over.bottom >= innerHeight) continue;
    const isAtTop = over.top + over.bottom < innerHeight;
    // Room for the focus ring.
    const ring = 6;
    scrollBy(0, isAtTop ? under.top - over.bottom - ring : under.bottom - over.top + ring);
  }
}
