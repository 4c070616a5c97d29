// /organizations/:id/edit: editing an organization, for those who run it.
import { lazy, Suspense } from 'react';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useRouteId } from '../../ui/navigation/router.tsx';
import { FormSkeleton } from '../../ui/page/form-skeleton.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

const load = () => import('./edit-organization.tsx');
const EditOrganization = lazy(async () => ({ default: (await load()).EditOrganization }));

/** The code of the form, loaded together with the screen. */
export const loadParts = load;

export function EditOrganizationScreen() {
  const id = useRouteId();
  const { user } = useSession();
  const { data, error, mutate } = useResource('GET /api/organizations/{id}', { params: { id } });
  if (error && !data)
    return (
      <Unloaded
        error={error}
        onRetry={() => void mutate()}
        noun="organization"
        explore="/explore/organizations"
      />
    );
  if (!data || !user) return <FormSkeleton />;
  if (!data.can.edit)
    return (
      <Screen>
        <EmptyState
          icon="users"
          title={t("You can't change this organization")}
          action={<ButtonLink to={`/organizations/${id}`}>{t('See the organization')}</ButtonLink>}
        >
          {t('Only the people who run it can.')}
        </EmptyState>
      </Screen>
    );
  return (
    <Suspense fallback={<FormSkeleton />}>
      <EditOrganization key={id} organization={data} userId={user.id} />
    </Suspense>
  );
}
