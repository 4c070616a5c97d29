// /my/events/:id/edit: editing an event, for those who run it.
import { lazy, type ReactNode, Suspense } from 'react';
import { ApiError } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useRouteId } from '../../../ui/navigation/router.tsx';
import { FormSkeleton } from '../../../ui/page/form-skeleton.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const load = () => import('./edit-event.tsx');
const EditEvent = lazy(async () => ({ default: (await load()).EditEvent }));
const UnsavedEdits = lazy(async () => ({ default: (await import('./unsaved-edits.tsx')).UnsavedEdits }));

/** The code of the form, loaded together with the screen. */
export const loadParts = load;

export function EditEventScreen() {
  const id = useRouteId();
  const { user } = useSession();
  const { data: event, error, mutate } = useResource('GET /api/events/{id}', { params: { id } });
  if (!user) return <FormSkeleton />;
  const refused = (otherwise: ReactNode) => (
    <Suspense fallback={<FormSkeleton />}>
      <UnsavedEdits key={id} id={id} userId={user.id} otherwise={otherwise} />
    </Suspense>
  );
  if (error && !event) {
    const unloaded = (
      <Unloaded error={error} onRetry={() => void mutate()} noun="event" explore="/explore/events" />
    );
    return error instanceof ApiError && [404, 410].includes(error.status) ? refused(unloaded) : unloaded;
  }
  if (!event) return <FormSkeleton />;
  if (!event.can.edit)
    return refused(
      <Screen>
        <EmptyState
          icon="calendar"
          title={t("You can't change this event")}
          action={<ButtonLink to={`/my/events/${id}`}>{t('See the event')}</ButtonLink>}
        >
          {t('Only the people running it can, and only until it is cancelled.')}
        </EmptyState>
      </Screen>,
    );
  return (
    <Suspense fallback={<FormSkeleton />}>
      <EditEvent
        key={id}
        event={event}
        userId={user.id}
        reload={() => mutate()}
        adopt={(answer) => mutate(answer, { revalidate: false })}
      />
    </Suspense>
  );
}
