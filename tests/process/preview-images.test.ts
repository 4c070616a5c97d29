// Preview images on a machine without fonts, like a new server.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'sideline-no-fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Renders an image, then measures a wide and a narrow letter of some scripts. */
const program = `
import sharp from 'sharp';
import { previewImageOf, previewImageSize } from './src/app/ssr/preview-image.ts';
import { writeFonts } from './src/server/render/preview-images/fonts.ts';
import { paint } from './src/server/render/preview-images/paint.ts';
const [fonts, ...letters] = process.argv.slice(1);
writeFonts(fonts);
const png = await paint({ ...previewImageOf(null), size: previewImageSize }, fonts);
const widthOf = async (text) => (await sharp({ text: { text, font: 'Inter ExtraBold, 100', dpi: 72 } }).metadata()).width;
console.log(JSON.stringify({ bytes: png.length, widths: await Promise.all(letters.map(widthOf)) }));`;

test('preview images use the bundled font, in each of its scripts', () => {
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, `<fontconfig><dir>${join(folder, 'none')}</dir></fontconfig>`);
  const scripts = { latin: ['W', 'i'], accented: ['Ŵ', 'ĭ'], greek: ['Ω', 'ι'], cyrillic: ['Ш', 'ї'] };
  const paintWith = (env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, join(folder, 'fonts'), ...Object.values(scripts).flat()],
      { encoding: 'utf8', env: { ...process.env, ...env } },
    );
    expect(stderr).toBe('');
    return JSON.parse(stdout) as { bytes: number; widths: number[] };
  };
  const { bytes, widths } = paintWith({ FONTCONFIG_FILE: config });
  expect(bytes).toBeGreaterThan(10_000);
  // The machine's own fonts, if any, must not be used instead; their settings may round a pixel.
  for (const [index, width] of paintWith({}).widths.entries())
    expect(Math.abs(width - (widths[index] ?? 0))).toBeLessThanOrEqual(2);
  // The boxes for missing letters are all equally wide.
  for (const [index, script] of Object.keys(scripts).entries())
    expect([script, (widths[index * 2] ?? 0) > (widths[index * 2 + 1] ?? 0) * 1.5]).toEqual([script, true]);
});
