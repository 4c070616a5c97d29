// What a page reports: console errors, uncaught errors and what its policy refused. Both functions run in the page, so they
// use nothing around them.

declare global {
  var faultsSeen: string[] | undefined;
}

/** Begins to collect; runs in each document before the app's code. */
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

/** From the next document on, this profile's browser has no service workers. */
export const leaveOutWorker = (): void => localStorage.setItem('worker', 'off');

/** What was collected since the last call. A document that is not watched is a fault, too. */
export function takeFaults(): string[] {
  return globalThis.faultsSeen?.splice(0) ?? ['This document is not watched.'];
}
