// The field of an activity seen from above, and the dark hue that stands behind it: the sign of the product.

import { url as sprite } from 'virtual:field-sprite';
import type { JSX } from 'react';
import { type Activity, activities } from '../../contract/activities.ts';

const hues: Record<Activity, string> = {
  athletics: '#9f1239',
  badminton: '#065f46',
  basketball: '#873f06',
  'beach-volleyball': '#7a4d0b',
  boxing: '#7f1d1d',
  climbing: '#57483f',
  cycling: '#7425a6',
  dance: '#98195f',
  fitness: '#4a4458',
  football: '#166534',
  futsal: '#70340f',
  gymnastics: '#86198f',
  handball: '#991b1b',
  hockey: '#115e59',
  'ice-hockey': '#2f548a',
  judo: '#2b2c66',
  karate: '#6b2737',
  padel: '#1e40af',
  rowing: '#1d4f5c',
  rugby: '#3f6212',
  running: '#4037a6',
  sailing: '#0f4c8a',
  swimming: '#075985',
  tennis: '#1d4a22',
  'trail-running': '#5b21b6',
  triathlon: '#155e75',
  volleyball: '#752a58',
  'wheelchair-basketball': '#9a3412',
  yoga: '#4b5530',
};

/** The dark hue that stands behind an activity's lines, as a CSS colour. White text on it passes WCAG AA. */
export function fieldHue(activity: Activity | undefined): string {
  return activity ? hues[activity] : '#374151';
}

/**
 * The field of an activity seen from above, drawn in the current colour; fills its positioned parent, says nothing to
 * screen readers. `ground` paints the activity's hue behind the lines: as an attribute, since the pages that a server
 * draws may hold no inline styles. The lines come from one file for all (build/field-sprite.ts), the hue is there at once.
 */
export function FieldLines({
  activity,
  crop,
  ground = false,
}: {
  activity: Activity | undefined;
  crop: 'card' | 'hero';
  ground?: boolean;
}): JSX.Element {
  return (
    <svg aria-hidden="true" className="field-lines">
      {ground && <rect width="100%" height="100%" fill={fieldHue(activity)} />}
      <use href={`${sprite}#${crop}-${activity ? activities[activity].field : 'pitch'}`} />
    </svg>
  );
}
