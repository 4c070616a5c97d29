// The style names that the code uses, against those of our Chakra configuration (theme/base.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { expect, it } from 'vitest';
import { baseConfig } from '../../src/app/theme/base.ts';
import { fontSizes, radii, sizes, spacing } from '../../src/app/theme/scales.ts';
import { system } from '../../src/app/theme/system.ts';

const files = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('theme/'))
  .map((path) => readFileSync(join('src/app', path), 'utf8'));

const used = (pattern: RegExp) =>
  new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** Chakra's own words for properties, such as `px`, and the properties that it gives a meaning of its own. */
const chakraNames = Object.entries(defaultBaseConfig.utilities ?? {}).flatMap(([property, config]) => [
  ...[config?.shorthand ?? []].flat(),
  ...(typeof config?.values === 'string' && isScale(config.values) ? [property] : []),
]);

function isScale(category: string): boolean {
  return ['spacing', 'sizes', 'radii', 'fontSizes', 'fonts', 'shadows', 'colors'].includes(category);
}

/** Steps of these make no sense: they only take what CSS takes. */
const plain = [
  'flexBasis',
  'scrollMarginBottom',
  'scrollMarginTop',
  'scrollPaddingTop',
  'scrollPaddingInline',
  'scrollbarGutter',
  'scrollbarWidth',
];

it('knows every word of Chakra that a style uses', () => {
  const keys = used(/(?<![\w'".-])([a-z]\w*)(?:: |=["{])/gi);
  const known = system.properties;
  expect(chakraNames.filter((name) => keys.has(name) && !known.has(name) && !plain.includes(name))).toEqual(
    [],
  );
});

it('knows every condition that a style uses', () => {
  const known = Object.keys(baseConfig.conditions ?? {});
  expect([...used(/(?<=\s|\{)_(\w+)(?:: |=\{)/g)].filter((name) => !known.includes(name))).toEqual([]);
});

it('knows every step that a style takes', () => {
  const scales: [Record<string, string>, string][] = [
    [sizes, 'w h minW minH maxW maxH'],
    [
      spacing,
      'm mt mr mb ml ms me mx my p pt pr pb pl ps pe px py gap rowGap columnGap inset insetX insetY insetStart insetEnd top right bottom left',
    ],
    [fontSizes, 'fontSize'],
    [radii, 'rounded roundedTop'],
  ];
  // A bare word or number: `auto` and `0` mean in CSS what they say, and `{colors.fg}` is a reference, of which there are none.
  const isStep = (value: string) => /^-?[\d.]+$|^\dxl$|^[a-z]+\.|\{\w+\./.test(value) && value !== '0';
  const unknown = scales.flatMap(([steps, properties]) => {
    const names = properties.replaceAll(' ', '|');
    const values = used(new RegExp(`(?<![\\w'".-])(?:${names})(?:: |=)(\\{[^{}]*\\}|'[^']*'|"[^"]*")`, 'g'));
    return [...values]
      .flatMap((value) => [...value.matchAll(/['"]([^'"]*)['"]/g)].map(([, step = '']) => step))
      .filter((step) => isStep(step) && !(step in steps));
  });
  expect(unknown).toEqual([]);
});
