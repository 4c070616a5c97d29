// Builds the page into a folder: Vite's output, the build's name and list of files, compressed copies. Files of the
// builds before it stay for two weeks, for pages that are still open.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { type PageParts, pagePartsFile } from '../render/template.ts';
import { keepEarlier, writeJson, writeMeta } from './kept-builds.ts';

type Options = {
  now: number;
  plugins?: Plugin[];
  /** Ships the worker that ends the worker. */
  retireWorker?: boolean;
};

/** Builds into `<out>/client` and `<out>/server`, in place of what is there. The build's name. */
export async function buildPage(
  out: string,
  { now, plugins = [], retireWorker = false }: Options,
): Promise<string> {
  const client = join(out, 'client');
  const next = join(out, 'next');
  rmSync(next, { recursive: true, force: true });
  await build({ logLevel: 'warn', plugins, build: { outDir: next } });
  if (retireWorker)
    writeFileSync(join(next, 'sw.js'), stripTypeScriptTypes(readFileSync('sw/retire.ts', 'utf8')));
  // The same screens for the server, in one file: it loads faster than hundreds.
  await build({
    logLevel: 'warn',
    build: {
      ssr: 'src/app/ssr/entry-server.tsx',
      outDir: join(out, 'server'),
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
    ssr: { noExternal: true },
    // Without it React draws as it does in development, at three times the cost, unless the environment says otherwise.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const { buildId: id } = JSON.parse(readFileSync(join(next, pagePartsFile), 'utf8')) as PageParts;
  const files = readdirSync(join(next, 'assets')).map((name) => `assets/${name}`);
  compressFiles(next);
  writeJson(join(next, 'builds/latest.json'), { id, timestamp: now });
  writeMeta(next, { id, timestamp: now, replacedAt: null, files });
  keepEarlier(client, next, id, now);
  // A server reads its build when it starts: one that runs does not notice that the folder is another.
  rmSync(client, { recursive: true, force: true });
  renameSync(next, client);
  return id;
}

function compressFiles(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|webmanifest)$/.test(path)) continue;
    const text = readFileSync(join(folder, path));
    const small = brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    });
    if (small.length < text.length) writeFileSync(join(folder, `${path}.br`), small);
  }
}
