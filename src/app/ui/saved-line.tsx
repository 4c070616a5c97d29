// Says that what stands here is not from now: when it was saved on this device, where the server cannot be reached.
import { chakra } from '@chakra-ui/react/styled-system';
import { useOnline } from '../data/connectivity.ts';
import { useViewer } from '../format/use-viewer.ts';
import { clockTime, dayIn, shortDay } from '../format/when.ts';
import { Icon } from './icon.tsx';

const Line = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    mb: '3',
    fontSize: 'sm',
    color: 'fg.muted',
    '& svg': { flexShrink: '0' },
  },
});

/** `of` is what useResource answers. Nothing while the answer is fresh, or on its way. */
export function SavedLine({ of: { savedAt, error } }: { of: { savedAt: number | null; error?: unknown } }) {
  const isOnline = useOnline();
  const { locale, timeZone, now } = useViewer();
  if (savedAt === null || timeZone === null || (isOnline && !error)) return null;
  const at = new Date(savedAt).toISOString();
  const isToday = now !== null && dayIn(timeZone, at) === dayIn(timeZone, now);
  const when = `${isToday ? '' : `${shortDay(at, timeZone, locale)}, `}${clockTime(at, timeZone, locale)}`;
  return (
    <Line role="status">
      <Icon name="cloud-off" size={16} />
      <span data-tabular>
        Saved {when} · {isOnline ? 'not refreshed' : 'offline'}
      </span>
    </Line>
  );
}
