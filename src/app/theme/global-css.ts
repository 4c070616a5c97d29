// The constant CSS of every page: the browser's own styles evened out, the colours, and what hangs on elements rather than
// components. The build writes it into the shell; the browser never loads this as code.
import { createSystem, defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { css } from '@emotion/react';
import { baseConfig } from './base.ts';
import { type ColorName, colorVariable } from './colors.ts';
import { palette } from './scales.ts';
import { createStyleCache, shortCss } from './style-cache.ts';

/** Not among the properties that TypeScript knows. */
const vendor: object = {
  WebkitTextSizeAdjust: '100%',
  WebkitFontSmoothing: 'antialiased',
  MozOsxFontSmoothing: 'grayscale',
};

/** Evens out what browsers bring along. */
const reset = defineGlobalStyles({
  '*': {
    margin: '0',
    padding: '0',
    font: 'inherit',
    overflowWrap: 'break-word',
    WebkitTapHighlightColor: 'transparent',
  },
  '*, ::before, ::after, ::backdrop': { boxSizing: 'border-box', border: '0 solid' },
  html: {
    lineHeight: '1.5',
    ...vendor,
    textRendering: 'optimizeLegibility',
    touchAction: 'manipulation',
  },
  'img, svg': { display: 'block', verticalAlign: 'middle' },
  img: { maxWidth: '100%', height: 'auto' },
  'ol, ul': { listStyle: 'none' },
  a: { color: 'inherit', textDecoration: 'inherit' },
  'b, strong': { fontWeight: 'bolder' },
  small: { fontSize: '80%' },
  button: { background: 'transparent' },
  'button, input, select, textarea': { color: 'inherit' },
  'input:not([type=checkbox], [type=radio], [type=range])': { appearance: 'none' },
  '[type=search]': { outlineOffset: '-2px' },
  '::-webkit-search-decoration, ::-webkit-search-cancel-button': { appearance: 'none' },
  '::placeholder': { opacity: 'unset', color: '#9ca3af' },
  '[hidden]': { display: 'none !important' },
});

const own = defineGlobalStyles({
  html: { scrollbarGutter: 'stable', scrollPaddingTop: '5rem' },
  body: {
    minHeight: '100dvh',
    position: 'relative',
    bg: 'bg',
    color: 'fg',
    fontFamily: 'body',
    lineHeight: '1.5',
    overflowWrap: 'anywhere',
  },
  'h1, h2, h3': { textWrap: 'balance', letterSpacing: '-0.015em' },
  'a, button, input, select, textarea, summary, [tabindex]': {
    _focusVisible: { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  },
  'time, [data-tabular]': { fontVariantNumeric: 'tabular-nums' },
  // Here and not as inline styles, which the pages that a server draws may not hold.
  '.icon': {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '2',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  '.field-lines': {
    position: 'absolute',
    inset: '0',
    pointerEvents: 'none',
    width: '100%',
    height: '100%',
    background: 'currentColor',
    printColorAdjust: 'exact',
  },
  '::selection': { bg: 'green.200', color: 'gray.950' },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});

const keyframes = {
  pulse: { '50%': { opacity: '0.5' } },
};

/** Each colour in light and in dark. */
const colors: Record<ColorName, [light: string, dark: string]> = {
  bg: ['gray.50', 'gray.950'],
  'bg.panel': ['white', 'gray.900'],
  'bg.subtle': ['gray.100', 'gray.800'],
  'bg.strong': ['gray.900', 'white'],
  fg: ['gray.900', 'gray.50'],
  'fg.muted': ['gray.600', 'gray.400'],
  'fg.strong': ['white', 'gray.950'],
  border: ['gray.200', 'gray.800'],
  'border.strong': ['gray.500', 'gray.500'],
  focus: ['green.700', 'green.400'],
  brand: ['green.700', 'green.400'],
  'brand.solid': ['green.700', 'green.500'],
  'brand.solid.hover': ['green.800', 'green.400'],
  'brand.contrast': ['white', 'gray.950'],
  'brand.subtle': ['green.100', '#14402a'],
  'brand.subtle.fg': ['green.800', 'green.300'],
  warn: ['#854d0e', '#fcd34d'],
  'warn.subtle': ['#fef3c7', '#451f05'],
  danger: ['#b91c1c', '#fca5a5'],
  'danger.subtle': ['#fee2e2', '#450a0a'],
};

function variablesOf(mode: 0 | 1): Record<string, string> {
  return Object.fromEntries(
    (Object.keys(colors) as ColorName[]).map((name) => {
      const color = colors[name][mode];
      return [colorVariable(name), palette[color] ?? color];
    }),
  );
}

/** The rules as text, all in one layer, so that those of components win. */
export function globalCss(): string {
  const parts = [
    createSystem(baseConfig, { globalCss: reset }),
    createSystem(baseConfig, { globalCss: own, theme: { keyframes } }),
  ].map((system) => system.getGlobalCss());
  const dark = variablesOf(1);
  const variables = {
    ':root': { colorScheme: 'light dark', ...variablesOf(0) },
    '.dark': dark,
    // Where scripts are off nobody has said which.
    '@media (prefers-color-scheme: dark)': { ':root:not(.light)': dark },
  };
  const styles = css({ '@layer base': [...parts, variables] });
  const cache = createStyleCache();
  // Keeps the text of what is inserted.
  cache.compat = true;
  cache.insert('', styles, cache.sheet, true);
  return shortCss(String(cache.inserted[styles.name]));
}
