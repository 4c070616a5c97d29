// The style names in the code, checked against our Chakra configuration (theme/base.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { expect, it } from 'vitest';
import { baseConfig } from '../../src/app/theme/base.ts';
import { colorValues } from '../../src/app/theme/global-css.tsx';
import { fontSizes, palette, radii, sizes, spacing } from '../../src/app/theme/scales.ts';
import { system } from '../../src/app/theme/system.ts';
import { contrast } from '../support/contrast.ts';

const files = readdirSync('src/app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('theme/'))
  .map((path) => readFileSync(join('src/app', path), 'utf8'));

const used = (pattern: RegExp) =>
  new Set(files.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** Chakra's own names for properties, such as `px`, and the CSS properties that it redefines. */
const chakraNames = Object.entries(defaultBaseConfig.utilities ?? {}).flatMap(([property, config]) => [
  ...[config?.shorthand ?? []].flat(),
  ...(typeof config?.values === 'string' && isScale(config.values) ? [property] : []),
]);

function isScale(category: string): boolean {
  return ['spacing', 'sizes', 'radii', 'fontSizes', 'fonts', 'shadows', 'colors'].includes(category);
}

/** These properties have no tokens: they only take CSS values. */
const plain = [
  'flexBasis',
  'scrollMarginBottom',
  'scrollMarginTop',
  'scrollPaddingTop',
  'scrollPaddingInline',
  'scrollbarGutter',
  'scrollbarWidth',
];

it('every style property of Chakra in the code is configured', () => {
  const keys = used(/(?<![\w'".-])([a-z]\w*)(?:: |=["{])/gi);
  const known = system.properties;
  expect(chakraNames.filter((name) => keys.has(name) && !known.has(name) && !plain.includes(name))).toEqual(
    [],
  );
});

it('every style condition in the code is configured', () => {
  const known = Object.keys(baseConfig.conditions ?? {});
  expect([...used(/(?<=\s|\{)_(\w+)(?:: |=\{)/g)].filter((name) => !known.includes(name))).toEqual([]);
});

it('every token in the code is configured', () => {
  const scales: [Record<string, string>, string][] = [
    [sizes, 'w h minW minH maxW maxH'],
    [
      spacing,
      'm mt mr mb ml ms me mx my p pt pr pb pl ps pe px py gap rowGap columnGap inset insetX insetY insetStart insetEnd top right bottom left',
    ],
    [fontSizes, 'fontSize'],
    [radii, 'rounded roundedTop'],
  ];
  // A bare word or number: `auto` and `0` are CSS values, and `{colors.fg}` is a reference, of which there
  // are none.
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

it.each(['bg', 'bg.panel', 'bg.subtle', 'danger.subtle'] as const)(
  'the border of a button has a contrast of 3:1 on %s in dark',
  (ground) => {
    const inDark = (name: keyof typeof colorValues) => palette[colorValues[name][1]] ?? colorValues[name][1];
    expect(contrast(inDark('border.button'), inDark(ground))).toBeGreaterThanOrEqual(3);
  },
);
