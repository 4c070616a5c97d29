// `npm run build`: the page with Vite, then what the server needs beside it: compressed copies and the build's name.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { fontsFolder, writeFonts } from '../link-pictures/fonts.ts';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

const out = 'dist/client';

const inputs = fingerprint();
await build({ logLevel: 'warn' });
// The same screens for the server, in one file: it loads faster than hundreds.
await build({
  logLevel: 'warn',
  build: {
    ssr: 'src/app/entry-server.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    manifest: false,
    copyPublicDir: false,
  },
  ssr: { noExternal: true },
});
writeFonts(fontsFolder);
const manifest = readFileSync(join(out, '.vite/manifest.json'));
const html = readFileSync(join(out, 'index.html'));
const id = createHash('sha256').update(manifest).update(html).digest('hex').slice(0, 12);
mkdirSync(join(out, 'builds'), { recursive: true });
writeFileSync(join(out, 'builds/latest.json'), JSON.stringify({ id, timestamp: Date.now() }));
for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|svg|webmanifest)$/.test(path)) continue;
  const text = readFileSync(join(out, path));
  const small = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
  if (small.length < text.length) writeFileSync(join(out, `${path}.br`), small);
}
// Last, so that a build that was cut off is made again.
writeFileSync(fingerprintFile, inputs);
console.log(`Built ${id}.`);
