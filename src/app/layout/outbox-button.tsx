// A button at the edge of every page while the outbox holds queued writes; it opens the list of them.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../data/http/connectivity.ts';
import { isAbsence } from '../data/outbox/absences.ts';
import { attendancePath, eventOfMark, isMarking } from '../data/outbox/mark-calls.ts';
import { useOutbox } from '../data/outbox/use-outbox.ts';
import { bars } from '../theme/scales.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { t } from '../words/t.ts';

const OutboxSheet = lazy(async () => ({ default: (await import('./outbox-sheet.tsx')).OutboxSheet }));

const Place = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '10',
    insetX: '0',
    bottom: `calc(${bars.tabbar} + env(safe-area-inset-bottom) + 0.75rem)`,
    display: 'flex',
    justifyContent: 'center',
    pointerEvents: 'none',
    // In the rail, where it covers nothing.
    lg: { insetX: 'auto', insetStart: '4', bottom: '4', w: `calc(${bars.rail} - 2rem)` },
    '& button': {
      pointerEvents: 'auto',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      px: '4',
      rounded: 'full',
      bg: 'bg.strong',
      color: 'fg.strong',
      fontSize: 'sm',
      fontWeight: '600',
      shadow: 'overlay',
      cursor: 'pointer',
      lg: { w: 'full', rounded: 'md', shadow: 'none', textAlign: 'start' },
    },
    '& button[data-asks]': { bg: 'warn.subtle', color: 'warn' },
  },
});

/** A write counts as queued after this time. */
const queuedAfterMs = 1500;

/** Delays the flag: a write that is sent at once must not make the button flash. */
function useSettledFlag(isOn: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isOn), isOn ? queuedAfterMs : 0);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isShown;
}

export function OutboxButton() {
  const { key, pathname } = useLocation();
  // The attendance of an event says itself which of its marks wait, and this would cover a row.
  const rows = useOutbox().filter((row) => !isMarking(row) || attendancePath(eventOfMark(row)) !== pathname);
  const isOnline = useOnline();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const refused = rows.filter(({ refusal }) => refusal !== null).length;
  const isShown = useSettledFlag(rows.length > 0) && rows.length > 0;
  const queued = rows.length - refused;
  // The line of one's absences says at once that one is not sent yet.
  const isSaid = refused === 0 && rows.length > 0 && rows.every(isAbsence);
  const text =
    refused > 0
      ? t('{refused, plural, one {# change needs} other {# changes need}} you', { refused })
      : t('{queued, plural, one {# change is} other {# changes are}} waiting to be sent', { queued });
  return (
    <>
      <Place role="status" aria-live={isSaid ? 'off' : undefined} data-bar="">
        {isShown ? (
          <button
            type="button"
            aria-haspopup="dialog"
            data-asks={refused > 0 || undefined}
            onClick={() => setOpenAt(key)}
          >
            {refused > 0 ? <Icon name="circle-alert" size={18} /> : null}
            {refused === 0 && !isOnline ? <Icon name="cloud-off" size={18} /> : null}
            {text}
          </button>
        ) : null}
      </Place>
      {/* A link in the list navigates, and that closes the sheet. */}
      <Suspense fallback={null}>
        {openAt === key ? <OutboxSheet onClose={() => setOpenAt(null)} /> : null}
      </Suspense>
    </>
  );
}
