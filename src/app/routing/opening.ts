// The motion from a card to what it opens: the card's field grows into the head of the page. Where the browser has no
// view transitions, or motion is not welcome, the page opens as any other.

export type Opening = {
  /** Opens an address of this site. */
  navigate: (to: string) => void;
  /** Resolves when the page that was asked for is drawn. */
  isDrawn: () => Promise<void>;
};

/** A transition holds the screen still until the new page is drawn; no longer than this. */
export const holdMs = 400;
/** The name of what is shared by both pages; the head of a page carries it as an attribute. */
const subject = 'subject';

const motion = `
  [data-subject] { view-transition-name: ${subject}; }
  ::view-transition { pointer-events: none; }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 220ms; }
  ::view-transition-old(${subject}), ::view-transition-new(${subject}) { height: 100%; object-fit: cover; overflow: clip; }
`;

/** Watches taps on cards. Call once; returns how to stop. */
export function watchOpening({ navigate, isDrawn }: Opening): () => void {
  if (!document.startViewTransition) return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(motion);
  document.adoptedStyleSheets.push(sheet);
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.card a[href]');
    const face = link?.closest('.card')?.querySelector<HTMLElement>('.face');
    if (!link || !face || !isPlain(event, link) || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return;
    event.preventDefault();
    face.style.viewTransitionName = subject;
    const transition = document.startViewTransition(async () => {
      const drawn = isDrawn();
      navigate(link.pathname + link.search + link.hash);
      await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, holdMs))]);
      face.style.viewTransitionName = '';
    });
    // One that another tap cuts short is no fault.
    transition.ready.catch(() => {});
    transition.finished.catch(() => {});
  };
  // Before the router's own handler, which leaves alone what is prevented.
  document.addEventListener('click', open, { capture: true });
  return () => {
    document.removeEventListener('click', open, { capture: true });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/** A tap that opens the link here: not a new tab, not a download. */
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
