// /my/events/new: planning an event, for coaches.
import { lazy, Suspense } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useQuery } from '../../../ui/navigation/router.tsx';
import { FormSkeleton } from '../../../ui/page/form-skeleton.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const load = () => import('./new-event.tsx');
const NewEvent = lazy(async () => ({ default: (await load()).NewEvent }));

/** The code of the form, loaded together with the screen. */
export const loadParts = load;

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
    <Suspense fallback={<FormSkeleton />}>
      <NewEvent
        key={`${user.id} ${query.get('draft')}`}
        userId={user.id}
        query={query}
        loading={<FormSkeleton />}
      />
    </Suspense>
  );
}
