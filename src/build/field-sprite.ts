// Bundles the lines of all field art into one SVG sprite, so that they are not part of the HTML or of a script.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { boxes, type FieldArt, fieldArt } from '../app/ui/sports-field/field-paths.ts';
import { virtualModules } from './virtual-modules.ts';

const strokeWidths = { card: 1.25, hero: 1.5 };

function symbol(id: string, crop: 'card' | 'hero', { line, tint, mirror, box }: FieldArt): string {
  const tinted = tint ? `<path d="${tint}" fill="#fff" fill-opacity=".16" stroke="none"/>` : '';
  const half = `${tinted}<path d="${line}" vector-effect="non-scaling-stroke"/>`;
  const whole = mirror ? `${half}<g transform="${mirror}">${half}</g>` : half;
  return `<symbol id="${id}" viewBox="${box ?? boxes[crop]}" preserveAspectRatio="xMidYMid slice"><g opacity=".34" fill="none" fill-rule="evenodd" stroke="#fff" stroke-width="${strokeWidths[crop]}" stroke-linejoin="round">${whole}</g></symbol>`;
}

/** Symbols: `card-pitch` is the pitch on a card, `hero-pitch` the one behind a title. */
function drawSprite(): string {
  const symbols = Object.entries(fieldArt).flatMap(([field, [card, hero]]) => [
    symbol(`card-${field}`, 'card', card),
    symbol(`hero-${field}`, 'hero', hero),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** Provides `virtual:field-sprite` with the sprite's `url`, and emits the file beside the scripts. */
export function fieldSprite(): Plugin {
  const svg = drawSprite();
  const file = `assets/fields-${createHash('sha256').update(svg).digest('base64url').slice(0, 8)}.svg`;
  const url = `/${file}`;
  return {
    ...virtualModules('field-sprite', {
      'virtual:field-sprite': `export const url = ${JSON.stringify(url)}`,
    }),
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: file, source: svg });
    },
    configureServer({ middlewares }) {
      middlewares.use(url, (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').end(svg);
      });
    },
  };
}
