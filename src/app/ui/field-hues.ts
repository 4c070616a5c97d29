// The dark hue that stands behind an activity's field lines. Plain data.
import type { Activity } from '../../contract/activities.ts';

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
