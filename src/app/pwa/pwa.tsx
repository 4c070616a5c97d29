// The page's part of the PWA: registers the worker and offers updates. Loaded after the first render, which does not need
// it.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { manifestPath } from '../../contract/values/page.ts';
import { once } from '../data/once.ts';
import { useInstance } from '../data/session/instance.ts';
import { bars } from '../theme/scales.ts';
import { Button } from '../ui/button.tsx';
import { pageLanguage, t } from '../words/t.ts';
import { watchBuild } from './build-check.ts';
import { registerWorker } from './register.ts';
import {
  acceptUpdate,
  hasInput,
  postponeUpdate,
  readUpdate,
  useUpdate,
  watchTakeOver,
  watchUpdates,
} from './update.ts';

/** Once for each page, though the component mounts again for another user. */
const start = once(async () => {
  // The app shell names the English manifest.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', manifestPath(pageLanguage().tag));
  watchTakeOver();
  const registration = await registerWorker();
  if (!registration) return;
  watchUpdates(registration);
  watchBuild(() => registration.update());
});

const Bar = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '15',
    insetInline: '3',
    bottom: { base: `calc(${bars.tabbar} + env(safe-area-inset-bottom) + 0.75rem)`, lg: '4' },
    mx: 'auto',
    maxW: '34rem',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    shadow: 'overlay',
    ps: '4',
    pe: '2',
    py: '1.5',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    '& p': { flex: '1', minW: '0', fontSize: 'sm', lineHeight: '1.3', fontWeight: '500' },
    '& button': { flexShrink: '0', px: '3' },
  },
});
const Region = chakra('div', { base: {} });

export function Pwa() {
  const { name } = useInstance();
  const update = useUpdate();
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => start(), []);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    // The URL has already changed, so the new version opens the requested page.
    // After a change of the query alone, what is typed is still there.
    if (readUpdate() === 'pendingReload' && !hasInput()) location.reload();
  }, [key]);
  const isBusy = update === 'applying';
  return (
    <Region role="status">
      {update === 'ready' || isBusy ? (
        <Bar data-bar="">
          <p>{t('A new version of {name} is ready', { name })}</p>
          <Button look="quiet" onClick={postponeUpdate} disabled={isBusy}>
            {t('Later')}
          </Button>
          <Button onClick={() => void acceptUpdate()} busy={isBusy}>
            {isBusy ? t('Reloading …') : t('Reload')}
          </Button>
        </Bar>
      ) : null}
    </Region>
  );
}
