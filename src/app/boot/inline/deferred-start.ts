// Inline at the end of a server-rendered page: loads the app's deferred scripts after the first paint. On a fast
// connection, or from a cache, they would otherwise delay it. They are in <template> elements, as is the start guard, which
// is loaded when something fails.
import {
  type Deferred,
  deferredAttribute,
  startGuardTriggerAttribute,
} from '../../../contract/values/page.ts';
import { repairEvent } from '../../pwa/chunk-guard.ts';

/** Starts after this time without a paint: not every browser reports it, and a background tab is never painted. */
const longestMs = 1000;

function open(name: Deferred): void {
  const template = document.querySelector<HTMLTemplateElement>(`template[${deferredAttribute}=${name}]`);
  template?.replaceWith(template.content);
}

const start = () => open('scripts');

function loadStartGuard(event: Event): void {
  const { type, target } = event;
  // A picture that fails to load is no failed start.
  if (type === 'error' && !(target instanceof HTMLScriptElement) && !(event as ErrorEvent).error) return;
  document.documentElement.setAttribute(startGuardTriggerAttribute, type);
  open('start-guard');
}

addEventListener(repairEvent, loadStartGuard);
// The error event of a script that fails to load does not bubble.
addEventListener('error', loadStartGuard, true);
setTimeout(start, longestMs);
// One frame later, because the first paint may show only a part of the page.
new PerformanceObserver(() => requestAnimationFrame(() => setTimeout(start))).observe({
  type: 'paint',
  buffered: true,
});
