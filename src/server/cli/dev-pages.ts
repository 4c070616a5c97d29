// The pages of `npm run dev`: the product's template and SSR, from unbundled modules. The dev server loads this module through
// Vite, so that it also reloads changes of the server's part of a page.
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import pino from 'pino';
import type { Site } from '../api.ts';
import type { Config } from '../config.ts';
import type { SiteTexts } from '../instance/texts.ts';
import { fileOfText } from '../render/built-files.ts';
import { pageHeaders } from '../render/page-headers.ts';
import { mountPages, withSettings } from '../render/pages.ts';
import { createPageRenderer, type EntryServer } from '../render/render-page.ts';
import type { PageParts } from '../render/template.ts';

/** The page parts from the build's plugins (src/build/dev-page.ts). */
export type DevPage = {
  parts(): Promise<PageParts>;
  /** The text of /sw.js. `isOn`: our worker, with a cache of modules (sw/dev.ts); else a worker that unregisters itself. */
  worker(isOn: boolean): Promise<string>;
};

type Options = {
  config: Config;
  texts: SiteTexts;
  parts: PageParts;
  worker: string;
  /** Origin of the API server. */
  apiOrigin: string;
  loadEntry: () => Promise<EntryServer>;
};

const policyName = 'Content-Security-Policy';
const reportPath = '/csp-violations';

/** Serves every page; Vite serves its modules and files. */
export function devPages({ config, texts, parts, worker, apiOrigin, loadEntry }: Options): Site {
  const files = new Map(
    Object.entries({
      '/sw.js': worker,
      '/manifest.webmanifest': readFileSync('public/manifest.webmanifest', 'utf8'),
      [parts.startGuardFile]: parts.scripts.startGuard.text,
    }).map(([url, text]) => [url, fileOfText(text, url)]),
  );
  const page = withSettings(parts, files, '', { config, texts });
  const common = Object.entries(pageHeaders(config, page.template, []));
  const site: Site = new Hono();
  site.use(async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
    const policy = headers.get(policyName) ?? '';
    headers.delete(policyName);
    headers.set(`${policyName}-Report-Only`, policyOfDev(policy));
  });
  site.post(reportPath, async (context) => {
    const { 'csp-report': report } = (await context.req.json()) as { 'csp-report': Record<string, unknown> };
    console.warn(
      `CSP: ${report['effective-directive']} would block ${report['blocked-uri']} on ${report['document-uri']}`,
      ...(report['source-file'] ? [`(${report['source-file']}:${report['line-number']})`] : []),
    );
    return context.body(null, 204);
  });
  const deps = { config, log: pino({ level: 'warn' }), now: () => new Date(), metrics: null };
  const api = { request: (address: string) => fetch(apiOrigin + address) };
  mountPages(site, page, createPageRenderer(deps, api, page, loadEntry));
  return site;
}

/** The product's CSP, extended for the dev server and with a report URL. */
function policyOfDev(policy: string): string {
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  // In development Emotion writes rules as text, which needs 'unsafe-inline'; hashes would disable it.
  directives.set('style-src', ["'self'", "'unsafe-inline'"]);
  // Vite's client polls a restarting server from a blob worker.
  directives.set('worker-src', ["'self'", 'blob:']);
  directives.set('report-uri', [reportPath]);
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
