// The whole page as one component, without its router and without any browser global, so that a server can draw it too.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { type Cache, SWRConfig, type SWRConfiguration, useSWRConfig } from 'swr';
import { deviceNow } from '../data/device/device-code.ts';
import { onReturn } from '../data/http/connectivity.ts';
import { ApiError } from '../data/http/problem.ts';
import { type Drawn, DrawnProvider, notDrawn } from '../data/resources/drawn.ts';
import { onSettled } from '../data/resources/settled.ts';
import { sessionNow, useSession } from '../data/session/session.ts';
import { ErrorBoundary } from '../layout/error-boundary.tsx';
import { AfterLoad } from '../pwa/after-load.tsx';
import { patientLazy } from '../pwa/patient-lazy.ts';
import { AppRoutes } from '../routing/routes.tsx';
import { system } from '../theme/system.ts';

// Only for people who are signed in.
const DeviceCare = patientLazy(async () => (await import('./device-care.ts')).DeviceCare);

const swr: SWRConfiguration = {
  dedupingInterval: 5000,
  focusThrottleInterval: 30_000,
  errorRetryCount: 3,
  // What the server refused stays refused; only a missing answer is worth asking for again.
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status >= 500,
  // Back online is when the server can be reached again, which the device cannot know.
  initReconnect: onReturn,
};

const createCache = (userId: string | null): Cache =>
  (userId && deviceNow()?.createPersonalCache(userId, () => sessionNow().user?.id === userId)) || new Map();

/**
 * What the server has just done shows everywhere: what it affects and is on the screen is asked for again (lists see to
 * themselves, see useList). Here from the first screen on, because another tab may settle something at any moment.
 */
function ShowSettled() {
  const { cache, mutate } = useSWRConfig();
  useEffect(
    () => onSettled((affects) => Promise.all([...cache.keys()].filter(affects).map((key) => mutate(key)))),
    [cache, mutate],
  );
  return null;
}

/** One cache per person: it is dropped when the session ends, and an answer that comes late finds nobody to show it to. */
function PersonalCache({ answers, children }: { answers: Drawn['answers']; children: ReactNode }) {
  const userId = useSession().user?.id ?? null;
  const config = useMemo(
    () => ({
      ...swr,
      fallback: userId ? {} : answers,
      provider: () => createCache(userId),
    }),
    [userId, answers],
  );
  return (
    <SWRConfig key={userId ?? 'visitor'} value={config}>
      {userId ? (
        <>
          <ShowSettled />
          <Suspense fallback={null}>
            <DeviceCare userId={userId} />
          </Suspense>
        </>
      ) : null}
      {children}
    </SWRConfig>
  );
}

/** `drawn` is what the server drew the page from; without it the page starts empty. */
export function App({ drawn = notDrawn }: { drawn?: Drawn }) {
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // For good, also where someone comes back to the page that was drawn.
  const [hasGoneOn, setGoneOn] = useState(false);
  if (!hasGoneOn && key !== firstKey) setGoneOn(true);
  const isDrawnView = drawn.now !== null && !hasGoneOn;
  // What a visitor is refused someone else may see.
  const isVisitor = useSession().user === null;
  const shown = useMemo(
    () => ({ ...drawn, problems: isVisitor ? drawn.problems : notDrawn.problems, isDrawnView }),
    [drawn, isVisitor, isDrawnView],
  );
  return (
    <ChakraProvider value={system}>
      <DrawnProvider value={shown}>
        {/* The outer one for what is around the screens: without it an error there leaves a blank page. */}
        <ErrorBoundary resetKey={key} isOutermost>
          <PersonalCache answers={drawn.answers}>
            <ErrorBoundary resetKey={key}>
              <AppRoutes />
            </ErrorBoundary>
            <AfterLoad />
          </PersonalCache>
        </ErrorBoundary>
      </DrawnProvider>
    </ChakraProvider>
  );
}
