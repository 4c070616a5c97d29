// The font of the link preview images. A server may have no fonts, so the build unpacks ours: the text library (Pango) reads
// no WOFF files.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Folder of the unpacked fonts, beside the built page. */
export const fontsFolder = 'dist/fonts';

const packageName = '@fontsource/inter';
const scripts = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const weights = [600, 800];
const settings = 'fonts.conf';

/** Unpacks the package's fonts, about 2 MB, into a folder that it makes. */
export function writeFonts(folder: string): void {
  const files = dirname(
    createRequire(import.meta.url).resolve(`${packageName}/files/inter-latin-600-normal.woff`),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, settings), '<fontconfig/>\n');
  for (const script of scripts)
    for (const weight of weights) {
      const packed = readFileSync(join(files, `inter-${script}-${weight}-normal.woff`));
      writeFileSync(join(folder, `inter-${script}-${weight}.ttf`), unpackWoff(packed));
    }
}

/**
 * Writes an empty font configuration where the system has none; without one Fontconfig writes warnings to standard error.
 * Call it before the library loads.
 */
export function ensureFontConfig(folder: string): void {
  const { FONTCONFIG_FILE, FONTCONFIG_PATH } = process.env;
  if (FONTCONFIG_FILE || FONTCONFIG_PATH || existsSync('/etc/fonts/fonts.conf')) return;
  process.env.FONTCONFIG_FILE = resolve(folder, settings);
}

/** The font files of a folder; empty where the build has none. */
export function fontFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ttf'))
      .map((name) => resolve(folder, name));
  } catch {
    return [];
  }
}

/** WOFF 1.0 (W3C, sections 3 to 5) to the OpenType font inside: the same tables, not compressed. */
function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = packed.subarray(44 + index * 20, 64 + index * 20);
    const [offset, length, fullLength] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const data = packed.subarray(offset, offset + length);
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.readUInt32BE(16),
      data: length < fullLength ? inflateSync(data) : data,
    };
  });
  const head = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * power, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(16 * (count - power), 10);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + 16 * index;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc(-data.length & 3);
    parts.push(data, padding);
    end += data.length + padding.length;
  }
  return Buffer.concat(parts);
}
