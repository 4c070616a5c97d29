// The page as it waits for its first paint.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withLateScripts } from '../../src/server/late-scripts.ts';

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
  expect(html).toContain('<script type="guard" src="/assets/start-guard-new.js"></script>');
  expect(html).not.toContain('now()');
});

test('it stays in the page where the build has no such file', () => {
  expect(withLateScripts(page, new Map())).toContain('<script id="start-guard">now()</script>');
});

test('scripts and the manifest wait, the icon does not', () => {
  const html = withLateScripts(page, new Map());
  expect(html).toContain('<script type="later" src="/assets/main.js">');
  expect(html).toContain('<link rel="later" data-rel="manifest" href="/m">');
  expect(html).toContain('<link rel="icon" href="/i">');
});

describe('what runs in the page', () => {
  type Element = { type?: string; rel?: string; dataset: Record<string, string> };

  /** The page's own script in a browser of a few lines: what waits, what is started, and what the test makes happen. */
  function open({ isHidden = false, reportsPaint = true } = {}) {
    const script: Element = { type: 'later', dataset: {} };
    const guard: Element = { type: 'guard', dataset: {} };
    const link: Element = { rel: 'later', dataset: { rel: 'manifest' } };
    const all = [script, guard, link];
    const started: Element[] = [];
    const timers: { run: () => void; ms: number }[] = [];
    const frames: (() => void)[] = [];
    const listeners: Record<string, (event: object) => void> = {};
    let paint = () => {};
    runInNewContext(starter, {
      document: {
        hidden: isHidden,
        head: { append: (one: Element) => started.push(one) },
        querySelectorAll(which: string) {
          const [, name = '', value] = /\[(\w+)=(\w+)\]/.exec(which) ?? [];
          return all.filter((one) => one[name as 'type' | 'rel'] === value);
        },
      },
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
      requestAnimationFrame: (run: () => void) => frames.push(run),
      setTimeout: (run: () => void, ms = 0) => timers.push({ run, ms }),
      PerformanceObserver: class {
        constructor(look: () => void) {
          if (!reportsPaint) throw new TypeError('No such thing');
          paint = look;
        }
        observe() {}
      },
    });
    return {
      script,
      guard,
      link,
      started,
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

  test('scripts start a frame after the first paint, each once, and links are what they are', () => {
    const browser = open();
    browser.paint();
    expect(browser.started).toEqual([]);
    browser.frame();
    expect(browser.started).toEqual([]);
    browser.wait(0);
    browser.wait(1000);
    expect(browser.started).toEqual([browser.script]);
    expect([browser.script.type, browser.link.rel]).toEqual(['module', 'manifest']);
  });

  test.each([
    ['that nobody looks at', { isHidden: true }, 0],
    ['in a browser that reports no paint', { reportsPaint: false }, 1000],
  ])('a page %s starts, too', (_, options, ms) => {
    const browser = open(options);
    browser.wait(ms);
    expect(browser.started).toEqual([browser.script]);
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
      expect(browser.started).toEqual([browser.guard]);
      expect([browser.guard.type, browser.guard.dataset]).toEqual(['', { asked: type }]);
    }
  });

  test('a picture that does not arrive is no failed start', () => {
    const browser = open();
    browser.happens('error', { target: { tagName: 'IMG' } });
    expect(browser.started).toEqual([]);
  });
});
