// The field of an activity seen from above, and the dark hue that stands behind it: the sign of the product.

import type { JSX } from 'react';
import { type Activity, activities } from '../../contract/activities.ts';
import { fieldHue } from './field-hues.ts';
import { type Drawing, drawings } from './field-paths.ts';

const boxes = { card: '0 0 72 120', hero: '0 0 400 220' };

const drawingOf = (activity: Activity | undefined, crop: 'card' | 'hero') =>
  drawings[activity ? activities[activity].field : 'pitch'][crop === 'card' ? 0 : 1];

function Lines({ drawing }: { drawing: Drawing }) {
  const half = (
    <>
      {drawing.tint && <path d={drawing.tint} fill="currentColor" fillOpacity=".16" stroke="none" />}
      <path d={drawing.line} vectorEffect="non-scaling-stroke" />
    </>
  );
  return (
    <>
      {half}
      {drawing.mirror && <g transform={drawing.mirror}>{half}</g>}
    </>
  );
}

const spriteId = (activity: Activity | undefined) =>
  `field-${activity ? activities[activity].field : 'pitch'}`;

/** The drawings that the cards of a list share, once each: their `FieldLines` then only point there (`isShared`). */
export function FieldSprite({ of }: { of: Iterable<Activity | undefined> }): JSX.Element {
  const shared = new Map([...of].map((activity) => [spriteId(activity), drawingOf(activity, 'card')]));
  return (
    <svg aria-hidden="true" width="0" height="0" className="field-sprite">
      <defs>
        {[...shared].map(([id, drawing]) => (
          <g key={id} id={id}>
            <Lines drawing={drawing} />
          </g>
        ))}
      </defs>
    </svg>
  );
}

/**
 * The field of an activity seen from above, drawn in the current colour; fills its positioned parent, says nothing to
 * screen readers. `ground` paints the activity's hue behind the lines: as an attribute, since the pages that a server
 * draws may hold no inline styles.
 */
export function FieldLines({
  activity,
  crop,
  ground = false,
  isShared = false,
}: {
  activity: Activity | undefined;
  crop: 'card' | 'hero';
  ground?: boolean;
  isShared?: boolean;
}): JSX.Element {
  const drawing = drawingOf(activity, crop);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className="field-lines"
      viewBox={drawing.box ?? boxes[crop]}
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      fillRule="evenodd"
      stroke="currentColor"
      strokeWidth={crop === 'card' ? 1.25 : 1.5}
      strokeLinejoin="round"
    >
      {ground && <path d="M-500-500h2000v2000h-2000z" fill={fieldHue(activity)} stroke="none" />}
      <g opacity=".34">{isShared ? <use href={`#${spriteId(activity)}`} /> : <Lines drawing={drawing} />}</g>
    </svg>
  );
}
