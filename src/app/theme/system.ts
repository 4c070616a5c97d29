// The design system: our tokens on Chakra's engine. Built from the base preset only, so that no unused recipe is shipped.
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import { fontSizes, sizes, spacing } from './scales.ts';

const gray = {
  50: '#f9fafb',
  100: '#f3f4f6',
  200: '#e5e7eb',
  300: '#d1d5db',
  400: '#9ca3af',
  500: '#6b7280',
  600: '#4b5563',
  700: '#374151',
  800: '#1f2937',
  900: '#111827',
  950: '#030712',
};

const green = {
  50: '#f0fdf4',
  100: '#dcfce7',
  200: '#bbf7d0',
  300: '#86efac',
  400: '#4ade80',
  500: '#22c55e',
  600: '#16a34a',
  700: '#15803d',
  800: '#166534',
  900: '#14532d',
  950: '#052e16',
};

const scale = (colors: Record<string, string>) =>
  Object.fromEntries(Object.entries(colors).map(([step, value]) => [step, { value }]));

/** A colour that differs between the modes. */
const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    // Class names and variables stay short: they are part of every page that the server draws.
    cssVarsPrefix: 's',
    cssVarsRoot: ':root',
    globalCss: {
      html: {
        colorPalette: 'green',
        textSizeAdjust: '100%',
        scrollbarGutter: 'stable',
        scrollPaddingTop: '5rem',
      },
      body: {
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
      '.field-lines': { position: 'absolute', inset: '0', pointerEvents: 'none' },
      'html:has(dialog:modal)': { overflow: 'hidden' },
      // A bar with the main action takes the place of the tab bar.
      'body:has([data-action-bar]) nav[aria-label=Main]': { lgDown: { display: 'none' } },
      '::selection': { bg: 'green.200', color: 'gray.950' },
      '*, *::before, *::after': {
        _motionReduce: {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
    theme: {
      breakpoints: { sm: '30em', md: '48em', lg: '62em', xl: '80em' },
      keyframes: {
        pulse: { '50%': { opacity: '0.5' } },
        rise: { from: { translate: '0 2rem', opacity: '0' } },
      },
      tokens: {
        colors: { gray: scale(gray), green: scale(green), white: { value: '#ffffff' } },
        fonts: {
          body: {
            value:
              'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
          },
          mono: { value: 'ui-monospace, SFMono-Regular, Menlo, monospace' },
        },
        radii: {
          sm: { value: '8px' },
          md: { value: '12px' },
          lg: { value: '16px' },
          xl: { value: '20px' },
          full: { value: '999px' },
        },
        spacing,
        sizes,
        fontSizes,
        shadows: {
          raised: { value: '0 1px 2px rgb(3 7 18 / 0.06), 0 4px 16px rgb(3 7 18 / 0.06)' },
          overlay: { value: '0 8px 40px rgb(3 7 18 / 0.24)' },
        },
      },
      semanticTokens: {
        colors: {
          bg: pair('{colors.gray.50}', '{colors.gray.950}'),
          'bg.panel': pair('{colors.white}', '{colors.gray.900}'),
          'bg.subtle': pair('{colors.gray.100}', '{colors.gray.800}'),
          'bg.strong': pair('{colors.gray.900}', '{colors.white}'),
          fg: pair('{colors.gray.900}', '{colors.gray.50}'),
          'fg.muted': pair('{colors.gray.600}', '{colors.gray.400}'),
          'fg.strong': pair('{colors.white}', '{colors.gray.950}'),
          border: pair('{colors.gray.200}', '{colors.gray.800}'),
          'border.strong': pair('{colors.gray.500}', '{colors.gray.500}'),
          focus: pair('{colors.green.700}', '{colors.green.400}'),
          brand: pair('{colors.green.700}', '{colors.green.400}'),
          'brand.solid': pair('{colors.green.700}', '{colors.green.500}'),
          'brand.solid.hover': pair('{colors.green.800}', '{colors.green.400}'),
          'brand.contrast': pair('{colors.white}', '{colors.gray.950}'),
          'brand.subtle': pair('{colors.green.100}', '#14402a'),
          'brand.subtle.fg': pair('{colors.green.800}', '{colors.green.300}'),
          warn: pair('#854d0e', '#fcd34d'),
          'warn.subtle': pair('#fef3c7', '#451f05'),
          danger: pair('#b91c1c', '#fca5a5'),
          'danger.subtle': pair('#fee2e2', '#450a0a'),
        },
      },
    },
  }),
);
