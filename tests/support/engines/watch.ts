// The faults of a page: console errors, uncaught errors and CSP violations. Both functions run in the page,
// so they are self-contained.

declare global {
  var faultsSeen: string[] | undefined;
}

/** Starts collecting; runs in each document before the app's code. */
export function watch(): void {
  if (localStorage.getItem('worker') === 'off') Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  const seen: string[] = [];
  globalThis.faultsSeen = seen;
  const report = console.error;
  console.error = (...words) => {
    seen.push(words.map(String).join(' '));
    report(...words);
  };
  addEventListener('error', ({ message }) => message && seen.push(message));
  addEventListener('unhandledrejection', ({ reason }) => seen.push(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.push(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** From the next document on, the browser of this profile has no service workers. */
export const leaveOutWorker = (): void => localStorage.setItem('worker', 'off');

/** Faults since the last call. A document that is not watched is a fault, too. */
export function takeFaults(): string[] {
  return globalThis.faultsSeen?.splice(0) ?? ['This document is not watched.'];
}
