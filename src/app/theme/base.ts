// Our Chakra configuration: only the style names in use, each with our steps as plain values. Chakra's base
// preset has ten times as many and adds 5 kB to every first load. A test compares the style names in the code
// with this table.
import type { SystemConfig } from '@chakra-ui/react/styled-system';
import { colorNames, colorOf } from './colors.ts';
import { fontSizes, palette, radii, shadows, sizes, spacing } from './scales.ts';

const colors = { ...palette, ...Object.fromEntries(colorNames.map((name) => [name, colorOf(name)])) };

/** A property and its shorthand: `padding:p`. */
const names: readonly (readonly [values: Record<string, string>, properties: string])[] = [
  [
    spacing,
    'margin:m marginTop:mt marginRight:mr marginBottom:mb marginLeft:ml marginInlineStart:ms marginInlineEnd:me marginInline:mx marginBlock:my padding:p paddingTop:pt paddingRight:pr paddingBottom:pb paddingLeft:pl paddingInlineStart:ps paddingInlineEnd:pe paddingInline:px paddingBlock:py gap rowGap columnGap inset insetInline:insetX insetBlock:insetY top right bottom left insetInlineStart:insetStart insetInlineEnd:insetEnd',
  ],
  [sizes, 'width:w height:h minWidth:minW minHeight:minH maxWidth:maxW maxHeight:maxH'],
  [
    colors,
    'background:bg backgroundColor:bgColor color borderColor outlineColor textDecorationColor fill stroke',
  ],
  [radii, 'borderRadius:rounded'],
  [fontSizes, 'fontSize'],
  [shadows, 'boxShadow:shadow'],
  [{}, 'backgroundImage:bgImage borderInlineEndWidth:borderEndWidth borderInlineStartWidth:borderStartWidth'],
];

const utilities: NonNullable<SystemConfig['utilities']> = Object.fromEntries(
  names.flatMap(([values, properties]) =>
    properties.split(' ').map((property) => {
      const [name = '', shorthand] = property.split(':');
      return [name, { values, ...(shorthand ? { shorthand } : {}) }];
    }),
  ),
);

export const baseConfig: SystemConfig = {
  // Recipes are outside of any layer, so that they win over the layer of the global rules.
  disableLayers: true,
  theme: { breakpoints: { sm: '30em', md: '48em', lg: '62em', xl: '80em' } },
  conditions: {
    hover: ['@media (hover: hover)', '&:hover:not(:disabled)'],
    active: '&:active:not(:disabled)',
    focus: '&:focus',
    focusVisible: '&:focus-visible',
    disabled: '&:is(:disabled, [aria-disabled=true])',
    empty: '&:empty',
    first: '&:first-of-type',
    invalid: '&[aria-invalid=true]',
    placeholder: '&::placeholder',
    before: '&::before',
    after: '&::after',
    checked: '&:checked',
    dark: '.dark &',
    motionReduce: '@media (prefers-reduced-motion: reduce)',
  },
  utilities: {
    ...utilities,
    borderTopRadius: {
      values: radii,
      shorthand: 'roundedTop',
      transform: (value) => ({ borderTopLeftRadius: value, borderTopRightRadius: value }),
    },
  },
};
