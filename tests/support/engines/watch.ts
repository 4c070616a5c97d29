// What a page reports: console errors, uncaught errors and what its policy refused. Both functions run in the page, so they
// use nothing around them.

declare global {
  var faultsSeen: string[] | undefined;
}

/**
 * Begins to collect in a document other than the one that began at `before`; null while there is none. Where it comes too
 * late to see the app start it says so.
 */
export function watch(before: number): 'inTime' | 'late' | null {
  if (performance.timeOrigin === before || location.href === 'about:blank') return null;
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
  return document.documentElement?.dataset.started ? 'late' : 'inTime';
}

/** What was collected since the last call. A page that came in place of the one that was opened is a fault, too. */
export function takeFaults(): string[] {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return globalThis.faultsSeen?.splice(0) ?? [`Not the page that was opened, but a ${navigation?.type}.`];
}
