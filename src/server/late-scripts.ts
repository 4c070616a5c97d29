// Lets a drawn page show before its scripts are even asked for: on a fast line, or from a cache, they would otherwise be
// there first and hold up the paint. The shell is not drawn, so there the scripts come at once.
import { createHash } from 'node:crypto';

/**
 * Runs in the page. Scripts and their preloads wait as `later` until the browser reports that something is on the screen; a
 * page that nobody looks at is never painted, and not every browser reports it. What index.html does about a start that
 * fails is asked for once it is needed.
 */
const starter = `((page) => {
  let isStarted;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const link of page.querySelectorAll('[rel=later]')) link.rel = 'modulepreload';
    for (const script of page.querySelectorAll('[type=later]')) {
      script.type = 'module';
      page.head.append(script);
    }
  };
  let isGuarded;
  const guard = ({ type, target, error }) => {
    if (isGuarded || (type === 'error' && target.tagName !== 'SCRIPT' && !error)) return;
    isGuarded = true;
    const script = page.querySelector('[type=guard]');
    script.type = '';
    script.dataset.asked = type;
    page.head.append(script);
  };
  addEventListener('sideline:repair', guard);
  addEventListener('error', guard, true);
  if (page.hidden) return start();
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch {}
  setTimeout(start, 1000);
})(document)`.replace(/\n\s*/g, '');

/** CSP source of the inline script that `withLateScripts` adds. */
export const lateScriptsHash = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

/** The built page with its module scripts started after the first paint. `files`: the addresses of all that was built. */
export function withLateScripts(html: string, files: Iterable<string>): string {
  const guard = [...files].find((url) => url.startsWith('/assets/start-guard-'));
  return html
    .replace(/<script id="start-guard">[\s\S]*?<\/script>/, `<script type="guard" src="${guard}"></script>`)
    .replace(/<script type="module"/g, '<script type="later"')
    .replace(/<link rel="modulepreload"/g, '<link rel="later"')
    .replace('</body>', () => `<script>${starter}</script></body>`);
}
