// Editing my profile.
import { lazy, Suspense } from 'react';
import { useResource } from '../../../data/resources/use-resource.ts';
import { Screen } from '../../../ui/page/screen.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const EditProfileForm = lazy(async () => ({
  default: (await import('./edit-profile-form.tsx')).EditProfileForm,
}));

function Loading() {
  return (
    <div role="status" aria-label={t('Loading your profile')}>
      <Skeleton h="48" rounded="lg" />
      <Skeleton h="48" rounded="lg" mt="7" />
    </div>
  );
}

export function EditProfileScreen() {
  const profile = useResource('GET /api/users/me/profile', {});
  const { data, error, mutate } = profile;
  return (
    <Screen>
      {data ? (
        <Suspense fallback={<Loading />}>
          <EditProfileForm
            key={data.id}
            me={data}
            reload={() => mutate()}
            adopt={(answer) => mutate(answer, { revalidate: false })}
          />
        </Suspense>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}
