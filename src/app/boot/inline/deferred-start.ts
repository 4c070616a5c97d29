// Inline at the end of a server-rendered page: starts the app after the first paint. On a fast line, or from a cache, its
// scripts would otherwise be there first and delay the paint. They wait in templates, as does the start guard, which is
// asked for as a file when something fails.
import { askedAttribute, type Deferred, deferredAttribute } from '../../../contract/values/page.ts';
import { repairEvent } from '../../pwa/chunk-guard.ts';

/** Not every browser reports a paint, and a page that nobody looks at is never painted. */
const longestMs = 1000;

function open(name: Deferred): void {
  const template = document.querySelector<HTMLTemplateElement>(`template[${deferredAttribute}=${name}]`);
  template?.replaceWith(template.content);
}

const start = () => open('scripts');

function askForGuard(event: Event): void {
  const { type, target } = event;
  // A picture that does not arrive is no failed start.
  if (type === 'error' && !(target instanceof HTMLScriptElement) && !(event as ErrorEvent).error) return;
  document.documentElement.setAttribute(askedAttribute, type);
  open('start-guard');
}

addEventListener(repairEvent, askForGuard);
// The error of a script that does not arrive does not bubble.
addEventListener('error', askForGuard, true);
setTimeout(start, longestMs);
// A frame later, as the first paint may have been half of the page.
new PerformanceObserver(() => requestAnimationFrame(() => setTimeout(start))).observe({
  type: 'paint',
  buffered: true,
});
