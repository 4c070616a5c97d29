// The whole page as one component, without its router and without browser globals, so that the server can render it, too.
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { type Cache, SWRConfig, type SWRConfiguration, useSWRConfig } from 'swr';
import { deviceNow } from '../data/device/device-code.ts';
import { onReconnect } from '../data/http/connectivity.ts';
import type { ApiError } from '../data/http/problem.ts';
import { onAcknowledged } from '../data/resources/acknowledged-writes.ts';
import { notRendered, type RenderData, RenderDataProvider } from '../data/resources/render-data.ts';
import { sessionNow, useSession } from '../data/session/session.ts';
import { ErrorBoundary } from '../layout/error-boundary.tsx';
import { AfterLoad } from '../pwa/after-load.tsx';
import { retryingLazy } from '../pwa/retrying-lazy.ts';
import { AppRoutes } from '../routing/routes.tsx';
import { system } from '../theme/system.ts';

// Only for signed-in users.
const OfflineSync = retryingLazy(async () => (await import('./offline-sync.ts')).OfflineSync);

const swr: SWRConfiguration = {
  dedupingInterval: 5000,
  focusThrottleInterval: 30_000,
  errorRetryCount: 3,
  // A refusal is final; only network errors, 429 and 5xx are retried.
  shouldRetryOnError: ({ status = 500 }: Partial<ApiError>) => status >= 500 || status === 429,
  // Not before the server says so.
  onErrorRetry: (error: Partial<ApiError>, ...retry) =>
    void setTimeout(
      SWRConfig.defaultValue.onErrorRetry,
      (error.retryAfterSeconds ?? 0) * 1000,
      error,
      ...retry,
    ),
  // Revalidates when the server can be reached again, not at the browser's `online` event.
  initReconnect: onReconnect,
};

const createCache = (userId: string | null): Cache =>
  (userId && deviceNow()?.createPersonalCache(userId, () => sessionNow().user?.id === userId)) || new Map();

/**
 * Revalidates the mounted reads that an acknowledged write affects; lists do so themselves (see useList). Mounted from the
 * start, because another tab may send a write at any moment.
 */
function RevalidateAffected() {
  const { cache, mutate } = useSWRConfig();
  useEffect(
    () =>
      onAcknowledged((affects) => Promise.all([...cache.keys()].filter(affects).map((key) => mutate(key)))),
    [cache, mutate],
  );
  return null;
}

/** One SWR cache per user: it is dropped when the session ends, so a late answer is never shown to another user. */
function PersonalCache({ answers, children }: { answers: RenderData['answers']; children: ReactNode }) {
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
          <RevalidateAffected />
          <Suspense fallback={null}>
            <OfflineSync userId={userId} />
          </Suspense>
        </>
      ) : null}
      {children}
    </SWRConfig>
  );
}

/** `renderData`: the data that the server rendered the page from; without it the page starts empty. */
export function App({ renderData = notRendered }: { renderData?: RenderData }) {
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // Stays true when the user comes back to the server-rendered page.
  const [hasNavigated, setNavigated] = useState(false);
  if (!hasNavigated && key !== firstKey) setNavigated(true);
  const isServerRendered = renderData.now !== null && !hasNavigated;
  // A refusal for visitors may not apply to a signed-in user.
  const isVisitor = useSession().user === null;
  const shown = useMemo(
    () => ({
      ...renderData,
      problems: isVisitor ? renderData.problems : notRendered.problems,
      isServerRendered,
    }),
    [renderData, isVisitor, isServerRendered],
  );
  return (
    <ChakraProvider value={system}>
      <RenderDataProvider value={shown}>
        {/* The outer boundary is for errors outside of the screens, which would otherwise leave a blank page. */}
        <ErrorBoundary resetKey={key} isOutermost>
          <PersonalCache answers={renderData.answers}>
            <ErrorBoundary resetKey={key}>
              <AppRoutes />
            </ErrorBoundary>
            <AfterLoad />
          </PersonalCache>
        </ErrorBoundary>
      </RenderDataProvider>
    </ChakraProvider>
  );
}
