// Replaces a screen whose code did not load: reloads where that may help, else says what to do.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useConnectivity } from '../data/http/connectivity.ts';
import { reloadToWanted, repair, takeReload } from '../pwa/chunk-guard.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LoadingScreen } from '../ui/page/loading-screen.tsx';
import { useDocumentTitle } from '../ui/page/screen.tsx';
import { EmptyState } from '../ui/page/state.tsx';
import { t } from '../words/t.ts';
import { useErrorTitle } from './use-error-title.ts';

const Frame = chakra('main', { base: { minH: '100dvh', display: 'grid', placeItems: 'center' } });
const Ways = chakra('div', {
  base: { mt: '2', display: 'flex', gap: '3', flexWrap: 'wrap', justifyContent: 'center' },
});

/** For all screens that fail to load at once: the page reloads once. */
let isReloading = false;

export function RecoveryScreen() {
  const [gaveUp, setGaveUp] = useState(false);
  useEffect(() => {
    if (isReloading) return;
    isReloading = takeReload();
    if (isReloading) void reloadToWanted();
    else setGaveUp(true);
  }, []);
  return gaveUp ? <RecoveryCard /> : <LoadingScreen />;
}

function RecoveryCard() {
  const way = useConnectivity();
  const title = useErrorTitle();
  useDocumentTitle(t("This page didn't load"));
  const isOffline = way === 'offline' || way === 'unreachable' || way === 'portal';
  return (
    <Frame id="main" tabIndex={-1}>
      <div role="alert">
        <EmptyState
          icon={isOffline ? 'cloud-off' : 'circle-alert'}
          pageTitle={title}
          title={isOffline ? t("This page isn't saved on this device") : t("This page didn't load")}
          action={
            <Ways>
              <Button onClick={() => location.reload()}>{t('Retry')}</Button>
              {isOffline ? (
                <ButtonLink to="/" look="outline">
                  {t('Home')}
                </ButtonLink>
              ) : (
                <Button look="outline" onClick={repair}>
                  {t('Repair')}
                </Button>
              )}
            </Ways>
          }
        >
          {isOffline
            ? t("It loads once you're back online. What you typed elsewhere is still there.")
            : t(
                "Part of the app didn't load. Try Retry first. Repair downloads the whole app again; you stay signed in, and what you typed stays.",
              )}
        </EmptyState>
      </div>
    </Frame>
  );
}
