// /teams/:id/edit: editing a team, for those who run it.
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

const load = () => import('./edit-team.tsx');
const EditTeam = lazy(async () => ({ default: (await load()).EditTeam }));

/** The code of the form, loaded together with the screen. */
export const loadParts = load;

export function EditTeamScreen() {
  const id = useRouteId();
  const { user } = useSession();
  const { data: team, error, mutate } = useResource('GET /api/teams/{id}', { params: { id } });
  if (error && !team)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="team" explore="/explore/teams" />;
  if (!team || !user) return <FormSkeleton />;
  if (!team.can.edit)
    return (
      <Screen>
        <EmptyState
          icon="users"
          title={t("You can't change this team")}
          action={<ButtonLink to={`/teams/${id}`}>{t('See the team')}</ButtonLink>}
        >
          {t('Only its coaches and the people who run the team or its organization can.')}
        </EmptyState>
      </Screen>
    );
  return (
    <Suspense fallback={<FormSkeleton />}>
      <EditTeam key={id} team={team} userId={user.id} />
    </Suspense>
  );
}
