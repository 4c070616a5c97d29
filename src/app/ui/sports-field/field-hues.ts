// The colors of activities and groups: the dark background of field art, and marks on light and dark ground.
// Plain data.
import type { Activity } from '../../../contract/values/activities.ts';
import type { GroupColor } from '../../../contract/values/enums.ts';

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

/**
 * The colors that a group can choose, on light and on dark ground. White text passes WCAG AA on the first,
 * gray 950 on the second.
 */
export const groupHues: Record<GroupColor, readonly [light: string, dark: string]> = {
  green: ['#15803d', '#4ade80'],
  orange: ['#c2410c', '#fb923c'],
  blue: ['#1d4ed8', '#7cb0ff'],
  purple: ['#7e22ce', '#c084fc'],
  teal: ['#0f766e', '#2dd4bf'],
  pink: ['#be185d', '#f472b6'],
  gold: ['#854d0e', '#facc15'],
  indigo: ['#4338ca', '#a5b4fc'],
  red: ['#b91c1c', '#fca5a5'],
};

/**
 * The background of field art, as a CSS color: the group's own, or its activity's. White text on it passes
 * WCAG AA.
 */
export function fieldHue(activity: Activity | undefined, color: GroupColor | null = null): string {
  if (color) return groupHues[color][0];
  return activity ? hues[activity] : '#374151';
}
