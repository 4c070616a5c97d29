// Vite plugins: data from the contract as virtual modules for page and worker, and the build of the service worker.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { eventReads, peopleReads } from '../contract/affected-reads.ts';
import { api } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { answerShapesModule } from './answer-shapes.ts';

/** The reads that the worker may cache, from the contract, as plain data: the worker must not bundle zod. */
export function publicCalls(): Plugin {
  const id = 'virtual:public-calls';
  const calls = Object.entries<Endpoint>(api)
    .filter(
      ([call, { offline, answerType }]) => call.startsWith('GET ') && offline === 'public' && !answerType,
    )
    .map(([call, { access }]) => ({ path: call.slice('GET '.length), access }));
  return {
    name: 'public-calls',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export const publicCalls = ${JSON.stringify(calls)}` : undefined,
  };
}

/**
 * The URL patterns of the reads whose answers may be saved on a user's device; and for each that a field of another answer grants,
 * that field (`grantedBy` in the contract).
 */
export function savedReads(): Plugin {
  const id = 'virtual:saved-reads';
  const patterns = Object.entries<Endpoint>(api)
    .filter(([call]) => call.startsWith('GET '))
    // Answers that differ by viewer are personal while a user is signed in.
    .filter(
      ([, { offline, access }]) => offline === 'saved' || (offline === 'public' && access === 'optional'),
    )
    .map(([call, { grantedBy }]) => [addressPattern(call), grantedBy?.split('.') ?? null]);
  return {
    name: 'saved-reads',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export const savedReads = ${JSON.stringify(patterns)}` : undefined,
  };
}

/** The reads that each write affects (`affects` in the contract), or a live change: indices in `patterns`, their URL patterns. */
export function affectedReads(): Plugin {
  const id = 'virtual:affected-reads';
  const patterns: string[] = [];
  const indexOf = (read: string) => {
    const pattern = addressPattern(read);
    const index = patterns.indexOf(pattern);
    return index < 0 ? patterns.push(pattern) - 1 : index;
  };
  const writes = Object.entries<Endpoint>(api).flatMap(([call, { affects }]) =>
    affects ? [[call, affects.map(indexOf)] as const] : [],
  );
  const changes = { event: eventReads.map(indexOf), group: peopleReads.map(indexOf) };
  const text = JSON.stringify({ patterns, writes: Object.fromEntries(writes), changes });
  return {
    name: 'affected-reads',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export const { patterns, writes, changes } = JSON.parse(${JSON.stringify(text)})`
        : undefined,
  };
}

/** The URL pattern of a read, with any parameters and query. */
const addressPattern = (read: string): string =>
  `^${read
    .slice('GET '.length)
    .replaceAll('.', '[.]')
    .replace(/\{\w+\}/g, '[^/?]+')}([?]|$)`;

/** False for a build in memory, such as the benchmark's, which writes no pages and no worker. */
export const isWritten: Exclude<Plugin['apply'], string | undefined> = ({ build }, { command }) =>
  command === 'build' && build?.write !== false;

/**
 * Builds sw/sw.ts to /sw.js with the precache manifest: the app's files and their hashes. The server adds the files that
 * depend on the settings (src/server/render/pages.ts).
 */
export function serviceWorker(): PluginOption {
  let outDir = '';
  const plugins: Plugin[] = [
    {
      name: 'service-worker-files',
      configResolved(config) {
        outDir = config.build.outDir;
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      // public/manifest.webmanifest is the manifest.
      manifest: false,
      integration: {
        configureCustomSWViteBuild(options) {
          options.logLevel = 'error';
        },
      },
      injectManifest: {
        target: 'baseline-widely-available',
        minify: true,
        sourcemap: false,
        buildPlugins: { vite: [publicCalls(), answerShapesModule()] },
        globPatterns: ['assets/**/*', 'icons/*', '*.svg'],
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map(({ url, size }) => {
              const hash = createHash('sha256')
                .update(readFileSync(join(outDir, url)))
                .digest('base64');
              const isNamedByContent = url.startsWith('assets/');
              return { url, size, revision: isNamedByContent ? null : hash, integrity: `sha256-${hash}` };
            }),
          }),
        ],
      },
    }),
  ];
  return plugins.map((plugin) => ({ ...plugin, apply: isWritten }));
}
