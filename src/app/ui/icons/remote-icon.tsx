// Icons by name from the local icon endpoint (docs/product.md, "App behaviour"), for content rather than the app's own
// frame. The box has its size from the start. An icon that times out leaves it empty, and is requested again after a
// reconnect.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ComponentType, lazy, Suspense } from 'react';
import type { Activity } from '../../../contract/values/activities.ts';
import { useHydrated } from '../use-hydrated.ts';

const Box = chakra('span', {
  base: { display: 'inline-block', flexShrink: '0', '& svg': { display: 'block', w: 'full', h: 'full' } },
});

type RemoteIconComponent = ComponentType<{ icon: string }>;

const Loaded = lazy(async (): Promise<{ default: RemoteIconComponent }> => {
  try {
    return { default: (await import('./remote-icon-loader.tsx')).RemoteIconShapes };
  } catch {
    // A missing icon never leads to an error page.
    return { default: () => null };
  }
});

/** `icon` as in `lucide:trophy`; `size` in CSS pixels at 100 % text. Decorative. */
export function RemoteIcon({ icon, size = 18 }: { icon: string; size?: number }) {
  const side = `${size / 16}rem`;
  return (
    <Box aria-hidden="true" w={side} h={side}>
      {useHydrated() ? (
        <Suspense fallback={null}>
          <Loaded icon={icon} />
        </Suspense>
      ) : null}
    </Box>
  );
}

/** The activities for which the set has a fitting icon. */
const icons: Partial<Record<Activity, string>> = {
  athletics: 'medal',
  basketball: 'dribbble',
  boxing: 'hand-fist',
  climbing: 'mountain',
  cycling: 'bike',
  dance: 'music',
  fitness: 'dumbbell',
  football: 'goal',
  futsal: 'goal',
  'ice-hockey': 'snowflake',
  rowing: 'waves',
  running: 'footprints',
  sailing: 'sailboat',
  swimming: 'waves-ladder',
  'trail-running': 'trees',
  triathlon: 'timer',
  volleyball: 'volleyball',
  'beach-volleyball': 'volleyball',
  'wheelchair-basketball': 'accessibility',
  yoga: 'flower-2',
};

/** The icon of an activity; nothing where the set has no fitting one. */
export function ActivityIcon({ activity, size }: { activity: Activity; size?: number }) {
  const name = icons[activity];
  return name ? <RemoteIcon icon={`lucide:${name}`} {...(size ? { size } : {})} /> : null;
}
