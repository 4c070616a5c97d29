// Draws a public page on the server: the same screens and routes, with the answers that the server has already read.
import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { english, type Language } from '../../words/message.ts';
import { App } from '../boot/app.tsx';
import type { Drawn } from '../data/resources/drawn.ts';
import { openPageTexts } from '../format/intl.ts';
import { createStyleCache } from '../theme/style-cache.ts';
import { loadIcons } from '../ui/icons/icon.tsx';
import { setLanguageSource } from '../words/t.ts';
import { headOf as buildHead, type Head, type PageSite } from './head.ts';

export { answersOf } from '../routing/answers.ts';
export { pictureOf, pictureSize } from './picture.ts';

export type RenderedPage = {
  /** What stands inside #root. */
  html: string;
  css: string;
  /** `data-emotion` of their style tag: Emotion in the browser finds the tag by it and does not insert these rules again. */
  styleNames: string;
  /** What Intl wrote in it (format/intl.ts). */
  texts: Record<string, string>;
};

/** Pages of several languages are rendered at a time, each in parts. */
const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? english);

/** Renders a page. Waits for every part, so that the answer's headers can name the CSS. */
export function drawPage(url: string, drawn: Drawn, language: Language): Promise<RenderedPage> {
  return languages.run(language, () => draw(url, drawn));
}

/** The head of a page, in its language. */
export const headOf = (
  pathname: string,
  search: string,
  answers: Record<string, unknown>,
  site: PageSite,
  language: Language,
): Head => languages.run(language, () => buildHead(pathname, search, answers, site));

async function draw(url: string, drawn: Drawn): Promise<RenderedPage> {
  // Whatever was drawn before this.
  await loadIcons();
  const page = openPageTexts(drawn.locale);
  try {
    const rendered = await render(url, { ...drawn, locale: page.locale });
    return { ...rendered, texts: Object.fromEntries(page.texts) };
  } finally {
    page.close();
  }
}

async function render(url: string, drawn: Drawn): Promise<Omit<RenderedPage, 'texts'>> {
  const cache = createStyleCache();
  // Emotion's default is a style tag beside every element, each of which would need a hash in the CSP header.
  const { extractCritical } = createEmotionServer(cache);
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
  const { css, ids } = extractCritical(await html);
  return { html: await html, css, styleNames: [cache.key, ...ids].join(' ') };
}
