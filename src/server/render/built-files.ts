// The files of a build, and of the earlier builds whose pages may still be open.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

export type BuiltFile = {
  body: Buffer<ArrayBuffer>;
  brotli: Buffer<ArrayBuffer> | null;
  type: string;
  etag: string;
  cache: string;
};

const forever = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
/** For files made at the start: the best quality would take twenty times as long for 6 % fewer bytes. */
const brotliQuality = 6;

/** The files of this build in memory, by URL, and the paths of the others: two weeks of builds are too much to read at each start. */
export function filesIn(folder: string, buildId: string) {
  const own = ownAssets(folder, buildId);
  const files = new Map<string, BuiltFile>();
  const earlier = new Map<string, string>();
  for (const path of walk(folder)) {
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (/\.(br|html)$/.test(url) || url.startsWith('/.')) continue;
    const isOwn = !url.startsWith('/assets/') || own === null || own.has(url);
    const file = isOwn ? readBuilt(path, url) : null;
    if (file) files.set(url, file);
    else earlier.set(url, path);
  }
  return { files, earlier };
}

/** Null where the build does not say what it consists of. */
function ownAssets(folder: string, buildId: string): ReadonlySet<string> | null {
  const meta = tryRead(join(folder, `builds/meta/${buildId}.json`))?.toString();
  if (meta === undefined) return null;
  return new Set((JSON.parse(meta) as { files: string[] }).files.map((file) => `/${file}`));
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** A file of a build, or null where there is none; a newer build may have removed it since the start. */
export function readBuilt(path: string | undefined, url: string): BuiltFile | null {
  const body = path === undefined ? null : tryRead(path);
  return body && fileOf(body, url, tryRead(`${path}.br`));
}

function tryRead(path: string): Buffer<ArrayBuffer> | null {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : null;
}

function fileOf(body: Buffer<ArrayBuffer>, url: string, brotli: Buffer<ArrayBuffer> | null): BuiltFile {
  return {
    body,
    brotli,
    type: types[extname(url)] ?? 'application/octet-stream',
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    cache: url.startsWith('/assets/') ? forever : revalidate,
  };
}

/** A file made at the start, so it is compressed here. */
export const fileOfText = (text: string, url: string): BuiltFile =>
  fileOf(
    Buffer.from(text),
    url,
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  );
