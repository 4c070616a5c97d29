// Renders a public page on the server (SSR): the same screens and routes, from answers that the server has already read.
import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { PublicEvent } from '../../contract/events/events.ts';
import { english, type Language } from '../../words/message.ts';
import { App } from '../boot/app.tsx';
import type { RenderData } from '../data/resources/render-data.ts';
import { openPageTexts } from '../format/intl.ts';
import { createStyleCache } from '../theme/style-cache.ts';
import { loadIcons } from '../ui/icons/icon.tsx';
import { setLanguageSource } from '../words/t.ts';
import { headOf as buildHead, type Head, type PageSite } from './head.ts';
import { previewImageOf as buildPreviewImage, type PreviewImage } from './preview-image.ts';

export { answersOf } from '../routing/page-reads.ts';
export { previewImageSize } from './preview-image.ts';

export type RenderedPage = {
  /** The content of #root. */
  html: string;
  css: string;
  /** `data-emotion` of the style tag: Emotion in the browser finds the tag by it and does not insert its rules again. */
  styleNames: string;
  /** The texts that Intl formatted (format/intl.ts). */
  texts: Record<string, string>;
};

/** The language of each render: pages of several languages are rendered concurrently. */
const languages = new AsyncLocalStorage<Language>();
setLanguageSource(() => languages.getStore() ?? english);

/** Renders a page. Waits for the whole page, because the CSP header contains the hash of its CSS. */
export function renderPage(url: string, renderData: RenderData, language: Language): Promise<RenderedPage> {
  return languages.run(language, () => renderWithTexts(url, renderData));
}

/** The head of a page, in its language. */
export const headOf = (
  pathname: string,
  search: string,
  answers: Record<string, unknown>,
  site: PageSite,
  language: Language,
): Head => languages.run(language, () => buildHead(pathname, search, answers, site));

/** The Open Graph image of an event or of the instance, in a language. */
export const previewImageOf = (
  event: PublicEvent | null,
  instanceName: string,
  language: Language,
): PreviewImage => languages.run(language, () => buildPreviewImage(event, instanceName));

async function renderWithTexts(url: string, renderData: RenderData): Promise<RenderedPage> {
  // The first render also has all icons.
  await loadIcons();
  const page = openPageTexts(renderData.locale);
  try {
    const rendered = await render(url, { ...renderData, locale: page.locale });
    return { ...rendered, texts: Object.fromEntries(page.texts) };
  } finally {
    page.close();
  }
}

async function render(url: string, renderData: RenderData): Promise<Omit<RenderedPage, 'texts'>> {
  const cache = createStyleCache();
  // Emotion's default is a style tag beside every element, each of which would need a hash in the CSP header.
  const { extractCritical } = createEmotionServer(cache);
  const stream = new PassThrough();
  const html = text(stream);
  await new Promise<void>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <CacheProvider value={cache}>
        <StaticRouter location={url}>
          <App renderData={renderData} />
        </StaticRouter>
      </CacheProvider>,
      {
        // React would stream larger parts separately and move them with an inline script, which the CSP forbids.
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
