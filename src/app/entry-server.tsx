// Draws a public page on the server: the same screens and routes, with the answers that the server has already read.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CacheProvider } from '@emotion/react';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import type { Drawn } from './data/drawn.ts';
import { openPageTexts } from './format/intl.ts';
import { drawnCss } from './theme/drawn-css.ts';
import { createStyleCache } from './theme/style-cache.ts';
import { loadIcons } from './ui/icon.tsx';

export { answersOf } from './answers.ts';
export { headOf } from './head.ts';
export { pictureOf, pictureSize } from './picture.ts';

export type RenderedPage = {
  /** What stands inside #root. */
  html: string;
  css: string;
  /** What Intl wrote in it (format/intl.ts). */
  texts: Record<string, string>;
};

/** Renders a page. Waits for every part, so that the answer's headers can name the CSS. */
export async function drawPage(url: string, drawn: Drawn): Promise<RenderedPage> {
  // Whatever was drawn before this.
  await loadIcons();
  const page = openPageTexts(drawn.locale);
  try {
    const { html, css } = await render(url, { ...drawn, locale: page.locale });
    return { html, css, texts: Object.fromEntries(page.texts) };
  } finally {
    page.close();
  }
}

async function render(url: string, drawn: Drawn): Promise<Omit<RenderedPage, 'texts'>> {
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
  const written = await html;
  // What is the same on every page stands in the shell (theme/global-css.ts).
  return { html: written, css: drawnCss(Object.values(cache.inserted).map(String), written) };
}
