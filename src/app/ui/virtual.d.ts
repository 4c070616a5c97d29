declare module 'virtual:chrome-icons' {
  import type { ChromeIconName } from './chrome-icons.ts';

  /** The inner SVG of each icon, on a 24 by 24 grid. */
  export const bodies: Record<ChromeIconName, string>;
}
