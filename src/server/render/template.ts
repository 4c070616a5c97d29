// The template of every HTML page: the app shell and server-rendered pages. It composes them from the build's page parts
// and the settings. No other code writes or changes the HTML of a page.
import type { HydrationData } from '../../app/data/resources/render-data.ts';
import type { Instance } from '../../app/data/session/instance.ts';
import type { RenderedPage } from '../../app/ssr/entry-server.tsx';
import type { Head } from '../../app/ssr/head.ts';
import {
  type Deferred,
  deferredAttribute,
  hydrationDataAttribute,
  type MetaName,
  manifestPath,
  rootId,
  siteDescription,
  themeColors,
} from '../../contract/values/page.ts';
import { type LanguageTag, languageTags } from '../../words/languages.ts';
import { escapeHtml } from '../http/answer/escape-html.ts';
import { t, withLanguage } from '../words/t.ts';

/** Where the build writes `PageParts`, in its folder. Files in folders that begin with a dot are not served. */
export const pagePartsFile = '.vite/page.json';

/** Inline code, with the CSP source that allows it. */
export type InlineCode = { text: string; source: string };

/** The build's facts about its pages. Scripts are URLs. */
export type PageParts = {
  buildId: string;
  /** The module that starts the app, and those that it imports. */
  entry: string;
  preloads: string[];
  /** The texts of each language but English. */
  catalogues: Record<Exclude<LanguageTag, 'en'>, string>;
  /** The start guard as a file, for pages that do not hold it. */
  startGuardFile: string;
  scripts: { firstPaint: InlineCode; startGuard: InlineCode; deferredStart: InlineCode };
  globalCss: InlineCode;
};

/** The settings that pages contain. */
export type PageSettings = { instance: Instance; hintCookie: string; iconFallback: boolean };

/** The render of one URL. `origin`: PUBLIC_ORIGIN. */
export type PageContent = Omit<RenderedPage, 'texts'> & {
  language: LanguageTag;
  /** Whether the `lang` parameter of the URL is this language. */
  isLanguageInAddress: boolean;
  head: Head;
  hydrationData: HydrationData;
  origin: string;
};

export type Template = {
  /** The app shell: the page of every route, before anything is rendered in it. */
  shell: string;
  renderedPage(content: PageContent): string;
  /** CSP sources of the inline code of every page. A rendered page has another style, with its own source. */
  scriptSources: string[];
  styleSources: string[];
};

export function createTemplate(parts: PageParts, settings: PageSettings): Template {
  const { entry, preloads, catalogues, startGuardFile, scripts, globalCss } = parts;
  const { name } = settings.instance;
  const constant = [
    ...metas(parts, settings),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    script(scripts.firstPaint),
    `<style>${globalCss.text}</style>`,
  ].join('');
  // The entry imports the texts of a page before it hydrates: load both at once.
  const starting = (language: LanguageTag) =>
    [
      `<link rel="manifest" href="${manifestPath(language)}">`,
      ...[...preloads, ...(language === 'en' ? [] : [catalogues[language]])].map(
        (file) => `<link rel="modulepreload" href="${file}">`,
      ),
      `<script type="module" src="${entry}"></script>`,
    ].join('');
  const startGuard = deferred('start-guard', `<script src="${startGuardFile}"></script>`);
  return {
    shell: pageOf(
      'en',
      [title(name), description(siteDescription(name)), constant, script(scripts.startGuard), starting('en')],
      [root(''), `<noscript>${needsJavaScript(name)}</noscript>`],
    ),
    renderedPage({ language, isLanguageInAddress, head, html, css, styleNames, hydrationData, origin }) {
      return pageOf(
        language,
        [
          title(head.title === name ? name : `${head.title} · ${name}`),
          description(head.description),
          constant,
          startGuard,
          deferred('scripts', starting(language)),
          ...sharing(head, name, origin, isLanguageInAddress ? language : null),
          `<style data-emotion="${styleNames}">${css}</style>`,
        ],
        [
          root(html),
          `<script type="application/json" ${hydrationDataAttribute}>${scriptJson(hydrationData)}</script>`,
          script(scripts.deferredStart),
        ],
      );
    },
    scriptSources: Object.values(scripts).map(({ source }) => source),
    styleSources: [globalCss.source],
  };
}

const pageOf = (language: LanguageTag, head: string[], body: string[]) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">${head.join('')}</head><body>${body.join('')}</body></html>`;

const title = (text: string) => `<title>${escapeHtml(text)}</title>`;
const meta = (name: MetaName | 'description' | 'twitter:card', content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;
const description = (text: string) => meta('description', text);
const script = ({ text }: InlineCode) => `<script>${text}</script>`;
const root = (html: string) => `<div id="${rootId}">${html}</div>`;

/** Opened by boot/inline/deferred-start.ts. */
const deferred = (name: Deferred, tags: string) =>
  `<template ${deferredAttribute}="${name}">${tags}</template>`;

/** JSON inside a script tag, escaped so that no text can end the tag. */
const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** Leaves out values that equal the default, to keep pages small. */
function metas({ buildId }: PageParts, { instance, hintCookie, iconFallback }: PageSettings): string[] {
  const { name, registration, texts } = instance;
  return [
    meta('build', buildId),
    ...(['light', 'dark'] as const).map(
      (mode) =>
        `<meta name="theme-color" content="${themeColors[mode]}" media="(prefers-color-scheme: ${mode})">`,
    ),
    meta('application-name', name),
    meta('hint-cookie', hintCookie),
    iconFallback ? meta('icon-fallback', 'on') : '',
    registration === 'open' ? '' : meta('registration', registration),
    texts.length === 0 ? '' : meta('site-texts', texts.join(' ')),
  ];
}

/** In every language: the app shell does not know that of its reader. */
const needsJavaScript = (name: string) =>
  languageTags
    .map((tag) => {
      const text = withLanguage(tag, () => t('{name} needs JavaScript to show this page.', { name }));
      return `<p lang="${tag}">${escapeHtml(text)}</p>`;
    })
    .join('');

/** The page of a worker whose files the browser has evicted, in every language. It needs no other file. */
export function evictedPage(): string {
  const texts = languageTags.map((tag) =>
    withLanguage(tag, () => {
      const parts = [
        `<h1>${escapeHtml(t("You're offline"))}</h1>`,
        `<p>${escapeHtml(t('This device ran out of space and deleted what was saved here. This page opens again once you have a connection.'))}</p>`,
        `<p><a href="">${escapeHtml(t('Try again'))}</a></p>`,
      ];
      return `<section lang="${tag}">${parts.join('')}</section>`;
    }),
  );
  return pageOf('en', [title('Offline')], texts);
}

const inLanguage = (url: string, tag: LanguageTag) => `${url}${url.includes('?') ? '&' : '?'}lang=${tag}`;

/** The same page in each language. */
const alternates = (url: string) =>
  [...languageTags.map((tag) => [tag, inLanguage(url, tag)]), ['x-default', url]]
    .map(([tag, address = '']) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(address)}">`)
    .join('');

/** Canonical link, Open Graph tags and JSON-LD. */
function sharing(head: Head, name: string, origin: string, language: LanguageTag | null): string[] {
  const anyLanguage = origin + head.canonical;
  const url = language === null ? anyLanguage : inLanguage(anyLanguage, language);
  const property = (key: string, content: string) =>
    `<meta property="og:${key}" content="${escapeHtml(content)}">`;
  return [
    head.isIndexed
      ? `<link rel="canonical" href="${escapeHtml(url)}">${alternates(anyLanguage)}`
      : '<meta name="robots" content="noindex">',
    property('site_name', name),
    property('type', head.type),
    property('title', head.title),
    property('description', head.description),
    property('url', url),
    property('image', origin + head.image.address),
    property('image:width', String(head.image.width)),
    property('image:height', String(head.image.height)),
    property('image:alt', head.image.alt),
    meta('twitter:card', 'summary_large_image'),
    ...head.jsonLd.map((object) => `<script type="application/ld+json">${scriptJson(object)}</script>`),
  ];
}
