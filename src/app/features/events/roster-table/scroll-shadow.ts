// A sign that a table scrolls sideways: a shadow at each edge while there is more behind it. Phones hide the scroll bar.

import { colorOf } from '../../../theme/colors.ts';

const shade = `color-mix(in srgb, ${colorOf('fg')} 26%, transparent)`;
const cover = colorOf('bg.panel');

/** The covers scroll with the table and hide the shadows at its ends; cells without a background of their own show both. */
export const scrollShadow = {
  bg: 'bg.panel',
  backgroundImage: [
    `linear-gradient(to right, ${cover} 1rem, transparent)`,
    `linear-gradient(to left, ${cover} 1rem, transparent)`,
    `linear-gradient(to right, ${shade}, transparent)`,
    `linear-gradient(to left, ${shade}, transparent)`,
  ].join(),
  backgroundPosition: 'left, right, left, right',
  backgroundSize: '2.5rem 100%, 2.5rem 100%, 1rem 100%, 1rem 100%',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, local, scroll, scroll',
} as const;
