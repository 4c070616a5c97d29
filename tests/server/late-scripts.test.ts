// The page as it waits for its first paint.
import { expect, test } from 'vitest';
import { withLateScripts } from '../../src/server/late-scripts.ts';

const page = `<head><link rel="manifest" href="/m"><link rel="icon" href="/i"><script id="start-guard">now()</script>
<script type="module" src="/assets/main.js"></script></head><body></body>`;
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
