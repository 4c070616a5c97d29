// The icons of the app's own frame and controls, by their names in the Lucide set. The build bundles exactly these.

/** What stands on the first page that anyone opens. */
export const firstIconNames = [
  'arrow-left',
  'calendar',
  'check',
  'circle-alert',
  'cloud-off',
  'compass',
  'list-filter',
  'log-in',
  'search',
  'user',
  'users',
  'x',
] as const;

/** What the other screens bring along (more-icons.ts). */
export const moreIconNames = [
  'accessibility',
  'award',
  'bell',
  'calendar-plus',
  'chevron-left',
  'chevron-right',
  'circle-check',
  'circle-dollar-sign',
  'clock',
  'eye',
  'eye-off',
  'globe',
  'house',
  'info',
  'log-out',
  'mail',
  'map-pin',
  'monitor',
  'moon',
  'phone',
  'refresh-cw',
  'settings',
  'share',
  'shopping-bag',
  'sun',
  'video',
] as const;

export type ChromeIconName = (typeof firstIconNames)[number] | (typeof moreIconNames)[number];
