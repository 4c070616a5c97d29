// The page's live region: says the result of an action to people who use a screen reader. Actions reach it
// through useAction and the outbox (data/), so that a screen only gives the text.

/** A live region has to be in the page for a moment before its text is heard. */
const delayMs = 150;
/** Then it is removed, so that someone who reads through the page does not meet it. */
const staysMs = 5000;

let region: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says `text` once. A later result replaces one that was not said yet. */
export function announce(text: string): void {
  region ??= createRegion();
  // Everything outside of a modal dialog is inert, and silent.
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  if (region.parentElement !== host) host.append(region);
  // The same text twice is said twice.
  region.textContent = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    // The dialog has closed meanwhile.
    if (!host.isConnected || (host instanceof HTMLDialogElement && !host.open)) return announce(text);
    if (region) region.textContent = text;
    timer = setTimeout(() => region?.replaceChildren(), staysMs);
  }, delayMs);
}

/** Takes back what was not said yet, and empties the region. */
export function silence(): void {
  clearTimeout(timer);
  region?.replaceChildren();
}

function createRegion(): HTMLElement {
  const element = document.createElement('p');
  element.setAttribute('role', 'status');
  element.className = 'sr';
  element.id = 'said';
  return element;
}
