// How fresh the page is, where that is in doubt: in line above what is shown while there is no connection, and floating,
// so that nothing moves, while the server takes its time.
import { chakra } from '@chakra-ui/react/styled-system';
import { useConnectivity } from '../../data/connectivity.ts';
import { useSavedAt } from '../../data/freshness.ts';
import { useBrowserZone, useNow, useViewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { bars } from '../../theme/scales.ts';
import { Notice } from '../../ui/notice.tsx';

const Place = chakra('div', {
  base: { '&:not(:empty)': { px: { base: '4', sm: '5', lg: '8' }, pt: '2' } },
});
const Floating = chakra('span', {
  base: {
    position: 'fixed',
    zIndex: '10',
    insetStart: { base: '0', lg: bars.rail },
    insetEnd: '0',
    bottom: { base: `calc(${bars.tabbar} + env(safe-area-inset-bottom) + 0.5rem)`, lg: '4' },
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
  },
});
const Word = chakra('span', {
  base: {
    bg: 'bg.panel',
    color: 'fg.muted',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'full',
    px: '3.5',
    py: '1.5',
    fontSize: 'sm',
    shadow: 'overlay',
  },
});

export function Freshness() {
  const way = useConnectivity();
  const { savedAt, doubt } = useSavedAt();
  const { locale } = useViewer();
  const timeZone = useBrowserZone();
  const now = useNow();
  const saved =
    savedAt !== null && timeZone !== null && now !== null
      ? `Saved ${savedTime(savedAt, timeZone, locale, now)}`
      : null;
  if (way === 'offline' || way === 'unreachable') {
    const reason = way === 'offline' ? '' : ' · Sideline does not answer';
    return (
      <Place>
        <Notice icon="cloud-off">{saved ? `${saved} · offline${reason}` : `You're offline${reason}`}</Notice>
      </Place>
    );
  }
  const slow = way === 'slow' ? 'Slow connection' : null;
  const why = doubt === 'failed' ? 'could not be refreshed' : (slow ?? 'looking for changes');
  const word = doubt && saved ? `${saved} · ${why}` : slow;
  const floating = word ? (
    <Floating>
      <Word>{word}</Word>
    </Floating>
  ) : null;
  return <p role="status">{floating}</p>;
}
