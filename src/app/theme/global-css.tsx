// The constant CSS of every page: the reset, the colors, and the styles of elements rather than components.
// The build writes it into the app shell, so that a page paints without a script; the browser never loads
// this module.
import { createSystem, defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { CacheProvider, type CSSObject, Global } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import { baseConfig } from './base.ts';
import { type ColorName, colorVariable } from './colors.ts';
import { barSizes, palette } from './scales.ts';
import { createStyleCache } from './style-cache.ts';

/** Resets the browsers' default styles. */
const reset = defineGlobalStyles({
  '*': { margin: '0', padding: '0', font: 'inherit', WebkitTapHighlightColor: 'transparent' },
  '*, ::before, ::after, ::backdrop': { boxSizing: 'border-box', border: '0 solid' },
  // Safari's own property, which TypeScript does not know.
  html: { WebkitTextSizeAdjust: '100%', touchAction: 'manipulation' } as object,
  'img, svg': { display: 'block' },
  img: { maxWidth: '100%', height: 'auto' },
  'ol, ul': { listStyle: 'none' },
  a: { color: 'inherit', textDecoration: 'inherit' },
  'b, strong': { fontWeight: 'bolder' },
  small: { fontSize: '80%' },
  button: { background: 'transparent' },
  'button, input, select, textarea': { color: 'inherit' },
  // With our own arrow: WebKit's native select paints over the field's colors.
  select: {
    appearance: 'none',
    backgroundImage:
      'linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%)',
    backgroundPosition: 'right 1rem center, right 0.7rem center',
    backgroundSize: '0.3rem 0.3rem',
    backgroundRepeat: 'no-repeat',
  },
  'input:not([type=checkbox], [type=radio], [type=range])': { appearance: 'none' },
  '[type=search]': { outlineOffset: '-2px' },
  '::-webkit-search-decoration, ::-webkit-search-cancel-button': { appearance: 'none' },
  '::placeholder': { opacity: 'unset', color: '#9ca3af' },
  '[hidden]': { display: 'none !important' },
});

const own = defineGlobalStyles({
  html: {
    // Also sets the color of the scroll bar's gutter.
    bg: 'bg',
    color: 'fg',
    fontFamily: 'system-ui, sans-serif',
    lineHeight: '1.5',
    overflowWrap: 'break-word',
    scrollbarGutter: 'stable',
    scrollPaddingTop: '5rem',
    // Firefox paints a white track, in dark mode too.
    scrollbarColor: `var(${colorVariable('border.strong')}) transparent`,
  },
  body: { minHeight: '100dvh', position: 'relative' },
  'h1, h2, h3': { textWrap: 'balance', letterSpacing: '-0.015em' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
  'time, [data-tabular]': { fontVariantNumeric: 'tabular-nums' },
  // Here and not as inline styles, which server-rendered pages may not hold.
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
  },
  // For screen readers only.
  '.sr': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  // A link past a part of the page, in view while it has the focus.
  '.skip': {
    position: 'absolute',
    insetInlineStart: '4',
    top: '-20',
    zIndex: '20',
    bg: 'bg.panel',
    color: 'fg',
    px: '4',
    py: '3',
    rounded: 'md',
    _focus: { top: '4' },
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

const keyframes = { pulse: { '50%': { opacity: '0.5' } } };

/** Each color in light and in dark. */
export const colorValues: Record<ColorName, [light: string, dark: string]> = {
  bg: ['gray.50', 'gray.950'],
  'bg.panel': ['white', 'gray.900'],
  'bg.subtle': ['gray.100', 'gray.800'],
  'bg.strong': ['gray.900', 'white'],
  fg: ['gray.900', 'gray.50'],
  'fg.muted': ['gray.600', 'gray.400'],
  'fg.strong': ['white', 'gray.950'],
  border: ['gray.200', 'gray.800'],
  // In dark, panel and page differ too little to show where a button is: 3:1 on each ground (WCAG 1.4.11).
  'border.button': ['gray.200', 'gray.500'],
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
    (Object.keys(colorValues) as ColorName[]).map((name) => {
      const color = colorValues[name][mode];
      return [colorVariable(name), palette[color] ?? color];
    }),
  );
}

/** Print styles: the light colors, whatever the screen has, and no controls. `data-printed`: a button with content, such as a row. */
const paper: CSSObject = {
  '@media print': {
    // More specific than the rules of the chosen or the system's color mode.
    ':root:root:root': { colorScheme: 'light', ...variablesOf(0), [colorVariable('bg')]: palette.white },
    '*': { printColorAdjust: 'exact' },
    'nav, form, button:not([data-printed]), [data-action-bar]': { display: 'none !important' },
    main: { padding: '0 !important' },
    'article, li, h2': { breakInside: 'avoid' },
    h2: { breakAfter: 'avoid' },
  },
};

/** A tab, a chip, a button that is on, a day, a choice: the colors of the system replace the backgrounds that tell them apart. */
const forcedColors: CSSObject = {
  '@media (forced-colors: active)': {
    ':is([aria-current]:not([aria-current=date], :is(.name, .text) > *), [aria-pressed=true], [aria-selected=true], label:has(> :checked), .chosen):not(:focus-visible)':
      { outline: '3px solid SelectedItem', outlineOffset: '-3px' },
  },
};

const mixed = (share: number) =>
  `color-mix(in srgb, var(${colorVariable('fg')}) ${share}%, var(${colorVariable('bg')}))`;
const moreContrast: CSSObject = {
  '@media (prefers-contrast: more)': {
    ':root:root': {
      [colorVariable('fg.muted')]: mixed(85),
      [colorVariable('border')]: mixed(65),
      [colorVariable('border.strong')]: `var(${colorVariable('fg')})`,
    },
  },
};

// The types know no `!important` here.
const inPlace = { position: 'static !important' } as unknown as CSSObject;
/**
 * A bar at the edge of the window (`data-bar`, `data-action-bar`) would cover most of a small one, such as a window of 1280 px at 400 %: there it
 * scrolls with the page. The rail of wide windows stays.
 */
const smallWindow: CSSObject = {
  '@media (max-height: 24rem)': { '[data-bar]:not(nav), [data-action-bar]': inPlace },
  '@media (max-height: 24rem) and (max-width: 61.99em)': {
    'nav[data-bar]': inPlace,
  },
};

const dark = { colorScheme: 'dark', ...variablesOf(1) };

/** All in one layer, so that the rules of components win. */
const styles: CSSObject = {
  '@layer base': [
    createSystem(baseConfig, { globalCss: reset }).getGlobalCss(),
    createSystem(baseConfig, { globalCss: own, theme: { keyframes } }).getGlobalCss(),
    {
      ':root': { colorScheme: 'light dark', ...variablesOf(0), ...barSizes },
      '.light': { colorScheme: 'light' },
      '.dark': dark,
      // Applies until a person has chosen a mode, and without scripts.
      '@media (prefers-color-scheme: dark)': { ':root:not(.light)': dark },
    },
    moreContrast,
    forcedColors,
    smallWindow,
    paper,
  ],
};

/** The rules as text. */
export function globalCss(): string {
  const cache = createStyleCache();
  const { extractCriticalToChunks } = createEmotionServer(cache);
  const page = (
    <CacheProvider value={cache}>
      <Global styles={styles} />
    </CacheProvider>
  );
  return extractCriticalToChunks(renderToString(page))
    .styles.map(({ css }) => css)
    .join('');
}
