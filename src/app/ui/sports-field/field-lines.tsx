// The field of an activity seen from above, and the dark hue that stands behind it: the sign of the product.

import { url as sprite } from 'virtual:field-sprite';
import { type JSX, useSyncExternalStore } from 'react';
import { type Activity, activities } from '../../../contract/values/activities.ts';
import type { GroupColor } from '../../../contract/values/words.ts';
import { fieldHue } from './field-hues.ts';

const never = () => () => {};

/**
 * The field of an activity seen from above, in white on the activity's hue; fills its positioned parent, says nothing to
 * screen readers. The hue is an attribute, which the constant CSS paints the ground with: the pages that a server draws may
 * hold no inline styles. It is there at once; the lines come from one file for all (build/field-sprite.ts), and on a drawn
 * page once it is alive: before, that file would take the line from what is to be read.
 */
export function FieldLines({
  activity,
  color = null,
  crop,
}: {
  activity: Activity | undefined;
  /** The group's own, in place of the activity's. */
  color?: GroupColor | null;
  crop: 'card' | 'hero';
}): JSX.Element {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const field = activity ? activities[activity].field : 'pitch';
  return (
    <svg aria-hidden="true" className="field-lines" color={fieldHue(activity, color)}>
      {isAlive ? <use href={`${sprite}#${crop}-${field}`} /> : null}
    </svg>
  );
}
