// Shows the age of the page where it may be outdated: in line above the content while there is no connection,
// and floating, so that nothing moves, while the server is slow.
import { chakra } from '@chakra-ui/react/styled-system';
import { useLargeClockOffset } from '../data/http/clock.ts';
import { useConnectivity } from '../data/http/connectivity.ts';
import { useSavedAt } from '../data/resources/freshness.ts';
import { useInstance } from '../data/session/instance.ts';
import { useBrowserZone, useNow, useViewer } from '../format/use-viewer.ts';
import { savedTime } from '../format/when.ts';
import { bars } from '../theme/scales.ts';
import { Notice } from '../ui/notice.tsx';
import { t } from '../words/t.ts';

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

/** Why there is nothing newer, in one line on a phone; `saved` says when the content was saved. */
function connectionText(
  way: 'offline' | 'unreachable' | 'portal',
  saved: string | null,
  name: string,
): string {
  if (way === 'offline') return saved ? `${saved} · ${t('offline')}` : t("You're offline");
  const why =
    way === 'portal' ? t('This network wants you to sign in first') : t("Can't reach {name}", { name });
  return saved ? `${saved} · ${why}` : why;
}

/** At the top of each page: the age of its content, and whether the device's clock is wrong. */
export function Freshness() {
  return (
    <>
      <ClockNotice />
      <Age />
    </>
  );
}

function ClockNotice() {
  const { name } = useInstance();
  const offsetMs = useLargeClockOffset();
  if (offsetMs === null) return null;
  // A positive offset is what a slow clock lacks.
  const span = spanText(Math.abs(offsetMs));
  return (
    <Place>
      <Notice icon="circle-alert">
        {offsetMs > 0
          ? t("This device's clock is {span} slow. {name} uses the right time.", { span, name })
          : t("This device's clock is {span} fast. {name} uses the right time.", { span, name })}
      </Notice>
    </Place>
  );
}

/** `5 min`, `1 h 30 min`, `3 days`. */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t('{count} days', { count: Math.round(hours / 24) });
  return [
    hours > 0 && t('{hours} h', { hours }),
    minutes % 60 > 0 && t('{minutes} min', { minutes: minutes % 60 }),
  ]
    .filter(Boolean)
    .join(' ');
}

function Age() {
  const { name } = useInstance();
  const way = useConnectivity();
  const { savedAt, doubt } = useSavedAt();
  const { locale } = useViewer();
  const timeZone = useBrowserZone();
  const now = useNow();
  const saved =
    savedAt !== null && timeZone !== null && now !== null
      ? t('Saved {time}', { time: savedTime(savedAt, timeZone, locale, now) })
      : null;
  if (way === 'offline' || way === 'unreachable' || way === 'portal')
    return (
      <Place>
        <Notice icon="cloud-off">{connectionText(way, saved, name)}</Notice>
      </Place>
    );
  const slow = way === 'slow' ? t('Slow connection') : null;
  const why = doubt === 'failed' ? t("couldn't be refreshed") : (slow ?? t('looking for changes'));
  const word = doubt && saved ? `${saved} · ${why}` : slow;
  const floating = word ? (
    <Floating data-bar="">
      <Word>{word}</Word>
    </Floating>
  ) : null;
  return <p role="status">{floating}</p>;
}
