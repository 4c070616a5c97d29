// The statistics of a chosen period. While other days load, the figures and their tools stay, with the focus.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

export type Progress = {
  /** The figures of other days are on their way. */
  isLoading: boolean;
  /** Why the figures of the chosen days could not be loaded, in their place. */
  failure: ReactNode;
};

export function StatisticsOf<T>({
  resource: { data, error, mutate },
  children,
}: {
  resource: { data: T | undefined; error: Error | undefined; mutate: () => Promise<unknown> };
  children: (shown: T, progress: Progress) => ReactNode;
}) {
  const [before, setBefore] = useState(data);
  if (data && data !== before) setBefore(data);
  const shown = data ?? before;
  const failure = error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null;
  if (shown) return children(shown, { isLoading: !data && !error, failure });
  return (
    failure ?? (
      <div role="status" aria-label={t('Loading')}>
        <Skeleton h="20" rounded="lg" mb="4" />
        <Skeleton h="28rem" rounded="lg" />
      </div>
    )
  );
}

const Box = chakra('div', { variants: { stale: { true: { opacity: '0.5' } } } });

/** The figures below the tools, or why there are none; says that others load. */
export function Figures({
  progress: { isLoading, failure },
  children,
}: {
  progress: Progress;
  children: ReactNode;
}) {
  return (
    <>
      <p role="status" className="sr">
        {isLoading ? t('Loading') : null}
      </p>
      {failure ?? (
        <Box stale={isLoading} aria-busy={isLoading || undefined}>
          {children}
        </Box>
      )}
    </>
  );
}
