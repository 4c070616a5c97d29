// The part "pages": public pages in Lighthouse and on a slow phone, and the server's rendering cost, beside
// two baselines of the same run: the page without SSR (the app shell), and a bare document with the same
// text.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { exampleIds } from '../../support/examples.ts';
import { pageBars } from '../bars.ts';
import { type Child, startProduct } from '../child.ts';
import { measure } from '../measure.ts';
import { median } from '../statistics.ts';
import { asKb, asMs, asSeconds, atLeast, atMost, type Row } from '../table.ts';
import { type Audit, type AuditOptions, auditPage } from './audit.ts';
import { openBareSite } from './bare-page.ts';
import { type OpenBrowser, openBrowser } from './chromium.ts';
import { type Load, type Tap, tapOnce, type Visit, visitTwice } from './visit.ts';

export type PagesOptions = {
  folder: string;
  /** How often each page is opened; the figures are medians. */
  runs: number;
  isCpuTime: boolean;
  /** Only paths that contain this text. */
  only: string | null;
};

/**
 * With the cookie hint of a session the server sends the app shell, and the page then renders in the browser.
 */
const withoutSsr = { Cookie: 'sideline_hint=1' };

const taps: Tap[] = [
  { name: 'filter', path: '/explore/events', selector: '#main a[href="/explore/events?price=free"]' },
  { name: 'tab', path: '/explore/events', selector: '#main a[href="/explore/teams"]' },
];

export async function benchPages({ folder, runs, isCpuTime, only }: PagesOptions): Promise<Row[]> {
  const product = await startProduct(mkdtempSync(join(folder, 'pages-')));
  const opened = await openBrowser();
  const paths = (await publicPaths(product.origin)).filter((path) => !only || path.includes(only));
  const bare = await openBareSite(product.origin, paths);
  try {
    const rows: Row[] = [];
    for (const path of paths) {
      console.log(`  ${path}`);
      const at = { rendered: product.origin + path, bare: bare.origin + path };
      rows.push(...(await auditRows(path, at, { port: opened.port, isCpuTime }, runs)));
      rows.push(...(await visitRows(path, at, opened, runs)));
      rows.push(await ssrRow(path, product));
    }
    for (const tap of taps.filter(({ path }) => paths.includes(path))) {
      const times = await repeat(runs, () => tapOnce(opened.browser, product.origin, tap));
      const note = `4x slower processor, ${asMs(Math.min(...times))} to ${asMs(Math.max(...times))}`;
      rows.push(
        atMost(`${tap.path}: ${tap.name}, next paint`, median(times), pageBars.nextPaintMs, asMs, note),
      );
    }
    return rows;
  } finally {
    await Promise.all([opened.browser.close(), bare.close(), product.stop()]);
  }
}

/** Every page that a visitor may open, with an example of each kind. */
async function publicPaths(origin: string): Promise<string[]> {
  const { event, organization, user } = await exampleIds(origin);
  const lists = ['events', 'members', 'organizations', 'organizers', 'teams'].map(
    (kind) => `/explore/${kind}`,
  );
  return [
    '/',
    '/explore',
    ...lists,
    `/events/public/${event}`,
    `/organizations/${organization}`,
    `/users/${user}`,
  ];
}

type Addresses = { rendered: string; bare: string };

async function auditRows(path: string, at: Addresses, options: AuditOptions, runs: number): Promise<Row[]> {
  const rendered: Audit[] = [];
  const shell: Audit[] = [];
  const bare: Audit[] = [];
  // Alternating, so that noise affects all three equally.
  await repeat(runs, async () => {
    rendered.push(await auditPage(at.rendered, options));
    shell.push(await auditPage(at.rendered, { ...options, onlyPerformance: true, headers: withoutSsr }));
    bare.push(await auditPage(at.bare, { ...options, onlyPerformance: true }));
  });
  const of = (audits: Audit[], figure: keyof Omit<Audit, 'failed'>) =>
    median(audits.map((audit) => audit[figure]));
  const beside = (figure: 'fcpMs' | 'lcpMs') =>
    `without SSR ${asSeconds(of(shell, figure) / 1000)}, bare text ${asSeconds(of(bare, figure) / 1000)}`;
  const seconds = (what: string, figure: 'fcpMs' | 'lcpMs', bar: number) =>
    atMost(`${nameOf(path)}: ${what}`, of(rendered, figure) / 1000, bar, asSeconds, beside(figure));
  const failed = new Set(rendered.flatMap((audit) => audit.failed));
  const score = (what: string, figure: 'accessibility' | 'bestPractices' | 'seo') =>
    atLeast(`${nameOf(path)}: ${what}`, of(rendered, figure), pageBars.otherScores, asScore);
  return [
    seconds('FCP', 'fcpMs', pageBars.fcpSeconds),
    seconds('LCP', 'lcpMs', pageBars.lcpSeconds),
    atMost(`${nameOf(path)}: layout shift`, of(rendered, 'cls'), pageBars.cls, (value) => value.toFixed(3)),
    atLeast(
      `${nameOf(path)}: performance`,
      of(rendered, 'performance'),
      pageBars.performance,
      asScore,
      `blocking ${asMs(of(rendered, 'blockingMs'))}; without SSR ${of(shell, 'performance')}, bare text ${of(bare, 'performance')}`,
    ),
    score('accessibility', 'accessibility'),
    score('best practices', 'bestPractices'),
    { ...score('SEO', 'seo'), note: failed.size > 0 ? `failed: ${[...failed].join(', ')}` : '' },
  ];
}

async function visitRows(
  path: string,
  at: Addresses,
  { browser }: OpenBrowser,
  runs: number,
): Promise<Row[]> {
  const rendered: Visit[] = [];
  const shell: Visit[] = [];
  const bare: Visit[] = [];
  await repeat(runs, async () => {
    rendered.push(await visitTwice(browser, at.rendered));
    shell.push(await visitTwice(browser, at.rendered, withoutSsr));
    bare.push(await visitTwice(browser, at.bare));
  });
  const of = (visits: Visit[], when: keyof Visit, figure: keyof Load) =>
    median(visits.map((visit) => visit[when][figure]).filter((value) => value !== null));
  const load = (what: string, when: keyof Visit): Row => ({
    what: `${nameOf(path)}: ${what}, LCP on a slow phone`,
    measured: asSeconds(of(rendered, when, 'lcpMs') / 1000),
    bar: '',
    isOk: null,
    note: `FCP ${asSeconds(of(rendered, when, 'fcpMs') / 1000)}; without SSR ${asSeconds(of(shell, when, 'lcpMs') / 1000)}, bare text ${asSeconds(of(bare, when, 'lcpMs') / 1000)}; ${asKb(of(rendered, when, 'bytes'))} in ${of(rendered, when, 'requests')} requests`,
  });
  return [
    load('first load', 'first'),
    load('again', 'again'),
    {
      what: `${nameOf(path)}: from first script to hydrated`,
      measured: asMs(of(rendered, 'first', 'hydrationMs')),
      bar: '',
      isOk: null,
      note: `hydrated after ${asSeconds(of(rendered, 'first', 'hydratedMs') / 1000)}, again ${asSeconds(of(rendered, 'again', 'hydratedMs') / 1000)}, without SSR ${asSeconds(of(shell, 'first', 'hydratedMs') / 1000)}; script again ${asMs(of(rendered, 'again', 'hydrationMs'))}, without SSR ${asMs(of(shell, 'first', 'hydrationMs'))}; 4x slower processor`,
    },
  ];
}

async function ssrRow(path: string, product: Child): Promise<Row> {
  const ask = (headers: Record<string, string>) => ({
    name: path,
    next: () => ({ path, headers: { Accept: 'text/html', 'Accept-Language': 'en-GB', ...headers } }),
    status: 200,
    barMs: null,
  });
  const rendered = await measure(product, ask({}));
  const shell = await measure(product, ask(withoutSsr));
  const note = `shell ${asMs(shell.cpuMs)}; alone p50 ${asMs(rendered.alone.p50Ms)}; ${asKb(rendered.busy.bytesEach)}`;
  return atMost(`${nameOf(path)}: SSR, CPU of the server`, rendered.cpuMs, null, asMs, note);
}

async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < times; at++) results.push(await run());
  return results;
}

const asScore = (value: number) => String(value);
const nameOf = (path: string) => path.replace(/\/[0-9a-f-]{36}$/, '/{id}');
