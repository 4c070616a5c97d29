// /my/events/new: planning an event, for coaches.
import { lazy, Suspense } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useQuery } from '../../../ui/page/router.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const load = () => import('./new-event.tsx');
const NewEvent = lazy(async () => ({ default: (await load()).NewEvent }));

/** The code of the form, loaded together with the screen. */
export const loadParts = load;

function Loading() {
  return (
    <Screen>
      <div role="status" aria-label={t('Loading the form')}>
        <Skeleton h="20rem" rounded="lg" />
        <Skeleton h="24rem" rounded="lg" mt="7" />
      </div>
    </Screen>
  );
}

export function NewEventScreen() {
  const { user } = useSession();
  const query = useQuery();
  if (user?.type !== 'coach')
    return (
      <Screen>
        <EmptyState
          icon="calendar-plus"
          title={t('Planning is for coaches')}
          action={<ButtonLink to="/my/settings">{t('Open my settings')}</ButtonLink>}
        >
          {t('Turn on coaching in your settings, then plan events here.')}
        </EmptyState>
      </Screen>
    );
  return (
    <Suspense fallback={<Loading />}>
      <NewEvent
        key={`${user.id} ${query.get('draft')}`}
        userId={user.id}
        query={query}
        loading={<Loading />}
      />
    </Suspense>
  );
}
