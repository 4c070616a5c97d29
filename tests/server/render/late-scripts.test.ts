// Deferred scripts: what the page does before and after its first paint.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withLateScripts } from '../../../src/server/render/late-scripts.ts';

const page = `<head><link rel="manifest" href="/m"><link rel="icon" href="/i"><script id="start-guard">now()</script>
<script type="module" src="/assets/main.js"></script></head><body></body>`;
const starter =
  [...readFileSync('index.html', 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)].at(-1)?.[1] ?? '';
const file = (text: string) => ({ body: Buffer.from(text) });

test('the script for a failed start is that of this build, also beside those of earlier ones', () => {
  const files = new Map([
    ['/assets/start-guard-old.js', file('before()')],
    ['/assets/start-guard-new.js', file('now()')],
  ]);
  const html = withLateScripts(page, files);
  expect(html).toContain(
    '<template data-held="guard"><script src="/assets/start-guard-new.js"></script></template>',
  );
  expect(html).not.toContain('now()');
});

test('the script for a failed start stays inline when the build has no such file', () => {
  expect(withLateScripts(page, new Map())).toContain('<script id="start-guard">now()</script>');
});

test('scripts and the manifest are deferred, the icon is not', () => {
  const html = withLateScripts(page, new Map());
  expect(html).toContain(
    '<template data-held="scripts"><link rel="manifest" href="/m"><script type="module" src="/assets/main.js"></script></template>',
  );
  expect(html.replace(/<template[^>]*>.*?<\/template>/g, '')).toContain('<link rel="icon" href="/i">');
});

describe('the inline script of a page', () => {
  /** The page's own script in a minimal browser: what it loads, and the events that the test fires. */
  function open({ reportsPaint = true, isDrawn = true } = {}) {
    const held = new Set(isDrawn ? ['template[data-held=scripts]', 'template[data-held=guard]'] : []);
    const opened: string[] = [];
    const root = { dataset: {} };
    const timers: { run: () => void; ms: number }[] = [];
    const frames: (() => void)[] = [];
    const listeners: Record<string, (event: object) => void> = {};
    let paint = () => {};
    runInNewContext(starter, {
      document: {
        documentElement: root,
        querySelector: (selector: string) =>
          held.has(selector)
            ? {
                content: /=(\w+)/.exec(selector)?.[1],
                replaceWith(content: string) {
                  held.delete(selector);
                  opened.push(content);
                },
              }
            : null,
      },
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
      requestAnimationFrame: (run: () => void) => frames.push(run),
      setTimeout: (run: () => void, ms = 0) => timers.push({ run, ms }),
      PerformanceObserver: class {
        constructor(look: () => void) {
          if (reportsPaint) paint = look;
        }
        observe() {}
      },
    });
    return {
      opened,
      root,
      paint: () => paint(),
      frame() {
        for (const run of frames.splice(0)) run();
      },
      /** Runs timers of at most so many milliseconds. */
      wait(longest: number) {
        for (const { run, ms } of timers) if (ms <= longest) run();
      },
      happens: (type: string, event: object) => listeners[type]?.({ type, ...event }),
    };
  }

  test('loads the deferred parts once, a frame after the first paint', () => {
    const browser = open();
    browser.paint();
    expect(browser.opened).toEqual([]);
    browser.frame();
    expect(browser.opened).toEqual([]);
    browser.wait(0);
    browser.wait(1000);
    expect(browser.opened).toEqual(['scripts']);
  });

  test('also starts without a paint event: in a hidden page, or an engine without that event', () => {
    const browser = open({ reportsPaint: false });
    browser.wait(999);
    expect(browser.opened).toEqual([]);
    browser.wait(1000);
    expect(browser.opened).toEqual(['scripts']);
  });

  test('defers nothing in the app shell', () => {
    const browser = open({ isDrawn: false });
    browser.wait(1000);
    browser.happens('error', { target: { tagName: 'SCRIPT' } });
    expect(browser.opened).toEqual([]);
  });

  test('loads the script for a failed start once, when a script fails, throws, or repair is wanted', () => {
    for (const [type, event] of [
      ['error', { target: { tagName: 'SCRIPT' } }],
      ['error', { target: {}, error: new TypeError('A bug of ours') }],
      ['sideline:repair', { target: {} }],
    ] as const) {
      const browser = open();
      browser.happens(type, event);
      browser.happens(type, event);
      expect(browser.opened).toEqual(['guard']);
      expect(browser.root.dataset).toEqual({ asked: type });
    }
  });

  test('does not treat a missing picture as a failed start', () => {
    const browser = open();
    browser.happens('error', { target: { tagName: 'IMG' } });
    expect(browser.opened).toEqual([]);
  });
});
