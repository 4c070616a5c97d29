// The names of the colors that differ between light and dark. Their values are in global-css.tsx: the browser
// needs the names alone.

export const colorNames = [
  'bg',
  'bg.panel',
  'bg.subtle',
  'bg.strong',
  'fg',
  'fg.muted',
  'fg.strong',
  'border',
  'border.button',
  'border.strong',
  'focus',
  'brand',
  'brand.solid',
  'brand.solid.hover',
  'brand.contrast',
  'brand.subtle',
  'brand.subtle.fg',
  'warn',
  'warn.subtle',
  'danger',
  'danger.subtle',
] as const;

export type ColorName = (typeof colorNames)[number];

/** The CSS variable of a color: `bg.panel` → `--bg-panel`. */
export const colorVariable = (name: ColorName): string => `--${name.replaceAll('.', '-')}`;

/** Its value in a CSS rule. */
export const colorOf = (name: ColorName): string => `var(${colorVariable(name)})`;
