// What the page's build adds to Vite: the build's name in the page, and the service worker with its list of files.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin, type PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { api } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { answerShapesModule } from './answer-shapes.ts';

/** The page without what says nothing in it, and in `<meta name="build">` a name for all that is in the build: the same sources, the same name. */
export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(written, { bundle = {} }) {
        const html = written.replace(/\n\s*| crossorigin(?=[ >])/g, '').replaceAll(' />', '>');
        const files = Object.keys(bundle).sort().join('\n');
        const id = createHash('sha256').update(files).update(html).digest('hex').slice(0, 12);
        return html.replace('</title>', `</title><meta name="build" content="${id}">`);
      },
    },
  };
}

const inlineScripts = /(<script(?: id="([\w-]+)")?>)([\s\S]*?)<\/script>/g;

/** The inline scripts of index.html, small: every page carries them. One with an id is also a file by that name. */
export function smallInlineScripts(): Plugin {
  const small = (code: string) => minifySync('inline.js', code).code;
  return {
    name: 'small-inline-scripts',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace(inlineScripts, (_, start: string, _id, code: string) => `${start}${small(code)}</script>`),
    generateBundle() {
      for (const [, , id, code = ''] of readFileSync('index.html', 'utf8').matchAll(inlineScripts)) {
        const source = small(code);
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        if (id) this.emitFile({ type: 'asset', fileName: `assets/${id}-${hash}.js`, source });
      }
    },
  };
}

/** The reads that the worker may keep, out of the contract, as plain data: zod stays out of the worker. */
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

/** The reads whose answers a person's device may keep, as patterns of addresses. */
export function savedReads(): Plugin {
  const id = 'virtual:saved-reads';
  const patterns = Object.entries<Endpoint>(api)
    .filter(([call]) => call.startsWith('GET '))
    // Answers that differ by viewer are one person's own while someone is signed in.
    .filter(
      ([, { offline, access }]) => offline === 'saved' || (offline === 'public' && access === 'optional'),
    )
    .map(([call]) =>
      call
        .slice('GET '.length)
        .replaceAll('.', '[.]')
        .replace(/\{\w+\}/g, '[^/?]+'),
    )
    .map((path) => `^${path}([?]|$)`);
  return {
    name: 'saved-reads',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export const savedReads = ${JSON.stringify(patterns)}` : undefined,
  };
}

/** sw/sw.ts as /sw.js, with every file of the app and its hash. */
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
        globPatterns: ['index.html', 'assets/**/*', 'icons/*', '*.{svg,webmanifest}'],
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
  // A build in memory, as a measurement makes one, has no files to list.
  return plugins.map((plugin) => ({
    ...plugin,
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
  }));
}
