// The page as it waits for its first paint.
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

test('it stays in the page where the build has no such file', () => {
  expect(withLateScripts(page, new Map())).toContain('<script id="start-guard">now()</script>');
});

test('scripts and the manifest wait, the icon does not', () => {
  const html = withLateScripts(page, new Map());
  expect(html).toContain(
    '<template data-held="scripts"><link rel="manifest" href="/m"><script type="module" src="/assets/main.js"></script></template>',
  );
  expect(html.replace(/<template[^>]*>.*?<\/template>/g, '')).toContain('<link rel="icon" href="/i">');
});

describe('what runs in the page', () => {
  /** The page's own script in a browser of a few lines: what it opens, and what the test makes happen. */
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
      /** Runs what waits for at most so long. */
      wait(longest: number) {
        for (const { run, ms } of timers) if (ms <= longest) run();
      },
      happens: (type: string, event: object) => listeners[type]?.({ type, ...event }),
    };
  }

  test('what waits comes a frame after the first paint, once', () => {
    const browser = open();
    browser.paint();
    expect(browser.opened).toEqual([]);
    browser.frame();
    expect(browser.opened).toEqual([]);
    browser.wait(0);
    browser.wait(1000);
    expect(browser.opened).toEqual(['scripts']);
  });

  test('a page starts without a report of paint, too: nobody looks at it, or the browser tells nothing', () => {
    const browser = open({ reportsPaint: false });
    browser.wait(999);
    expect(browser.opened).toEqual([]);
    browser.wait(1000);
    expect(browser.opened).toEqual(['scripts']);
  });

  test('the shell holds nothing back', () => {
    const browser = open({ isDrawn: false });
    browser.wait(1000);
    browser.happens('error', { target: { tagName: 'SCRIPT' } });
    expect(browser.opened).toEqual([]);
  });

  test('the script for a failed start is asked for once, when a script fails, throws, or repair is wanted', () => {
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

  test('a picture that does not arrive is no failed start', () => {
    const browser = open();
    browser.happens('error', { target: { tagName: 'IMG' } });
    expect(browser.opened).toEqual([]);
  });
});
