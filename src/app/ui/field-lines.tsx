// The field of an activity seen from above, and the dark hue that stands behind it: the sign of the product.

import { url as sprite } from 'virtual:field-sprite';
import type { JSX } from 'react';
import { type Activity, activities } from '../../contract/activities.ts';
import { fieldHue } from './field-hues.ts';

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
