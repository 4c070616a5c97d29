// /my/events/:id/roster. Its page is loaded apart: few open it, and the page of an event would load it, too.
import { lazy, Suspense } from 'react';
import { Screen } from '../../../ui/page/screen.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';

const RosterPage = lazy(async () => ({ default: (await import('./roster-page.tsx')).RosterPage }));

export const RosterScreen = () => (
  <Suspense
    fallback={
      <Screen wide>
        <Skeleton h="24rem" rounded="lg" />
      </Screen>
    }
  >
    <RosterPage />
  </Suspense>
);
