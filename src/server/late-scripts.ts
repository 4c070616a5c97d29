// Lets a drawn page show before its scripts are even asked for: on a fast line, or from a cache, they would otherwise be
// there first and hold up the paint. The shell is not drawn, so there the scripts come at once.
import { createHash } from 'node:crypto';

/**
 * Runs in the page. Scripts and their preloads wait as `later` until the browser reports that something is on the screen; a
 * page that nobody looks at is never painted, and not every browser reports it.
 */
const starter = `((page) => {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const link of page.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
    for (const script of page.querySelectorAll('script[type=later]')) {
      script.type = 'module';
      page.head.append(script);
    }
  };
  if (page.hidden) return start();
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch {}
  setTimeout(start, 1000);
})(document)`;

/** CSP source of the inline script that `withLateScripts` adds. */
export const lateScriptsHash = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

/** The built page with its module scripts started after the first paint. */
export function withLateScripts(html: string): string {
  return html
    .replace(/<script type="module"/g, '<script type="later"')
    .replace(/<link rel="modulepreload"/g, '<link rel="later"')
    .replace('</body>', () => `<script>${starter}</script></body>`);
}
