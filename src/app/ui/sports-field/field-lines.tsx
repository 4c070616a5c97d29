// Field art: the field of an activity seen from above, on a dark background. The product's signature.

import { url as sprite } from 'virtual:field-sprite';
import type { JSX } from 'react';
import { type Activity, activities } from '../../../contract/values/activities.ts';
import type { GroupColor } from '../../../contract/values/enums.ts';
import { useHydrated } from '../use-hydrated.ts';
import { fieldHue } from './field-hues.ts';

/**
 * The field art of an activity in white on the activity's color; fills its positioned parent, hidden from
 * screen readers. The color is an attribute that the constant CSS uses as background, because server-rendered
 * pages may hold no inline styles. It is there at once. The lines come from one file (build/field-sprite.ts);
 * a server-rendered page asks for it after hydration, so that it does not compete with the page's text for
 * bandwidth.
 */
export function FieldLines({
  activity,
  color = null,
  crop,
}: {
  activity: Activity | undefined;
  /** The group's own color, in place of the activity's. */
  color?: GroupColor | null;
  crop: 'card' | 'hero';
}): JSX.Element {
  const isHydrated = useHydrated();
  const field = activity ? activities[activity].field : 'pitch';
  return (
    <svg aria-hidden="true" className="field-lines" color={fieldHue(activity, color)}>
      {isHydrated ? <use href={`${sprite}#${crop}-${field}`} /> : null}
    </svg>
  );
}
