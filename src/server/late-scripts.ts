// Lets a drawn page show before its scripts are even asked for: on a fast line, or from a cache, they would otherwise be
// there first and hold up the paint. Its manifest and the styles that nobody misses wait as well. The shell is not drawn, so
// there all comes at once.
import { createHash } from 'node:crypto';

/**
 * Runs in the page. Scripts and links wait as `later` until the browser reports that something is on the screen, and a frame
 * longer, as that may have been half of the page; a page that nobody looks at is never painted, and not every browser
 * reports it. What index.html does about a start that fails is asked for once it is needed.
 */
const starter = `((page) => {
  const all = (which, act) => page.querySelectorAll(which).forEach(act);
  const add = (script, type) => {
    script.type = type;
    page.head.append(script);
  };
  const start = () => {
    all('[rel=later]', (link) => (link.rel = link.dataset.rel));
    all('[type=later]', (script) => add(script, 'module'));
  };
  const guard = ({ type, target, error }) => {
    if (type === 'error' && target.tagName !== 'SCRIPT' && !error) return;
    all('[type=guard]', (script) => {
      script.dataset.asked = type;
      add(script, '');
    });
  };
  addEventListener('sideline:repair', guard);
  addEventListener('error', guard, true);
  if (page.hidden) return start();
  try {
    const next = () => requestAnimationFrame(() => setTimeout(start));
    new PerformanceObserver(next).observe({ type: 'paint', buffered: true });
  } catch {}
  setTimeout(start, 1000);
})(document)`.replace(/\n\s*/g, '');

/** CSP source of the inline script that `withLateScripts` adds. */
export const lateScriptsHash = `'sha256-${createHash('sha256').update(starter).digest('base64')}'`;

/**
 * The built page with its module scripts started after the first paint. `files`: all that was built, by address; of earlier
 * builds, too, so the script for a failed start is known by what is in it.
 */
export function withLateScripts(html: string, files: Map<string, { body: Buffer }>): string {
  const inline = /<script id="start-guard">([\s\S]*?)<\/script>/;
  const code = inline.exec(html)?.[1];
  const [guard] =
    [...files].find(([url, { body }]) => /\/start-guard-[^/]*\.js$/.test(url) && body.toString() === code) ??
    [];
  return html
    .replace(inline, guard ? `<script type="guard" src="${guard}"></script>` : '$&')
    .replace(/<script type="module"/g, '<script type="later"')
    .replace(/<link rel="(modulepreload|manifest|stylesheet)"/g, '<link rel="later" data-rel="$1"')
    .replace('</body>', () => `<script>${starter}</script></body>`);
}
