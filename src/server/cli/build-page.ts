// Builds the page into a folder: Vite's output, the build's name and list of files, compressed copies. Files of the
// builds before it stay for two weeks, for pages that are still open.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { type PageParts, pagePartsFile } from '../render/template.ts';
import { copyEarlierBuilds, emptyNext, replaceClient, writeLatest, writeMeta } from './earlier-builds.ts';

type Options = {
  now: number;
  plugins?: Plugin[];
  /** Ships a worker that unregisters the service worker. */
  retireWorker?: boolean;
  /** Of Brotli. A build whose size does not matter is faster with a low one. */
  quality?: number;
  /** The folder of a server bundle of the same sources, which is copied instead of built again. */
  serverFrom?: string;
};

/** Builds into `<out>/client` and `<out>/server`, and replaces the previous build. Returns the build id. */
export async function buildPage(
  out: string,
  { now, plugins = [], retireWorker = false, quality = 11, serverFrom }: Options,
): Promise<string> {
  const next = emptyNext(out);
  await build({ logLevel: 'warn', plugins, build: { outDir: next } });
  if (retireWorker)
    writeFileSync(join(next, 'sw.js'), stripTypeScriptTypes(readFileSync('sw/retire.ts', 'utf8')));
  const server = join(out, 'server');
  if (serverFrom) cpSync(serverFrom, server, { recursive: true });
  else await buildServer(server);
  const { buildId: id } = JSON.parse(readFileSync(join(next, pagePartsFile), 'utf8')) as PageParts;
  const files = readdirSync(join(next, 'assets')).map((name) => `assets/${name}`);
  compressFiles(next, quality);
  writeMeta(next, { id, timestamp: now, replacedAt: null, files });
  copyEarlierBuilds(join(out, 'client'), next, id, now);
  writeLatest(next, { id, timestamp: now });
  replaceClient(out);
  return id;
}

/** One file, which a server imports whole at its start: a later build deletes the bundle beside running servers. */
async function buildServer(outDir: string): Promise<void> {
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'src/app/ssr/entry-server.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      // Vite splits a server bundle at each dynamic import, too.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true },
    // Without it React renders in development mode, at three times the cost, unless NODE_ENV is set.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

function compressFiles(folder: string, quality: number): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|webmanifest)$/.test(path)) continue;
    const text = readFileSync(join(folder, path));
    const small = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    });
    if (small.length < text.length) writeFileSync(join(folder, `${path}.br`), small);
  }
}
