// Paints a link preview image as PNG: field art as SVG, with texts set by the text library. Knows no events.
import sharp from 'sharp';
import type { PreviewImageTexts } from '../../../app/ssr/preview-image.ts';
import { fontFiles } from './fonts.ts';

export type Painting = { texts: PreviewImageTexts; field: string; size: { width: number; height: number } };

type Ink = { data: Buffer; width: number; height: number };
type Layer = Ink & { left: number; top: number };

const margin = 64;
const logoSize = 60;
const white = '#ffffff';
const tones = {
  bad: { ground: '#b91c1c', ink: white },
  warn: { ground: '#fcd34d', ink: '#451a03' },
} as const;
/** Font sizes and line limits to try for a title: a long name gets smaller, then ends in an ellipsis. */
const titleSizes = [
  { size: 76, lines: 2 },
  { size: 62, lines: 2 },
  { size: 52, lines: 3 },
];
/** The same for the name of an instance, which also takes the space of the date. */
const nameSizes = [
  { size: 148, lines: 1 },
  { size: 104, lines: 2 },
  { size: 76, lines: 4 },
];

// painter.ts paints one image at a time and caches it, so sharp needs one core and no cache.
sharp.concurrency(1);
sharp.cache(false);

/** The image as PNG. `fontsFolder` holds the fonts of fonts.ts. Rejects when the libraries fail. */
export async function paint({ texts, field, size }: Painting, fontsFolder: string): Promise<Buffer> {
  await registerFonts(fontsFolder);
  const { width, height } = size;
  const room = width - 2 * margin;
  const layers: Layer[] = [];
  const shapes: string[] = [];
  const put = (ink: Ink, left: number, top: number) => layers.push({ ...ink, left, top });

  const line = await setText(texts.line, { size: 40, weight: 600, room: room - logoSize - 32, lines: 1 });
  const title = await setTitle(texts, room);
  // Lay out from the bottom, so that a title of two lines grows towards the date.
  const lineTop = height - margin - line.height;
  put(line, margin, lineTop);
  put(title, margin, lineTop - 32 - title.height);

  if (texts.date) {
    const { day, beside, isOff } = texts.date;
    const number = await setText(day, { size: 236, weight: 800, room, lines: 1, isStruck: isOff });
    put(number, margin, margin);
    const steps = [0, 66, 128];
    for (const [index, text] of beside.entries()) {
      const ink = await setText(text, {
        size: index === 2 ? 44 : 52,
        weight: index === 0 ? 800 : 600,
        room,
        lines: 1,
      });
      put(ink, margin + number.width + 36, margin + (steps[index] ?? 0));
    }
  }
  shapes.push(logo(width - margin - logoSize, height - margin - logoSize));
  if (texts.state) {
    const { ground, ink } = tones[texts.state.tone];
    const label = await setText(texts.state.label, { size: 28, weight: 800, room, lines: 1, color: ink });
    const pill = { width: label.width + 44, height: 56 };
    const left = width - margin - pill.width;
    const top = margin - 8;
    shapes.push(
      `<rect x="${left}" y="${top}" width="${pill.width}" height="${pill.height}" rx="${pill.height / 2}" fill="${ground}"/>`,
    );
    put(label, left + 22, top + Math.round((pill.height - label.height) / 2));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${field}${shade(width, height)}${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .composite(layers.map(({ data, left, top }) => ({ input: data, left, top })))
    .removeAlpha()
    .png({ palette: true, colours: 128, effort: 4 })
    .toBuffer();
}

/** A dark gradient that keeps text readable over the field art. */
const shade = (width: number, height: number) =>
  `<defs><linearGradient id="shade" x2="0" y2="1"><stop offset="0" stop-color="#030712" stop-opacity=".12"/><stop offset="1" stop-color="#030712" stop-opacity=".55"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#shade)"/>`;

/** The logo of Sideline, as in public/favicon.svg. */
const logo = (x: number, y: number) =>
  `<g transform="translate(${x} ${y}) scale(${logoSize / 64})"><rect width="64" height="64" rx="12" fill="#15803d"/><path d="M32 0v64H12A12 12 0 0 1 0 52V12A12 12 0 0 1 12 0z" fill="#166534"/><path fill="none" stroke="#fff" stroke-width="8" d="M56 16H26a8 8 0 0 0 0 16h12a8 8 0 0 1 0 16H8"/></g>`;

async function setTitle({ title, date }: PreviewImageTexts, room: number): Promise<Ink> {
  const sizes = date ? titleSizes : nameSizes;
  for (const { size, lines } of sizes) {
    const ink = await inkOf(title, { size, weight: 800, room });
    if (ink.height <= heightOf(size, lines)) return ink;
  }
  const { size, lines } = sizes.at(-1) ?? { size: 52, lines: 3 };
  return setText(title, { size, weight: 800, room, lines });
}

type Style = { size: number; weight: 600 | 800; room: number; isStruck?: boolean; color?: string };

/** The largest height of so many lines, with accents above the first and descenders below the last. */
const heightOf = (size: number, lines: number) => Math.ceil(size * (1.21 * (lines - 1) + 1.2));

/** The font files name each weight as a family; Pango needs the comma after a family name. */
const fontNames = { 600: 'Inter SemiBold', 800: 'Inter ExtraBold' } as const;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Sets a text in at most `lines` lines; a longer text is cut to the longest prefix that fits, with an ellipsis. */
async function setText(text: string, { lines, ...style }: Style & { lines: number }): Promise<Ink> {
  const most = heightOf(style.size, lines);
  const whole = await inkOf(text, style);
  if (whole.height <= most) return whole;
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  const cut = (count: number) => `${parts.slice(0, count).join('').trimEnd()}…`;
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if ((await inkOf(cut(middle), style)).height <= most) fits = middle;
    else tooMany = middle;
  }
  return inkOf(cut(fits), style);
}

/** Sets a text, wrapped at `room` pixels. At 72 dpi, font sizes are pixels. */
async function inkOf(text: string, { size, weight, room, isStruck, color = white }: Style): Promise<Ink> {
  const attributes = `foreground="${color}"${isStruck ? ' strikethrough="true"' : ''}`;
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes}>${escapeMarkup(text)}</span>`,
      font: `${fontNames[weight]}, ${size}`,
      dpi: 72,
      width: room,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Escapes a text for Pango markup, without characters that XML forbids. Pango fails on a text without visible characters. */
function escapeMarkup(text: string): string {
  const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) ? text : '…';
  return (
    visible
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
      .replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
      .toWellFormed()
      .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}

let fonts: Promise<unknown> | null = null;

/** Registers the fonts in this process: the library remembers every font file it has used once. */
function registerFonts(folder: string): Promise<unknown> {
  fonts ??= (async () => {
    for (const fontfile of fontFiles(folder))
      await sharp({ text: { text: '.', fontfile } })
        .raw()
        .toBuffer();
  })();
  return fonts;
}
