// Draws a public page on the server: the same screens and routes, with the answers that the server has already read.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import type { Drawn } from './data/drawn.ts';
import { createStyleCache } from './theme/style-cache.ts';

export { answersOf } from './answers.ts';
export { headOf } from './head.ts';

/** One style tag: the names of its rules, as Emotion finds them again in the browser, and the rules. */
type Style = { names: string; css: string };

/** The page's HTML inside #root, and its styles. Waits for every part, so that the answer's headers can name all styles. */
export async function drawPage(url: string, drawn: Drawn): Promise<{ html: string; styles: Style[] }> {
  const cache = createStyleCache();
  // Collects rules in the cache, in place of a style tag beside every element.
  cache.compat = true;
  const stream = new PassThrough();
  const html = text(stream);
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <CacheProvider value={cache}>
        <StaticRouter location={url}>
          <App drawn={drawn} />
        </StaticRouter>
      </CacheProvider>,
      {
        // Parts over a size would be sent apart and moved into place by an inline script, which the CSP forbids.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          pipe(stream);
          resolve();
        },
        onError: reject,
      },
    );
  });
  return { html: await html, styles: stylesOf(cache) };
}

/** Global rules one tag each, as Emotion replaces them singly; all others in one. */
function stylesOf(cache: EmotionCache): Style[] {
  const styles: Style[] = [];
  const scoped: [string, string][] = [];
  for (const [name, css] of Object.entries(cache.inserted)) {
    if (typeof css !== 'string') continue;
    if (cache.registered[`${cache.key}-${name}`] === undefined)
      styles.push({ names: `${cache.key}-global ${name}`, css });
    else scoped.push([name, css]);
  }
  styles.push({
    names: `${cache.key} ${scoped.map(([name]) => name).join(' ')}`,
    css: scoped.map(([, css]) => css).join(''),
  });
  return styles;
}
