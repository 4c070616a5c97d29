// The view transition from a card to its page: the card's field art grows into the hero of the page. Without
// view transitions, or with reduced motion, the page opens without one.
import { besideOf } from '../ui/navigation/router.tsx';

export type CardTransition = {
  /** Opens an address of this site, beside a list where there is one. */
  navigate: (to: string, state: object | undefined) => void;
  /** Resolves when the requested page is rendered. */
  whenRendered: () => Promise<void>;
};

/** A transition freezes the screen until the new page is rendered, but no longer than this. */
export const maxHoldMs = 400;
/** The transition name that both pages share; the hero of a page has it as an attribute. */
const subject = 'subject';

const motion = `
  :root:not([data-opening]) [data-subject] { view-transition-name: ${subject}; }
  ::view-transition { pointer-events: none; }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 220ms; }
  ::view-transition-old(${subject}), ::view-transition-new(${subject}) { height: 100%; object-fit: cover; overflow: clip; }
`;

/** Adds the transition to clicks on cards. Call once; returns how to stop. */
export function watchCardTransitions({ navigate, whenRendered }: CardTransition): () => void {
  if (!document.startViewTransition) return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(motion);
  document.adoptedStyleSheets.push(sheet);
  // A name is for one element: until the new page is rendered, neither the page that is open beside the list nor a card that was
  // pressed just before has it.
  let opening: HTMLElement | null = null;
  const name = (face: HTMLElement | null) => {
    if (opening) opening.style.viewTransitionName = '';
    if (face) face.style.viewTransitionName = subject;
    document.documentElement.toggleAttribute('data-opening', face !== null);
    opening = face;
  };
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.card a[href]');
    const face = link?.closest('.card')?.querySelector<HTMLElement>('.face');
    if (!link || !face || !isPlain(event, link) || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return;
    event.preventDefault();
    name(face);
    const transition = document.startViewTransition(async () => {
      const rendered = whenRendered();
      const beside = besideOf(link);
      navigate(link.pathname + link.search + link.hash, beside ? { beside } : undefined);
      await Promise.race([rendered, new Promise((resolve) => setTimeout(resolve, maxHoldMs))]);
      if (opening === face) name(null);
    });
    // A transition that the next click interrupts is not an error.
    transition.ready.catch(() => {});
    transition.finished.catch(() => {});
  };
  // Runs before the router's own handler, which skips prevented events.
  document.addEventListener('click', open, { capture: true });
  return () => {
    document.removeEventListener('click', open, { capture: true });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** A click that opens the link here: not in a new tab, not as a download. */
function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return (
    event.button === 0 &&
    !isModified &&
    !event.defaultPrevented &&
    !link.target &&
    link.origin === location.origin
  );
}
