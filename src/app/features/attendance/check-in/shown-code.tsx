// The code with instructions, and in full screen, for a device at the entrance.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { shortDay, timeRange } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { dialogLook } from '../../../ui/dialogs/dialog-look.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Link } from '../../../ui/navigation/router.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { t } from '../../../words/t.ts';
import { useCode, useSteps } from './codes.ts';
import { useWakeLock } from './use-wake-lock.ts';

type CheckIn = Answer<'GET /api/events/{id}/check-in-key'>;

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '5', lg: '10' },
    lg: { gridTemplateColumns: 'minmax(0, 30rem) minmax(0, 1fr)', alignItems: 'start' },
    '& .event': { fontSize: 'lg', fontWeight: '700' },
    '& .event a': { textDecoration: 'underline', textUnderlineOffset: '3px' },
    '& > .code': { w: 'full', maxW: '30rem', mx: { base: 'auto', lg: '0' } },
    '& .about': { display: 'grid', gap: '4', justifyItems: 'start' },
    '& ol': { display: 'grid', gap: '2', ps: '6', listStyle: 'decimal' },
    '& .about > button': { minH: '56px', w: { base: 'full', sm: 'auto' } },
  },
});

const Picture = chakra('div', {
  base: {
    '& svg[role=img], & .none': {
      display: 'block',
      w: 'full',
      h: 'auto',
      aspectRatio: '1',
      rounded: 'lg',
      borderWidth: '2px',
      borderColor: 'border.strong',
      bg: '#ffffff',
    },
    '& .next': { fontWeight: '700', fontVariantNumeric: 'tabular-nums', textAlign: 'center', pt: '3' },
    '& .left': { h: '2', mt: '2', rounded: 'full', bg: 'bg.subtle', overflow: 'hidden' },
    '& .left > span': { display: 'block', h: 'full', bg: 'fg', rounded: 'full' },
  },
});

// The gutter of a scroll bar would be a stripe beside it.
const coverAll = { 'html:has(&:modal)': { overflow: 'hidden', scrollbarGutter: 'auto' } } as const;

const Kiosk = chakra('dialog', {
  base: {
    ...dialogLook,
    ...coverAll,
    inset: '0',
    w: '100%',
    h: '100dvh',
    maxH: '100dvh',
    rounded: '0',
    '& > div': {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 'clamp(0.5rem, 2dvh, 1.5rem)',
      minH: 'full',
      bg: 'bg',
      overflowY: 'auto',
      px: '4',
      pt: 'max(4.5rem, env(safe-area-inset-top))',
      pb: 'max(1rem, env(safe-area-inset-bottom))',
      textAlign: 'center',
    },
    '& .close': { position: 'absolute', top: '3', insetEnd: '3', w: '56px', h: '56px' },
    '& h2': { fontSize: 'clamp(1.5rem, 4dvh, 3rem)', fontWeight: '800', lineHeight: '1.15' },
    '& .how': { fontSize: 'clamp(1.125rem, 2.5dvh, 1.75rem)', fontWeight: '600' },
    '& .code': { w: 'min(100%, 64dvh)', maxW: 'none' },
  },
});

export function ShownCode({ event, checkIn }: { event: MyEvent; checkIn: CheckIn }) {
  useWakeLock();
  const { locale } = useViewer();
  const [isKiosk, setKiosk] = useState(false);
  const picture = (
    <Picture className="code">
      <ChangingCode event={event} checkIn={checkIn} />
      <NextCode stepSeconds={checkIn.stepSeconds} />
    </Picture>
  );
  return (
    <Layout>
      {picture}
      <div className="about">
        <p className="event">
          <Link to={`/my/events/${event.id}`}>{event.name}</Link>
          <br />
          {[shortDay(event.startsAt, event.timeZone, locale), timeRange(event, locale)].join(' · ')}
        </p>
        <Button aria-haspopup="dialog" onClick={() => setKiosk(true)}>
          <Icon name="monitor" size={18} />
          {t('Full screen')}
        </Button>
        <ol>
          <li>{t('People point the camera of their phone at the code and open its link.')}</li>
          <li>{t('They sign in if they are asked to.')}</li>
          <li>{t('Their phone says that they are checked in, and they are marked as here in the list.')}</li>
        </ol>
        <p>
          {t(
            'Their phone needs a connection. This device needs none. A picture of the code does not work, because it changes all the time.',
          )}
        </p>
      </div>
      {isKiosk ? (
        <WholeScreen title={event.name} onClose={() => setKiosk(false)}>
          {picture}
        </WholeScreen>
      ) : null}
    </Layout>
  );
}

/** The code is behind `#`, which browsers send to no server. */
function ChangingCode({ event, checkIn }: { event: MyEvent; checkIn: CheckIn }) {
  const code = useCode(checkIn);
  if (code === null) return <div className="none" />;
  const link = new URL(`/my/events/${event.id}/here#${code}`, location.href).href;
  return <QrCode text={link} label={t('QR code to check in to {name}', { name: event.name })} />;
}

function NextCode({ stepSeconds }: { stepSeconds: number }) {
  const left = stepSeconds - (useSteps(1) % stepSeconds);
  return (
    <>
      <p className="next">{t('New code in {count} s', { count: left })}</p>
      <div className="left" aria-hidden="true">
        <span style={{ width: `${(left / stepSeconds) * 100}%` }} />
      </div>
    </>
  );
}

/** Open while mounted. Where a browser has no full screen, as on an iPhone, it fills the window. */
function WholeScreen({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: React.ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    // A dialog itself may not be full screen.
    void element.firstElementChild?.requestFullscreen?.().catch(() => {});
    // Escape ends the full screen only.
    const follow = () => {
      if (!document.fullscreenElement) element.close();
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  return (
    <Kiosk ref={dialog} aria-label={title} onClose={onClose}>
      <div>
        <Button className="close" look="outline" shape="icon" aria-label={t('Close')} onClick={close}>
          <Icon name="x" />
        </Button>
        <h2>{title}</h2>
        <p className="how">{t('Here? Scan the code with your phone.')}</p>
        {children}
      </div>
    </Kiosk>
  );
}
