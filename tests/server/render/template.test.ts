// The HTML of the app shell and of a rendered page, composed from what a build wrote and from the settings.
import { describe, expect, test } from 'vitest';
import { createTemplate, type PageContent, type PageSettings } from '../../../src/server/render/template.ts';
import { parts } from '../../support/product/build-folder.ts';

const settings: PageSettings = {
  instance: { name: 'Sideline', registration: 'open', texts: [] },
  hintCookie: 'sideline_hint',
  iconFallback: false,
};
const content: PageContent = {
  language: 'en',
  isLanguageInAddress: false,
  html: '<p>rendered</p>',
  css: '.a{color:red}',
  styleNames: 'c a',
  head: {
    title: 'Judo',
    description: 'A session.',
    canonical: '/events/public/x',
    isIndexed: true,
    type: 'article',
    image: { address: '/p.png', alt: 'Judo', width: 1, height: 1 },
    jsonLd: [],
  },
  hydrationData: { locale: 'en', now: 1, reads: [] },
  origin: 'https://club.example',
};
/** Without what waits in templates. */
const atOnce = (html: string) => html.replace(/<template[^>]*>.*?<\/template>/g, '');

describe('the app shell', () => {
  const { shell } = createTemplate(parts, settings);

  test('loads its scripts immediately and contains the start guard', () => {
    expect(shell).toContain('<script type="module" src="/assets/app-1.js"></script>');
    expect(shell).toContain('<script>guardStart()</script>');
    expect(shell).not.toContain('<template');
    expect(shell).not.toContain('startLater()');
  });

  test('says in every language that it needs JavaScript', () => {
    expect(shell).toContain(
      '<noscript><p lang="en">Sideline needs JavaScript to show this page.</p><p lang="de">Sideline braucht JavaScript, um diese Seite zu zeigen.</p></noscript>',
    );
  });

  test('contains the settings that differ from their default, and no others', () => {
    expect(shell).not.toMatch(/name="(registration|site-texts|icon-fallback)"/);
    const other = createTemplate(parts, {
      ...settings,
      iconFallback: true,
      instance: { name: 'A "B" <c> $&', registration: 'closed', texts: ['imprint', 'terms'] },
    }).shell;
    expect(other).toContain('<title>A &quot;B&quot; &lt;c&gt; $&amp;</title>');
    expect(other).toContain('<meta name="application-name" content="A &quot;B&quot; &lt;c&gt; $&amp;">');
    expect(other).toContain('<meta name="registration" content="closed">');
    expect(other).toContain('<meta name="site-texts" content="imprint terms">');
    expect(other).toContain('<meta name="icon-fallback" content="on">');
  });
});

describe('a rendered page', () => {
  const { renderedPage } = createTemplate(parts, settings);

  test('defers scripts, the manifest and the start guard, but not the icon', () => {
    const html = renderedPage(content);
    expect(html).toContain(
      '<template data-sideline-deferred="start-guard"><script src="/assets/start-guard-1.js"></script></template>',
    );
    expect(html).toContain(
      '<template data-sideline-deferred="scripts"><link rel="manifest" href="/manifest.webmanifest"><link rel="modulepreload" href="/assets/runtime-1.js"><script type="module" src="/assets/app-1.js"></script></template>',
    );
    expect(atOnce(html)).not.toMatch(/ src=|rel="(manifest|modulepreload)"/);
    expect(atOnce(html)).toContain('<link rel="icon"');
    expect(html).not.toContain('guardStart()');
  });

  test('preloads the texts of its language, and an English page none', () => {
    const german = renderedPage({ ...content, language: 'de' });
    expect(german).toContain(
      '<link rel="manifest" href="/manifest.de.webmanifest"><link rel="modulepreload" href="/assets/runtime-1.js"><link rel="modulepreload" href="/assets/de-1.js"><script type="module" src="/assets/app-1.js">',
    );
    expect(atOnce(german)).not.toContain('/assets/de-1.js');
    expect(renderedPage(content)).not.toContain('/assets/de-1.js');
  });

  test('has the instance in its title, once where the title is its name', () => {
    expect(renderedPage(content)).toContain('<title>Judo · Sideline</title>');
    const home = { ...content, head: { ...content.head, title: 'Sideline' } };
    expect(renderedPage(home)).toContain('<title>Sideline</title>');
  });

  test('has noindex when its head is not indexed', () => {
    const hidden = renderedPage({ ...content, head: { ...content.head, isIndexed: false } });
    expect(hidden).toContain('<meta name="robots" content="noindex">');
    expect(hidden).not.toContain('rel="canonical"');
  });
});

test('the template returns the CSP source of each inline script and style', () => {
  const { scriptSources, styleSources } = createTemplate(parts, settings);
  expect(scriptSources).toEqual(Object.values(parts.scripts).map(({ source }) => source));
  expect(styleSources).toEqual([parts.globalCss.source]);
});
